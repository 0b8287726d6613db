package trajectory

import (
	"fmt"
	"slices"
	"strconv"

	"legomem/lists"
)

// Plan is the orchestrator's view of the way ahead (LEGOMem 3.1.1: an initial
// plan, revised when progress stalls). Facts is the survey it rests on.
type Plan struct {
	Facts string     `json:"facts,omitempty"`
	Steps []PlanStep `json:"steps"`
}

// PlanStep is one step of a plan.
type PlanStep struct {
	// ID is unique within the run. Revisions keep it.
	ID          string `json:"id"`
	Agent       string `json:"agent,omitempty"`
	Description string `json:"description"`
	// Needs are the ids of the steps that come before it. Until Follow gives a step its id,
	// a number names a step of its own plan by its place, from 1.
	Needs    []string `json:"needs,omitempty"`
	Revision int      `json:"revision,omitempty"` // of the plan that brought it in
	// Status is derived from the events after the plan, and never written.
	Status Status `json:"-"`
}

// Status is how far a step of a plan has come.
type Status string

// The statuses. A step that no subtask names stays waiting, even if its work is done.
const (
	Waiting Status = "waiting"
	Active  Status = "active" // an agent works on it
	Done    Status = "done"
	Failed  Status = "failed" // the agent could not do it
)

// InOrder is the plan of a planner that goes through its steps from the first to
// the last: each needs the one before.
func InOrder(facts string, steps []PlanStep) Plan {
	p := Plan{Facts: facts, Steps: steps}.Follow(Plan{}, 0)
	for i := range p.Steps[min(1, len(p.Steps)):] {
		p.Steps[i+1].Needs = []string{p.Steps[i].ID}
	}
	return p
}

// Follow gives the steps of a revised plan their ids. A step without one takes the id of
// the same step (same agent and description) in the previous plan, or a new one made of
// the revision and its place. What it says of its needs goes before what was said then.
func (p Plan) Follow(before Plan, revision int) Plan {
	kept := map[string]bool{}
	for _, s := range p.Steps {
		kept[s.ID] = true
	}
	out := Plan{Facts: p.Facts}
	for i, s := range p.Steps {
		if s.ID == "" {
			s.ID, s.Revision = fmt.Sprintf("%d.%d", revision, i+1), revision
			if old := before.stepLike(s.Agent, s.Description, kept); old != nil {
				s.ID, s.Revision = old.ID, old.Revision
				if s.Needs == nil {
					s.Needs = old.Needs
				}
			}
			kept[s.ID] = true
			s.Needs = out.named(s.Needs)
		}
		out.Steps = append(out.Steps, s)
	}
	return out
}

// named are needs by their ids, where some are places among the steps so far.
func (p *Plan) named(needs []string) []string {
	return lists.Map(needs, func(need string) string {
		if place, err := strconv.Atoi(need); err == nil && place >= 1 && place <= len(p.Steps) {
			return p.Steps[place-1].ID
		}
		return need
	})
}

// stepLike finds the first step with that agent and description whose id is not in
// except.
func (p *Plan) stepLike(agent, description string, except map[string]bool) *PlanStep {
	for i := range p.Steps {
		s := &p.Steps[i]
		same := s.Agent == agent && s.Description == description
		if same && !except[s.ID] {
			return s
		}
	}
	return nil
}

// StepOf is the id of the step that a subtask carries out: the one it names, or the only
// one with its agent and description. It is "" where there is not exactly one.
func (p *Plan) StepOf(s Subtask) string {
	if s.PlanStep != "" {
		return s.PlanStep
	}
	one := p.stepLike(s.Agent, s.Description, nil)
	if one == nil || p.stepLike(s.Agent, s.Description, map[string]bool{one.ID: true}) != nil {
		return ""
	}
	return one.ID
}

// judged is the plan with each step's status, which the last subtask that names it
// decides.
func (p Plan) judged(subtasks []SubtaskRun) Plan {
	last := map[string]Status{}
	for _, s := range subtasks {
		last[s.PlanStep] = s.status()
	}
	p.Steps = slices.Clone(p.Steps)
	for i := range p.Steps {
		p.Steps[i].Status = Waiting
		if status, named := last[p.Steps[i].ID]; named {
			p.Steps[i].Status = status
		}
	}
	return p
}

func (s SubtaskRun) status() Status {
	switch {
	case !s.Done:
		return Active
	case s.Failed:
		return Failed
	}
	return Done
}
