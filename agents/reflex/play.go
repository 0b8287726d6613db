package reflex

import (
	"context"
	"fmt"

	"legomem/agents"
	"legomem/tools"
	"legomem/trajectory"
)

// player plays a bound procedure: it is both roles of a run. It stops at the
// first action that fails.
type player struct {
	match    *Match
	user     string
	observed map[int]any
	said     map[int]string
	played   int // subtasks finished
}

var _ agents.Planner = (*player)(nil)
var _ agents.Actor = (*player)(nil)

// Plan implements agents.Planner: the procedure's subtasks in order.
func (p *player) Plan(context.Context) (trajectory.Plan, error) {
	plan := trajectory.Plan{Facts: "Practised work: " + p.match.Procedure.Sentence()}
	for _, s := range p.match.Procedure.Subtasks {
		plan.Steps = append(plan.Steps, trajectory.PlanStep{Agent: s.Agent, Description: p.describe(s.Description)})
	}
	return plan, nil
}

// Next implements agents.Planner. A failed subtask ends the run.
func (p *player) Next(_ context.Context, st agents.State) (trajectory.Ledger, error) {
	if n := len(st.Rounds); n > 0 && st.Rounds[n-1].Failed {
		return trajectory.Ledger{}, &agents.GiveUp{Reason: "the procedure stopped: " + st.Rounds[n-1].Summary}
	}
	p.played = len(st.Rounds)
	done := p.played >= len(p.match.Procedure.Subtasks)
	l := trajectory.Ledger{
		Satisfied: trajectory.Finding{Answer: done, Reason: fmt.Sprintf("%d of %d subtasks are done", p.played, len(p.match.Procedure.Subtasks))},
		Progress:  trajectory.Finding{Answer: true, Reason: "every action so far succeeded"},
	}
	if !done {
		s := p.match.Procedure.Subtasks[p.played]
		l.Speaker, l.Instruction = s.Agent, p.describe(s.Description)
		l.SpeakerReason, l.InstructionReason = "it did this before", "next in the procedure"
	}
	return l, nil
}

// Replan implements agents.Planner. A procedure has no other plan.
func (p *player) Replan(context.Context, agents.State) (trajectory.Plan, error) {
	return trajectory.Plan{}, &agents.GiveUp{Reason: "the procedure stalled, and it has no other plan"}
}

// Answer implements agents.Planner.
func (p *player) Answer(context.Context, agents.State) (string, error) {
	if p.match.Procedure.Answer == nil {
		return "", nil
	}
	out, err := p.values().eval(*p.match.Procedure.Answer)
	if err != nil {
		return "", &agents.GiveUp{Reason: fmt.Sprintf("the answer cannot be given: %v", err)}
	}
	return datum{value: out}.spelled(), nil
}

// Act implements agents.Actor.
func (p *player) Act(_ context.Context, sub trajectory.Subtask, done []trajectory.Step) (agents.Decision, error) {
	current := p.match.Procedure.Subtasks[p.played]
	if n := len(done); n > 0 {
		if failed := p.take(current.Steps[n-1], done[n-1]); failed != "" {
			return agents.Decision{Failed: true, Summary: failed}, nil
		}
	}
	if len(done) == len(current.Steps) {
		return agents.Decision{Summary: p.report(current, done)}, nil
	}
	step := current.Steps[len(done)]
	args, err := p.values().args(step.Args)
	if err != nil {
		return agents.Decision{Failed: true, Summary: fmt.Sprintf("%s cannot be called: %v", step.Tool, err)}, nil
	}
	return agents.Decision{Thought: step.Thought, Action: &tools.Action{Tool: step.Tool, Args: args}}, nil
}

// report is a finished subtask's summary.
func (p *player) report(s Subtask, done []trajectory.Step) string {
	if s.Echo && len(done) > 0 {
		return done[len(done)-1].Observation.Text
	}
	return p.describe(s.Summary)
}

// take keeps what an action returned; it says why where the action failed.
func (p *player) take(step Step, done trajectory.Step) (failed string) {
	if done.Observation == nil {
		return step.Tool + " gave no observation"
	}
	if done.Observation.Failed {
		return fmt.Sprintf("%s failed: %s", step.Tool, done.Observation.Text)
	}
	p.observed[step.Number], p.said[step.Number] = done.Observation.Value(), done.Observation.Text
	return ""
}

func (p *player) values() *values {
	v := newValues(p.match.Procedure, p.match.Bindings, p.user)
	v.observed, v.said = p.observed, p.said
	return v
}

// describe evaluates a text for people; what is not known yet is marked.
func (p *player) describe(e Expr) string {
	v := p.values()
	if out, err := v.eval(e); err == nil {
		return datum{value: out}.spelled()
	}
	return datum{value: v.shown(map[string]Expr{"": e})[""]}.spelled()
}
