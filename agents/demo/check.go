package demo

import (
	"context"
	"errors"
	"fmt"

	"legomem/agents"
	"legomem/tools"
	"legomem/tools/value"
	"legomem/trajectory"
)

// Play plays a demonstration through the team on a fresh testbed and has the outcome
// evaluated. Passed is nil if nothing judges it. A plan that stops at a failed action
// is no error: the evaluation decides.
type Play func(ctx context.Context, d *Demo) (passed *bool, run *trajectory.Run, err error)

// Checker proves demonstrations.
type Checker struct {
	Task  trajectory.Task // the demonstration's, from its suite or from Free
	Tools *tools.Registry
	Play  Play
	// Most is how many changes are tried, evenly chosen; 0 tries all.
	Most int
	// Progress is told how many of the changes are tried; it may be nil.
	Progress func(done, all int)
}

// Report is what a check found. A demonstration is sound if it passes and has no
// problem, and strong if, in addition, every change to it was noticed.
type Report struct {
	// Outcome and Passed are those of the unchanged demonstration; Passed is null if
	// nothing judges it.
	Outcome trajectory.Outcome `json:"outcome"`
	Passed  *bool              `json:"passed"`
	// Problems are values without a source, constants without a use, and
	// wordings that do not fit.
	Problems []Problem `json:"problems"`
	// Tried counts the changes that were played; Unnoticed lists those that the
	// evaluation still passed.
	Tried     int      `json:"tried"`
	Unnoticed []Change `json:"unnoticed"`
	// Stopped says why no changes were tried, or "".
	Stopped string `json:"stopped,omitempty"`
}

// Problem is one thing wrong with a demonstration.
type Problem struct {
	Path  string `json:"path"` // subtasks[0].actions[1].args.start
	Line  int    `json:"line,omitempty"`
	Value any    `json:"value"`
	Why   string `json:"why"`
}

// Change is a variant of a demonstration: an action left out, or a value that it writes
// replaced.
type Change struct {
	Path string `json:"path"`
	Line int    `json:"line,omitempty"`
	Tool string `json:"tool,omitempty"`
	What string `json:"what"` // "left out", or "12 -> 13"
}

// Sound reports whether the demonstration plays to its end and passes, and nothing is
// wrong with it.
func (r Report) Sound() bool {
	return r.Outcome == trajectory.Solved && r.Passed != nil && *r.Passed && len(r.Problems) == 0
}

// Weak reports whether the evaluation fails to prove the demonstration: some change
// went unnoticed, or none could be tried.
func (r Report) Weak() bool { return len(r.Unnoticed) > 0 || r.Stopped != "" || r.Tried == 0 }

// Check plays the demonstration as it is, looks for the source of every value in it,
// and plays every change: each action that writes or sends is left out, and each value
// of such an action is replaced. If no action writes, the answer is changed instead. A
// change is noticed by the evaluation, or by what an action is expected to return. An
// error means that the check itself could not be carried out.
func (k Checker) Check(ctx context.Context, d *Demo) (Report, error) {
	passed, run, err := k.Play(ctx, d)
	if err != nil {
		return Report{}, fmt.Errorf("play the demonstration as it is: %w", err)
	}
	if run == nil {
		return Report{}, errors.New("play the demonstration as it is: there is no run to look at")
	}
	c := k.checking(d)
	r := Report{Outcome: outcome(run), Passed: passed, Problems: c.problems(run), Unnoticed: []Change{}}
	switch {
	case passed == nil:
		r.Stopped = "nothing judges this task: it has no evaluation"
	case r.Outcome != trajectory.Solved:
		r.Stopped = "it does not come to its end" + reason(run)
	case !*passed:
		r.Stopped = "it does not pass as it is written" + reason(run)
	default:
		err = k.tryChanges(ctx, d, run, &r)
	}
	return r, err
}

func outcome(run *trajectory.Run) trajectory.Outcome {
	if run.Result == nil {
		return ""
	}
	return run.Result.Outcome
}

func reason(run *trajectory.Run) string {
	if run.Result != nil && run.Result.Reason != "" {
		return ": " + run.Result.Reason
	}
	return ""
}

// tryChanges plays each change and lists those that still pass.
func (k Checker) tryChanges(ctx context.Context, d *Demo, asItIs *trajectory.Run, r *Report) error {
	all := k.chosen(d.changes(k.Tools, k.reference(), d.asPlayed(asItIs)))
	for i, v := range all {
		passed, run, err := k.Play(ctx, v.demo)
		if err != nil {
			return fmt.Errorf("play the demonstration with %s %s: %w", v.Path, v.What, err)
		}
		noticed := passed != nil && !*passed || run != nil && unexpected(run)
		if !noticed {
			r.Unnoticed = append(r.Unnoticed, v.Change)
		}
		r.Tried++
		if k.Progress != nil {
			k.Progress(i+1, len(all))
		}
	}
	return nil
}

// chosen picks as many of the changes as are to be tried.
func (k Checker) chosen(all []variant) []variant {
	if k.Most == 0 || len(all) <= k.Most {
		return all
	}
	var out []variant
	for i := range k.Most {
		out = append(out, all[i*len(all)/k.Most])
	}
	return out
}

// unexpected reports whether the run stopped at an action that did not return what the
// demonstration expects.
func unexpected(run *trajectory.Run) bool {
	steps := run.Steps()
	if len(steps) == 0 || outcome(run) == trajectory.Solved {
		return false
	}
	last := steps[len(steps)-1]
	return len(last.Expect) > 0 && last.Observation != nil && agents.Unmet(last) != ""
}

func (k Checker) reference() value.Reference {
	return value.Reference{Now: k.Task.Now, DayFirst: k.Task.DayFirst}
}

// checking is one check underway.
type checking struct {
	demo  *Demo
	task  trajectory.Task
	tools *tools.Registry
	ref   value.Reference
	said  []value.Mention // the task's values
	ends  map[string]bool // of the periods that it names
	seen  sources         // what earlier actions returned
	used  []bool          // by constant
}

func (k Checker) checking(d *Demo) *checking {
	ref := k.reference()
	c := &checking{demo: d, task: k.Task, tools: k.Tools, ref: ref, used: make([]bool, len(d.Constants))}
	c.said, c.ends = value.Find(k.Task.Text, ref), endsOf(k.Task.Text, ref)
	c.seen = newSources(ref)
	return c
}

// Problems are what is wrong with a demonstration that a run has played.
func (k Checker) Problems(d *Demo, run *trajectory.Run) []Problem {
	return k.checking(d).problems(run)
}

// problems checks the actions in order, each as it was played against what the earlier
// ones returned, then the answer, the constants and the wordings.
func (c *checking) problems(run *trajectory.Run) []Problem {
	all := []Problem{}
	if why := c.demo.untouched(); why != "" {
		all = append(all, c.problem(place{"subtasks"}, c.demo.Subtasks[0].Description, why))
	}
	steps, played := run.Steps(), c.demo.asPlayed(run)
	for i, a := range played.actions() {
		all = append(all, c.action(a)...)
		all = append(all, c.expected(a)...)
		if i < len(steps) && steps[i].Observation != nil {
			c.seen.add(*steps[i].Observation)
		}
	}
	if why := c.unexplained(played.Answer); why != "" {
		all = append(all, c.problem(place{"answer"}, played.Answer, why))
	}
	for i, used := range c.used {
		if !used {
			all = append(all, c.problem(place{"constants", i}, c.demo.Constants[i].Value, "no action has need of this constant"))
		}
	}
	return append(all, c.checkWordings()...)
}

// At is problems with the lines of the file.
func (d *Demo) At(all []Problem) []Problem {
	for i, p := range all {
		all[i].Line = d.line(place{p.Path})
	}
	return all
}

func (c *checking) problem(at place, v any, why string) Problem {
	return Problem{Path: at.String(), Line: c.demo.line(at), Value: v, Why: why}
}
