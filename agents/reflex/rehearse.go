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

// rehearsal looks at the office for matches: what several of them look at, once.
type rehearsal struct {
	agents.Brief
	seen map[string]*tools.Observation
}

func newRehearsal(s agents.Brief) *rehearsal {
	return &rehearsal{s, map[string]*tools.Observation{}}
}

// Outcomes of a rehearsal.
type outcome int

const (
	untried  outcome = iota // there is nothing to look at before the first change
	possible                // all that is looked at is there
	idle                    // it would find nothing to do
	failing                 // it would stop before it changes anything
)

// of does what a match would do before its first change, by looking: who means it means
// something that can be done. An error is one of the looking.
func (h *rehearsal) of(ctx context.Context, m *Match) (outcome, error) {
	if h.Look == nil || h.Tools == nil {
		return untried, nil
	}
	c := newCursor(newValues(m.Procedure, m.Bindings, h.Task.User))
	before := untried
	for {
		_, more, err := c.delegation()
		if err != nil || !more {
			return ended(before, err), nil
		}
		for {
			step, more, err := c.step()
			if err != nil {
				return ended(before, err), nil
			}
			if !more {
				break
			}
			done, changes, err := h.looked(ctx, c.values, step)
			switch refused, no := errors.AsType[*refusedError](err); {
			case no:
				return ended(before, refused), nil
			case err != nil || changes:
				return before, err
			}
			if err := c.saw(step, done); err != nil {
				return ended(before, err), nil
			}
			before = possible
		}
	}
}

// ended is how a rehearsal ends that an error stops, if there is one.
func ended(before outcome, err error) outcome {
	_, nothing := errors.AsType[*nothingError](err)
	switch {
	case err == nil:
		return before
	case nothing:
		return idle
	}
	return failing
}

// refusedError says that an action cannot be done.
type refusedError struct{ why string }

func (e *refusedError) Error() string { return e.why }

// looked is an action that changes nothing, with what it returns; changes says that it is
// another. The error is a *refusedError for one that cannot be done.
func (h *rehearsal) looked(ctx context.Context, v *values, step Step) (done trajectory.Step, changes bool, err error) {
	args, err := v.args(step.Args)
	if err != nil {
		return done, false, &refusedError{err.Error()}
	}
	if done.Expect, err = v.texts(step.Expect); err != nil {
		return done, false, &refusedError{err.Error()}
	}
	done.Action = tools.Action{Tool: step.Tool, Args: args}
	intent, err := h.Tools.Intend(done.Action)
	if err != nil {
		return done, false, &refusedError{err.Error()}
	}
	if tools.Changes(intent.Effects) {
		return done, true, nil
	}
	done.Observation, err = h.look(ctx, done.Action)
	if err != nil {
		return done, false, err
	}
	if why := agents.Unmet(done); why != "" {
		return done, false, &refusedError{why}
	}
	return done, false, nil
}

func (h *rehearsal) look(ctx context.Context, a tools.Action) (*tools.Observation, error) {
	args, err := json.Marshal(a.Args)
	if err != nil {
		return nil, fmt.Errorf("look at the office: %w", err)
	}
	key := a.Tool + string(args)
	if known, ok := h.seen[key]; ok {
		return known, nil
	}
	out, err := h.Look(ctx, a)
	if err != nil {
		return nil, err
	}
	h.seen[key] = &out
	return &out, nil
}
