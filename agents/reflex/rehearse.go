package reflex

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"legomem/agents"
	"legomem/tools"
	"legomem/trajectory"
)

// Rehearsal looks at the office for matches: what several of them look at, once.
type Rehearsal struct {
	agents.Brief
	seen map[string]tools.Observation
}

// NewRehearsal makes a rehearsal for a task.
func NewRehearsal(s agents.Brief) *Rehearsal {
	return &Rehearsal{s, map[string]tools.Observation{}}
}

// Fails says that a match would stop before it changes anything. An error is one of the
// looking.
func (h *Rehearsal) Fails(ctx context.Context, m *Match) (bool, error) {
	how, err := h.of(ctx, m)
	return how == failing, err
}

// outcome is how a rehearsal ends.
type outcome int

const (
	untried  outcome = iota // there is nothing to look at before the first change
	possible                // all that is looked at is there
	idle                    // it would find nothing to do
	failing                 // it would stop before it changes anything
)

// of does what a match would do before its first change, by looking: who means it means
// something that can be done. An error is one of the looking.
func (h *Rehearsal) of(ctx context.Context, m *Match) (outcome, error) {
	if h.Look == nil {
		return untried, nil
	}
	c := newCursor(newValues(m.Procedure, m.Bindings, h.Task.User))
	how := untried
	for {
		step, more, err := c.action()
		if err != nil {
			return stopsBy(err), nil
		}
		if !more {
			return how, nil
		}
		done, changes, err := h.intended(c.values, step)
		switch {
		case err != nil:
			return stopsBy(err), nil
		case changes:
			return how, nil
		}
		obs, err := h.look(ctx, done.Action)
		if err != nil {
			return how, err
		}
		done.Observation = &obs
		if err := c.met(step, done); err != nil {
			return stopsBy(err), nil
		}
		how = possible
	}
}

// stopsBy is how a rehearsal ends that an error stops.
func stopsBy(err error) outcome {
	if _, nothing := errors.AsType[*nothingError](err); nothing {
		return idle
	}
	return failing
}

// intended is an action as it would be done now, and whether it changes anything.
func (h *Rehearsal) intended(v *values, step Step) (done trajectory.Step, changes bool, err error) {
	args, err := v.args(step.Args)
	if err != nil {
		return done, false, err
	}
	if done.Expect, err = v.texts(step.Expect); err != nil {
		return done, false, err
	}
	done.Action = tools.Action{Tool: step.Tool, Args: args}
	intent, err := h.Tools.Intend(done.Action)
	return done, tools.Changes(intent.Effects), err
}

// look is Look, once for each action.
func (h *Rehearsal) look(ctx context.Context, a tools.Action) (tools.Observation, error) {
	args, err := json.Marshal(a.Args)
	if err != nil {
		return tools.Observation{}, fmt.Errorf("look at the office: %w", err)
	}
	key := a.Tool + string(args)
	if known, ok := h.seen[key]; ok {
		return known, nil
	}
	out, err := h.Look(ctx, a)
	if err == nil {
		h.seen[key] = out
	}
	return out, err
}
