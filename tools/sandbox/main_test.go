package sandbox_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"testing"
	"time"

	"legomem/must"
	"legomem/tools"
	"legomem/tools/sandbox"
	"legomem/tools/sandbox/conformance"
)

func TestMain(m *testing.M) {
	conformance.Main()
	if len(os.Args) == 5 && os.Args[1] == "owner" {
		fmt.Fprintln(os.Stderr, own(os.Args[2], os.Args[3], os.Args[4]))
		os.Exit(1)
	}
	if len(os.Args) == 4 && os.Args[1] == keepVerb {
		fmt.Fprintln(os.Stderr, keepAndDie(os.Args[2], os.Args[3]))
		os.Exit(1)
	}
	if len(os.Args) == 3 && os.Args[1] == onceVerb {
		obs := once(os.Args[2])
		fmt.Println(obs.Text)
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// onceVerb makes the test's program carry out one action and end, as those do
// that are executed in a container for each.
const onceVerb = "once"

func once(text string) tools.Observation {
	ws, err := tools.OpenWorkspace(".", "Dana", time.Now)
	if err != nil {
		return tools.Fail(err)
	}
	defer ws.Close()
	tool, err := conformance.Registry().Lookup("test.echo")
	if err != nil {
		return tools.Fail(err)
	}
	return tool.Run(context.Background(), ws, map[string]any{"text": text})
}

// own opens a sandbox and calls an action that does not end.
func own(kind, where, word string) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	var l sandbox.Launcher = &sandbox.Local{Command: []string{self, conformance.Good}, Tools: conformance.Registry(), Dir: where}
	if kind == "docker" {
		e, err := sandbox.ConnectEngine()
		if err != nil {
			return err
		}
		l = dockerLauncher(e, where, conformance.Good)
	}
	sb, err := l.Open(context.Background(), sandbox.Spec{Now: time.Now()})
	if err != nil {
		return err
	}
	_, err = sb.Call(context.Background(), tools.Action{Tool: "test.stubborn", Args: map[string]any{"text": word}})
	return err
}

func ownedBy(kind, where string) func(*testing.T, string) func() {
	return func(t *testing.T, word string) func() {
		t.Helper()
		self := must.Have(os.Executable())(t)
		cmd := exec.Command(self, "owner", kind, where, word)
		cmd.Stderr = os.Stderr
		must.Do(t, cmd.Start())
		return func() {
			_ = cmd.Process.Kill() // Wait says whether it was killed
			if err := cmd.Wait(); err == nil || err.Error() != "signal: killed" {
				t.Errorf("the owner ended with %v", err)
			}
		}
	}
}
