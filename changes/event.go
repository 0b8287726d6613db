package changes

import (
	"fmt"
	"slices"
	"strings"

	"legomem/tools/facts"
)

// calendar adds the events that differ in a calendar, and what else does.
func (b *builder) calendar(d difference, f *facts.Calendar) {
	owner, _ := calendar(d.path)
	for i := range f.Events {
		b.event(d, owner, &f.Events[i])
	}
	if more := f.Total - len(f.Events); more > 0 {
		b.file(d, func(c *Change) {
			c.mark(facts.Large, fmt.Sprintf("%d more events differ that are not listed", more))
		})
	}
	if f.Others || f.Total == 0 {
		b.file(d, nil)
	}
}

// event adds an event, or one more calendar to it: the same event may stand in several.
func (b *builder) event(d difference, owner string, e *facts.EventChange) {
	key := string(e.Operation) + "\n" + digestOf(e.Before) + "\n" + digestOf(e.After)
	c := b.events[key]
	if c == nil || b.holds(c, owner) {
		c = b.add(Change{Kind: Event, Operation: e.Operation, Event: e, Marks: e.Marks})
		b.events[key] = c
	}
	file := d.file()
	file.UIDs = uidsOf(e)
	c.Files = append(c.Files, file)
	c.target(Calendar, owner)
	if !b.isOwn(owner) {
		c.mark(facts.OthersOwn, owner)
	}
	if e.After != nil {
		for _, a := range e.After.Attendees {
			c.target(Attendee, a)
		}
	}
	b.eventMarks(c, e)
	c.Marks = append(c.Marks, hidden(d.path)...)
}

// uidsOf are the UIDs of an event before and after.
func uidsOf(e *facts.EventChange) []string {
	var uids []string
	for _, state := range []*facts.Event{e.Before, e.After} {
		if state != nil && !slices.Contains(uids, state.UID) {
			uids = append(uids, state.UID)
		}
	}
	return uids
}

func (b *builder) eventMarks(c *Change, e *facts.EventChange) {
	if e.Operation == facts.Deleted {
		c.mark(facts.Deletion, "")
		return
	}
	for _, text := range []string{e.After.Title, e.After.Location} {
		if odd := OddLetters(text, false); odd != "" {
			c.mark(facts.OddLetters, text+": "+odd)
		}
	}
}

// holds reports whether a change has an event in that calendar already: a calendar may
// hold two equal ones, and each is a change.
func (b *builder) holds(c *Change, owner string) bool {
	for _, t := range c.Targets {
		if t.Role == Calendar && t.Value == owner {
			return true
		}
	}
	return false
}

func digestOf(e *facts.Event) string {
	if e == nil {
		return ""
	}
	return e.Digest
}

func hidden(path string) []facts.Mark {
	if strings.HasPrefix(path, ".") || strings.Contains(path, "/.") {
		return []facts.Mark{{Kind: facts.HiddenFile, Detail: facts.Cut(path)}}
	}
	return nil
}
