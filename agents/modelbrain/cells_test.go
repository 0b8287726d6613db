package modelbrain_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"legomem/agents"
	"legomem/agents/modelbrain"
	"legomem/golden"
	"legomem/lists"
	"legomem/llm/llmtest"
	"legomem/membank"
	"legomem/membank/hashembed"
	"legomem/membank/store/sqlite/sqlitetest"
	"legomem/must"
	"legomem/orchestrator/taskgraph/rungraph"
	"legomem/trajectory"
)

// past is a bank of three tasks with everything the strategies and baselines
// retrieve: what is worth telling apart is in the words.
func past(t *testing.T) *membank.Bank {
	t.Helper()
	bank := must.Have(membank.Open(t.Context(), sqlitetest.New(t), hashembed.Embedder{}, "ann"))(t)
	part := func(agent, description, think, action, saw string) membank.Subtask {
		return membank.Subtask{Agent: agent, Description: description, Observations: saw, Steps: []membank.Step{{Think: think, Action: action}}}
	}
	count := part(agents.Calendar, "List Eve's meetings on 2 May", "The calendar must be read first.", `calendar.list_events({"user":"Eve"})`, "Two events: Budget, Lunch.")
	check := part(agents.Calendar, "Look whether Omar is free on 3 May", "A clash must be avoided.", `calendar.list_events({"user":"Omar"})`, "No events.")
	sheet := part(agents.Excel, "Write a number into plan.xlsx", "The sheet's columns must be known.", `excel.read({"file_path":"data/plan.xlsx"})`, "A1: n")
	var units []membank.Unit
	for i, u := range []membank.Unit{
		{Task: "How many meetings has Eve on 5/2/2026?", Plan: "1. calendar_agent: list them", Subtasks: []membank.Subtask{count}, Answer: "2"},
		{Task: "Write the number of files into plan.xlsx", Plan: "1. excel_agent: write it", Subtasks: []membank.Subtask{sheet}, Answer: "Written.", Reflections: "Every action succeeded."},
		{Task: "Is Omar free on 5/3/2026?", Plan: "1. calendar_agent: look", Subtasks: []membank.Subtask{check}, Answer: "Yes."},
	} {
		u.Kind, u.Curator = membank.FullTask, "rule/1"
		u.Source = membank.Source{Run: fmt.Sprintf("run-%d", i), Suite: "suite", Task: fmt.Sprintf("1-%d/0", i+1)}
		full := must.Have(membank.Seal(u))(t)
		raw := u
		raw.Kind = membank.RawTrajectory
		raw.Subtasks = slices.Clone(u.Subtasks)
		st := raw.Subtasks[0].Steps[0]
		raw.Subtasks[0].Steps = []membank.Step{{Action: st.Action, Observation: "no such file", Failed: true}, {Think: st.Think, Action: st.Action, Observation: "everything\nit returned"}}
		units = append(append(units, full, raw), membank.Cut(full)...)
	}
	units = append(units, membank.Unit{Kind: membank.RoutineUnit, Task: "meetings", Curator: "m/1", Source: membank.Source{Run: "run-0"},
		Routine: &membank.Routine{Name: "count_meetings", Agent: agents.Calendar, Description: "Counts a person's meetings on a day.",
			Variables: []membank.Variable{{Name: "person", Description: "whose calendar"}, {Name: "day"}},
			Steps:     []membank.Step{{Think: "Read the day.", Action: `calendar.list_events({"user":"{person}","day":"{day}"})`}, {Action: `system.count({})`}}}})
	for _, p := range []membank.Pitfall{{Agent: agents.Calendar, Warning: "calendar.list_events was called without a day"}, {Warning: "the number was never written"}} {
		units = append(units, membank.Unit{Kind: membank.PitfallUnit, Task: "How many meetings has Omar on 5/4/2026?", Pitfall: &p, Curator: "rule/2", Source: membank.Source{Run: "run-9"}})
	}
	must.Have(bank.Add(t.Context(), units))(t)
	return bank
}

// cell is a column of the experiment.
type cell struct {
	strategy  string
	placement membank.Placement
	reasoning bool
	general   bool // not as in the paper, but as unless the configuration says otherwise
}

func (c cell) String() string {
	name := c.strategy + "." + string(c.placement)
	if !c.reasoning {
		name += ".without"
	}
	if c.general {
		name += ".general"
	}
	return name
}

func cells() []cell {
	var out []cell
	for _, s := range []string{"vanilla", "dynamic", "rewrite"} {
		for _, p := range membank.Placements() {
			out = append(out, cell{s, p, true, false}, cell{s, p, false, false})
		}
	}
	for _, p := range membank.Placements() {
		out = append(out, cell{"dynamic", p, true, true})
	}
	return append(out, cell{"synapse", membank.Both, true, false}, cell{"awm", membank.Both, true, false},
		cell{"vanilla", membank.Both, false, true}, cell{"rewrite", membank.Both, true, true}, cell{"synapse", membank.Both, true, true}, cell{"awm", membank.Both, true, true})
}

// TestCells holds what every role is asked, in each cell, against a golden
// file: which memories are there, for whom, and with which reasoning. The bank has
// pitfalls, too, which the paper's cells do not show.
func TestCells(t *testing.T) {
	for _, c := range cells() {
		t.Run(c.String(), func(t *testing.T) {
			golden.Check(t, "cells/"+c.String()+".golden", strings.Join(c.prompts(t), "\n"))
		})
	}
}

// prompts are the user messages of one run's roles, in order.
func (c cell) prompts(t *testing.T) []string {
	endpoint := llmtest.New(t, llmtest.Options{Answer: obliging})
	model := newBrain(t, endpoint, modelbrain.Config{Reasoning: c.reasoning, General: c.general, Plans: c.general, FactsInPlan: c.general, AnswerInLedger: c.general, OpenSteps: c.general, DoneBeside: c.general, GraphTokens: map[bool]int{true: 500}[c.general], Now: time.Now})
	brief := agents.Brief{Run: "r", Task: task, Team: team(), Tools: registry()}
	strategy := must.Have(membank.NewStrategy(c.strategy, membank.Limits{K: 2, PerAgent: 1}))(t)
	if c.general && c.strategy != "synapse" && c.strategy != "awm" {
		strategy = membank.Warned{Strategy: strategy}
	}
	ask := membank.Ask{Task: task.Text, Agents: team().Names(), Draft: model.Drafter(brief)}
	_, placed, err := past(t).Retrieve(t.Context(), ask, strategy, c.placement)
	must.Do(t, err)
	brief.Memories = placed
	graph := must.Have(rungraph.New(task, task.Now))(t)
	brief.Working = graph.Graph
	must.Do(t, eachRole(t.Context(), model, brief, graph))
	return lists.Map(endpoint.Requests(), func(r llmtest.Request) string {
		last := r.Messages[len(r.Messages)-1]
		return fmt.Sprintf("=== %s\n%s", last.Role, last.Content)
	})
}

// eachRole has each role asked once, and the calendar agent twice. The graph sees what a run
// would log.
func eachRole(ctx context.Context, model *modelbrain.Brain, s agents.Brief, graph *rungraph.Graph) error {
	planner, actor, err := model.Open(ctx, s)
	if err != nil {
		return err
	}
	st := agents.State{}
	if st.Plan, err = planner.Plan(ctx); err != nil {
		return err
	}
	st.Plan = st.Plan.Follow(trajectory.Plan{}, 0)
	if err := graph.Saw(trajectory.Planned{Plan: st.Plan}); err != nil {
		return err
	}
	if _, err := planner.Next(ctx, st); err != nil {
		return err
	}
	for i, sub := range []trajectory.Subtask{
		{Agent: agents.Calendar, Description: "List Dana's meetings on 12 March"},
		{Agent: agents.Calendar, Description: "Look whether Dana is free"},
		{Agent: agents.Excel, Description: "Write 2 into plan.xlsx"},
	} {
		sub.Round = i + 1
		if err := graph.Saw(trajectory.Delegated{Subtask: sub}); err != nil {
			return err
		}
		if _, err := actor.Act(ctx, sub, nil); err != nil {
			return err
		}
	}
	_, err = planner.Replan(ctx, st)
	return err
}

// obliging is a model that gives every role what it asks for.
func obliging(r llmtest.Request) llmtest.Reply {
	asked := r.Messages[len(r.Messages)-1].Content
	switch {
	case len(r.Tools) > 0:
		return llmtest.Reply{Tool: "done", Args: `{"summary":"Done.","succeeded":true}`}
	case strings.Contains(asked, "<start>"):
		return llmtest.Reply{Text: "<start>\n1. List Dana's meetings\n2. Write the number into the spreadsheet\n<end>"}
	case strings.Contains(asked, "is_in_loop"):
		return llmtest.Reply{Text: goodLedger}
	case strings.Contains(asked, "cannot_be_done"):
		return llmtest.Reply{Text: withFacts(goodPlan)}
	}
	return llmtest.Reply{Text: "1. GIVEN: Dana"}
}

// TestMemoryBudget drops what does not fit whole, and counts it.
func TestMemoryBudget(t *testing.T) {
	b := openWith(t, 40, llmtest.Reply{Text: "facts"}, llmtest.Reply{Text: goodPlan})
	must.Have(b.planner.Plan(t.Context()))(t)
	if got := b.last(); strings.Contains(got, "Count Eve's meetings") {
		t.Errorf("a memory over the budget is in the prompt:\n%s", got)
	}
	calls := b.calls()
	if calls[0].Dropped != 0 || calls[1].Dropped != 2 || calls[1].Truncated {
		t.Errorf("the facts dropped %d memories, the plan %d, not 0 and 2", calls[0].Dropped, calls[1].Dropped)
	}
}
