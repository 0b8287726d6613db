package officebench

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"legomem/orchestrator"
	"legomem/tools"
	"legomem/tools/sandbox"
)

// Verifier judges the runs of a suite's tasks before their trajectories are
// closed. It may serve several runs at once.
type Verifier struct {
	Suite     *Suite
	Evaluator Evaluator
	// Both adds the verdict of the strict reading to the Evaluator's.
	Both bool
}

var _ orchestrator.Verifier = Verifier{}

// Verify judges by the evaluation of the suite's task of that id. A task of no suite, or
// without an evaluation, is not judged: Passed is nil.
func (v Verifier) Verify(ctx context.Context, e orchestrator.Evidence) (out orchestrator.Verdict, err error) {
	if e.Task.ID == "" {
		return orchestrator.Verdict{}, nil
	}
	task, err := v.Suite.Task(e.Task.ID)
	if err != nil || len(task.Checks) == 0 {
		return orchestrator.Verdict{}, err
	}
	task.Testbed = e.Start
	folders := shared(v.Evaluator.Open)
	defer func() { err = errors.Join(err, folders.close()) }()
	v.Evaluator.Open = folders.opener()
	verdict, err := v.Evaluator.Evaluate(ctx, task, caller(e.Call))
	if err != nil {
		return orchestrator.Verdict{}, err
	}
	checks, err := json.Marshal(verdict.Checks)
	if err != nil {
		return orchestrator.Verdict{}, fmt.Errorf("note the verdict on %s: %w", task.ID, err)
	}
	out = orchestrator.Verdict{Passed: &verdict.Passed, Checks: checks}
	if v.Both {
		strictly := v.Evaluator
		strictly.Strict = true
		verdict, err := strictly.Evaluate(ctx, task, caller(e.Call))
		if err != nil {
			return orchestrator.Verdict{}, fmt.Errorf("judge strictly: %w", err)
		}
		out.Strict = &verdict.Passed
	}
	return out, nil
}

// caller makes a Reader of a function.
type caller func(context.Context, tools.Action) (tools.Observation, error)

func (c caller) Call(ctx context.Context, a tools.Action) (tools.Observation, error) {
	return c(ctx, a)
}

// Sandboxed opens each folder in a sandbox of its own, on a copy. Run names
// what the evaluation is for, as in [sandbox.Spec].
func Sandboxed(l sandbox.Launcher, run string, now time.Time) Opener {
	return func(ctx context.Context, dir string) (ReadCloser, error) {
		box, err := l.Open(ctx, sandbox.Spec{Run: run, Testbed: dir, User: "evaluator", Now: now})
		if err != nil {
			return nil, fmt.Errorf("open %s to read it: %w", dir, err)
		}
		return box, nil
	}
}
