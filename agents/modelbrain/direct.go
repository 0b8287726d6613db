package modelbrain

import (
	"slices"

	"legomem/agents"
	tg "legomem/orchestrator/taskgraph"
	"legomem/trajectory"
)

// whyDirect is the reason of a ledger that no model wrote.
const whyDirect = "the plan's next step needs no other's result, and all has gone well so far"

// direct is the ledger of a round that the plan decides by itself: its next step needs no
// other's result, and nothing has failed since it was made. A ledger of the model's could
// only say the step again.
func (p *planner) direct(st agents.State) (l trajectory.Ledger, ok bool) {
	if !p.model.cfg.DirectSteps || st.Stalls > 0 || p.graph() == nil {
		return l, false
	}
	if slices.ContainsFunc(p.sincePlan(st), func(r agents.Round) bool { return r.Failed }) {
		return l, false
	}
	step, ok := p.nextStep(st.Plan)
	if !ok || len(step.Needs) > 0 {
		return l, false
	}
	if _, there := p.brief.Team.Find(step.Agent); !there { // it was in the team that made the plan
		return l, false
	}
	return trajectory.Ledger{
		Progress: trajectory.Finding{Answer: true, Reason: whyDirect},
		Speaker:  step.Agent, SpeakerReason: whyDirect,
		Instruction: step.Description, InstructionReason: whyDirect,
		PlanStep: step.ID, Uses: []string{},
	}, true
}

// nextStep is the first step of a plan that is not done; false where there is none, or
// somebody has worked on it.
func (p *planner) nextStep(plan trajectory.Plan) (trajectory.PlanStep, bool) {
	g := p.graph()
	for _, s := range plan.Steps {
		n, err := g.Node(s.ID)
		if err != nil {
			return s, false
		}
		if n.Status != tg.Done {
			return s, n.Status == tg.Waiting
		}
	}
	return trajectory.PlanStep{}, false
}

// sincePlan are the rounds since the plan was made; all, where that is not known.
func (p *planner) sincePlan(st agents.State) []agents.Round {
	return st.Rounds[min(p.done.rounds, len(st.Rounds)):]
}
