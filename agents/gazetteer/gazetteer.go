// Package gazetteer is what an office has, by the names that people give it: events,
// mails, files, folders, people, lists, the columns of a workbook. It looks by reading
// tools alone, once for each kind, and finds what a text names among them.
//
// Start with Office. What a text may mean is found by Find.
package gazetteer

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"legomem/tools"
)

// Look calls a tool that changes nothing.
type Look func(ctx context.Context, a tools.Action) (tools.Observation, error)

// Thing is something that the office has and a text may name.
type Thing struct {
	// Value is what tools take for it: an id, a path, a name.
	Value string
	// Shown tells it apart for people: "Lunch with Bob, Tue 24 Nov 2026, 12:00 to 13:00".
	Shown string
	// Names are what it may be called. Of a Title every word but the common ones counts
	// for the whole; of what only goes with it, such as who takes part, none need be said.
	Title string
	Also  []string
	// Start and End are when it is, zero for what has no time.
	Start, End time.Time
	// From and Address are who wrote a mail.
	From, Address string
	// Owner is whose calendar an event of somebody else is in.
	Owner string
	// Organiser is who called an event, where that is told.
	Organiser string
	// Recurs says that it comes again: Start is one of several.
	Recurs bool
}

// Office is the office of one user, as it is at the moment.
type Office struct {
	look Look
	user string
	now  time.Time
	// domain is that of the office's own addresses.
	domain string
	kept   map[string]*Things
	seen   map[string]any
}

// New makes an office that is looked at through a function.
func New(look Look, user string, now time.Time, domain string) *Office {
	return &Office{look: look, user: user, now: now, domain: domain, kept: map[string]*Things{}, seen: map[string]any{}}
}

// once makes a list of things and keeps it.
func (o *Office) once(name string, list func() ([]Thing, error)) (*Things, error) {
	if all, ok := o.kept[name]; ok {
		return all, nil
	}
	all, err := list()
	things := NewThings(all)
	if err == nil {
		o.kept[name] = things
	}
	return things, err
}

// ask calls a tool and reads its data. What the tool refuses, such as a folder that is not
// there, leaves the data as it was.
func (o *Office) ask(ctx context.Context, tool string, args map[string]any, into any) error {
	obs, err := o.look(ctx, tools.Action{Tool: tool, Args: args})
	if err != nil {
		return fmt.Errorf("look at the office: %w", err)
	}
	if obs.Failed {
		return nil
	}
	if err := json.Unmarshal(obs.Data, into); err != nil {
		return fmt.Errorf("look at the office: read what %s returned: %w", tool, err)
	}
	return nil
}
