package calendar

import (
	"context"
	"slices"
	"strings"
	"time"

	"legomem/tools"
)

type updateArgs struct {
	User            string   `json:"user,omitempty" jsonschema:"whose; default you" kind:"person"`
	Users           []string `json:"users,omitempty" jsonschema:"several, all changed" kind:"person"`
	ID              string   `json:"id,omitempty" jsonschema:"the event's id"`
	Summary         string   `json:"summary,omitempty" jsonschema:"or its title" kind:"phrase"`
	Start           string   `json:"start,omitempty" jsonschema:"its start or date, if several share the title" kind:"datetime"`
	End             string   `json:"end,omitempty" jsonschema:"the new end; a time alone: on its start's day" kind:"datetime"`
	DurationMinutes float64  `json:"duration_minutes,omitempty" jsonschema:"instead of end" kind:"number"`
	Location        string   `json:"location,omitempty" jsonschema:"new place" kind:"phrase"`
	Description     string   `json:"description,omitempty" jsonschema:"new notes, instead of the old" kind:"message"`
	AddAttendees    []string `json:"add_attendees,omitempty" jsonschema:"to invite; those of this office get it in their calendars" kind:"person"`
	RemoveAttendees []string `json:"remove_attendees,omitempty" jsonschema:"to take off; those of this office lose it" kind:"person"`
	AlarmMinutes    *float64 `json:"alarm_minutes,omitempty" jsonschema:"alarm so long before start, instead of those it has" kind:"number"`
	NoAlarm         bool     `json:"no_alarm,omitempty" jsonschema:"take its alarms off"`
}

func updateTool() tools.Tool {
	return tools.DefineInOffice("calendar.update_event",
		"Change one event's end or length, place, notes, attendees or alarm; a recurring one's in all occurrences. For its time calendar.move_event, its title calendar.rename_event.",
		func(domain string, a updateArgs) []tools.Effect {
			return slices.Concat(edits(named(a.User, a.Users)), writes(a.joining(domain)), deletes(a.leaving(domain)))
		}, update)
}

// joining and leaving are the people, as named, who get the event in their calendars, or
// lose it.
func (a updateArgs) joining(domain string) []string { return colleagues(domain, a.AddAttendees) }
func (a updateArgs) leaving(domain string) []string { return colleagues(domain, a.RemoveAttendees) }

// updated is calendar.update_event's data.
type updated struct {
	changed
	Joined []string `json:"joined"` // users who got the event in their calendars
	Left   []string `json:"left"`   // users who lost it
}

func update(_ context.Context, ws *tools.Workspace, a updateArgs) (tools.Result, error) {
	if err := a.checked(); err != nil {
		return tools.Result{}, err
	}
	users, err := owners(ws, named(a.User, a.Users))
	if err != nil {
		return tools.Result{}, err
	}
	files, err := loadAll(ws, users)
	if err != nil {
		return tools.Result{}, err
	}
	events, texts, err := rewritten(files,
		func(f *file) (*event, error) { return f.eventOf(ws, a.ID, a.Summary, a.Start) },
		func(f *file, e *event) ([]edit, error) { return a.edits(ws, files[0].user, f, e) })
	if err != nil {
		return tools.Result{}, err
	}
	s := spreading{ws: ws, files: files, texts: texts, named: len(files)}
	now, err := s.spread(events[0], a)
	if err != nil {
		return tools.Result{}, err
	}
	if err := saveAll(ws, s.files, s.texts); err != nil {
		return tools.Result{}, err
	}
	return s.report(files, now), nil
}

// checked refuses a call that changes nothing, or says two things at once.
func (a updateArgs) checked() error {
	given := a.End + a.Location + a.Description + strings.Join(a.AddAttendees, "") + strings.Join(a.RemoveAttendees, "")
	alarms := a.NoAlarm || a.AlarmMinutes != nil
	switch {
	case strings.TrimSpace(given) == "" && a.DurationMinutes == 0 && !alarms:
		return tools.Failf(tools.BadArguments, "nothing is to change; accepted: end, duration_minutes, location, description, add_attendees, remove_attendees, alarm_minutes, no_alarm")
	case a.End != "" && a.DurationMinutes != 0:
		return tools.Failf(tools.BadArguments, "end and duration_minutes both say how long it is; accepted: one of them")
	case a.DurationMinutes < 0 || a.DurationMinutes > 366*24*60:
		return tools.Failf(tools.BadArguments, "duration_minutes is %v; accepted: more than 0, and at most a year", a.DurationMinutes)
	case a.NoAlarm && a.AlarmMinutes != nil:
		return tools.Failf(tools.BadArguments, "no_alarm and alarm_minutes contradict each other; accepted: one of them")
	}
	leaving := tools.People(a.RemoveAttendees...)
	for _, who := range tools.People(a.AddAttendees...) {
		if slices.ContainsFunc(leaving, func(l string) bool { return strings.EqualFold(l, who) }) {
			return tools.Failf(tools.BadArguments, "%s is both to be invited and taken off; accepted: one of them", who)
		}
	}
	return checkAlarm(a.AlarmMinutes)
}

// edits are what changes in one calendar.
func (a updateArgs) edits(ws *tools.Workspace, owner string, f *file, e *event) ([]edit, error) {
	out, err := a.longer(ws, f, e)
	if err != nil {
		return nil, err
	}
	for _, p := range []struct{ name, value string }{{"LOCATION", plain(a.Location)}, {"DESCRIPTION", plain(a.Description)}} {
		if p.value == "" {
			continue
		}
		put, err := property(f, p.name, p.value, nil)
		if err != nil {
			return nil, err
		}
		out = append(out, e.block.set(p.name, put))
	}
	off, err := f.excusing(ws.Domain, e, tools.People(a.RemoveAttendees...))
	if err != nil {
		return nil, err
	}
	on, err := f.inviting(ws.Domain, owner, e, tools.People(a.AddAttendees...))
	return slices.Concat(out, off, on, a.alarms(f, e)), err
}

func (a updateArgs) alarms(f *file, e *event) []edit {
	switch {
	case a.NoAlarm:
		return f.unalarm(e)
	case a.AlarmMinutes != nil:
		return f.realarm(e, *a.AlarmMinutes)
	}
	return nil
}

// longer gives the event another end.
func (a updateArgs) longer(ws *tools.Workspace, f *file, e *event) ([]edit, error) {
	if a.End == "" && a.DurationMinutes == 0 {
		return nil, nil
	}
	to := *e
	var err error
	if to.end, err = a.newEnd(ws, e); err != nil {
		return nil, err
	}
	return f.reend(e, &to), nil
}

func (a updateArgs) newEnd(ws *tools.Workspace, e *event) (moment, error) {
	switch {
	case e.start.IsZero():
		return moment{}, tools.Failf(tools.BadArguments, "%q has no time that could end; delete it and create it anew", e.summary)
	case a.DurationMinutes > 0 && e.start.day:
		return moment{}, tools.Failf(tools.BadArguments, "%q takes whole days; accepted: its last day as end", e.summary)
	case a.DurationMinutes > 0:
		return moment{Time: e.start.Add(time.Duration(a.DurationMinutes * float64(time.Minute)))}, nil
	}
	end, err := parseMoment(ws, "end", a.End, e.start.Time)
	switch {
	case err != nil:
		return end, err
	case end.day != e.start.day:
		return end, tools.Failf(tools.BadArguments, "end %q does not fit the start %s; accepted: both with times, or both as dates", a.End, e.start)
	case end.Before(e.start.Time):
		return end, tools.Failf(tools.BadArguments, "the end (%s) is before the start (%s)", end.words(), e.start.words())
	}
	return end, nil
}
