package demo

import (
	"context"
	"fmt"
	"slices"
	"unicode/utf8"

	"legomem/agents"
	"legomem/trajectory"
)

// Brain plays a demonstration: its planner gives each subtask in turn, its
// actor each literal action. It stops at the first action that fails. One
// Brain serves many runs.
type Brain struct{ demo *Demo }

// NewBrain makes the brain that plays d.
func NewBrain(d *Demo) Brain { return Brain{d} }

// Name is "demo".
func (Brain) Name() string { return "demo" }

// Open checks the plan against the team, and logs the wordings and constants that the
// demonstration teaches. A plan that does not fit is an error.
func (b Brain) Open(_ context.Context, s agents.Brief) (agents.Planner, agents.Actor, error) {
	if err := b.demo.Fits(s.Team, s.Tools); err != nil {
		return nil, nil, fmt.Errorf("play the demonstration: %w", err)
	}
	if taught := b.demo.taught(); len(taught.Wordings)+len(taught.Constants) > 0 {
		if err := s.Log(taught); err != nil {
			return nil, nil, err
		}
	}
	p := &played{}
	return planner{b.demo, p}, actor{b.demo, p}, nil
}

// played is what one run has done in the subtasks before the one underway.
type played struct{ steps returned }

func (p *played) follow(rounds []agents.Round) {
	p.steps = nil
	for _, r := range rounds {
		p.steps = append(p.steps, r.Steps...)
	}
}

func (d *Demo) taught() trajectory.Taught {
	var t trajectory.Taught
	for _, w := range d.Wordings {
		t.Wordings = append(t.Wordings, trajectory.Wording{Text: w})
	}
	for _, c := range d.Constants {
		t.Constants = append(t.Constants, c.Value)
	}
	return t
}

// planner gives the subtasks in turn.
type planner struct {
	demo   *Demo
	played *played
}

func (p planner) Plan(context.Context) (trajectory.Plan, error) {
	var steps []trajectory.PlanStep
	for _, s := range p.demo.Subtasks {
		steps = append(steps, trajectory.PlanStep{Agent: s.Agent, Description: s.Description})
	}
	return trajectory.InOrder("", steps), nil
}

// Next gives the subtask after those that are done. A failed one ends the run: a
// literal plan has no alternative.
func (p planner) Next(_ context.Context, st agents.State) (trajectory.Ledger, error) {
	n := len(st.Rounds)
	p.played.follow(st.Rounds)
	if n > 0 && st.Rounds[n-1].Failed {
		return trajectory.Ledger{}, p.gaveUp(st.Rounds[n-1])
	}
	progress := trajectory.Finding{Answer: true, Reason: "the demonstration goes on as written"}
	if n >= len(p.demo.Subtasks) {
		return trajectory.Ledger{Satisfied: trajectory.Finding{Answer: true, Reason: "the demonstration is played to its end"}, Progress: progress}, nil
	}
	s := p.demo.Subtasks[n]
	return trajectory.Ledger{Progress: progress, Speaker: s.Agent, Instruction: s.Description, PlanStep: st.PlanStep(n)}, nil
}

func (p planner) gaveUp(r agents.Round) error {
	what := r.Summary
	if i := r.Subtask.Round - 1; i >= 0 && i < len(p.demo.Subtasks) {
		at := place{"subtasks", i, "actions", failedAt(r)}
		what = (&Error{File: p.demo.name(), Line: p.demo.line(at), Msg: what}).Error()
	}
	return &agents.GiveUp{Reason: "the demonstration stopped at an action that failed: " + what}
}

// failedAt is the place of the action at which a subtask stopped: the last one that was
// done, or the one behind it, whose references name nothing.
func failedAt(r agents.Round) int {
	n := len(r.Steps)
	if n > 0 && agents.Unmet(r.Steps[n-1]) != "" {
		return n - 1
	}
	return n
}

// Replan keeps the plan: there is no other.
func (p planner) Replan(ctx context.Context, _ agents.State) (trajectory.Plan, error) {
	return p.Plan(ctx)
}

func (p planner) Answer(_ context.Context, st agents.State) (string, error) {
	p.played.follow(st.Rounds)
	said, err := p.played.steps.words(p.demo.Answer)
	if err != nil {
		return "", &agents.GiveUp{Reason: p.demo.problem(place{"answer"}, "%v", err).Error()}
	}
	return said, nil
}

// Bounded is true: a plan has an end.
func (p planner) Bounded() bool { return true }

// actor gives the actions of a subtask in turn.
type actor struct {
	demo   *Demo
	played *played
}

func (a actor) Act(_ context.Context, sub trajectory.Subtask, done []trajectory.Step) (agents.Decision, error) {
	i := sub.Round - 1
	if i < 0 || i >= len(a.demo.Subtasks) {
		return agents.Decision{}, fmt.Errorf("the demonstration has no subtask for round %d", sub.Round)
	}
	s := a.demo.Subtasks[i]
	if n := len(done); n > 0 {
		if why := agents.Unmet(done[n-1]); why != "" {
			return agents.Decision{Failed: true, Summary: why}, nil
		}
	}
	before := slices.Concat(a.played.steps, done)
	if len(done) >= len(s.Actions) {
		return summary(s, done, before), nil
	}
	next := s.Actions[len(done)]
	call, expect, err := next.call(before)
	if err != nil {
		return agents.Decision{Failed: true, Summary: err.Error()}, nil
	}
	return agents.Decision{Thought: next.Thought, Action: call, Expect: expect}, nil
}

// maxSummary is the longest report made of an observation, in bytes.
const maxSummary = 500

// summary ends a subtask with the written report, or with what the last action returned.
func summary(s Subtask, done []trajectory.Step, before returned) agents.Decision {
	if s.Summary == "" {
		return agents.Decision{Summary: lastSaid(s, done)}
	}
	said, err := before.words(s.Summary)
	if err != nil {
		return agents.Decision{Failed: true, Summary: err.Error()}
	}
	return agents.Decision{Summary: said}
}

func lastSaid(s Subtask, done []trajectory.Step) string {
	if len(done) == 0 || done[len(done)-1].Observation == nil {
		return "Done: " + s.Description
	}
	text := done[len(done)-1].Observation.Text
	if len(text) <= maxSummary {
		return text
	}
	cut := maxSummary
	for !utf8.RuneStart(text[cut]) {
		cut--
	}
	return text[:cut] + "…"
}
