package officebench

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Options choose between the two readings of an evaluation.
type Options struct {
	// Strict mends what is weak or broken in the benchmark's evaluator: not_contain
	// allows none of the keywords, a cell's value must be the whole cell, "file" may also
	// be next to args, calendars are unfolded and their times compared as instants,
	// mailboxes are found whatever their case and one bad mail does not hide the rest,
	// and keywords are sought in a PDF without white space. Its verdicts are reported
	// separately; the benchmark's are those without it.
	Strict bool
}

// Evaluator judges finished testbeds.
type Evaluator struct {
	Options
	// Open reads the other folders an evaluation may refer to: the expected files and the
	// testbed before the run. It is called when a check first needs one, and the reader
	// is closed before Evaluate returns.
	Open Opener
}

// Verdict is the judgement of one finished testbed.
type Verdict struct {
	TaskID string `json:"task_id"`
	// Passed is the conjunction of the checks.
	Passed bool     `json:"passed"`
	Checks []Result `json:"checks"`
}

// Result is one check's verdict: true, false, or null where the benchmark's
// own evaluator raises. Detail says why, for a person.
type Result struct {
	Function string `json:"function"`
	Passed   *bool  `json:"passed"`
	Detail   string `json:"detail"`
}

// finding is what a check found out, when nothing was raised.
type finding struct {
	passed bool
	detail string
}

// judge is one evaluation function. It returns a *raised for what raises
// upstream; any other error ends the whole evaluation.
type judge func(ctx context.Context, e *evaluation, a Args) (finding, error)

// judges are the benchmark's evaluation functions, by the name without
// "evaluate_".
func judges() map[string]judge {
	return map[string]judge{
		"contain":               contain,
		"not_contain":           notContain,
		"file_exist":            fileExist,
		"file_not_exist":        fileNotExist,
		"excel_cell_value":      excelCellValue,
		"excel_cell_comparator": excelCellComparator,
		"calendar_no_overlap":   calendarNoOverlap,
		"diff_contain_text":     diffContainText,
		"exact_match":           exactMatch,
	}
}

// evaluation is one run of Evaluate.
type evaluation struct {
	trees  *trees
	strict bool
}

// Evaluate judges the testbed that finished reads. Every check is judged, also
// after one that failed. An evaluation that cannot be judged (an unknown
// function, a comparator that is not understood) is an InputError naming the
// task's file; any other error means that a reader broke.
func (e Evaluator) Evaluate(ctx context.Context, t Task, finished Reader) (v Verdict, err error) {
	functions, err := resolve(t)
	if err != nil {
		return Verdict{}, err
	}
	folders := shared(e.Open)
	defer func() { err = errors.Join(err, folders.close()) }()
	trees := &trees{finished: finished, start: t.Testbed, reference: t.Reference, open: folders.opener()}
	run := &evaluation{strict: e.Strict, trees: trees}
	v = Verdict{TaskID: t.ID, Passed: true, Checks: []Result{}}
	for i, c := range t.Checks {
		r, err := run.judge(ctx, functions[i], c)
		if err != nil {
			return Verdict{}, inContext(t, i, err)
		}
		v.Passed = v.Passed && r.Passed != nil && *r.Passed
		v.Checks = append(v.Checks, r)
	}
	return v, nil
}

// Validate checks that the task's evaluation can be judged at all: it has checks, and
// their functions are known. The error is an InputError.
func (t Task) Validate() error {
	_, err := resolve(t)
	return err
}

// resolve finds the function of each check, all before any is called.
func resolve(t Task) ([]judge, error) {
	if len(t.Checks) == 0 {
		return nil, inputf(t.File, "task %s has no evaluation: nothing can judge it", t.ID)
	}
	known := judges()
	var out []judge
	for i, c := range t.Checks {
		f, ok := known[strings.TrimPrefix(c.Function, "evaluate_")]
		if !ok {
			return nil, inputf(t.File, "check %d: no evaluation function %q; known: %s", i+1, c.Function,
				strings.Join(slices.Sorted(maps.Keys(known)), ", "))
		}
		out = append(out, f)
	}
	return out, nil
}

func (e *evaluation) judge(ctx context.Context, f judge, c Check) (Result, error) {
	found, err := f(ctx, e, c.argsFor(e.strict))
	var r *raised
	switch {
	case errors.As(err, &r):
		return Result{Function: c.Function, Detail: c.explain(r, e.strict)}, nil
	case err != nil:
		return Result{}, err
	}
	return Result{Function: c.Function, Passed: &found.passed, Detail: found.detail}, nil
}

// explain says why a check raises, and whether the suite's own spelling is to
// blame.
func (c Check) explain(r *raised, strict bool) string {
	if _, has := c.Args["file"]; has || strict || c.File == "" {
		return r.reason
	}
	return r.reason + ` ("file" stands beside args, where the benchmark does not look for it)`
}

// argsFor adds the "file" next to args to them, when strict.
func (c Check) argsFor(strict bool) Args {
	if _, has := c.Args["file"]; has || !strict || c.File == "" {
		return c.Args
	}
	args := maps.Clone(c.Args)
	if args == nil {
		args = Args{}
	}
	args["file"] = c.File
	return args
}

func inContext(t Task, check int, err error) error {
	if _, ok := errors.AsType[*badEvaluation](err); ok {
		return inputf(t.File, "check %d: %w", check+1, err)
	}
	return fmt.Errorf("evaluate %s, check %d (%s): %w", t.ID, check+1, t.Checks[check].Function, err)
}
