package desk

import (
	"context"
	"path"
	"slices"
	"strings"
	"time"

	"legomem/agents/gazetteer"
	"legomem/lists"
	"legomem/tools"
	"legomem/tools/value"
	"legomem/trajectory"
)

// What a conversation's model is told of the office: so many of the user's events of the next
// weeks, of the newest mails, and so much of the files that are spoken of.
const (
	eventsTold  = 15
	weeksTold   = 6
	mailsTold   = 8
	filesTold   = 3
	linesTold   = 16
	lettersTold = 1000
)

// toldOffice is an office as a conversation's model is told of it.
type toldOffice struct {
	call func(ctx context.Context, tool string, args map[string]any) (tools.Observation, error)
	*gazetteer.Office
	now time.Time
}

// workplace tells what a conversation's office holds: its files, what is in those that are
// spoken of, and the user's own events and mails.
func (d *Desk) workplace(ctx context.Context, opened trajectory.SessionOpened, spoken []string) (string, error) {
	box, done, err := d.boxFor(ctx, ToolCall{Root: opened.Home, User: opened.User})
	if err != nil {
		return "", err
	}
	defer done()
	o := toldOffice{now: d.Now().In(d.config.Dates.Location())}
	o.call = func(ctx context.Context, tool string, args map[string]any) (tools.Observation, error) {
		return box.Call(ctx, tools.Action{Tool: tool, Args: args})
	}
	o.Office = gazetteer.New(func(ctx context.Context, a tools.Action) (tools.Observation, error) { return box.Call(ctx, a) }, opened.User, o.now, "")
	var out []string
	for _, tell := range []func(context.Context, []string) (string, error){o.survey, o.events, o.mails, o.files} {
		text, err := tell(ctx, spoken)
		if err != nil {
			return "", err
		}
		if text = strings.TrimSpace(text); text != "" {
			out = append(out, text)
		}
	}
	return strings.Join(out, "\n"), nil
}

// survey is what there is, or what of it is the user's own where the rest is closed.
func (o toldOffice) survey(ctx context.Context, _ []string) (string, error) {
	for _, everybody := range []bool{true, false} {
		got, err := o.call(ctx, "system.survey", map[string]any{"everybody": everybody})
		if err != nil || !got.Failed {
			return got.Text, err
		}
	}
	return "", nil // then nothing is told
}

func (o toldOffice) events(ctx context.Context, _ []string) (string, error) {
	all, err := o.Events(ctx)
	if err != nil {
		return "", err
	}
	soon := lists.Filter(all.All, func(e gazetteer.Thing) bool {
		return e.End.After(o.now.AddDate(0, 0, -1)) && e.Start.Before(o.now.AddDate(0, 0, 7*weeksTold))
	})
	slices.SortStableFunc(soon, func(a, b gazetteer.Thing) int { return a.Start.Compare(b.Start) })
	return shownUnder("The user's calendar:", soon, eventsTold), nil
}

func (o toldOffice) mails(ctx context.Context, _ []string) (string, error) {
	all, err := o.Mails(ctx)
	if err != nil {
		return "", err
	}
	return shownUnder("The user's newest mails:", all.All, mailsTold), nil
}

// shownUnder are things under a heading, a line each; "" for none.
func shownUnder(heading string, all []gazetteer.Thing, most int) string {
	if len(all) == 0 {
		return ""
	}
	out := []string{heading}
	for _, t := range all[:min(len(all), most)] {
		out = append(out, "- "+t.Shown)
	}
	return strings.Join(out, "\n")
}

// files are the beginnings of the files that are spoken of.
func (o toldOffice) files(ctx context.Context, spoken []string) (string, error) {
	all, err := o.Files(ctx, "")
	if err != nil {
		return "", err
	}
	type named struct {
		file  string
		words int
	}
	var found []named
	kept, err := o.Lists(ctx)
	if err != nil {
		return "", err
	}
	for _, l := range kept.All {
		if n := wordsSpoken(l.Title, spoken); n > 0 {
			found = append(found, named{"data/lists/" + l.Value + ".txt", n})
		}
	}
	for _, f := range all.All {
		if n := wordsSpoken(path.Base(f.Value), spoken); n > 0 {
			found = append(found, named{f.Value, n})
		}
	}
	slices.SortStableFunc(found, func(a, b named) int { return b.words - a.words })
	var out []string
	for _, f := range found[:min(len(found), filesTold)] {
		text, err := o.begins(ctx, f.file)
		if err != nil {
			return "", err
		}
		if text != "" {
			out = append(out, "In "+f.file+":", text)
		}
	}
	return strings.Join(out, "\n"), nil
}

// wordsSpoken is how many of a file's telling words are spoken.
func wordsSpoken(file string, spoken []string) int {
	said := map[string]bool{}
	for _, text := range spoken {
		for _, w := range value.Tokens(text) {
			said[value.Stem(w.Lower)] = true
		}
	}
	n := 0
	stem := strings.TrimSuffix(file, path.Ext(file))
	for _, w := range value.Tokens(strings.NewReplacer("_", " ", "-", " ").Replace(stem)) {
		if said[value.Stem(w.Lower)] {
			n++
		}
	}
	return n
}

// readers are the tools that read files, by suffix.
var readers = map[string]string{".xlsx": "excel.read", ".docx": "word.read", ".txt": "system.read_text", ".md": "system.read_text", ".pdf": "pdf.read"}

// begins is how a file begins; "" for one that cannot be read.
func (o toldOffice) begins(ctx context.Context, file string) (string, error) {
	tool := readers[strings.ToLower(path.Ext(file))]
	if tool == "" {
		return "", nil
	}
	got, err := o.call(ctx, tool, map[string]any{"file_path": file})
	if err != nil || got.Failed {
		return "", err
	}
	all := strings.Split(strings.TrimSpace(got.Text), "\n")
	more := len(all) > linesTold
	text := strings.Join(all[:min(len(all), linesTold)], "\n")
	if cut := []rune(text); len(cut) > lettersTold {
		text, more = string(cut[:lettersTold]), true
	}
	if more {
		text += "\n(and more)"
	}
	return text, nil
}
