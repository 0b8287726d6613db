package main

import (
	"io"

	"legomem/changes"
	"legomem/folders"
	"legomem/tools/facts"
	"legomem/trajectory"
	"legomem/words"
)

// mostChanges is how many changes are told one by one.
const mostChanges = 30

// tellChanges prints what a run would change in the user's own files, a sentence each,
// marked ones first.
func (a *app) tellChanges(r trajectory.Result) {
	if r.Changes == nil || len(r.Changes.Changes) == 0 {
		return
	}
	all := r.Changes.ForPeople()
	tellf(a.out, "%s to apply:\n", words.Many(len(all), "change"))
	for _, c := range all[:min(len(all), mostChanges)] {
		tellChange(a.out, "", c)
	}
	if more := len(all) - mostChanges; more > 0 {
		tellf(a.out, "  and %s, which changes.json in the run's folder lists\n", words.Many(more, "more change"))
	}
}

// tellChange prints a change, with its number if it has one, and why it is marked.
func tellChange(out io.Writer, number string, c changes.Change) {
	if number != "" {
		number += ". "
	}
	tellf(out, "  %s %s%s\n", map[bool]string{true: "!", false: "-"}[c.Marked()], number, words.Visible(c.Sentence))
	if why := c.Reasons(); why != "" {
		tellf(out, "      %s\n", words.Short(why, 300))
	}
}

// tellDetails prints what a change says: a mail's parties and first lines, an event before
// and after, the lines or cells that differ.
func tellDetails(out io.Writer, c changes.Change) {
	if m := c.Mail; m != nil {
		tellMail(out, *m)
	}
	if e := c.Event; e != nil {
		tellEvent(out, "before", e.Before)
		tellEvent(out, "after", e.After)
	}
	if t := c.Content; t != nil {
		for _, line := range t.Shown {
			tellf(out, "      %s\n", blockOf(line, "        "))
		}
		if more := t.Total() - len(t.Shown); more > 0 {
			tellf(out, "      and %s\n", words.Many(more, "more "+t.Unit))
		}
	}
	for _, f := range c.Files {
		what := map[bool]string{false: "file", true: "folder"}[folders.Is(f.Path)]
		tellf(out, "      %s %s\n", what, words.OnLine(folders.Name(f.Path)))
	}
}

func tellMail(out io.Writer, m facts.Mail) {
	for _, group := range []struct {
		name string
		all  []facts.Address
	}{{"From", m.From}, {"To", m.To}, {"Cc", m.Cc}, {"Bcc", m.Bcc}} {
		for _, who := range group.all {
			tellf(out, "      %s: %s %s\n", group.name, words.OnLine(who.Name), words.OnLine(who.Address))
		}
	}
	tellf(out, "      Subject: %s\n", words.OnLine(m.Subject))
	for _, f := range m.Attachments {
		tellf(out, "      Attachment: %s, %d bytes\n", words.OnLine(f.Name), f.Bytes)
	}
	for _, line := range m.FirstLines {
		tellf(out, "      | %s\n", words.OnLine(line))
	}
	if more := m.Lines - len(m.FirstLines); more > 0 {
		tellf(out, "      | and %s\n", words.Many(more, "more line"))
	}
}

func tellEvent(out io.Writer, when string, e *facts.Event) {
	if e == nil {
		return
	}
	tellf(out, "      %s: %s, %s to %s\n", when, words.OnLine(e.Title), words.OnLine(e.Start), words.OnLine(e.End))
	for _, more := range []string{e.Location, e.Description, e.Recurs} {
		if more != "" {
			tellf(out, "        %s\n", blockOf(more, "        "))
		}
	}
}
