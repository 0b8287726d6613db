package reflex

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"legomem/agents"
	"legomem/tools"
	"legomem/trajectory"
)

// player plays a bound procedure: it is both roles of a run. It stops at the
// first action that fails, or does not return what it must. Asked about a run
// that is underway already, it goes through what was done and on from there.
type player struct {
	match  *Match
	cursor *cursor
	rounds int   // delegations gone through
	begun  bool  // the cursor is in a delegation
	wait   *Step // the action whose observation is awaited
	taken  int   // observations taken in the delegation
	last   trajectory.Step
}

var _ agents.Planner = (*player)(nil)
var _ agents.Actor = (*player)(nil)

// Play returns both roles of a run that plays the procedure with its values, for that
// user.
func (m *Match) Play(user string) (agents.Planner, agents.Actor) {
	p := newPlayer(m, user)
	return p, p
}

func newPlayer(m *Match, user string) *player {
	return &player{match: m, cursor: newCursor(newValues(m.Procedure, m.Bindings, user))}
}

// Plan implements agents.Planner: the procedure's subtasks in order, those of
// loops and guards once.
func (p *player) Plan(context.Context) (trajectory.Plan, error) {
	var steps []trajectory.PlanStep
	for _, s := range p.match.Procedure.Delegations() {
		steps = append(steps, trajectory.PlanStep{Agent: s.Agent, Description: p.describe(s.Description)})
	}
	return trajectory.InOrder("Practised work: "+p.match.Procedure.Sentence(), steps), nil
}

// place is where the delegation underway stands in the plan: a loop delegates one
// of the plan's steps several times.
func (p *player) place() int {
	now := p.cursor.now.Steps
	return slices.IndexFunc(p.match.Procedure.Delegations(), func(s Subtask) bool {
		return len(s.Steps) > 0 && len(now) > 0 && &s.Steps[0] == &now[0]
	})
}

// Next implements agents.Planner. A failed subtask ends the run.
func (p *player) Next(_ context.Context, st agents.State) (trajectory.Ledger, error) {
	if n := len(st.Rounds); n > 0 && st.Rounds[n-1].Failed {
		return trajectory.Ledger{}, &agents.GiveUp{Reason: stopped(st.Rounds[n-1].Summary)}
	}
	for p.rounds < len(st.Rounds) {
		if err := p.follow(st.Rounds[p.rounds].Steps); err != nil {
			return trajectory.Ledger{}, &agents.GiveUp{Reason: stopped(inWords("", err))}
		}
		p.rounds, p.begun = p.rounds+1, false
	}
	more, err := p.begin()
	if err != nil {
		return trajectory.Ledger{}, &agents.GiveUp{Reason: stopped(inWords("", err))}
	}
	l := trajectory.Ledger{
		Satisfied: trajectory.Finding{Answer: !more, Reason: fmt.Sprintf("%d subtasks are done", p.rounds)},
		Progress:  trajectory.Finding{Answer: true, Reason: "every action so far succeeded"},
	}
	if more {
		l.Speaker, l.Instruction = p.cursor.now.Agent, p.describe(p.cursor.now.Description)
		l.PlanStep = st.PlanStep(p.place())
		l.SpeakerReason, l.InstructionReason = "it did this before", "next in the procedure"
	}
	return l, nil
}

// nothingToDo begins what is said of an observation that lists nothing.
const nothingToDo = "there is nothing to do it with: "

// inWords is an error in words for who asked, behind what it kept from being done.
// Of an observation that lists nothing, what it said is enough.
func inWords(what string, err error) string {
	var nothing *nothingError
	switch {
	case errors.As(err, &nothing) && nothing.said != "":
		first, _, _ := strings.Cut(strings.TrimSpace(nothing.said), "\n")
		return nothingToDo + first
	case what == "":
		return err.Error()
	}
	return what + ": " + err.Error()
}

// stopped is the reason for which a procedure ends before its time.
func stopped(why string) string {
	if strings.HasPrefix(why, nothingToDo) {
		return why
	}
	return "the procedure stopped: " + why
}

// Bounded says that the work ends by its own making: a loop ends with its
// list, and no limit on rounds and steps need hold it.
func (p *player) Bounded() bool { return true }

// begin moves on to the next delegation, if the cursor is in none.
func (p *player) begin() (more bool, err error) {
	if p.begun {
		return true, nil
	}
	p.wait, p.taken = nil, 0
	_, p.begun, err = p.cursor.delegation()
	return p.begun, err
}

// follow goes through the actions of a delegation that were done already.
func (p *player) follow(done []trajectory.Step) error {
	if _, err := p.begin(); err != nil {
		return err
	}
	for p.taken < len(done) {
		if p.wait == nil {
			step, more, err := p.cursor.step()
			if err != nil {
				return err
			}
			if !more {
				return fmt.Errorf("%s was done, which the procedure has not", done[p.taken].Action.Tool)
			}
			p.wait = &step
		}
		p.last = done[p.taken]
		if err := p.cursor.met(*p.wait, p.last); err != nil {
			return err
		}
		p.wait, p.taken = nil, p.taken+1
	}
	return nil
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
	out, err := p.cursor.values.eval(*p.match.Procedure.Answer)
	if err != nil {
		return "", &agents.GiveUp{Reason: inWords("the answer cannot be given", err)}
	}
	return datum{value: out}.spelled(), nil
}

// Act implements agents.Actor.
func (p *player) Act(_ context.Context, _ trajectory.Subtask, done []trajectory.Step) (agents.Decision, error) {
	if err := p.follow(done); err != nil {
		return agents.Decision{Failed: true, Summary: inWords("", err)}, nil
	}
	step, more, err := p.cursor.step()
	if err != nil {
		return agents.Decision{Failed: true, Summary: inWords("", err)}, nil
	}
	if !more {
		return agents.Decision{Summary: p.report()}, nil
	}
	p.wait = &step
	args, err := p.cursor.values.args(step.Args)
	if err != nil {
		return agents.Decision{Failed: true, Summary: inWords(step.Tool+" cannot be called", err)}, nil
	}
	expect, err := p.cursor.values.texts(step.Expect)
	if err != nil {
		return agents.Decision{Failed: true, Summary: inWords("what "+step.Tool+" must return is not known", err)}, nil
	}
	return agents.Decision{Thought: step.Thought, Action: &tools.Action{Tool: step.Tool, Args: args}, Expect: expect}, nil
}

// report is a finished subtask's summary.
func (p *player) report() string {
	if p.cursor.now.Echo && p.taken > 0 {
		return p.last.Observation.Text
	}
	return p.describe(p.cursor.now.Summary)
}

// describe evaluates a text for people; what is not known yet is marked.
func (p *player) describe(e Expr) string {
	v := p.cursor.values
	if out, err := v.eval(e); err == nil {
		return datum{value: out}.spelled()
	}
	return datum{value: v.shown(map[string]Expr{"": e})[""]}.spelled()
}
