package everyday

import (
	"context"
	"errors"
	"slices"

	"legomem/agents"
	"legomem/agents/reflex"
	"legomem/reading"
	"legomem/tools"
	"legomem/trajectory"
)

// attempt plays what a task was read as. Where that turns out not to be possible before
// anything is changed, the task was hardly meant so, and the next reading is tried.
type attempt struct {
	agents.Planner
	agents.Actor
	brain Brain
	brief agents.Brief
	next  next
	// before are the rounds of earlier attempts.
	before int
}

// next is what a task may be asked to do if it is not what was tried; nil where nothing
// else is likely.
type next func(context.Context) (*reflex.Match, next, error)

var _ agents.Heir = (*attempt)(nil)

// Next implements agents.Planner.
func (a *attempt) Next(ctx context.Context, st agents.State) (trajectory.Ledger, error) {
	st.Rounds = st.Rounds[a.before:]
	return a.Planner.Next(ctx, st)
}

// Bounded says that each attempt ends by itself.
func (a *attempt) Bounded() bool { return agents.Bounded(a.Planner) }

// HandOver implements agents.Heir: the next reading is played.
func (a *attempt) HandOver(ctx context.Context, no *agents.GiveUp, done []agents.Round) (trajectory.Plan, error) {
	if a.next == nil || slices.ContainsFunc(done, hasChanged) {
		return trajectory.Plan{}, no
	}
	m, further, err := a.next(ctx)
	if gaveUp(err) {
		return trajectory.Plan{}, no
	}
	if asks, ok := errors.AsType[*agents.Asking](err); ok {
		asks.Question.Text += " (What is likelier could not be done: " + no.Reason + ".)"
	}
	if err != nil {
		return trajectory.Plan{}, err
	}
	m.Doubts, m.Exact = append(m.Doubts, "the likelier reading could not be done: "+no.Reason), false
	if a.Planner, a.Actor, err = m.Open(a.brief); err != nil {
		return trajectory.Plan{}, err
	}
	a.next, a.before = further, len(done)
	return a.Plan(ctx)
}

// HeirName implements agents.Heir.
func (a *attempt) HeirName() string { return a.brain.Name() }

func hasChanged(r agents.Round) bool {
	return slices.ContainsFunc(r.Steps, func(s trajectory.Step) bool { return s.Succeeded() && tools.Changes(s.Effects) })
}

// otherwise is what the readings besides the first come to, if that is not meant.
func (b Brain) otherwise(t *task, all []reading.Reading) next {
	if len(all) < 2 {
		return nil
	}
	rest := slices.Clone(all[1:])
	for i := range rest {
		rest[i].Confidence /= max(1-all[0].Confidence, rest[i].Confidence)
	}
	return func(ctx context.Context) (*reflex.Match, next, error) { return b.decide(ctx, t, rest) }
}
