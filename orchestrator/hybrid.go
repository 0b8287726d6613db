package orchestrator

import (
	"context"
	"errors"

	"legomem/agents"
	"legomem/trajectory"
)

// Hybrid is a brain of two: the first goes as far as it can, and the second goes on
// from there. What the first has done stays done (see deeds). It changes over at most
// once. Where the first asks, the second is tried before the user is: the question stands
// if that gives up.
type Hybrid struct{ First, Second agents.Brain }

// Name is "hybrid".
func (h Hybrid) Name() string { return "hybrid" }

// Open begins a run with the first brain, or with the second where the first
// gives up or asks. A run that is resumed stays with the brain that had it.
func (h Hybrid) Open(ctx context.Context, s agents.Brief) (agents.Planner, agents.Actor, error) {
	r := &hybridRun{brain: h, brief: s}
	if s.Past != nil && s.Past.Position.Takeover != nil {
		r.gaveUp = &agents.GiveUp{Reason: s.Past.Position.Takeover.Why}
		return r, r, r.open(ctx, h.Second)
	}
	err := r.open(ctx, h.First)
	if no := r.passedOn(err); no != nil {
		err = r.changeOver(ctx, no)
	}
	if err != nil {
		return nil, nil, err
	}
	return r, r, nil
}

// hybridRun is a run that the first brain drives until it gives up.
type hybridRun struct {
	agents.Planner
	agents.Actor
	brain  Hybrid
	brief  agents.Brief
	gaveUp *agents.GiveUp // why the first brain gave up; nil as long as it has the run
	asks   *agents.Asking // what it asked then; nil where it asked nothing
}

// passedOn is why the second brain is to have the run, nil where it is not: the first gives
// up, or asks, which it can do once.
func (h *hybridRun) passedOn(err error) *agents.GiveUp {
	if no, ok := errors.AsType[*agents.GiveUp](err); ok {
		return no
	}
	asks, ok := errors.AsType[*agents.Asking](err)
	if !ok || h.gaveUp != nil {
		return nil
	}
	h.asks = asks
	return &agents.GiveUp{Reason: "it asks: " + asks.Question.Text}
}

var _ agents.Heir = (*hybridRun)(nil)

// Bounded reports whether the brain that has the run is bounded.
func (h *hybridRun) Bounded() bool { return agents.Bounded(h.Planner) }

var _ agents.Reporter = (*hybridRun)(nil)

// Report is that of the brain that has the run.
func (h *hybridRun) Report(ctx context.Context, sub trajectory.Subtask, done []trajectory.Step) (agents.Decision, error) {
	return agents.Capped(ctx, h.Actor, sub, done)
}

func (h *hybridRun) open(ctx context.Context, b agents.Brain) (err error) {
	h.Planner, h.Actor, err = b.Open(ctx, h.brief)
	return err
}

// changeOver opens the run for the second brain. If that brain has it already, or gives
// up too, the run ends with the first one's question, if nothing was done since, or else
// with the reasons of both.
func (h *hybridRun) changeOver(ctx context.Context, no *agents.GiveUp) error {
	if h.asks != nil && h.gaveUp != nil && len(h.brief.Done) == 0 {
		return h.asks
	}
	if h.gaveUp != nil {
		return &agents.GiveUp{Reason: h.gaveUp.Reason + "; " + no.Reason, Hints: append(h.gaveUp.Hints, no.Hints...)}
	}
	h.gaveUp, h.brief.Past = no, nil // Past is the first brain's
	if h.brief.Log != nil {
		if err := h.brief.Log(trajectory.Noted{About: trajectory.AboutBrain, Text: h.brain.First.Name() + " gave up (" + no.Reason + "); " + h.brain.Second.Name() + " takes over"}); err != nil {
			return err
		}
	}
	return h.orBoth(ctx, h.open(ctx, h.brain.Second))
}

// orBoth adds the first brain's reason if the second gives up too.
func (h *hybridRun) orBoth(ctx context.Context, err error) error {
	if no, ok := errors.AsType[*agents.GiveUp](err); ok {
		return h.changeOver(ctx, no)
	}
	return err
}

// Plan is the first brain's plan, or the second's where the first gives up.
func (h *hybridRun) Plan(ctx context.Context) (trajectory.Plan, error) {
	for {
		plan, err := h.Planner.Plan(ctx)
		no := h.passedOn(err)
		if no == nil {
			return plan, err
		}
		if err := h.changeOver(ctx, no); err != nil {
			return trajectory.Plan{}, err
		}
	}
}

// HandOver has the first brain go on in another way, if it knows one, or the second from
// the state that the first one left.
func (h *hybridRun) HandOver(ctx context.Context, no *agents.GiveUp, done []agents.Round) (trajectory.Plan, error) {
	if own, ok := h.Planner.(agents.Heir); ok && h.gaveUp == nil {
		plan, err := own.HandOver(ctx, no, done)
		if _, none := errors.AsType[*agents.GiveUp](err); !none {
			return plan, err
		}
	}
	h.brief.Done = done
	if err := h.changeOver(ctx, no); err != nil {
		return trajectory.Plan{}, err
	}
	plan, err := h.Planner.Plan(ctx)
	return plan, h.orBoth(ctx, err)
}

// HeirName is the name of the brain that has the run, or is to have it.
func (h *hybridRun) HeirName() string {
	if h.gaveUp == nil {
		return h.brain.First.Name()
	}
	return h.brain.Second.Name()
}
