package demo

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"legomem/agents"
	"legomem/must"
	"legomem/tools"
	"legomem/trajectory"
)

// Tools of a small office. They write what they do, line by line, so that a
// test's evaluation can look for it.
type (
	createEvent struct {
		User    string `json:"user" kind:"person"`
		Summary string `json:"summary" kind:"phrase"`
		Start   string `json:"start" kind:"datetime"`
	}
	aggregate struct {
		FilePath string `json:"file_path" kind:"file"`
		Op       string `json:"op"`
	}
	sendMail struct {
		To      []string `json:"to" kind:"person"`
		Subject string   `json:"subject" kind:"phrase"`
		Content string   `json:"content" kind:"message"`
		Urgent  bool     `json:"urgent,omitempty"`
	}
	addRows struct {
		FilePath string           `json:"file_path" kind:"file"`
		Rows     []map[string]any `json:"rows"`
	}
)

func office() *tools.Registry {
	write := func(ws *tools.Workspace, name, line string) error {
		old, _ := ws.ReadFile(name)
		return ws.WriteFile(name, append(old, line+"\n"...))
	}
	return tools.NewRegistry([]tools.Tool{
		tools.Define("calendar.create_event", "Create an event.",
			func(p createEvent) []tools.Effect {
				return []tools.Effect{{Class: tools.Write, Target: "calendar:" + p.User}}
			},
			func(_ context.Context, ws *tools.Workspace, p createEvent) (tools.Result, error) {
				return tools.Result{Text: "Created."}, write(ws, "calendar/"+p.User+".txt", p.Start+" "+p.Summary)
			}),
		tools.Define("excel.aggregate", "Add up.",
			func(p aggregate) []tools.Effect {
				return []tools.Effect{{Class: tools.Read, Target: "file:" + p.FilePath}}
			},
			func(_ context.Context, _ *tools.Workspace, p aggregate) (tools.Result, error) {
				if p.FilePath != "data/costs.csv" || p.Op != "sum" {
					return tools.Result{}, tools.Failf(tools.NotFound, "no file %s", p.FilePath)
				}
				return tools.Result{Text: "The sum is 815.5.", Data: map[string]any{"value": 815.5, "rows": 12, "last": "2026-03-01"}}, nil
			}),
		tools.Define("email.send", "Send.",
			func(p sendMail) []tools.Effect {
				return []tools.Effect{{Class: tools.Send, Target: "recipient:" + strings.Join(p.To, ",")}}
			},
			func(_ context.Context, ws *tools.Workspace, p sendMail) (tools.Result, error) {
				return tools.Result{Text: "Sent."}, write(ws, "emails/"+strings.Join(p.To, "+")+".txt", fmt.Sprint(p.Subject, "|", p.Content, "|", p.Urgent))
			}),
		tools.Define("excel.append_rows", "Add rows.",
			func(p addRows) []tools.Effect {
				return []tools.Effect{{Class: tools.Write, Target: "file:" + p.FilePath}}
			},
			func(_ context.Context, ws *tools.Workspace, p addRows) (tools.Result, error) {
				return tools.Result{}, write(ws, p.FilePath, fmt.Sprint(p.Rows))
			}),
	})
}

func now() time.Time { return time.Date(2026, 3, 4, 0, 0, 0, 0, time.UTC) }

// play drives the brain as the orchestrator does, on a new testbed, and judges
// the outcome.
func play(t testing.TB, task trajectory.Task, judge func(*tools.Workspace, string) *bool) Play {
	return func(ctx context.Context, d *Demo) (*bool, *trajectory.Run, error) {
		ws, err := tools.OpenWorkspace(t.TempDir(), task.User, now)
		if err != nil {
			return nil, nil, err
		}
		defer ws.Close()
		run, err := drive(ctx, NewBrain(d), ws, task)
		if err != nil {
			return nil, run, err
		}
		return judge(ws, run.Answer), run, nil
	}
}

func drive(ctx context.Context, b agents.Brain, ws *tools.Workspace, task trajectory.Task) (*trajectory.Run, error) {
	run := &trajectory.Run{Started: trajectory.Started{Task: task}, Result: &trajectory.Result{Outcome: trajectory.Solved}}
	log := func(p trajectory.Payload) error {
		if taught, ok := p.(trajectory.Taught); ok {
			run.Wordings, run.Constants = taught.Wordings, taught.Constants
		}
		return nil
	}
	planner, actor, err := b.Open(ctx, agents.Brief{Task: task, Team: agents.DefaultTeam(), Tools: office(), Log: log})
	if err != nil {
		return run, err
	}
	if run.Plan, err = planner.Plan(ctx); err != nil {
		return run, err
	}
	st := agents.State{Plan: run.Plan}
	for {
		ledger, err := planner.Next(ctx, st)
		if gaveUp, ok := err.(*agents.GiveUp); ok {
			run.Result.Outcome, run.Result.Reason = trajectory.GaveUp, gaveUp.Reason
			return run, nil
		}
		if err != nil || ledger.Satisfied.Answer {
			run.Answer, _ = planner.Answer(ctx, st)
			return run, err
		}
		sub := trajectory.SubtaskRun{Subtask: trajectory.Subtask{Round: len(st.Rounds) + 1, Agent: ledger.Speaker, Description: ledger.Instruction, PlanStep: ledger.PlanStep}}
		for !sub.Done {
			dec, err := actor.Act(ctx, sub.Subtask, sub.Steps)
			if err != nil {
				return run, err
			}
			if dec.Action == nil {
				sub.Summary, sub.Failed, sub.Done = dec.Summary, dec.Failed, true
				break
			}
			tool, err := office().Lookup(dec.Action.Tool)
			if err != nil {
				return run, err
			}
			obs := tool.Run(ctx, ws, dec.Action.Args)
			sub.Steps = append(sub.Steps, trajectory.Step{Number: len(sub.Steps) + 1, Thought: dec.Thought, Action: *dec.Action, Expect: dec.Expect, Observation: &obs})
		}
		run.Subtasks = append(run.Subtasks, sub)
		st.Rounds = append(st.Rounds, agents.Round{Subtask: sub.Subtask, Summary: sub.Summary, Failed: sub.Failed, Steps: sub.Steps})
	}
}

// lines is a judge that wants each file to have exactly its lines.
func lines(want map[string]string) func(*tools.Workspace, string) *bool {
	return func(ws *tools.Workspace, _ string) *bool {
		ok := true
		for file, line := range want {
			got, err := ws.ReadFile(file)
			ok = ok && err == nil && string(got) == line+"\n"
		}
		return &ok
	}
}

func load(t testing.TB, file string) (*Demo, trajectory.Task) {
	t.Helper()
	d := must.Have(Load(file))(t)
	task, ok := d.Free(time.UTC)
	if !ok {
		t.Fatalf("%s is of a suite", file)
	}
	return d, task
}
