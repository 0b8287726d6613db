package orchestrator

import (
	"slices"

	"legomem/tools"
	"legomem/trajectory"
)

// deeds are what the previous brain has done, so that the one that takes over does not
// do it again. Within one brain nothing is a repeat: what it writes twice is meant.
type deeds struct {
	reg  *tools.Registry
	task trajectory.Task
	by   string // who took over
	done map[string][]*tools.Observation
	// changed is what the new brain has changed itself, and altered where it may have
	// undone what was there.
	changed, altered map[string]bool
}

// newDeeds collects the deeds of the steps that succeeded.
func newDeeds(reg *tools.Registry, task trajectory.Task, by string, steps []trajectory.Step) *deeds {
	d := &deeds{reg: reg, task: task, by: by, done: map[string][]*tools.Observation{}, changed: map[string]bool{}, altered: map[string]bool{}}
	for _, s := range steps {
		if !s.Succeeded() {
			continue
		}
		if one, ok := deedOf(reg, task, s.Action); ok {
			d.done[one.key] = append(d.done[one.key], s.Observation)
		}
	}
	return d
}

// repeated finds what an action returned when the previous brain did it. A change to a
// file is a repeat as often as it was made before. A mail or an event always is, unless
// the new brain has changed or deleted something in that mailbox or calendar. A file
// that the new brain has changed itself, it may change again.
func (d *deeds) repeated(a tools.Action) (tools.Observation, bool) {
	one, ok := deedOf(d.reg, d.task, a)
	if !ok || len(d.done[one.key]) == 0 {
		return tools.Observation{}, false
	}
	anew := d.changed
	if one.people {
		anew = d.altered
	}
	if slices.ContainsFunc(one.changes, func(target string) bool { return anew[target] }) {
		return tools.Observation{}, false
	}
	before := *d.done[one.key][0]
	if !one.people {
		d.done[one.key] = d.done[one.key][1:]
	}
	before.Text = "Already done in this run, before " + d.by + " took over: " + before.Text
	return before, true
}

// add records what the new brain has done.
func (d *deeds) add(s trajectory.Step) {
	if !s.Succeeded() || s.Suppressed {
		return
	}
	one, ok := deedOf(d.reg, d.task, s.Action)
	if !ok {
		return
	}
	for _, target := range one.changes {
		d.changed[target] = true
	}
	for _, target := range one.alters {
		d.altered[target] = true
	}
}
