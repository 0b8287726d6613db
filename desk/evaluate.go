package desk

import (
	"context"

	"legomem/officebench"
	"legomem/tools/sandbox"
)

// Judging names what Evaluate judges.
type Judging struct {
	Suite, Task string // a suite's folder, and one of its tasks
	Testbed     string // the finished one
	Strict      bool   // mend what is weak in the evaluations
}

// Evaluate judges a finished testbed by the evaluation of a suite's task.
func (d *Desk) Evaluate(ctx context.Context, o Judging) (officebench.Verdict, error) {
	suite, err := officebench.Open(o.Suite)
	if err != nil {
		return officebench.Verdict{}, err
	}
	task, err := suite.Task(o.Task)
	if err != nil {
		return officebench.Verdict{}, err
	}
	launcher, done, err := d.launcherFor(d.config.Sandbox, false)
	if err != nil {
		return officebench.Verdict{}, err
	}
	defer done()
	box, err := launcher.Open(ctx, sandbox.Spec{Run: "eval", Testbed: o.Testbed, User: "evaluator", Now: task.Now})
	if err != nil {
		return officebench.Verdict{}, err
	}
	defer box.Close()
	return d.evaluator(launcher, o.Strict).Evaluate(ctx, task, box)
}

// evaluator judges finished testbeds in sandboxes of their own.
func (d *Desk) evaluator(l sandbox.Launcher, strict bool) officebench.Evaluator {
	return officebench.Evaluator{Options: officebench.Options{Strict: strict}, Open: officebench.Sandboxed(l, "eval", d.Now())}
}
