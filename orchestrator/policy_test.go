package orchestrator_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"legomem/agents"
	"legomem/orchestrator"
	"legomem/tools"
	"legomem/tools/policy"
	"legomem/trajectory"
)

// fakeGate decides as it is told, and keeps what it saw.
type fakeGate struct {
	decide   func(agent string, a tools.Action) (tools.Action, error)
	saw      []tools.Action
	recalled []tools.Action
}

func (g *fakeGate) Decide(agent string, a tools.Action) (tools.Intent, error) {
	allowed, err := g.decide(agent, a)
	if err != nil {
		return tools.Intent{Action: a}, err
	}
	i, _ := registry().Intend(allowed)
	return i, nil
}

func (g *fakeGate) Saw(i tools.Intent, _ tools.Observation) { g.saw = append(g.saw, i.Action) }

func (g *fakeGate) SawBefore(a tools.Action, _ tools.Observation) { g.recalled = append(g.recalled, a) }

// underGate gives a fixture's run a gate.
func (f *fixture) underGate(decide func(agent string, a tools.Action) (tools.Action, error)) *fakeGate {
	g := &fakeGate{decide: decide}
	f.deps.Policy = func(trajectory.Task, string) orchestrator.Gate { return g }
	return g
}

// An action that the policy amends is done, logged and seen as amended.
func TestPolicyAmends(t *testing.T) {
	f := setUp(t, turn{actions: []tools.Action{write("data/a.txt", "x")}})
	g := f.underGate(func(agent string, a tools.Action) (tools.Action, error) {
		if agent != "noter" {
			t.Errorf("the agent is %q", agent)
		}
		return write("data/b.txt", "y"), nil
	})
	res, err := orchestrator.Run(t.Context(), f.deps, f.order)
	if err != nil || res.Refused != 0 {
		t.Fatalf("%+v, %v", res, err)
	}
	step := f.log(t).Steps()[0]
	for _, a := range []tools.Action{step.Action, f.box.calls[0], g.saw[0]} {
		if a.Args["file"] != "data/b.txt" {
			t.Errorf("%v", a)
		}
	}
	if step.Effects[0].Target != "file:data/b.txt" {
		t.Errorf("effects %v", step.Effects)
	}
}

// An action that the policy refuses is not done; it is observed, noted and
// counted. One that is only wrong is not counted.
func TestPolicyRefuses(t *testing.T) {
	f := setUp(t, turn{actions: []tools.Action{write("data/a.txt", "x"), write("data/c.txt", "x"), read()}})
	g := f.underGate(func(_ string, a tools.Action) (tools.Action, error) {
		switch {
		case a.Tool != "note.write":
		case a.Args["file"] == "data/a.txt":
			return a, tools.Failf(tools.Refused, "not so")
		case a.Args["file"] == "data/c.txt":
			return a, tools.Failf(tools.BadArguments, "not like that")
		}
		return a, nil
	})
	f.order.Verifier = nil
	res, err := orchestrator.Run(t.Context(), f.deps, f.order)
	if err != nil || res.Refused != 1 || res.FailedSteps != 2 || res.Outcome != trajectory.Solved {
		t.Fatalf("%+v, %v", res, err)
	}
	run := f.log(t)
	if why := run.Refusals(); !slices.Equal(why, []string{"not so"}) {
		t.Errorf("refusals %q", why)
	}
	if o := run.Steps()[0].Observation; !o.Failed || o.Code != tools.Refused || o.Text != "not so" {
		t.Errorf("observation %+v", o)
	}
	if f.box.calls[0].Tool != "note.read" || len(g.saw) != 1 {
		t.Errorf("called %v, seen %v", f.box.calls, g.saw)
	}
}

// What a tool on the host is refused is noted, too.
func TestPolicyRefusesHostTools(t *testing.T) {
	f := setUp(t, turn{actions: []tools.Action{read()}})
	f.underGate(func(_ string, a tools.Action) (tools.Action, error) {
		if a.Tool == "note.write" {
			return a, tools.Failf(tools.Refused, "not so")
		}
		return a, nil
	})
	f.deps.Host = map[string]agents.HostTool{"note.read": hostTool(func(ctx context.Context, c agents.HostCall) (tools.Observation, error) {
		return c.Box(ctx, write("data/a.txt", "x"))
	})}
	res, err := orchestrator.Run(t.Context(), f.deps, f.order)
	if err != nil || res.Refused != 1 || len(f.log(t).Refusals()) != 1 {
		t.Errorf("%+v, %v", res, err)
	}
}

// A run that ends while the policy decides is cancelled, and nothing is done.
func TestPolicyIsInterrupted(t *testing.T) {
	f := setUp(t, turn{actions: []tools.Action{write("data/a.txt", "x")}})
	ctx, stop := context.WithCancelCause(t.Context())
	f.underGate(func(_ string, a tools.Action) (tools.Action, error) {
		stop(errors.New("over"))
		return a, tools.Failf(tools.Refused, "too late")
	})
	res, err := orchestrator.Run(ctx, f.deps, f.order)
	if err != nil || res.Outcome != trajectory.Cancelled {
		t.Errorf("%+v, %v", res, err)
	}
	if slices.ContainsFunc(f.box.calls, func(a tools.Action) bool { return a.Args["file"] == "data/a.txt" }) {
		t.Errorf("called %v", f.box.calls)
	}
}

// TestEffectsAreToldOnce: the policy tells an action's effects, and the log, what
// is kept before the call and what is seen after it have them from there.
func TestEffectsAreToldOnce(t *testing.T) {
	told := 0
	counted := tools.NewRegistry([]tools.Tool{tools.Define("note.write", "Writes.", func(a noteArgs) []tools.Effect {
		told++
		return tools.WriteEffects(false, a.File)
	}, func(context.Context, *tools.Workspace, noteArgs) (tools.Result, error) { return tools.Result{}, nil })})
	f := setUp(t, turn{actions: []tools.Action{write("data/a.txt", "x")}})
	f.deps.Tools, f.order.AnswerAction = counted, nil
	f.deps.Policy = func(task trajectory.Task, start string) orchestrator.Gate {
		return policy.Rules{}.Open(counted, task, start)
	}
	f.mustRun(t)
	if told != 1 {
		t.Errorf("effects were told %d times", told)
	}
}
