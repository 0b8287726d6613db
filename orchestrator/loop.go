package orchestrator

import (
	"context"
	"errors"
	"fmt"

	"legomem/agents"
	"legomem/llm/cost"
	"legomem/trajectory"
	"legomem/words"
)

// maxRounds is how many rounds may do the same with the same result.
const maxRounds = 2

// loop plans, and then repeats: judge, re-plan if stalled, delegate. If the brain gives
// up in the middle, another may go on.
func (r *run) loop(ctx context.Context) error {
	if r.past == nil || !r.past.Position.Planned {
		if err := r.plan(ctx); err != nil {
			return err
		}
	}
	next := r.round
	if r.past != nil {
		next = r.beginning
	}
	for ; ; next = r.round {
		over, err := next(ctx)
		if no := (*agents.GiveUp)(nil); errors.As(err, &no) {
			over, err = false, r.handOver(ctx, no)
		}
		if err != nil {
			return r.lastWords(ctx, err)
		}
		if over {
			return nil
		}
	}
}

func (r *run) plan(ctx context.Context) error {
	plan, err := r.planner.Plan(ctx)
	if err != nil {
		return err
	}
	return r.record(r.follow(plan))
}

// follow makes the run go by a plan from here on.
func (r *run) follow(plan trajectory.Plan) trajectory.Planned {
	r.state.Plan = plan.Follow(r.state.Plan, r.revision)
	return trajectory.Planned{Plan: r.state.Plan, Revision: r.revision}
}

// round is one turn of the loop. It returns true when the work is over.
func (r *run) round(ctx context.Context) (over bool, err error) {
	if err := r.spent(ctx); err != nil {
		return false, err
	}
	ledger, err := r.planner.Next(ctx, r.state)
	if err != nil {
		return false, err
	}
	r.rounds++
	if r.loops.reached && !ledger.Satisfied.Answer && !agents.Bounded(r.planner) {
		ledger.InLoop = trajectory.Finding{Answer: true, Reason: "the last round did what was done before, with the same result"}
	}
	r.state.Stalls = stalls(r.state.Stalls, ledger)
	if err := r.record(trajectory.Decided{Round: r.rounds, Stalls: r.state.Stalls, Ledger: ledger}); err != nil {
		return false, err
	}
	switch {
	case ledger.Satisfied.Answer:
		return true, r.conclude(ctx, ledger.Answer)
	case r.rounds > r.Limits.Rounds && !agents.Bounded(r.planner):
		return false, &cost.Exhausted{What: "rounds", Cap: fmt.Sprintf("%d rounds", r.Limits.Rounds)}
	case r.state.Stalls >= r.Limits.Stalls:
		r.loops = newRepeats(maxRounds)
		return false, r.replan(ctx)
	}
	sub := trajectory.Subtask{Round: r.rounds, Agent: ledger.Speaker, Description: ledger.Instruction, PlanStep: ledger.PlanStep}
	sub.PlanStep = r.state.Plan.StepOf(sub)
	if err := r.record(trajectory.Delegated{Subtask: sub}); err != nil {
		return false, err
	}
	return false, r.work(ctx, agents.Round{Subtask: sub})
}

// stalls is the counter after a round: up when the ledger finds a loop or no
// progress, down otherwise, never under zero (Magentic-One).
func stalls(before int, l trajectory.Ledger) int {
	if l.InLoop.Answer || !l.Progress.Answer {
		return before + 1
	}
	return max(0, before-1)
}

// replan revises facts and plan, and resets the stalls. After Limits.Replans re-plans
// it ends the run instead.
func (r *run) replan(ctx context.Context) error {
	if r.state.Replans >= r.Limits.Replans {
		return &cost.Exhausted{What: "re-plans", Cap: fmt.Sprintf("%d re-plans", r.Limits.Replans)}
	}
	plan, err := r.planner.Replan(ctx, r.state)
	if err != nil {
		return err
	}
	r.state.Replans++
	return r.revise(plan)
}

// work has an agent work on its subtask until it reports, runs out of steps, goes
// in circles, or gives up. Some of the steps may be done already.
func (r *run) work(ctx context.Context, round agents.Round) error {
	sub := round.Subtask
	calls := newRepeats(r.Limits.Repeats)
	for _, s := range round.Steps {
		calls.addStep(s)
	}
	for {
		if err := r.spent(ctx); err != nil {
			return err
		}
		d, err := r.next(ctx, sub, round.Steps, calls)
		if no, ok := errors.AsType[*agents.GiveUp](err); ok {
			d = gaveUp(no)
		} else if err != nil {
			return err
		}
		if d.Action == nil {
			return errors.Join(r.report(round, d), err)
		}
		step, err := r.act(ctx, sub.Agent, d)
		if err != nil {
			return err
		}
		round.Steps = append(round.Steps, step)
		calls.addStep(step)
	}
}

func gaveUp(no *agents.GiveUp) agents.Decision {
	return agents.Decision{Failed: true, Summary: "Gave up: " + no.Reason}
}

// report ends a round with the agent's summary.
func (r *run) report(round agents.Round, d agents.Decision) error {
	round.Summary, round.Failed = d.Summary, d.Failed
	r.state.Rounds = append(r.state.Rounds, round)
	r.loops.addRound(round)
	return r.record(trajectory.Summarised{Round: round.Subtask.Round, Agent: round.Subtask.Agent, Summary: d.Summary, Failed: d.Failed})
}

// next is the actor's decision, or the end of a subtask that leads nowhere.
func (r *run) next(ctx context.Context, sub trajectory.Subtask, steps []trajectory.Step, calls *repeats) (agents.Decision, error) {
	if calls.reached && !agents.Bounded(r.planner) {
		return agents.Decision{Failed: true, Summary: fmt.Sprintf("Stopped: %s was called with the same arguments %d times and returned the same each time: %s",
			steps[len(steps)-1].Action.Tool, calls.limit, words.Cut(steps[len(steps)-1].Observation.Text, 200))}, nil
	}
	if len(steps) >= r.Limits.Steps && !agents.Bounded(r.planner) {
		return agents.Capped(ctx, r.actor, sub, steps)
	}
	return r.actor.Act(ctx, sub, steps)
}

// conclude gives the final answer: the ledger's, or else it asks for one.
func (r *run) conclude(ctx context.Context, answer string) error {
	if answer == "" {
		var err error
		if answer, err = r.planner.Answer(ctx, r.state); err != nil {
			return err
		}
	}
	r.answer = answer
	return r.record(trajectory.Answered{Answer: answer})
}

// lastWords still asks for an answer when the loop ran out of rounds or re-plans, as
// Magentic-One does. The outcome stays as it is.
func (r *run) lastWords(ctx context.Context, end error) error {
	if cap, ok := errors.AsType[*cost.Exhausted](end); ok && (cap.What == "rounds" || cap.What == "re-plans") && len(r.state.Rounds) > 0 {
		if err := r.conclude(ctx, ""); err != nil {
			return errors.Join(end, r.record(trajectory.Noted{About: "answer", Text: "no last answer: " + err.Error()}))
		}
	}
	return end
}
