package everyday

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"legomem/agents"
	"legomem/lists"
	"legomem/skills"
	"legomem/trajectory"
)

// Earlier is a value that the user gave for a slot when they last wanted the same.
type Earlier struct {
	Slot, Text string
	// Words is the whole of what the user said then.
	Words string
	When  time.Time
	// Fill says that it is taken unasked where the task leaves it out.
	Fill bool
}

// Wanted is what a user wants: a skill, with the values that its slots have so far.
type Wanted struct {
	Task   trajectory.Task
	Skill  skills.Skill
	Filled map[string]string
}

// asBefore adds to a reading what its task leaves out and its user said when they last wanted
// the same: unasked where that is allowed, else it asks about all of it in one question
// (MemGuide's proactive use). The second result says that something was added.
func (b Brain) asBefore(ctx context.Context, r read, bound *binder, err error) (read, bool, error) {
	if b.Earlier == nil || r.Reminded || !leavesOut(err) {
		return r, false, nil
	}
	if err == nil && r.Known {
		m, failed := bound.match(r)
		if failed != nil || !changes(bound.task, m) {
			return r, false, failed // what only tells needs no more than was surely asked for
		}
	}
	r.Reminded = true
	filled := bound.filled()
	delete(filled, r.Changed) // last time it was another
	all, failed := b.Earlier(ctx, Wanted{Task: bound.Task, Skill: bound.skill, Filled: filled})
	all = slices.DeleteFunc(all, func(e Earlier) bool {
		slot, ok := bound.skill.Slot(e.Slot)
		return !ok || slot.Unsaid || slot.Default != "" && r.Known || slices.Contains(bound.without, e.Slot) || len(bound.valuesOf(e.Slot)) > 0
	})
	if failed != nil || len(all) == 0 {
		return r, false, failed
	}
	asks := slices.ContainsFunc(all, func(e Earlier) bool { return !e.Fill })
	for _, e := range all {
		r.Given = append(r.Given, given{Slot: e.Slot, Text: e.Text, Earlier: e.When.Format("2 January 2006"), Offered: asks})
	}
	if !asks {
		return r, true, nil
	}
	r.Shown = bound.allDoubts()
	return r, false, withRest(choice(reminder(all), []trajectory.Reading{{ID: r.Skill, Sentence: bound.told(r), Said: lists.Map(all, func(e Earlier) string { return e.Text })}}), r)
}

// leavesOut says that a reading is bound whole, or but for a value that the task does not say.
func leavesOut(err error) bool {
	asks, ok := errors.AsType[*agents.Asking](err)
	return err == nil || ok && asks.Question.Slot != nil && asks.Question.Slot.Said == ""
}

// reminder is the question for values of one time: "As on 4 May 2026, with start 11, people mia?"
func reminder(all []Earlier) string {
	newest := slices.MaxFunc(all, func(x, y Earlier) int { return x.When.Compare(y.When) }).When
	var slots []string
	values := map[string][]string{}
	for _, e := range all {
		if values[e.Slot] == nil {
			slots = append(slots, e.Slot)
		}
		values[e.Slot] = append(values[e.Slot], quoted(e.Text))
	}
	said := lists.Map(slots, func(s string) string { return s + " " + strings.Join(values[s], ", ") })
	return fmt.Sprintf("As on %s: %s?", newest.Format("2 January 2006"), strings.Join(said, ", "))
}

// filled are the values that the slots have so far, as the user said them, or as the office
// calls what they name.
func (b *binder) filled() map[string]string {
	out := map[string]string{}
	for _, g := range b.given {
		out[g.Slot] = cmp.Or(out[g.Slot], g.Text)
	}
	for _, o := range b.bound {
		slot, _ := b.skill.Slot(o.Slot)
		if slot.Default != "" && out[o.Slot] == "" {
			continue // nobody said it
		}
		if thingsOf(slot) != nil {
			out[o.Slot] = o.Canon
		} else if out[o.Slot] != "" {
			out[o.Slot] = o.Spelled
		}
	}
	return out
}

// isOffered says that a question offers a value.
func isOffered(g given) bool { return g.Offered }

// asSaid is a reading without the values that a question offered.
func (r read) asSaid() read {
	r.Given, r.Shown = slices.DeleteFunc(slices.Clone(r.Given), isOffered), nil
	return r
}

// agreed is a reading with the values that a question offered.
func (r read) agreed() read {
	r.Given, r.Agreed = slices.Clone(r.Given), true
	for i := range r.Given {
		r.Given[i].Offered = false
	}
	return r
}

// taken tells which values are earlier ones, taken unasked.
func (r read) taken() []string {
	var out []string
	for _, g := range r.Given {
		if g.Earlier != "" {
			out = append(out, fmt.Sprintf("%s %q is as on %s", g.Slot, g.Text, g.Earlier))
		}
	}
	return out
}
