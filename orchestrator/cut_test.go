package orchestrator_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"legomem/orchestrator"
	"legomem/tools"
	"legomem/tools/sandbox"
	"legomem/trajectory"
)

// slowBox is a sandbox whose actions end with their context, and it with them,
// as real ones do.
type slowBox struct{ *fakeBox }

func (b slowBox) Call(ctx context.Context, _ tools.Action) (tools.Observation, error) {
	<-ctx.Done()
	return tools.Observation{}, fmt.Errorf("%w: %w", sandbox.ErrBroken, context.Cause(ctx))
}

func (slowBox) CopyOut(context.Context, string) error { return sandbox.ErrBroken }

type slowLauncher struct{ *fakeLauncher }

func (l slowLauncher) Open(ctx context.Context, spec sandbox.Spec) (sandbox.Sandbox, error) {
	_, err := l.fakeLauncher.Open(ctx, spec)
	return slowBox{l.box}, err
}

// A run's time ends an action in the middle, and the run is exhausted: that the
// sandbox broke is no error of the run's.
func TestTimeCutsAnAction(t *testing.T) {
	f := setUp(t, turn{actions: []tools.Action{write("data/a.txt", "x")}})
	f.deps.Launcher, f.deps.Limits.Wall = slowLauncher{&fakeLauncher{box: f.box}}, 200*time.Millisecond
	res, err := orchestrator.Run(t.Context(), f.deps, f.order)
	if err != nil || res.Outcome != trajectory.Exhausted || !strings.HasPrefix(res.Reason, "time:") {
		t.Errorf("%s: %s, %v", res.Outcome, res.Reason, err)
	}
	if log := f.log(t); log.Result == nil || log.Result.Outcome != trajectory.Exhausted {
		t.Errorf("the log ends with %+v", log.Result)
	}
}

// A breach ends the run as an error that names the limit and what to do.
func TestBreachEndsTheRun(t *testing.T) {
	f := setUp(t, turn{actions: []tools.Action{write("data/a.txt", "x")}})
	over := &sandbox.Breach{Limit: sandbox.LimitMemory, Value: "1024", Detail: "the kernel killed a program"}
	f.box.callErr, f.box.outErr = over, over
	res, err := orchestrator.Run(t.Context(), f.deps, f.order)
	if res.Outcome != trajectory.Errored || !errors.Is(err, over) {
		t.Errorf("%s, %v", res.Outcome, err)
	}
	for _, says := range []string{"note.write", sandbox.LimitMemory, "1024", "raise the limit"} {
		if !strings.Contains(res.Reason, says) {
			t.Errorf("the reason %q lacks %q", res.Reason, says)
		}
	}
}

// TestLimitAtTheEnd: a limit met while the files are brought out is the run's
// own end, though its work was done.
func TestLimitAtTheEnd(t *testing.T) {
	f := setUp(t, turn{actions: []tools.Action{write("data/a.txt", "x")}})
	f.box.outErr = &sandbox.Breach{Limit: sandbox.LimitDisk, Detail: "full"}
	res, err := orchestrator.Run(t.Context(), f.deps, f.order)
	var breach *sandbox.Breach
	if res.Outcome != trajectory.Errored || !errors.As(err, &breach) || !strings.Contains(res.Reason, sandbox.LimitDisk) {
		t.Errorf("%s, %s: %v", res.Outcome, res.Reason, err)
	}
}
