package orchestrator

import (
	"context"
	"errors"

	"legomem/agents"
	"legomem/trajectory"
)

// Hybrid is a brain of two: the first one's, where it can take the task on,
// and else the second's. It changes over before any action or not at all: a
// run that has begun stays with the brain that began it.
type Hybrid struct{ First, Second agents.Brain }

// Name is "hybrid".
func (h Hybrid) Name() string { return "hybrid" }

// Open begins a run with the first brain, or with the second where the first
// gives up.
func (h Hybrid) Open(ctx context.Context, s agents.Session) (agents.Planner, agents.Actor, error) {
	p, a, err := h.First.Open(ctx, s)
	var no *agents.GiveUp
	if errors.As(err, &no) {
		return h.fallBack(ctx, s, no)
	}
	if err != nil {
		return nil, nil, err
	}
	run := &hybridRun{Planner: p, Actor: a, brain: h, session: s}
	return run, run, nil
}

func (h Hybrid) fallBack(ctx context.Context, s agents.Session, no *agents.GiveUp) (agents.Planner, agents.Actor, error) {
	if s.Log != nil {
		if err := s.Log(trajectory.Noted{About: trajectory.AboutBrain, Text: h.First.Name() + " gave up (" + no.Reason + "); " + h.Second.Name() + " takes over"}); err != nil {
			return nil, nil, err
		}
	}
	p, a, err := h.Second.Open(ctx, s)
	var also *agents.GiveUp
	if errors.As(err, &also) {
		return nil, nil, &agents.GiveUp{Reason: no.Reason + "; " + also.Reason, Hints: append(no.Hints, also.Hints...)}
	}
	return p, a, err
}

// hybridRun is the first brain's until its plan is made.
type hybridRun struct {
	agents.Planner
	agents.Actor
	brain   Hybrid
	session agents.Session
}

// Plan is the first brain's plan, or the second's where the first gives up.
func (h *hybridRun) Plan(ctx context.Context) (trajectory.Plan, error) {
	plan, err := h.Planner.Plan(ctx)
	var no *agents.GiveUp
	if !errors.As(err, &no) {
		return plan, err
	}
	if h.Planner, h.Actor, err = h.brain.fallBack(ctx, h.session, no); err != nil {
		return trajectory.Plan{}, err
	}
	return h.Planner.Plan(ctx)
}
