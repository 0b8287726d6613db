package desk

import (
	"context"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"legomem/configs"
	"legomem/must"
	"legomem/officebench"
	"legomem/officebench/bench"
	"legomem/officebench/trial"
	"legomem/tools/sandbox"
	"legomem/trajectory"

	"github.com/rs/zerolog"
)

// BenchmarkPractised measures practised work of three apps under reflex with the
// starter bank, as a bench carries it out: from the task's text to the evaluated
// testbed. None needs a converter or OCR, and each is a task that the bank was
// not learned from. Warm: its sandbox is there before and closed after; cold: it
// is opened for it, and closed.
func BenchmarkPractised(b *testing.B) {
	suite, err := officebench.Open(filepath.Join("..", "officebench", "suite"))
	must.Do(b, err)
	l := practisedLab(b, suite)
	for _, id := range []string{"3-12/0", "3-42/0"} { // a mailed rollup, an agenda
		task, err := suite.Task(id)
		must.Do(b, err)
		for _, warm := range []bool{true, false} {
			b.Run(fmt.Sprintf("%s/%s", task.Needs.Kind, map[bool]string{true: "warm", false: "cold"}[warm]), func(b *testing.B) {
				benchPractised(b, l, task, warm)
			})
		}
	}
}

// practisedLab is a bench's lab, whose sandboxes are open before they are asked for.
func practisedLab(b *testing.B, suite *officebench.Suite) *lab {
	nowhere := b.TempDir()
	lookup := func(name string) (string, bool) { return nowhere, name == "XDG_DATA_HOME" }
	config, err := configs.Load("", lookup, nil)
	must.Do(b, err)
	d := Open(config, Outside{Lookup: lookup, Now: time.Now, Log: zerolog.Nop()})
	l, err := d.newLab(suite, "")
	must.Do(b, err)
	b.Cleanup(l.close)
	l.launcher = &ahead{Launcher: l.launcher}
	return l
}

// ahead is a launcher that may have opened the next sandbox before it is asked.
type ahead struct {
	sandbox.Launcher
	next sandbox.Sandbox
}

func (a *ahead) Open(ctx context.Context, s sandbox.Spec) (sandbox.Sandbox, error) {
	if next := a.next; next != nil {
		a.next = nil
		return next, nil
	}
	return a.Launcher.Open(ctx, s)
}

// stays is a sandbox that its run does not close.
type stays struct{ sandbox.Sandbox }

func (stays) Close() error { return nil }

func benchPractised(b *testing.B, l *lab, task officebench.Task, warm bool) {
	runs, doors := b.TempDir(), l.launcher.(*ahead)
	cell := trial.Cell{Variant: "vanilla", Placement: "both", Reasoning: trial.With, Team: "default"}
	job := func(n int) bench.Job {
		return bench.Job{Phase: bench.Evaluate, Trial: trial.Trial{Cell: cell, Task: task.ID, Seed: n}, Task: task, Runs: runs, Run: fmt.Sprint(n), Bank: starterBank}
	}
	if err := l.Run(b.Context(), job(0)); err != nil { // the first reads the bank
		b.Fatal(err)
	}
	for n := 1; b.Loop(); n++ {
		var open sandbox.Sandbox
		if warm {
			b.StopTimer()
			box, err := doors.Launcher.Open(b.Context(), sandbox.Spec{Run: "ahead", Testbed: task.Testbed, User: task.User, Now: task.Now})
			must.Do(b, err)
			doors.next, open = stays{box}, box
			b.StartTimer()
		}
		must.Do(b, l.Run(b.Context(), job(n)))
		b.StopTimer()
		if open != nil {
			must.Do(b, open.Close())
		}
		run, err := trajectory.Open(filepath.Join(runs, fmt.Sprint(n)))
		must.Do(b, err)
		if res := run.Result; res.Passed == nil || !*res.Passed {
			b.Fatalf("%s: %s: %s", task.ID, res.Outcome, res.Reason)
		}
		b.StartTimer()
	}
}
