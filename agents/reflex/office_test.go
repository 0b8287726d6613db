package reflex

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"legomem/agents"
	"legomem/membank"
	"legomem/must"
	"legomem/tools"
	"legomem/trajectory"
)

// Argument structs of a small office: reflex binds by their kinds.
type (
	createEvent struct {
		User    string `json:"user" kind:"person"`
		Summary string `json:"summary" kind:"phrase"`
		Start   string `json:"start" kind:"datetime"`
		End     string `json:"end,omitempty" kind:"datetime"`
	}
	sendMail struct {
		To      []string `json:"to" kind:"person"`
		Subject string   `json:"subject" kind:"phrase"`
		Content string   `json:"content" kind:"message"`
	}
	sumColumn struct {
		FilePath string `json:"file_path" kind:"file"`
		Column   string `json:"column" kind:"phrase"`
		Op       string `json:"op"`
	}
	setCell struct {
		FilePath string `json:"file_path" kind:"file"`
		Cell     string `json:"cell" kind:"cell"`
		Value    any    `json:"value"`
	}
	listEvents struct {
		User string `json:"user" kind:"person"`
		Date string `json:"date" kind:"date"`
	}
)

func office() *tools.Registry {
	return tools.NewRegistry([]tools.Tool{
		fake[createEvent]("calendar.create_event"), fake[sendMail]("email.send"),
		fake[sumColumn]("excel.aggregate"), fake[setCell]("excel.set_cell"),
		fake[listEvents]("calendar.list_events"),
	})
}

func fake[P any](name string) tools.Tool {
	return tools.Define(name, name, func(P) []tools.Effect { return nil },
		func(context.Context, *tools.Workspace, P) (tools.Result, error) { return tools.Result{}, nil })
}

var monday = time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)

// done is an action with what it returned.
type done struct {
	tool string
	args map[string]any
	data any
}

// practised makes a passed run of one subtask.
func practised(text, answer string, steps []done, wordings ...string) *trajectory.Run {
	run := &trajectory.Run{ID: "r1", Started: trajectory.Started{Task: trajectory.Task{Text: text, User: "Alice", Now: monday}}, Answer: answer}
	sub := trajectory.SubtaskRun{Subtask: trajectory.Subtask{Round: 1, Agent: "office_agent", Description: "Do it"}, Summary: "Done"}
	for i, d := range steps {
		data, _ := json.Marshal(d.data)
		sub.Steps = append(sub.Steps, trajectory.Step{Number: i + 1, Action: tools.Action{Tool: d.tool, Args: d.args},
			Observation: &tools.Observation{Text: "ok", Data: data}})
	}
	run.Subtasks = []trajectory.SubtaskRun{sub}
	for _, w := range wordings {
		run.Wordings = append(run.Wordings, trajectory.Wording{Text: w})
	}
	return run
}

// learned compiles runs into hits, as a bank would return them.
func learned(t testing.TB, runs ...*trajectory.Run) []membank.Hit {
	t.Helper()
	var hits []membank.Hit
	for i, run := range runs {
		p, notes, err := Compile(run, nil, office())
		if err != nil {
			t.Fatalf("Compile(%q): %v", run.Started.Task.Text, err)
		}
		for _, n := range notes {
			t.Errorf("Compile(%q): %s", run.Started.Task.Text, n)
		}
		data := must.Have(json.Marshal(p))(t)
		hits = append(hits, membank.Hit{Unit: membank.Unit{ID: run.Started.Task.Text, Task: run.Started.Task.Text, Procedure: data}, Rank: i + 1})
	}
	return hits
}

func meeting() *trajectory.Run {
	return practised("Schedule a team lunch for Priya on 4/2/2026 from 12:00 pm to 1:00 pm",
		"team lunch is in Priya's calendar on Thursday, 2 April 2026.",
		[]done{{"calendar.create_event", map[string]any{"user": "Priya", "summary": "team lunch", "start": "2026-04-02 12:00:00", "end": "2026-04-02 13:00:00"},
			map[string]any{"id": "e1", "user": "Priya", "summary": "team lunch"}}},
		"Put a [team lunch] in [Priya]'s calendar on [April 2, 2026] between [12:00 pm](start) and [1:00 pm](end)",
		"Please book [Priya] a [team lunch] for [2 April 2026], [12:00 pm](start) to [1:00 pm](end)",
		"On [4/2/2026] from [12:00 pm](start) until [1:00 pm](end), add [team lunch] to the calendar of [Priya]")
}

func note() *trajectory.Run {
	return practised(`Email Bob with the subject Parking saying the north gate is closed`, "The mail to Bob is sent.",
		[]done{{"email.send", map[string]any{"to": []any{"Bob"}, "subject": "Parking", "content": "the north gate is closed"}, map[string]any{"id": "m1"}}},
		"Send [Bob] a mail titled [Parking](subject) that says [the north gate is closed](content)")
}

func total() *trajectory.Run {
	return practised("Add up the Cost column of trips.xlsx and email the total to Omar", "The total of 815.5 is sent to Omar.",
		[]done{
			{"excel.aggregate", map[string]any{"file_path": "data/trips.xlsx", "column": "Cost", "op": "sum"}, map[string]any{"value": 815.5, "text": "815.5", "column": "Cost"}},
			{"email.send", map[string]any{"to": []any{"Omar"}, "subject": "Total of Cost", "content": "The total is 815.5."}, map[string]any{"id": "m2"}},
		},
		"Sum [Cost](column) in [trips.xlsx] and send [Omar] the total by mail")
}

func cell() *trajectory.Run {
	return practised("Set cell C4 of stock.xlsx to 120", "Cell C4 of stock.xlsx is 120.",
		[]done{{"excel.set_cell", map[string]any{"file_path": "data/stock.xlsx", "cell": "C4", "value": 120.0}, map[string]any{"cell": "C4"}}},
		"Write [120] into [C4] in the workbook [stock.xlsx]")
}

// choose finds what is certainly asked for, among hits as a bank returns them; likely what
// is likely too.
func choose(ctx context.Context, task trajectory.Task, hits []membank.Hit) (*Match, error) {
	return Brain{}.Choose(ctx, briefOf(task, hits))
}

func chooseLikely(ctx context.Context, task trajectory.Task, hits []membank.Hit) (*Match, error) {
	return Brain{Doubted: true}.Choose(ctx, briefOf(task, hits))
}

func briefOf(task trajectory.Task, hits []membank.Hit) agents.Brief {
	return agents.Brief{Task: task, SearchTasks: func(context.Context, string, int) ([]membank.Hit, error) { return hits, nil }}
}
