package policy

import (
	"context"
	"testing"

	"legomem/tools"
	"legomem/tools/sandbox"
)

type args struct {
	Command string `json:"command"`
}

// fakeLauncher opens a sandbox that counts its calls.
type fakeLauncher struct{ calls *int }

func (fakeLauncher) Name() string { return "fake" }
func (f fakeLauncher) Open(context.Context, sandbox.Spec) (sandbox.Sandbox, error) {
	return fakeBox(f), nil
}

type fakeBox struct{ calls *int }

func (f fakeBox) Call(context.Context, tools.Action) (tools.Observation, error) {
	*f.calls++
	return tools.Observation{Text: "ran"}, nil
}
func (fakeBox) CopyOut(context.Context, string) error { return nil }
func (fakeBox) Close() error                          { return nil }

func registry() *tools.Registry {
	make := func(name string, class tools.Class) tools.Tool {
		return tools.Define(name, name, func(args) []tools.Effect { return []tools.Effect{{Class: class, Target: "x"}} },
			func(context.Context, *tools.Workspace, args) (tools.Result, error) { return tools.Result{}, nil })
	}
	return tools.NewRegistry([]tools.Tool{make("shell.run", tools.Shell), make("system.read", tools.Read)})
}

func TestGuard(t *testing.T) {
	ok := map[string]any{"command": "ls"}
	tests := []struct {
		name  string
		rules Rules
		call  tools.Action
		code  tools.Code
	}{
		{"a read", Rules{}, tools.Action{Tool: "system.read", Args: ok}, ""},
		{"the shell, off", Rules{}, tools.Action{Tool: "shell.run", Args: ok}, tools.Refused},
		{"the shell, on", Rules{Shell: true}, tools.Action{Tool: "shell.run", Args: ok}, ""},
		{"no such tool", Rules{}, tools.Action{Tool: "shell.runn", Args: ok}, tools.UnknownTool},
		{"effects cannot be told", Rules{Shell: true}, tools.Action{Tool: "shell.run"}, tools.BadArguments},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			calls := 0
			box, err := Guard(fakeLauncher{&calls}, registry(), tt.rules).Open(context.Background(), sandbox.Spec{})
			if err != nil {
				t.Fatal(err)
			}
			obs, err := box.Call(context.Background(), tt.call)
			if err != nil || obs.Code != tt.code || obs.Failed != (tt.code != "") {
				t.Errorf("observation %+v, %v; want code %q", obs, err, tt.code)
			}
			if want := map[bool]int{true: 1, false: 0}[tt.code == ""]; calls != want {
				t.Errorf("%d calls reached the sandbox, want %d", calls, want)
			}
		})
	}
}
