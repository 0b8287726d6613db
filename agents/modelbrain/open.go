package modelbrain

import (
	"slices"

	"legomem/agents"
	"legomem/trajectory"
)

// before is how many rounds a plan had behind it when it was made; unknown in a run that
// was resumed since.
type before struct {
	rounds int
	known  bool
}

// open are the plan's steps that nobody has carried out: each round that succeeded carries
// out the step that it names, or else the next one of its agent. A model words its
// instructions anew, so that more than the agent cannot be told; what is left out by
// mistake still stands in the task.
func open(st agents.State, done before, brief agents.Brief) []trajectory.PlanStep {
	left := slices.Clone(st.Plan.Steps)
	for _, r := range since(st, done, brief) {
		if r.Failed {
			continue
		}
		at := slices.IndexFunc(left, func(s trajectory.PlanStep) bool { return s.ID != "" && s.ID == r.Subtask.PlanStep })
		if at < 0 {
			at = slices.IndexFunc(left, func(s trajectory.PlanStep) bool { return s.Agent == r.Subtask.Agent })
		}
		if at >= 0 {
			left = slices.Delete(left, at, at+1)
		}
	}
	return left
}

// since are the rounds since the plan was made. Where that is not known, a first plan has
// them all, and a revised one none.
func since(st agents.State, done before, brief agents.Brief) []agents.Round {
	switch {
	case done.known:
		return st.Rounds[min(done.rounds, len(st.Rounds)):]
	case st.Replans > 0 || len(brief.Done) > 0:
		return nil
	}
	return st.Rounds
}
