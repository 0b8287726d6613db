package orchestrator

import (
	"context"
	"errors"
	"fmt"

	"legomem/agents"
	"legomem/llm"
	"legomem/trajectory"
)

// loop plans, and then goes round: judge, re-plan if stalled, delegate.
func (r *run) loop(ctx context.Context) error {
	plan, err := r.planner.Plan(ctx)
	if err != nil {
		return err
	}
	r.state.Plan = plan
	if err := r.record(trajectory.Planned{Plan: plan}); err != nil {
		return err
	}
	rounds := newRepeats(2)
	for round := 1; ; round++ {
		satisfied, err := r.round(ctx, round, rounds)
		if err != nil {
			return r.lastWords(ctx, err)
		}
		if satisfied {
			return r.conclude(ctx)
		}
	}
}

// round is one turn of the loop. It says true when the request is satisfied.
func (r *run) round(ctx context.Context, round int, rounds *repeats) (satisfied bool, err error) {
	if err := r.spent(ctx); err != nil {
		return false, err
	}
	ledger, err := r.planner.Next(ctx, r.state)
	if err != nil {
		return false, err
	}
	if rounds.reached && !ledger.Satisfied.Answer {
		ledger.InLoop = trajectory.Finding{Answer: true, Reason: "the last round did what was done before, with the same result"}
	}
	r.state.Stalls = stalls(r.state.Stalls, ledger)
	if err := r.record(trajectory.Decided{Round: round, Stalls: r.state.Stalls, Ledger: ledger}); err != nil {
		return false, err
	}
	switch {
	case ledger.Satisfied.Answer:
		return true, nil
	case round > r.Limits.Rounds:
		return false, &llm.Exhausted{What: "rounds", Cap: fmt.Sprintf("%d rounds", r.Limits.Rounds)}
	case r.state.Stalls >= r.Limits.Stalls:
		*rounds = *newRepeats(rounds.limit)
		return false, r.replan(ctx)
	}
	sub := trajectory.Subtask{Round: round, Agent: ledger.Speaker, Description: ledger.Instruction}
	done, err := r.delegate(ctx, sub)
	if err != nil {
		return false, err
	}
	r.state.Rounds = append(r.state.Rounds, done)
	rounds.addRound(done)
	return false, nil
}

// stalls is the counter after a round: up when the ledger finds a loop or no
// progress, down otherwise, never under zero (Magentic-One).
func stalls(before int, l trajectory.Ledger) int {
	if l.InLoop.Answer || !l.Progress.Answer {
		return before + 1
	}
	return max(0, before-1)
}

// replan revises facts and plan, and forgives the stalls. After so many
// re-plans the run ends instead.
func (r *run) replan(ctx context.Context) error {
	if r.state.Replans >= r.Limits.Replans {
		return &llm.Exhausted{What: "re-plans", Cap: fmt.Sprintf("%d re-plans", r.Limits.Replans)}
	}
	plan, err := r.planner.Replan(ctx, r.state)
	if err != nil {
		return err
	}
	r.state.Plan, r.state.Stalls = plan, 0
	r.state.Replans++
	return r.record(trajectory.Planned{Plan: plan, Revision: r.state.Replans})
}

// delegate has an agent work on a subtask until it reports, runs out of steps,
// or goes in circles.
func (r *run) delegate(ctx context.Context, sub trajectory.Subtask) (agents.Round, error) {
	done := agents.Round{Subtask: sub}
	if err := r.record(trajectory.Delegated{Subtask: sub}); err != nil {
		return done, err
	}
	calls := newRepeats(r.Limits.Repeats)
	for {
		if err := r.spent(ctx); err != nil {
			return done, err
		}
		d, err := r.next(ctx, sub, done.Steps, calls)
		if err != nil {
			return done, err
		}
		if d.Action == nil {
			done.Summary, done.Failed = d.Summary, d.Failed
			return done, r.record(trajectory.Summarised{Round: sub.Round, Agent: sub.Agent, Summary: d.Summary, Failed: d.Failed})
		}
		step, err := r.act(ctx, sub.Agent, d)
		if err != nil {
			return done, err
		}
		done.Steps = append(done.Steps, step)
		calls.addStep(step)
	}
}

// next is the actor's decision, or the end of a subtask that leads nowhere.
func (r *run) next(ctx context.Context, sub trajectory.Subtask, steps []trajectory.Step, calls *repeats) (agents.Decision, error) {
	if calls.reached {
		return agents.Decision{Failed: true, Summary: fmt.Sprintf("Stopped: %s was called with the same arguments %d times and returned the same each time: %s",
			steps[len(steps)-1].Action.Tool, calls.limit, brief(steps[len(steps)-1].Observation.Text))}, nil
	}
	d, err := r.actor.Act(ctx, sub, steps)
	if err == nil && d.Action != nil && len(steps) >= r.Limits.Steps {
		return agents.Decision{Failed: true, Summary: fmt.Sprintf("Stopped after %d actions without finishing.", len(steps))}, nil
	}
	return d, err
}

// conclude asks for the final answer of a satisfied request.
func (r *run) conclude(ctx context.Context) error {
	answer, err := r.planner.Answer(ctx, r.state)
	if err != nil {
		return err
	}
	r.answer = answer
	return r.record(trajectory.Answered{Answer: answer})
}

// lastWords asks for an answer all the same when the loop ran out of rounds or
// re-plans, as Magentic-One does. The outcome stays what it is.
func (r *run) lastWords(ctx context.Context, end error) error {
	var cap *llm.Exhausted
	if errors.As(end, &cap) && (cap.What == "rounds" || cap.What == "re-plans") && len(r.state.Rounds) > 0 {
		if err := r.conclude(ctx); err != nil {
			return errors.Join(end, r.record(trajectory.Noted{About: "answer", Text: "no last answer: " + err.Error()}))
		}
	}
	return end
}
