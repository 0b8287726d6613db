package calendar

import (
	"context"
	"strings"

	"legomem/tools"
	"legomem/words"
)

type clearArgs struct {
	User     string `json:"user,omitempty" jsonschema:"whose; default you" kind:"person"`
	Date     string `json:"date,omitempty" jsonschema:"this day" kind:"date"`
	From     string `json:"from,omitempty" jsonschema:"ending after this date or time" kind:"datetime"`
	To       string `json:"to,omitempty" jsonschema:"starting before this time, or on this date at the latest" kind:"datetime"`
	Contains string `json:"contains,omitempty" jsonschema:"text in title, place or notes" kind:"phrase"`
}

func clearTool() tools.Tool {
	return tools.Define("calendar.delete_events",
		"Delete all of a person's events in a time, as calendar.list_events lists them. A recurring event loses only its occurrences in it. Returns the events deleted.",
		func(a clearArgs) []tools.Effect { return deletes(a.one()) }, clearTime)
}

// one is the person whose events are deleted: the first of several.
func (a clearArgs) one() []string { return named(a.User, nil)[:1] }

func clearTime(_ context.Context, ws *tools.Workspace, a clearArgs) (tools.Result, error) {
	users, err := owners(ws, a.one())
	if err != nil {
		return tools.Result{}, err
	}
	f, err := load(ws, users[0])
	if err != nil {
		return tools.Result{}, err
	}
	w, err := a.window(ws)
	if err != nil {
		return tools.Result{}, err
	}
	events, err := f.within(w)
	if err != nil {
		return tools.Result{}, err
	}
	if events = containing(events, a.Contains); len(events) == 0 {
		return tools.Result{}, tools.Failf(tools.NotFound, "%s's calendar has no such event%s; calendar.list_events shows what there is", f.user, w.words())
	}
	text, err := f.cleared(events, w)
	if err != nil {
		return tools.Result{}, err
	}
	res := f.tabulate(events)
	told := "Deleted from " + f.user + "'s calendar: " + words.Count(len(events), "event") + w.words() + "\n" + describe(events)
	return tools.Result{Text: told, Data: res}, saveAll(ws, []*file{f}, [][]byte{text})
}

// window is the time; none at all is refused.
func (a clearArgs) window(ws *tools.Workspace) (window, error) {
	w, err := readWindow(ws, a.Date, a.From, a.To)
	if err == nil && w.from.IsZero() && w.to.IsZero() && strings.TrimSpace(a.Contains) == "" {
		err = tools.Failf(tools.BadArguments, "no time is given; accepted: date, or from and to, or a text that the events contain")
	}
	return w, err
}

// cleared is the calendar's text without some events of a window.
func (f *file) cleared(events []*event, w window) ([]byte, error) {
	c := f.newCut()
	for _, e := range events {
		switch {
		case !w.to.IsZero():
			c.occurrence(e)
		case e.isSeries() && e.from().Before(w.from):
			return nil, tools.Failf(tools.BadArguments, "%q recurs since before that time, %s; give to as well, and only its occurrences until then are deleted", e.summary, ruleWords(e.recurs, e.start.Location()))
		default:
			c.event(e)
		}
	}
	edits, err := c.edits()
	return apply(f.text, edits), err
}
