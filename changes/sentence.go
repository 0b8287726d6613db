package changes

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"legomem/lists"
	"legomem/tools/facts"
	"legomem/words"
)

// How long a sentence may become.
const (
	maxPart  = 80 // letters of a title, a subject, a path
	maxParts = 6  // recipients, calendars, cells
)

// sentence says in one sentence what a change does on commit.
func sentence(c Change) string {
	switch {
	case c.Kind == Mail:
		return mailSentence(c)
	case c.Kind == Event:
		return eventSentence(c)
	case c.Kind == Empty:
		return folderSentence(c)
	}
	return fileSentence(c)
}

func mailSentence(c Change) string {
	subject := quoted(c.Mail.Subject)
	boxes := "the mailbox of " + listed(c.values(Mailbox))
	switch c.Operation {
	case facts.Deleted:
		return fmt.Sprintf("Deletes the mail %s from %s.", subject, boxes)
	case facts.Changed:
		return fmt.Sprintf("Replaces the mail %s in %s.", subject, boxes)
	case facts.Moved:
		return movedSentence(c)
	}
	to := c.values(To, Cc, Bcc)
	s := "Writes a mail to " + listed(to)
	switch {
	case len(to) == 0 && len(c.values(Mailbox)) == 0:
		s = "Writes a mail to nobody"
	case len(to) == 0:
		s = "Writes a mail into " + boxes
	case len(c.values(Mailbox)) > 0:
		s += ", and into " + boxes
	}
	s += ", " + subject
	if files := c.values(Attachment); len(files) > 0 {
		s += ", with " + listed(files)
	}
	return s + "."
}

// movedSentence says into which folder a mail goes, or out of which it comes.
func movedSentence(c Change) string {
	box := "your mailbox"
	if c.isMarked(facts.OthersOwn) {
		box = "the mailbox of " + listed(c.values(Mailbox))
	}
	subject := quoted(c.Mail.Subject)
	if to := first(c.values(Folder)); to != "" {
		return fmt.Sprintf("Moves the mail %s to the folder %s in %s.", subject, shown(to), box)
	}
	return fmt.Sprintf("Moves the mail %s out of its folder, into %s itself.", subject, box)
}

func (c Change) isMarked(kind facts.MarkKind) bool {
	return slices.ContainsFunc(c.Marks, func(m facts.Mark) bool { return m.Kind == kind })
}

func eventSentence(c Change) string {
	e := c.Event.After
	if e == nil {
		e = c.Event.Before
	}
	title, whose := quoted(e.Title), calendarsOf(c)
	switch c.Operation {
	case facts.Made:
		return fmt.Sprintf("%s %s%s %s %s%s%s.", madeVerb(c), title, occurring(e), into(c), whose, attended(c), ringing(e))
	case facts.Deleted:
		return fmt.Sprintf("Deletes the event %s%s from %s.", title, when(e), whose)
	case facts.Moved:
		return fmt.Sprintf("Moves the event %s in %s from %s to %s.", title, whose, span(c.Event.Before), span(e))
	case facts.Renamed:
		return fmt.Sprintf("Renames the event %s%s in %s to %s.", quoted(c.Event.Before.Title), when(e), whose, title)
	}
	if days := onlyLeftOut(c.Event); len(days) > 0 {
		return fmt.Sprintf("Deletes %s of the event %s from %s: %s.", words.Many(len(days), "occurrence"), title, whose, listed(days))
	}
	return fmt.Sprintf("Changes the event %s%s in %s: %s.", title, when(e), whose, fieldsOf(c.Event))
}

func calendarsOf(c Change) string {
	owners := c.values(Calendar)
	if len(owners) == 1 {
		return "the calendar of " + listed(owners)
	}
	return "the calendars of " + listed(owners)
}

func madeVerb(c Change) string {
	if c.Invitation {
		return "Invites to"
	}
	return "Adds the event"
}

func into(c Change) string {
	if c.Invitation {
		return "by an event in"
	}
	return "to"
}

func attended(c Change) string {
	if who := c.values(Attendee); len(who) > 0 {
		return ", with " + listed(who)
	}
	return ""
}

func when(e *facts.Event) string {
	if e.Start == "" {
		return ""
	}
	return " on " + span(e)
}

// span writes an event's time: "2026-03-12 14:00 to 15:30", "2026-03-12".
func span(e *facts.Event) string {
	day, _, _ := strings.Cut(e.Start, " ")
	end, sameDay := strings.CutPrefix(e.End, day+" ")
	switch {
	case e.Start == "":
		return "no time"
	case e.End == "" || e.End == e.Start:
		return e.Start
	case sameDay:
		return e.Start + " to " + end
	}
	return e.Start + " to " + e.End
}

func fileSentence(c Change) string {
	path := shown(first(c.values(Path)))
	switch c.Operation {
	case facts.Renamed:
		return fmt.Sprintf("Renames %s to %s.", path, shown(first(c.values(NewPath))))
	case facts.Deleted:
		return fmt.Sprintf("Deletes %s.", path)
	case facts.Made:
		return cmp.Or(entriesSentence(c, "Makes"), fmt.Sprintf("Makes %s%s.", path, holding(c)))
	}
	return cmp.Or(entriesSentence(c, "Changes"), fmt.Sprintf("Changes %s%s.", path, differing(c)))
}

// holding says how much a new file holds, or why nobody knows.
func holding(c Change) string {
	if c.Content == nil {
		return unread(c)
	}
	if c.Content.Added == 0 {
		return ""
	}
	return ", with " + words.Many(c.Content.Added, c.Content.Unit)
}

// differing says what differs in a file, or why nobody knows.
func differing(c Change) string {
	f := c.Content
	switch {
	case f == nil:
		return unread(c)
	case f.Unit == "":
		return ", which holds no text that can be compared"
	case f.Total() == 0:
		return fmt.Sprintf(", but none of its %ss", f.Unit)
	case f.Unit == "cell":
		return fmt.Sprintf(": %s (%s)", words.Many(f.Total(), f.Unit), strings.Join(lists.Map(most(f.Shown), shown), "; "))
	}
	return fmt.Sprintf(": %s added, %s removed", words.Many(f.Added, f.Unit), words.Many(f.Removed, f.Unit))
}

func unread(c Change) string {
	for _, m := range c.Marks {
		if m.Kind == facts.Unreadable {
			return ", which cannot be read: " + words.Short(m.Detail, 2*maxPart)
		}
	}
	if _, ok := calendar(first(c.values(Path))); ok {
		return ", in parts that are no listed events"
	}
	return ""
}

// values are the targets in some roles.
func (c Change) values(roles ...string) []string {
	var out []string
	for _, role := range roles {
		for _, t := range c.Targets {
			if t.Role == role {
				out = append(out, t.Value)
			}
		}
	}
	return out
}

func first(all []string) string {
	if len(all) == 0 {
		return ""
	}
	return all[0]
}

func most(all []string) []string { return all[:min(len(all), maxParts)] }

// listed writes "a, b and c", cut short.
func listed(all []string) string {
	out := lists.Map(most(all), shown)
	if more := len(all) - maxParts; more > 0 {
		return strings.Join(out, ", ") + fmt.Sprintf(" and %d more", more)
	}
	if len(out) < 2 {
		return strings.Join(out, "")
	}
	return strings.Join(out[:len(out)-1], ", ") + " and " + out[len(out)-1]
}

func shown(s string) string  { return words.Short(s, maxPart) }
func quoted(s string) string { return `"` + shown(s) + `"` }
