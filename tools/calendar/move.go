package calendar

import (
	"context"
	"math"
	"strings"
	"time"

	ics "github.com/arran4/golang-ical"

	"legomem/tools"
)

type moveArgs struct {
	User      string   `json:"user,omitempty" jsonschema:"whose; default you" kind:"person"`
	Users     []string `json:"users,omitempty" jsonschema:"several, all changed" kind:"person"`
	ID        string   `json:"id,omitempty" jsonschema:"the event's id"`
	Summary   string   `json:"summary,omitempty" jsonschema:"or its title" kind:"phrase"`
	OldStart  string   `json:"old_start,omitempty" jsonschema:"its present start or date, if several share the title" kind:"datetime"`
	Start     string   `json:"start,omitempty" jsonschema:"the new start; a date alone keeps the hour, a time alone the day" kind:"datetime"`
	End       string   `json:"end,omitempty" jsonschema:"the new end; default as long as before" kind:"datetime"`
	ByMinutes float64  `json:"by_minutes,omitempty" jsonschema:"instead of start: so much later; negative: earlier" kind:"number"`
	ByDays    int      `json:"by_days,omitempty" jsonschema:"the same in days, at the same hour" kind:"number"`
}

func moveTool() tools.Tool {
	return tools.Define("calendar.move_event",
		"Move one event, by id or title, to another time, or by minutes or days; a recurring one with all its occurrences.",
		func(a moveArgs) []tools.Effect { return edits(named(a.User, a.Users)) }, move)
}

func move(_ context.Context, ws *tools.Workspace, a moveArgs) (tools.Result, error) {
	if err := a.checked(); err != nil {
		return tools.Result{}, err
	}
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
			if err := f.movable(e, &to); err != nil {
				return nil, err
			}
			return f.retime(e, &to), nil
		})
	if err != nil {
		return tools.Result{}, err
	}
	return report("Moved", files[0], moved[0], files), nil
}

// The farthest that an event is moved by: ten years.
const (
	maxDays    = 3_660
	maxMinutes = maxDays * 24 * 60
)

// checked holds the call to one way of saying where the event goes.
func (a moveArgs) checked() error {
	ways := 0
	for _, given := range []bool{a.Start != "", a.ByMinutes != 0, a.ByDays != 0} {
		if given {
			ways++
		}
	}
	switch {
	case ways != 1:
		return tools.Failf(tools.BadArguments, "where does it go? accepted: one of start, by_minutes and by_days")
	case a.End != "" && a.Start == "":
		return tools.Failf(tools.BadArguments, "end goes with start; an event that is moved by minutes or days stays as long as it was")
	case math.Abs(a.ByMinutes) > maxMinutes || max(a.ByDays, -a.ByDays) > maxDays:
		return tools.Failf(tools.BadArguments, "by_minutes is %v and by_days %d; accepted: at most ten years (%d days)", a.ByMinutes, a.ByDays, maxDays)
	}
	return nil
}

// target returns the event's new start and end.
func (a moveArgs) target(ws *tools.Workspace, e *event) (start, end moment, err error) {
	if e.start.IsZero() {
		return start, end, tools.Failf(tools.BadArguments, "%q has no time to move; delete it and create it anew", e.summary)
	}
	if start, err = a.newStart(ws, e); err != nil {
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

// newStart is the start as it was given, or the event's own some time later. Days keep
// the hour, whatever clock changes lie between.
func (a moveArgs) newStart(ws *tools.Workspace, e *event) (moment, error) {
	switch {
	case a.ByDays != 0:
		return moment{e.start.AddDate(0, 0, a.ByDays), e.start.day}, nil
	case a.ByMinutes != 0 && e.start.day:
		return moment{}, tools.Failf(tools.BadArguments, "%q takes whole days; accepted: by_days, or a date as start", e.summary)
	case a.ByMinutes != 0:
		return moment{Time: e.start.Add(time.Duration(a.ByMinutes * float64(time.Minute)))}, nil
	}
	return parseMoment(ws, "start", a.Start, e.start.Time)
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

// movable refuses to move a series where that would not move all of its occurrences.
func (f *file) movable(e, to *event) error {
	if !e.isSeries() {
		return nil
	}
	if text(e.props, ics.ComponentPropertyUniqueId) != "" && len(f.overridesOf(e)) > 0 {
		return tools.Failf(tools.Refused, "%q recurs and some of its occurrences were changed by hand; move those one by one, by id", e.summary)
	}
	if e.block.has("EXDATE") || e.block.has("RDATE") {
		return tools.Failf(tools.Refused, "%q recurs with days left out or added, which would not move with it; delete it and create it anew at the other time", e.summary)
	}
	set, err := series(to, newBudget())
	if err != nil {
		return tools.Failf(tools.Corrupt, "%s: the recurrence %q of %q cannot be read: %w", f.path, e.recurs, e.summary, err)
	}
	if first, ok := set.Iterator()(); !ok || !first.Equal(to.start.Time) {
		return tools.Failf(tools.Refused, "%q recurs %s, which does not fit %s; delete it and create it anew with another rule", e.summary, ruleWords(e.recurs, e.start.Location()), to.start.words())
	}
	return nil
}

// retime rewrites DTSTART and DTEND in the form they had (UTC, a zone's time,
// floating, a date); a DURATION gives way to DTEND.
func (f *file) retime(e, to *event) []edit {
	return append([]edit{e.block.set("DTSTART", f.restamp(e, "DTSTART", "DTSTART", to.start.Time))}, f.reend(e, to)...)
}

// reend rewrites the end alone.
func (f *file) reend(e, to *event) []edit {
	var edits []edit
	last, form := to.end.Time, "DTEND"
	if e.props.GetProperty(ics.ComponentPropertyDtEnd) == nil {
		if to.end.Sub(to.start.Time) == e.end.Sub(e.start.Time) {
			return nil // no end to write, or a duration that stays
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
	return append(edits, e.block.set("DTEND", f.restamp(e, "DTEND", form, last)))
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
	head = head[max(0, strings.IndexAny(head, ":;")):] // the name may be in small letters
	return name + head + t.Format(layout) + newline(f.text)
}
