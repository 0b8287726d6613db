package desk

import (
	"context"
	"fmt"

	"legomem/agents/demo"
	"legomem/llm/cost"
	"legomem/tools/apps"
	"legomem/trajectory"
)

// DemoChecked is what a demonstration proves, and what would be learned from it.
type DemoChecked struct {
	demo.Report
	// Takes are the values that would be taken from the sentence.
	Takes []Taken `json:"takes"`
	// With are the runs that it would be generalised together with.
	With []string `json:"with,omitempty"`
	// Already are the memories that the sentence asks for now.
	Already []SaidAlready `json:"said_already,omitempty"`
	Notes   []string      `json:"notes,omitempty"`
}

// CheckDemo proves a demonstration: that it passes, that every value in it is
// explained, that its evaluation notices changes to it, and that what is done goes by its
// sentence. Tried gets how many of the changes were tried.
func (d *Desk) CheckDemo(ctx context.Context, file, suiteDir string, tried func(done, all int)) (DemoChecked, error) {
	plan, err := readDemo(file)
	if err != nil {
		return DemoChecked{}, err
	}
	o, err := d.Demonstrated(file, suiteDir)
	if err != nil {
		return DemoChecked{}, err
	}
	c := d.config
	launcher, done, err := d.launcherFor(c.Sandbox, true)
	if err != nil {
		return DemoChecked{}, err
	}
	defer done()
	var first *trajectory.Run
	play := d.player(c, launcher, o)
	checker := demo.Checker{Task: o.Task, Tools: apps.Registry(), Progress: tried, Play: func(ctx context.Context, plan *demo.Demo) (*bool, *trajectory.Run, error) {
		passed, run, err := play(ctx, plan)
		if first == nil {
			first = run
		}
		return passed, run, err
	}}
	report, err := checker.Check(ctx, plan)
	out := DemoChecked{Report: report, Takes: []Taken{}}
	if err == nil && report.Outcome == trajectory.Solved {
		d.foretell(ctx, plan, first, &out)
	}
	return out, err
}

// foretell adds what would be learned from a demonstration. A bank that cannot be asked
// is noted: the demonstration is as sound without it.
func (d *Desk) foretell(ctx context.Context, plan *demo.Demo, run *trajectory.Run, out *DemoChecked) {
	bank, done, err := d.bankThere(ctx)
	if err != nil {
		out.Notes = append(out.Notes, fmt.Sprintf("whether it is taught already is not known: %v", err))
	}
	defer done()
	by := d.config
	by.Curate.By = "rule"
	c, err := d.curating(by, bank, cost.Budget{})
	if err != nil {
		out.Notes = append(out.Notes, err.Error())
		return
	}
	c.alone = bank == nil
	others, err := c.others(ctx, run)
	if err != nil {
		out.Notes = append(out.Notes, err.Error())
	}
	made, err := c.learning().Compile(run, others)
	out.Notes = append(out.Notes, append(made.Notes, whyNotCompiled(err)...)...)
	for _, other := range made.With {
		out.With = append(out.With, other.ID)
	}
	if out.Takes = append(out.Takes, takenBy(made.Procedure)...); err == nil && len(out.Takes) == 0 {
		out.Problems = append(out.Problems, plan.At(usesNothing(run))...)
	}
	if bank == nil {
		return
	}
	if out.Already, err = c.saidAlready(ctx, run, "", out.With); err != nil {
		out.Notes = append(out.Notes, err.Error())
	}
}
