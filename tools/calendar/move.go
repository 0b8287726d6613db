package calendar

import (
	"context"
	"strings"
	"time"

	ics "github.com/arran4/golang-ical"

	"legomem/tools"
)

type moveArgs struct {
	User     string   `json:"user,omitempty" jsonschema:"whose calendar. Default: you" kind:"person"`
	Users    []string `json:"users,omitempty" jsonschema:"several calendars to move it in" kind:"person"`
	ID       string   `json:"id,omitempty" jsonschema:"the event's id, from calendar.list_events"`
	Summary  string   `json:"summary,omitempty" jsonschema:"its title, instead of id" kind:"phrase"`
	OldStart string   `json:"old_start,omitempty" jsonschema:"its present start or date, where several share the title" kind:"datetime"`
	Start    string   `json:"start" jsonschema:"the new start; a date alone keeps the hour, a time alone keeps the day" kind:"datetime"`
	End      string   `json:"end,omitempty" jsonschema:"the new end. Default: as long as before" kind:"datetime"`
}

func moveTool() tools.Tool {
	return tools.Define("calendar.move_event",
		"Move one event, named by id or by title, to another time. It stays as long as it was unless end is given. "+
			"A recurring event moves with all its occurrences.",
		func(a moveArgs) []tools.Effect { return edits(named(a.User, a.Users)) }, move)
}

func move(_ context.Context, ws *tools.Workspace, a moveArgs) (tools.Result, error) {
	users, err := owners(ws, named(a.User, a.Users))
	if err != nil {
		return tools.Result{}, err
	}
	var moved []*event
	files, _, err := changeAll(ws, users,
		func(f *file) (*event, error) { return f.eventOf(ws, a.ID, a.Summary, a.OldStart) },
		func(f *file, e *event) ([]edit, error) {
			start, end, err := a.target(ws, e)
			if err != nil {
				return nil, err
			}
			to := *e
			to.start, to.end = start, end
			moved = append(moved, &to)
			return f.retime(e, &to)
		})
	if err != nil {
		return tools.Result{}, err
	}
	return report("Moved", files[0], moved[0], files), nil
}

// target returns the event's new start and end.
func (a moveArgs) target(ws *tools.Workspace, e *event) (start, end moment, err error) {
	if e.start.IsZero() {
		return start, end, tools.Failf(tools.BadArguments, "%q has no time to move; delete it and create it anew", e.summary)
	}
	if start, err = parseMoment(ws, "start", a.Start, e.start.Time); err != nil {
		return start, end, err
	}
	if start.day && !e.start.day {
		start = moment{Time: atClock(start.Time, e.start.Time)}
	}
	if !start.day && e.start.day {
		return start, end, tools.Failf(tools.BadArguments, "%q takes whole days; accepted: a date", e.summary)
	}
	if a.End == "" {
		return start, shift(e, start), nil
	}
	if end, err = parseMoment(ws, "end", a.End, start.Time); err != nil {
		return start, end, err
	}
	if end.day != start.day {
		return start, end, tools.Failf(tools.BadArguments, "end %q and start %q: accepted: both with times, or both as dates", a.End, a.Start)
	}
	if end.Before(start.Time) {
		return start, end, tools.Failf(tools.BadArguments, "the end (%s) is before the start (%s)", end.words(), start.words())
	}
	return start, end, nil
}

// shift returns an end that keeps the event's length: in days for whole days,
// whatever daylight changes lie between, else in time.
func shift(e *event, start moment) moment {
	if start.day {
		days := int(e.end.Sub(e.start.Time).Hours()+12) / 24
		return moment{start.AddDate(0, 0, days), true}
	}
	return moment{Time: start.Add(e.end.Sub(e.start.Time))}
}

func atClock(day, clock time.Time) time.Time {
	y, m, d := day.Date()
	return time.Date(y, m, d, clock.Hour(), clock.Minute(), clock.Second(), 0, day.Location())
}

// retime rewrites DTSTART and DTEND in the form they had (UTC, a zone's time,
// floating, a date); a DURATION gives way to DTEND.
func (f *file) retime(e, to *event) ([]edit, error) {
	if e.recurs != "" && len(f.removal(e)) > 1 {
		return nil, tools.Failf(tools.Refused, "%q recurs and some of its occurrences were changed by hand; move those one by one, by id", e.summary)
	}
	edits := []edit{e.block.set("DTSTART", f.restamp(e, "DTSTART", "DTSTART", to.start.Time))}
	last, form := to.end.Time, "DTEND"
	if !e.block.has("DTEND") {
		if to.end.Sub(to.start.Time) == e.end.Sub(e.start.Time) {
			return edits, nil // no end to write, or a duration that stays
		}
		form = "DTSTART"
		if e.block.has("DURATION") {
			edits = append(edits, e.block.set("DURATION", ""))
		}
	}
	switch {
	case to.end.day && isDate(e, form):
		last = to.end.AddDate(0, 0, 1) // exclusive in the file
	case to.end.day:
		last = lastSecond(to.end.Time)
	}
	return append(edits, e.block.set("DTEND", f.restamp(e, "DTEND", form, last))), nil
}

func isDate(e *event, name string) bool {
	return len(text(e.props, ics.ComponentProperty(name))) == len("20060102")
}

// restamp writes the line of a time in the form of another: with its zone, and
// its parameters as in the file (the library's writer spoils quoted ones).
func (f *file) restamp(e *event, name, form string, t time.Time) string {
	old := e.props.GetProperty(ics.ComponentProperty(form))
	value := strings.TrimSpace(old.Value)
	layout := "20060102T150405"
	switch {
	case isDate(e, form):
		layout = "20060102"
	case strings.HasSuffix(value, "Z"):
		t, layout = t.UTC(), "20060102T150405Z"
	default:
		t = t.In(zoneOf(old, t.Location()))
	}
	head := strings.TrimSuffix(e.block.unfolded(f.text, form), value)
	return name + strings.TrimPrefix(head, form) + t.Format(layout) + newline(f.text)
}
