package calendar

import (
	"context"
	"strings"

	"legomem/lists"
	"legomem/tools"
)

type isFreeArgs struct {
	User            string   `json:"user,omitempty" jsonschema:"one of them" kind:"person"`
	Users           []string `json:"users,omitempty" jsonschema:"the people; default you" kind:"person"`
	Start           string   `json:"start" jsonschema:"2024-05-17 10:30:00; a date alone: the whole day" kind:"datetime"`
	End             string   `json:"end,omitempty" jsonschema:"a time alone: on start's day; default an hour later" kind:"datetime"`
	DurationMinutes float64  `json:"duration_minutes,omitempty" jsonschema:"instead of end" kind:"number"`
}

func isFreeTool() tools.Tool {
	return tools.Define("calendar.is_free",
		"Say whether people are free at a time, all and each, and which events are in the way; those cancelled or marked as free are not.",
		func(a isFreeArgs) []tools.Effect { return reads(named(a.User, a.Users)) }, isFree)
}

// availability is one person's part of calendar.is_free's data.
type availability struct {
	User   string  `json:"user"`
	Free   bool    `json:"free"`
	Events []shown `json:"events"` // in the way
}

// answered is calendar.is_free's data. Free is true where all are.
type answered struct {
	Free      bool           `json:"free"`
	Users     []string       `json:"users"`
	FreeUsers []string       `json:"free_users"`
	BusyUsers []string       `json:"busy_users"`
	Each      []availability `json:"each"`
	Events    []shown        `json:"events"` // in the way of any
	Count     int            `json:"count"`  // of these events
	Start     string         `json:"start"`
	End       string         `json:"end"`
	When      string         `json:"when"`
}

func isFree(_ context.Context, ws *tools.Workspace, a isFreeArgs) (tools.Result, error) {
	users, err := owners(ws, named(a.User, a.Users))
	if err != nil {
		return tools.Result{}, err
	}
	start, end, err := createArgs{Start: a.Start, End: a.End, DurationMinutes: a.DurationMinutes}.times(ws)
	if err != nil {
		return tools.Result{}, err
	}
	files, err := loadAll(ws, users)
	if err != nil {
		return tools.Result{}, err
	}
	res := answered{Free: true, FreeUsers: []string{}, BusyUsers: []string{}, Events: []shown{},
		Start: start.String(), End: end.String(), When: span(start, end)}
	w, text := asked(start, end), ""
	for _, f := range files {
		busy, err := f.taken(w)
		if err != nil {
			return tools.Result{}, err
		}
		res.add(f, busy)
		text += "\n" + sayFree(f, busy)
	}
	return tools.Result{Text: res.verdict() + text, Data: res}, nil
}

// asked is the time between two moments, whole days to their end.
func asked(start, end moment) window {
	if end.day {
		return window{start.Time, end.AddDate(0, 0, 1)}
	}
	return window{start.Time, end.Time}
}

// taken are the events that take some of a time.
func (f *file) taken(w window) ([]*event, error) {
	events, err := f.between(w.from, w.to)
	return lists.Filter(events, func(e *event) bool { return e.takesTime() && e.to().After(w.from) }), err
}

func (r *answered) add(f *file, busy []*event) {
	one := availability{User: f.user, Free: len(busy) == 0, Events: f.showAll(busy)}
	r.Each, r.Users = append(r.Each, one), append(r.Users, f.user)
	r.Events = append(r.Events, one.Events...)
	r.Count = len(r.Events)
	r.Free = r.Free && one.Free
	if one.Free {
		r.FreeUsers = append(r.FreeUsers, f.user)
	} else {
		r.BusyUsers = append(r.BusyUsers, f.user)
	}
}

func (r *answered) verdict() string {
	if r.Free {
		return "Free, " + r.When + ": " + strings.Join(r.Users, ", ")
	}
	return "Not free, " + r.When + ": " + strings.Join(r.BusyUsers, ", ")
}

func sayFree(f *file, busy []*event) string {
	switch {
	case len(busy) > 0:
		return f.user + " has:\n" + describe(busy)
	case !f.exists:
		return f.user + " has no calendar and was taken as free."
	}
	return f.user + " is free."
}
