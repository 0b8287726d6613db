package calendar

import (
	"context"
	"slices"
	"strings"
	"time"

	"legomem/tools"
)

type deleteArgs struct {
	User       string   `json:"user,omitempty" jsonschema:"whose; default you" kind:"person"`
	Users      []string `json:"users,omitempty" jsonschema:"several, all changed" kind:"person"`
	ID         string   `json:"id,omitempty" jsonschema:"the event's id"`
	Summary    string   `json:"summary,omitempty" jsonschema:"or its title" kind:"phrase"`
	Start      string   `json:"start,omitempty" jsonschema:"its start or date, if several share the title" kind:"datetime"`
	Occurrence string   `json:"occurrence,omitempty" jsonschema:"only the one on this day" kind:"date"`
}

func deleteTool() tools.Tool {
	return tools.Define("calendar.delete_event",
		"Delete one event, by id or title; a recurring one with all its occurrences, unless occurrence names one.",
		func(a deleteArgs) []tools.Effect { return deletes(named(a.User, a.Users)) }, deleteEvent)
}

func deleteEvent(_ context.Context, ws *tools.Workspace, a deleteArgs) (tools.Result, error) {
	users, err := owners(ws, named(a.User, a.Users))
	if err != nil {
		return tools.Result{}, err
	}
	files, events, err := changeAll(ws, users,
		func(f *file) (*event, error) { return a.find(ws, f) },
		func(f *file, e *event) ([]edit, error) {
			c := f.newCut()
			if a.Occurrence != "" {
				c.occurrence(e)
			} else {
				c.event(e)
			}
			return c.edits()
		})
	if err != nil {
		return tools.Result{}, err
	}
	return report("Deleted", files[0], events[0], files), nil
}

func (a deleteArgs) find(ws *tools.Workspace, f *file) (*event, error) {
	if a.Occurrence == "" {
		return f.eventOf(ws, a.ID, a.Summary, a.Start)
	}
	if a.Start != "" {
		return nil, tools.Failf(tools.BadArguments, "start and occurrence both say which; accepted: occurrence with id or summary")
	}
	return f.occurrenceOf(ws, a.ID, a.Summary, a.Occurrence)
}

// occurrenceOf finds one occurrence of an event, by its day or its start.
func (f *file) occurrenceOf(ws *tools.Workspace, id, summary, on string) (*event, error) {
	m, err := parseMoment(ws, "occurrence", on, time.Time{})
	if err != nil {
		return nil, err
	}
	named, err := f.allNamed(ws, id, summary)
	if err != nil {
		return nil, err
	}
	day := startOfDay(m.Time)
	all, err := f.among(named, day, day.AddDate(0, 0, 1))
	if err != nil {
		return nil, err
	}
	fits := slices.DeleteFunc(all, func(e *event) bool {
		return !e.start.Equal(m.Time) && !(m.day && startOfDay(e.start.Time).Equal(day))
	})
	switch len(fits) {
	case 1:
		return fits[0], nil
	case 0:
		return nil, tools.Failf(tools.NotFound, "%s: %q does not take place on %s", f.path, named[0].summary, m.words())
	}
	return nil, tools.Failf(tools.Ambiguous, "%s holds several events %q on %s; give the id, or the hour with occurrence:\n%s", f.path, named[0].summary, m.words(), describe(fits))
}

// allNamed are the events with an id or a title, a series with its changed occurrences.
func (f *file) allNamed(ws *tools.Workspace, id, summary string) ([]*event, error) {
	all := f.titled(strings.TrimSpace(summary))
	if id != "" || len(all) == 0 || strings.TrimSpace(summary) == "" {
		one, err := f.eventOf(ws, id, summary, "")
		if err != nil {
			return nil, err
		}
		all = []*event{one}
	}
	for _, e := range slices.Clone(all) {
		for _, o := range f.overridesOf(e) {
			if e.isSeries() && !slices.Contains(all, o) {
				all = append(all, o)
			}
		}
	}
	return all, nil
}
