package modelbrain_test

import (
	"strings"
	"testing"
	"time"

	"legomem/agents"
	"legomem/agents/modelbrain"
	"legomem/golden"
	"legomem/llm/llmtest"
	"legomem/must"
	"legomem/trajectory"
)

// directly is a brain that gives a plan's steps to agents without a ledger where it can.
func directly(t *testing.T, script ...llmtest.Reply) *worked {
	t.Helper()
	w := workedWith(t, 500, script...)
	w.model = newBrain(t, w.endpoint, modelbrain.Config{Retries: 3, GraphTokens: 500, DirectSteps: true, Now: time.Now})
	w.reopen()
	return w
}

// asks has the brain decide a round, and reports whether it asked a model.
func (w *worked) asks() (trajectory.Ledger, bool) {
	w.t.Helper()
	before := len(w.endpoint.Requests())
	l := must.Have(w.planner.Next(w.t.Context(), w.state))(w.t)
	return l, len(w.endpoint.Requests()) > before
}

// TestStepsWithoutNeedsAreGivenDirectly: a step that needs no other's result goes to its agent
// as the plan has it, and no model is asked; one that needs a result has a ledger.
func TestStepsWithoutNeedsAreGivenDirectly(t *testing.T) {
	w := directly(t, llmtest.Reply{Text: goodLedger})
	w.plan(trajectory.PlanStep{Agent: agents.Calendar, Description: "List the events"},
		trajectory.PlanStep{Agent: agents.Excel, Description: "Make plan.xlsx"},
		trajectory.PlanStep{Agent: agents.Excel, Description: "Put the number of events into a cell", Needs: []string{"1"}})
	for _, want := range w.state.Plan.Steps[:2] {
		l, asked := w.asks()
		if asked || l.Speaker != want.Agent || l.Instruction != want.Description || l.PlanStep != want.ID || l.Satisfied.Answer || !l.Progress.Answer {
			t.Fatalf("asked %v, it decides %+v", asked, l)
		}
		w.report(w.delegate(l.Speaker, l.Instruction, l.PlanStep, l.Uses...), "Done.", false)
	}
	if l, asked := w.asks(); !asked {
		t.Errorf("what needs a result is given without one: %+v", l)
	}
}

// TestLedgersAreAskedFor: where something has failed, somebody has worked on the step, nothing
// is left, there is no graph, or the setting is off.
func TestLedgersAreAskedFor(t *testing.T) {
	two := []trajectory.PlanStep{{Agent: agents.Calendar, Description: "List the events"}, {Agent: agents.Excel, Description: "Make plan.xlsx"}}
	for _, c := range []struct {
		name string
		set  func(w *worked)
	}{
		{"a step failed", func(w *worked) { w.report(w.delegate(agents.Calendar, "List the events", "0.1"), "No.", true) }},
		{"the run has stalled", func(w *worked) { w.state.Stalls = 1 }},
		{"all is done", func(w *worked) {
			w.report(w.delegate(agents.Calendar, "List the events", "0.1"), "Two.", false)
			w.report(w.delegate(agents.Excel, "Make plan.xlsx", "0.2"), "Made.", false)
		}},
		{"the team has not the step's agent", func(w *worked) { w.brief.Team.Agents = w.brief.Team.Agents[1:]; w.reopen() }},
		{"there is no graph", func(w *worked) { w.brief.Working = nil; w.reopen() }},
		{"the setting is off", func(w *worked) {
			w.model = newBrain(w.t, w.endpoint, modelbrain.Config{Retries: 3, GraphTokens: 500, Now: time.Now})
			w.reopen()
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := directly(t, llmtest.Reply{Text: strings.Replace(goodLedger, agents.Calendar, agents.Excel, 1)})
			w.plan(two...)
			c.set(w)
			if l, asked := w.asks(); !asked {
				t.Errorf("no model is asked: %+v", l)
			}
		})
	}
}

// TestAFailureBeforeThePlanIsForgotten: a new plan starts over. It is told, as the first is,
// that a step which needs nothing goes to its agent as it stands.
func TestAFailureBeforeThePlanIsForgotten(t *testing.T) {
	w := directly(t, llmtest.Reply{Text: "GIVEN: Dana"}, llmtest.Reply{Text: goodPlan})
	w.plan(trajectory.PlanStep{Agent: agents.Calendar, Description: "List the events"})
	w.report(w.delegate(agents.Calendar, "List the events", "0.1"), "No.", true)
	must.Have(w.planner.Replan(t.Context(), w.state))(t)
	golden.Check(t, "direct-replan.golden", w.last())
	w.plan(trajectory.PlanStep{Agent: agents.Excel, Description: "Make plan.xlsx"})
	if l, asked := w.asks(); asked || l.Instruction != "Make plan.xlsx" {
		t.Errorf("asked %v, it decides %+v", asked, l)
	}
}
