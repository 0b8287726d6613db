package modelbrain_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"legomem/agents"
	"legomem/agents/modelbrain"
	"legomem/llm/llmtest"
	"legomem/membank"
	"legomem/must"
	"legomem/tools"
	"legomem/trajectory"
)

type searched struct {
	Folder string `json:"folder,omitempty"`
}

// searching is a tool that looks for files, and one that looks at a file.
func searching() *tools.Registry {
	run := func(context.Context, *tools.Workspace, searched) (tools.Result, error) { return tools.Result{}, nil }
	return tools.NewRegistry([]tools.Tool{
		tools.Define("system.find_file", "Find a file.", func(p searched) []tools.Effect { return tools.ListEffects(p.Folder) }, run),
		tools.Define("excel.read", "Read a sheet.", func(p searched) []tools.Effect { return tools.ReadEffects("a.xlsx") }, run),
	})
}

// found is a task whose work began with looking for a file.
type found struct{ memories }

func (found) ForPlan() []membank.Hit {
	work := func(agent, description string, actions ...string) membank.Subtask {
		s := membank.Subtask{Agent: agent, Description: description}
		for _, a := range actions {
			s.Steps = append(s.Steps, membank.Step{Action: a})
		}
		return s
	}
	return []membank.Hit{{Rank: 1, Unit: membank.Unit{ID: "u", Kind: membank.FullTask, Task: "Count the scores", Subtasks: []membank.Subtask{
		work(agents.System, "Look for the scores", `system.find_file({"folder":"data"})`),
		work(agents.Excel, "Read them", `system.find_file({})`, `system.find_file({"folder":"emails/Bob"})`, `excel.read({})`),
	}}}}
}

func (f found) ForAgent(context.Context, trajectory.Subtask) ([]membank.Hit, error) {
	sub := membank.Subtask{Agent: agents.Excel, Description: "Read them", Steps: []membank.Step{{Action: `system.find_file({})`}, {Action: `excel.read({})`}}}
	return []membank.Hit{{Rank: 1, Unit: membank.Unit{ID: "s", Kind: membank.SubtaskUnit, Subtask: &sub}}}, nil
}

// TestMemoriesDoNotLookForWhatTheSurveyNames: who is told all files is not shown how others
// looked for theirs; agents, who are not told, are, and so is everybody where the survey
// leaves files out or there is none.
func TestMemoriesDoNotLookForWhatTheSurveyNames(t *testing.T) {
	for _, c := range []struct {
		name     string
		surveyed *tools.Observation
		looks    int // for files of data/, in the plan's memory
	}{
		{"all files are named", &tools.Observation{Text: "data/scores.xlsx", Data: json.RawMessage(`{"more_files":0}`)}, 0},
		{"some are not", &tools.Observation{Text: "data/scores.xlsx", Data: json.RawMessage(`{"more_files":2}`)}, 2},
		{"it could not be surveyed", &tools.Observation{Failed: true}, 2},
		{"nobody surveys", nil, 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			endpoint := llmtest.New(t, llmtest.Options{Answer: obliging})
			model := newBrain(t, endpoint, modelbrain.Config{General: true, Plans: true, FactsInPlan: true, Survey: true, Now: time.Now})
			brief := agents.Brief{Run: "r", Task: task, Team: team(), Tools: searching(), Memories: found{}}
			if c.surveyed != nil {
				brief.Look = func(context.Context, tools.Action) (tools.Observation, error) { return *c.surveyed, nil }
			}
			planner, actor, err := model.Open(t.Context(), brief)
			must.Do(t, err)
			must.Have(planner.Plan(t.Context()))(t)
			must.Have(actor.Act(t.Context(), trajectory.Subtask{Round: 1, Agent: agents.Excel, Description: "Read"}, nil))(t)
			plan, act := endpoint.Requests()[0].Messages[1].Content, endpoint.Requests()[1].Messages[1].Content
			if n := strings.Count(plan, "system__find_file") - 1; n != c.looks { // that of a mailbox stays
				t.Errorf("%d calls look for files, not %d:\n%s", n, c.looks, plan)
			}
			if !strings.Contains(plan, "excel__read") || strings.Contains(plan, "Look for the scores") != (c.looks > 0) {
				t.Errorf("the wrong work is left out:\n%s", plan)
			}
			if !strings.Contains(act, "system__find_file") {
				t.Errorf("the agent is not shown how the file was found:\n%s", act)
			}
		})
	}
}
