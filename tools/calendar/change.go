package calendar

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	ics "github.com/arran4/golang-ical"

	"legomem/tools"
)

func (f *file) byID(id string) *event {
	for _, e := range f.events {
		if e.id == id {
			return e
		}
	}
	return nil
}

// eventOf finds one event: by id, or by title (the whole title before a part of
// it), and by start where titles repeat.
func (f *file) eventOf(ws *tools.Workspace, id, summary, start string) (*event, error) {
	if id != "" {
		if e := f.byID(strings.TrimSpace(id)); e != nil {
			return e, nil
		}
		return nil, f.notFound("an event with id " + id)
	}
	want := strings.TrimSpace(summary)
	if want == "" {
		return nil, tools.Failf(tools.BadArguments, "which event? accepted: id, or summary (with start where several share it)")
	}
	fits, err := f.starting(ws, f.titled(want), start)
	if err != nil {
		return nil, err
	}
	switch len(fits) {
	case 1:
		return fits[0], nil
	case 0:
		if series := f.startedEarlier(want, start); series != nil {
			return nil, tools.Failf(tools.Refused, "%q recurs, %s, and is changed as a whole: name it by its first start (%s); of one occurrence alone, calendar.delete_event with occurrence is all that can be done",
				series.summary, ruleWords(series.recurs, series.start.Location()), series.start)
		}
		return nil, f.notFound(fmt.Sprintf("an event %q", want))
	}
	return nil, tools.Failf(tools.Ambiguous, "%s holds several events %q; give start or id:\n%s", f.path, want, describe(fits))
}

// startedEarlier is a series with that title, where a start was given that is not its own.
func (f *file) startedEarlier(want, start string) *event {
	if start == "" {
		return nil
	}
	for _, e := range f.titled(want) {
		if e.isSeries() {
			return e
		}
	}
	return nil
}

func (f *file) titled(want string) []*event {
	var whole, part []*event
	for _, e := range f.events {
		switch {
		case strings.EqualFold(e.summary, want):
			whole = append(whole, e)
		case strings.Contains(strings.ToLower(e.summary), strings.ToLower(want)):
			part = append(part, e)
		}
	}
	if len(whole) > 0 {
		return whole
	}
	return part
}

func (f *file) starting(ws *tools.Workspace, events []*event, start string) ([]*event, error) {
	if start == "" {
		return events, nil
	}
	m, err := parseMoment(ws, "start", start, time.Time{})
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(events, func(e *event) bool {
		return !e.start.Equal(m.Time) && !(m.day && startOfDay(e.start.Time).Equal(m.Time))
	}), nil
}

func (f *file) notFound(what string) error {
	if len(f.events) == 0 {
		return tools.Failf(tools.NotFound, "%s's calendar has not %s: it is empty", f.user, what)
	}
	all := slices.Clone(f.events)
	byStart(all)
	all = all[:min(len(all), 12)]
	return tools.Failf(tools.NotFound, "%s's calendar has not %s; it holds (%d in all):\n%s", f.user, what, len(f.events), describe(all))
}

// changed is the data of the tools that change one event. It shows the event
// as it is now, or as it was before it was deleted.
type changed struct {
	shown
	Users []string `json:"users"`
	File  string   `json:"file"`
	Files []string `json:"files"`
	When  string   `json:"when"`
}

// changeAll makes the same change to one event in several calendars; rewrite
// gives the edits. All calendars are read, and the event found in each, before
// one is written.
func changeAll(ws *tools.Workspace, users []string, find func(*file) (*event, error), rewrite func(*file, *event) ([]edit, error)) ([]*file, []*event, error) {
	files, err := loadAll(ws, users)
	if err != nil {
		return nil, nil, err
	}
	events, texts, err := rewritten(files, find, rewrite)
	if err != nil {
		return nil, nil, err
	}
	return files, events, saveAll(ws, files, texts)
}

// rewritten makes the same change in the text of several calendars, and writes none.
func rewritten(files []*file, find func(*file) (*event, error), rewrite func(*file, *event) ([]edit, error)) ([]*event, [][]byte, error) {
	events, texts := make([]*event, len(files)), make([][]byte, len(files))
	for i, f := range files {
		var err error
		if events[i], err = find(f); err != nil {
			return nil, nil, err
		}
		edits, err := rewrite(f, events[i])
		if err != nil {
			return nil, nil, err
		}
		texts[i] = apply(f.text, edits)
	}
	return events, texts, nil
}

func report(verb string, f *file, e *event, files []*file) tools.Result {
	res := changed{shown: f.show(e), File: f.path}
	for _, g := range files {
		res.Users, res.Files = append(res.Users, g.user), append(res.Files, g.path)
	}
	res.When = e.when()
	if !e.start.IsZero() {
		res.When = span(e.start, e.end)
	}
	return tools.Result{Text: fmt.Sprintf("%s %q (%s): %s. id %s", verb, e.summary, strings.Join(res.Files, ", "), res.When, e.id), Data: res}
}

type renameArgs struct {
	User       string   `json:"user,omitempty" jsonschema:"whose; default you" kind:"person"`
	Users      []string `json:"users,omitempty" jsonschema:"several, all changed" kind:"person"`
	ID         string   `json:"id,omitempty" jsonschema:"the event's id"`
	Summary    string   `json:"summary,omitempty" jsonschema:"or its present title" kind:"phrase"`
	Start      string   `json:"start,omitempty" jsonschema:"its start or date, if several share the title" kind:"datetime"`
	NewSummary string   `json:"new_summary" jsonschema:"the new title" kind:"phrase"`
}

func renameTool() tools.Tool {
	return tools.Define("calendar.rename_event", "Rename one event, by id or title.",
		func(a renameArgs) []tools.Effect { return edits(named(a.User, a.Users)) },
		func(_ context.Context, ws *tools.Workspace, a renameArgs) (tools.Result, error) {
			users, err := owners(ws, named(a.User, a.Users))
			if err != nil {
				return tools.Result{}, err
			}
			title := plain(strings.ReplaceAll(a.NewSummary, "\n", " "))
			if title == "" {
				return tools.Result{}, tools.Failf(tools.BadArguments, "new_summary is empty; accepted: the new title")
			}
			files, events, err := changeAll(ws, users,
				func(f *file) (*event, error) { return f.eventOf(ws, a.ID, a.Summary, a.Start) },
				func(f *file, e *event) ([]edit, error) {
					put, err := property(f, "SUMMARY", title, nil)
					return []edit{e.block.set("SUMMARY", put)}, err
				})
			if err != nil {
				return tools.Result{}, err
			}
			events[0].summary = title
			return report("Renamed to", files[0], events[0], files), nil
		})
}

// property writes one property's line, folded as the library folds.
func property(f *file, name, value string, params map[string][]string) (string, error) {
	var b strings.Builder
	p := ics.BaseProperty{IANAToken: name, Value: value, ICalParameters: params}
	err := p.SerializeTo(&b, f.style())
	return b.String(), err
}
