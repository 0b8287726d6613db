package orchestrator_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"legomem/agents"
	"legomem/llm"
	"legomem/llm/cost"
	"legomem/orchestrator"
	"legomem/tools"
	"legomem/tools/policy"
	"legomem/trajectory"
)

// hostTool is an agents.HostTool from a function.
type hostTool func(context.Context, agents.HostCall) (tools.Observation, error)

func (h hostTool) Call(ctx context.Context, c agents.HostCall) (tools.Observation, error) {
	return h(ctx, c)
}

// A tool on the host is called instead of the sandbox, between the intent and
// the observation, with the run's log, meter and sandbox.
func TestHostTool(t *testing.T) {
	for _, name := range []string{"note.read", "note__read"} {
		t.Run(name, func(t *testing.T) {
			asked := read()
			asked.Tool = name
			f := setUp(t, turn{actions: []tools.Action{write("data/a.txt", "x"), asked}})
			f.deps.Host = map[string]agents.HostTool{"note.read": hostTool(func(ctx context.Context, c agents.HostCall) (tools.Observation, error) {
				if c.Action.Tool != name || c.Action.Args["file"] != "data/a.txt" {
					t.Errorf("it was asked for %+v", c.Action)
				}
				c.Meter.Add("seer", "m", cost.Usage{Prompt: 7, Completion: 2})
				if err := c.Log(trajectory.ModelCalled{Role: "seer", Model: "m"}); err != nil {
					return tools.Observation{}, err
				}
				obs, err := c.Box(ctx, write("data/b.txt", "y"))
				obs.Text += " on the host"
				return obs, err
			})}
			res := f.mustRun(t)
			if res.Outcome != trajectory.Solved || res.Steps != 2 || res.ModelCalls != 1 || res.Tokens.Prompt != 7 {
				t.Errorf("result %+v", res)
			}
			if !strings.Contains(f.events(), "intended observed intended model_called observed") {
				t.Errorf("events %s", f.events())
			}
			step := f.log(t).Subtasks[0].Steps[1]
			if step.Observation.Text != "written on the host" || len(step.Effects) != 1 || step.Effects[0].Class != tools.Read {
				t.Errorf("step %+v", step)
			}
		})
	}
}

// What a host tool does in the sandbox is under the policy like all else.
func TestHostToolUnderPolicy(t *testing.T) {
	f := setUp(t, turn{actions: []tools.Action{read()}})
	f.deps.Policy = func(task trajectory.Task, start string) orchestrator.Gate {
		return policy.Rules{}.Open(f.deps.Tools, task, start)
	}
	f.deps.Host = map[string]agents.HostTool{"note.read": hostTool(func(ctx context.Context, c agents.HostCall) (tools.Observation, error) {
		return c.Box(ctx, shell("data/a.txt", "x"))
	})}
	res, err := orchestrator.Run(t.Context(), f.deps, f.order)
	if err != nil || res.FailedSteps != 1 {
		t.Fatalf("result %+v, %v", res, err)
	}
	if obs := f.log(t).Subtasks[0].Steps[0].Observation; obs.Code != tools.Refused {
		t.Errorf("observation %+v", obs)
	}
}

func TestHostToolErrors(t *testing.T) {
	for _, tc := range []struct {
		name    string
		err     error
		outcome trajectory.Outcome
		kind    llm.Kind
	}{
		{"the model's", &llm.Error{Kind: llm.Auth, Message: "no"}, trajectory.Errored, llm.Auth},
		{"the budget's", &cost.Exhausted{What: "tokens", Cap: "5 tokens"}, trajectory.Exhausted, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			f := setUp(t, turn{actions: []tools.Action{read()}})
			f.deps.Host = map[string]agents.HostTool{"note.read": hostTool(func(context.Context, agents.HostCall) (tools.Observation, error) {
				return tools.Observation{}, tc.err
			})}
			res, err := orchestrator.Run(t.Context(), f.deps, f.order)
			if res.Outcome != tc.outcome || llm.KindOf(err) != tc.kind {
				t.Errorf("%s: %v", res.Outcome, err)
			}
			if tc.kind != "" && (!errors.Is(err, tc.err) || !strings.Contains(err.Error(), "call note.read on the host")) {
				t.Errorf("error %v", err)
			}
		})
	}
}
