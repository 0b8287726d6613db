package calendar

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
	"time"

	ics "github.com/arran4/golang-ical"

	"legomem/lists"
	"legomem/tools"
	"legomem/tools/facts"
)

type reviewArgs struct {
	Before string `json:"before,omitempty" jsonschema:"the calendar's file as it was; none where it was made" kind:"file"`
	After  string `json:"after,omitempty" jsonschema:"the calendar's file as it is; none where it was deleted" kind:"file"`
}

// reviewTool tells the program how two states of a calendar differ, event by event.
func reviewTool() tools.Tool {
	return tools.Hide(tools.Define("calendar.review", "How two states of a calendar differ, event by event.",
		func(a reviewArgs) []tools.Effect { return tools.ReadGiven(a.Before, a.After) }, review))
}

func review(_ context.Context, ws *tools.Workspace, a reviewArgs) (tools.Result, error) {
	before, err := stateOf(ws, a.Before)
	if err != nil {
		return tools.Result{}, err
	}
	after, err := stateOf(ws, a.After)
	if err != nil {
		return tools.Result{}, err
	}
	var d facts.Calendar
	for _, c := range eventChanges(before, after) {
		if d.Total++; d.Total <= facts.MostEvents {
			d.Events = append(d.Events, c)
		}
	}
	d.Others = !bytes.Equal(before.rest(), after.rest())
	return tools.Result{Text: a.After, Data: d}, nil
}

// stateOf reads a calendar's file; without one, it is empty.
func stateOf(ws *tools.Workspace, path string) (*file, error) {
	f := &file{path: path, text: []byte(emptyCalendar)}
	if path != "" {
		raw, err := ws.ReadFile(path)
		if err != nil {
			return nil, err
		}
		f.text = raw
	}
	if err := f.parse(ws.Domain, ws.Now().Location()); err != nil {
		return nil, unreadable(err, tools.Corrupt, "%s is not a calendar that can be read (%w)", path)
	}
	return f, nil
}

// rest is the calendar's text without its events and without the lines that every
// program writes anew.
func (f *file) rest() []byte {
	var out bytes.Buffer
	blocks, _ := layout(f.text)
	at := 0
	for _, b := range append(blocks, block{start: len(f.text), end: len(f.text)}) {
		for _, l := range lines(f.text[at:b.start]) {
			if text := f.text[at:b.start][l.start:l.end]; l.name != "PRODID" && l.name != "VERSION" {
				out.Write(bytes.TrimSpace(text))
				out.WriteByte('\n')
			}
		}
		at = b.end
	}
	return out.Bytes()
}

// eventChanges pairs the events of two states by their ids, in the order of the second
// state, deleted ones last.
func eventChanges(before, after *file) []facts.EventChange {
	had := map[string]*event{}
	for _, e := range before.events {
		had[e.id] = e
	}
	var out []facts.EventChange
	for _, e := range after.events {
		old := had[e.id]
		delete(had, e.id)
		if c, differs := eventChange(before, old, after, e); differs {
			out = append(out, c)
		}
	}
	for _, e := range before.events {
		if had[e.id] == e {
			told := tell(before, e)
			out = append(out, facts.EventChange{Operation: facts.Deleted, Before: &told})
		}
	}
	return out
}

// eventChange tells how an event differs from what it was; old is nil where it is new.
func eventChange(before *file, old *event, after *file, e *event) (facts.EventChange, bool) {
	now := tell(after, e)
	if old == nil {
		return facts.EventChange{Operation: facts.Made, After: &now, Marks: alarms(nil, after.source(e))}, true
	}
	was := tell(before, old)
	c := facts.EventChange{Operation: facts.Changed, Before: &was, After: &now, Fields: differing(was, now)}
	c.Marks = append(alarms(before.source(old), after.source(e)), losses(was, now)...)
	switch {
	case len(c.Fields) == 0:
		return c, false
	case slices.Equal(c.Fields, []string{"title"}):
		c.Operation = facts.Renamed
	case !slices.ContainsFunc(c.Fields, func(f string) bool { return f != "start" && f != "end" }):
		c.Operation = facts.Moved
	}
	return c, true
}

// source is an event's text in its file.
func (f *file) source(e *event) []byte { return f.text[e.block.start:e.block.end] }

// tell is what people need of an event.
func tell(f *file, e *event) facts.Event {
	told := facts.Event{
		UID: facts.Cut(text(e.props, ics.ComponentPropertyUniqueId)), Title: facts.Cut(e.summary),
		Location: facts.Cut(e.location), Description: facts.Cut(e.description), Recurs: facts.Cut(e.recurs),
		Digest: digest(f.source(e)),
	}
	if !e.start.IsZero() {
		told.Start, told.End = shortTime(e.start), shortTime(e.end)
	}
	if e.recurs != "" {
		told.Repeats = facts.Cut(ruleWords(e.recurs, e.start.Location()))
	}
	told.LeftOut, told.Alarms = leftOutDays(e), some(e.alarmWords())
	for _, a := range e.props.GetProperties(ics.ComponentPropertyAttendee) {
		if len(told.Attendees) < facts.MostParties {
			told.Attendees = append(told.Attendees, facts.Cut(attendeeAddress(a.Value)))
		}
	}
	return told
}

// leftOutDays are the occurrences of a series that do not take place.
func leftOutDays(e *event) []string {
	return some(lists.Map(dates(e, ics.ComponentPropertyExdate), func(t time.Time) string {
		return shortTime(moment{t, e.start.day})
	}))
}

// some cuts texts, and their number.
func some(all []string) []string {
	return lists.Map(all[:min(len(all), facts.MostParties)], facts.Cut)
}

// losses marks a series that loses occurrences.
func losses(was, now facts.Event) []facts.Mark {
	lost := lists.Filter(now.LeftOut, func(day string) bool { return !slices.Contains(was.LeftOut, day) })
	if len(lost) == 0 {
		return nil
	}
	return []facts.Mark{{Kind: facts.Deletion, Detail: facts.Cut(strings.Join(lost, ", "))}}
}

// shortTime writes a time in the workspace's zone, without seconds where it has none.
func shortTime(m moment) string {
	switch {
	case m.day:
		return m.Format(time.DateOnly)
	case m.Second() != 0:
		return m.Format(time.DateTime)
	}
	return m.Format("2006-01-02 15:04")
}

func attendeeAddress(value string) string {
	if len(value) >= 7 && strings.EqualFold(value[:7], "mailto:") {
		return value[7:]
	}
	return value
}

// passing are the properties that two copies of one event need not share.
var passing = []string{"UID", "DTSTAMP", "CREATED", "LAST-MODIFIED", "SEQUENCE"}

// digest hashes an event's lines, unfolded, without the passing ones. Alarms count.
func digest(source []byte) string {
	h := sha256.New()
	for _, l := range lines(source) {
		if !slices.Contains(passing, l.name) {
			h.Write(bytes.TrimSpace(fold.ReplaceAll(source[l.start:l.end], nil)))
			h.Write([]byte{'\n'})
		}
	}
	return hex.EncodeToString(h.Sum(nil))
}

// differing names the fields in which two states of an event differ; none if they are
// equal but for passing ones.
func differing(was, now facts.Event) []string {
	var out []string
	for _, f := range []struct {
		name     string
		was, now string
	}{
		{"title", was.Title, now.Title}, {"start", was.Start, now.Start}, {"end", was.End, now.End},
		{"place", was.Location, now.Location}, {"description", was.Description, now.Description},
		{"recurrence", was.Recurs, now.Recurs},
		{"days left out", strings.Join(was.LeftOut, "\n"), strings.Join(now.LeftOut, "\n")},
		{"attendees", strings.Join(was.Attendees, "\n"), strings.Join(now.Attendees, "\n")},
		{"alarm", strings.Join(was.Alarms, "\n"), strings.Join(now.Alarms, "\n")},
	} {
		if f.was != f.now {
			out = append(out, f.name)
		}
	}
	if len(out) == 0 && was.Digest != now.Digest {
		out = append(out, "other lines")
	}
	return out
}

// alarms marks an event that gets an alarm, or another one.
func alarms(was, now []byte) []facts.Mark {
	if had := alarmText(was); len(alarmText(now)) == 0 || bytes.Equal(had, alarmText(now)) {
		return nil
	}
	return []facts.Mark{{Kind: facts.Alarm}}
}

// alarmText is what an event's alarms say.
func alarmText(source []byte) []byte {
	var out []byte
	inside := false
	for _, l := range lines(source) {
		named := strings.EqualFold(strings.TrimSpace(l.value(source)), "VALARM")
		inside = inside || (l.name == "BEGIN" && named)
		if inside {
			out = append(out, source[l.start:l.end]...)
		}
		inside = inside && !(l.name == "END" && named)
	}
	return out
}
