package calendar

import (
	"context"
	"slices"
	"strings"
	"time"

	"legomem/tools"
)

type freeArgs struct {
	User            string   `json:"user,omitempty" jsonschema:"one of them" kind:"person"`
	Users           []string `json:"users,omitempty" jsonschema:"all must be free; default you" kind:"person"`
	Date            string   `json:"date,omitempty" jsonschema:"the day" kind:"date"`
	FromDate        string   `json:"from_date,omitempty" jsonschema:"instead of date: first of up to 14 days" kind:"date"`
	ToDate          string   `json:"to_date,omitempty" jsonschema:"the last of them" kind:"date"`
	DurationMinutes float64  `json:"duration_minutes,omitempty" jsonschema:"default 60" kind:"number"`
	From            string   `json:"from,omitempty" jsonschema:"not before this time of day; default 9:00. A date: as from_date" kind:"time"`
	To              string   `json:"to,omitempty" jsonschema:"not after this time of day; default 17:00. A date: as to_date" kind:"time"`
}

func freeTool() tools.Tool {
	return tools.Define("calendar.find_free_time",
		"Find the earliest time on one or several days when all the people are free for so many minutes. Returns its start and end, and all the gaps (slots).",
		func(a freeArgs) []tools.Effect { return reads(named(a.User, a.Users)) }, free)
}

// slot is a gap that is long enough.
type slot struct {
	Start   string  `json:"start"`
	End     string  `json:"end"`
	Minutes float64 `json:"minutes"`
}

// found is calendar.find_free_time's data; start to end is exactly the time
// asked for, the slots are the whole gaps.
type found struct {
	Start string   `json:"start"`
	End   string   `json:"end"`
	Date  string   `json:"date"`
	When  string   `json:"when"`
	Users []string `json:"users"`
	Slots []slot   `json:"slots"`
}

func free(_ context.Context, ws *tools.Workspace, a freeArgs) (tools.Result, error) {
	users, err := owners(ws, named(a.User, a.Users))
	if err != nil {
		return tools.Result{}, err
	}
	days, err := a.days(ws)
	if err != nil {
		return tools.Result{}, err
	}
	need, err := a.need()
	if err != nil {
		return tools.Result{}, err
	}
	files, err := loadAll(ws, users)
	if err != nil {
		return tools.Result{}, err
	}
	var gaps []window
	for _, w := range days {
		more, err := commonGaps(files, w, need)
		if err != nil {
			return tools.Result{}, err
		}
		gaps = append(gaps, more...)
	}
	if len(gaps) == 0 {
		return tools.Result{}, tools.Failf(tools.NotFound, "%s: no %v minutes in common%s; try another date, or wider from and to",
			strings.Join(users, ", "), need.Minutes(), daysWords(days))
	}
	return freeResult(files, gaps, need), nil
}

func freeResult(files []*file, gaps []window, need time.Duration) tools.Result {
	start, end := moment{Time: gaps[0].from}, moment{Time: gaps[0].from.Add(need)}
	res := found{Start: start.String(), End: end.String(), Date: start.Format(dateForm), When: span(start, end)}
	text := "Free: " + res.When + ".\nAll gaps:"
	for _, g := range gaps {
		s := slot{moment{Time: g.from}.String(), moment{Time: g.to}.String(), g.to.Sub(g.from).Minutes()}
		res.Slots = append(res.Slots, s)
		text += "\n- " + s.Start + " to " + s.End
	}
	for _, f := range files {
		res.Users = append(res.Users, f.user)
		if !f.exists {
			text += "\n" + f.user + " has no calendar and was taken as free."
		}
	}
	return tools.Result{Text: text, Data: res}
}

func (a freeArgs) need() (time.Duration, error) {
	if a.DurationMinutes < 0 || a.DurationMinutes > 24*60 {
		return 0, tools.Failf(tools.BadArguments, "duration_minutes is %v; accepted: more than 0, and at most a day (1440)", a.DurationMinutes)
	}
	if a.DurationMinutes == 0 {
		return time.Hour, nil
	}
	return time.Duration(a.DurationMinutes * float64(time.Minute)), nil
}

// commonGaps are the times in w, at least as long as needed, when all the
// calendars are free.
func commonGaps(files []*file, w window, need time.Duration) ([]window, error) {
	var busy []window
	for _, f := range files {
		events, err := f.between(w.from, w.to)
		if err != nil {
			return nil, err
		}
		for _, e := range events {
			if e.takesTime() {
				busy = append(busy, window{e.from(), e.to()})
			}
		}
	}
	slices.SortFunc(busy, func(a, b window) int { return a.from.Compare(b.from) })
	var gaps []window
	at := w.from
	for _, b := range append(busy, window{w.to, w.to}) {
		if b.from.Sub(at) >= need {
			gaps = append(gaps, window{at, b.from})
		}
		if b.to.After(at) {
			at = b.to
		}
	}
	return gaps, nil
}
