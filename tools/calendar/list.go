package calendar

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"legomem/lists"
	"legomem/tools"
	"legomem/words"
)

// shown is an event in results. Start and End are local, "2024-05-17
// 10:30:00", and "2024-05-17" for an all-day event (End is its last day).
type shown struct {
	ID          string   `json:"id"`
	User        string   `json:"user"`
	Summary     string   `json:"summary"`
	Start       string   `json:"start"`
	End         string   `json:"end"`
	AllDay      bool     `json:"all_day,omitempty"`
	Minutes     float64  `json:"minutes"`
	Location    string   `json:"location"`
	Description string   `json:"description,omitempty"`
	Attendees   []string `json:"attendees"`
	Organiser   string   `json:"organiser,omitempty"`
	Recurs      string   `json:"recurs,omitempty"` // the rule, as the file has it
	// AlarmMinutes is how long before the start its first alarm rings.
	AlarmMinutes *float64 `json:"alarm_minutes,omitempty"`
}

func (f *file) show(e *event) shown {
	s := shown{ID: e.id, User: f.user, Summary: e.summary, AllDay: e.start.day, Location: e.location,
		Description: e.description, Attendees: append([]string{}, e.attendees...), Organiser: e.organiser,
		Recurs: e.recurs, AlarmMinutes: e.alarmMinutes()}
	if !e.start.IsZero() {
		s.Start, s.End, s.Minutes = e.start.String(), e.end.String(), e.to().Sub(e.from()).Minutes()
	}
	return s
}

func (f *file) showAll(events []*event) []shown {
	out := []shown{}
	for _, e := range events {
		out = append(out, f.show(e))
	}
	return out
}

type listArgs struct {
	User     string `json:"user,omitempty" jsonschema:"whose; default you" kind:"person"`
	Date     string `json:"date,omitempty" jsonschema:"only this day" kind:"date"`
	From     string `json:"from,omitempty" jsonschema:"ending after this date or time" kind:"datetime"`
	To       string `json:"to,omitempty" jsonschema:"starting before this time, or on this date at the latest" kind:"datetime"`
	Contains string `json:"contains,omitempty" jsonschema:"text in title, place or notes" kind:"phrase"`
	With     string `json:"with,omitempty" jsonschema:"who attends or organises" kind:"person"`
	Limit    int    `json:"limit,omitempty" jsonschema:"only the first so many" kind:"number"`
}

func listTool() tools.Tool {
	return tools.AsStaple(tools.Define("calendar.list_events",
		"List a person's events by start, all or those of a time. A recurring event: each occurrence if the time has an end, else once.",
		func(a listArgs) []tools.Effect { return reads(a.one()) }, list))
}

// one is the person whose calendar is listed: the first of several.
func (a listArgs) one() []string { return named(a.User, nil)[:1] }

// listed is calendar.list_events' data. Rows has one row for each event, with the
// columns that Header names; Table is the two together.
type listed struct {
	User         string     `json:"user"`
	Events       []shown    `json:"events"`
	Count        int        `json:"count"`
	Summaries    []string   `json:"summaries"`
	Text         string     `json:"text"` // the titles, a line each
	TotalMinutes float64    `json:"total_minutes"`
	FirstStart   string     `json:"first_start,omitempty"`
	LastEnd      string     `json:"last_end,omitempty"`
	Header       []string   `json:"header"`
	Rows         [][]string `json:"rows"`
	Table        [][]string `json:"table"`
	File         string     `json:"file"`
}

func list(_ context.Context, ws *tools.Workspace, a listArgs) (tools.Result, error) {
	if a.Limit < 0 {
		return tools.Result{}, tools.Failf(tools.BadArguments, "limit is %d; accepted: 1 or more", a.Limit)
	}
	users, err := owners(ws, a.one())
	if err != nil {
		return tools.Result{}, err
	}
	f, err := load(ws, users[0])
	if err != nil {
		return tools.Result{}, err
	}
	w, err := readWindow(ws, a.Date, a.From, a.To)
	if err != nil {
		return tools.Result{}, err
	}
	events, err := f.within(w)
	if err != nil {
		return tools.Result{}, err
	}
	events = a.limited(lists.Filter(containing(events, a.Contains), func(e *event) bool { return a.With == "" || e.involves(ws.Domain, a.With) }))
	text := f.user + "'s calendar: " + words.Count(len(events), "event") + w.words() + "\n"
	if len(events) == 0 {
		text += f.glance()
	}
	return tools.Result{Text: text + describe(events), Data: f.tabulate(events)}, nil
}

// limited are the first events, where there is a limit.
func (a listArgs) limited(events []*event) []*event {
	if a.Limit == 0 {
		return events
	}
	return events[:min(a.Limit, len(events))]
}

func (f *file) tabulate(events []*event) listed {
	l := listed{User: f.user, Events: f.showAll(events), Count: len(events), Summaries: []string{}, File: f.path,
		Header: []string{"start", "end", "summary", "location"}, Rows: [][]string{}}
	var last time.Time
	for i, e := range l.Events {
		l.Summaries = append(l.Summaries, e.Summary)
		l.Rows = append(l.Rows, []string{e.Start, e.End, e.Summary, e.Location})
		l.TotalMinutes += e.Minutes
		l.FirstStart = cmp.Or(l.FirstStart, e.Start)
		if l.LastEnd == "" || events[i].to().After(last) {
			l.LastEnd, last = e.End, events[i].to()
		}
	}
	l.Text = strings.Join(l.Summaries, "\n")
	l.Table = append([][]string{l.Header}, l.Rows...)
	return l
}

// describe writes events for a model, one per line.
func describe(events []*event) string {
	var b strings.Builder
	for _, e := range events {
		fmt.Fprintf(&b, "- %s: %s", e.summary, e.when())
		if e.location != "" {
			b.WriteString(", at " + e.location)
		}
		if len(e.attendees) > 0 {
			b.WriteString(", with " + strings.Join(e.attendees, ", "))
		}
		b.WriteString(", " + e.howOften())
		fmt.Fprintf(&b, " (id %s)\n", e.id)
	}
	return strings.TrimRight(b.String(), "\n")
}

// howOften is the rule of an event that recurs, in words.
func (e *event) howOften() string {
	switch {
	case e.override != "":
		return "one of a series"
	case e.recurs != "":
		return ruleWords(e.recurs, e.start.Location())
	}
	return "once"
}

func (e *event) when() string {
	if e.start.IsZero() {
		return "no time"
	}
	return e.start.String() + " to " + e.end.String()
}

func containing(events []*event, part string) []*event {
	part = strings.ToLower(strings.TrimSpace(part))
	return slices.DeleteFunc(events, func(e *event) bool {
		return !strings.Contains(strings.ToLower(e.summary+"\n"+e.location+"\n"+e.description), part)
	})
}

func or(s, otherwise string) string {
	if strings.TrimSpace(s) == "" {
		return otherwise
	}
	return s
}
