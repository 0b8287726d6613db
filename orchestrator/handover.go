package orchestrator

import (
	"context"

	"legomem/agents"
	"legomem/trajectory"
)

// handOver lets the next brain go on, with the state as it is, or returns why
// the run ends.
func (r *run) handOver(ctx context.Context, no *agents.GiveUp) error {
	from, ok := r.planner.(agents.Heir)
	if !ok {
		return no
	}
	plan, err := from.HandOver(ctx, no, r.state.Rounds)
	if err != nil {
		return err
	}
	r.deeds = newDeeds(r.Tools, r.task, from.HeirName(), stepsOf(r.state.Rounds))
	r.loops = newRepeats(maxRounds)
	return r.revise(plan)
}

// revise makes the run follow another plan.
func (r *run) revise(plan trajectory.Plan) error {
	r.state.Stalls = 0
	r.revision++
	return r.record(r.follow(plan))
}

func stepsOf(rounds []agents.Round) []trajectory.Step {
	var all []trajectory.Step
	for _, r := range rounds {
		all = append(all, r.Steps...)
	}
	return all
}

// suppress gives a step that the previous brain did the observation from then.
func (r *run) suppress(agent string, step trajectory.Step) (trajectory.Step, bool, error) {
	if r.deeds == nil {
		return step, false, nil
	}
	before, again := r.deeds.repeated(step.Action)
	if !again {
		return step, false, nil
	}
	r.suppressed++
	step.Effects, step.Observation, step.Suppressed = r.intent(step.Action).Effects, &before, true
	if err := r.record(intended(agent, step)); err != nil {
		return step, true, err
	}
	r.note(step)
	return step, true, r.record(observed(step))
}
