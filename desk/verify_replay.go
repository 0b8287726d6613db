package desk

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"legomem/agents"
	"legomem/agents/reflex"
	"legomem/membank"
	"legomem/officebench"
	"legomem/orchestrator"
	"legomem/places"
	"legomem/tools"
	"legomem/trajectory"
	"legomem/words"
)

// origin is the task that a procedure was learned from, to be done again.
type origin struct {
	task trajectory.Task
	from string          // the folder that it starts from
	run  *trajectory.Run // nil where its folder is gone
	// judged is true if the suite's evaluation judges it.
	judged bool
}

// origin finds a memory's origin; the error says why not, and what would help.
func (r *replays) origin(u membank.Unit) (origin, error) {
	var o origin
	if !u.Source.Starter {
		if run, err := r.desk.sourceRun(u.Source.Run); err == nil {
			o.run = run.AsOne()
		}
	}
	if t, ok := r.ofSuite(u); ok {
		o.task, o.from, o.judged = t.Task, t.Testbed, len(t.Checks) > 0
		o.task.DayFirst = r.config.Dates.DayFirst()
		if o.run != nil {
			o.task.DayFirst = o.run.Started.Task.DayFirst
		}
		return o, nil
	}
	if o.run == nil {
		return o, r.noOrigin(u.Source)
	}
	o.task, o.from = o.run.Started.Task, places.Run(o.run.Dir).Start()
	if _, err := os.Stat(o.from); err != nil {
		return o, fmt.Errorf("the files that run %s started from are gone (%s)", o.run.ID, o.from)
	}
	return o, nil
}

// ofSuite is the task of the named suite that a memory was learned from, if it
// is still the same task.
func (r *replays) ofSuite(u membank.Unit) (officebench.Task, bool) {
	if r.suite == nil || u.Source.Task == "" || u.Source.Suite != r.suite.Name {
		return officebench.Task{}, false
	}
	t, err := r.suite.Task(u.Source.Task)
	return t, err == nil && membank.TextHash(t.Text) == membank.TextHash(u.Task)
}

// noOrigin explains what is missing of where a memory was learned.
func (r *replays) noOrigin(s membank.Source) error {
	switch {
	case s.Task != "" && r.suite != nil:
		return fmt.Errorf("it was learned from task %s of a suite called %s, and %s does not hold that task", s.Task, s.Suite, r.suite.Dir)
	case s.Task != "":
		return fmt.Errorf("it was learned from task %s of the suite %s: name its folder with --suite", s.Task, s.Suite)
	}
	return fmt.Errorf("the folder of run %s, which it was learned from, is gone; name the folder that holds the runs with --out, or let it be played as it is", s.Run)
}

// only is reflex with one memory.
type only struct{ unit membank.Unit }

func (only) Name() string { return "reflex" }

func (o only) Open(ctx context.Context, s agents.Brief) (agents.Planner, agents.Actor, error) {
	s.SearchTasks = func(context.Context, string, int) ([]membank.Hit, error) {
		return []membank.Hit{{Unit: o.unit, Rank: 1, Score: 1}}, nil
	}
	return reflex.Brain{}.Open(ctx, s)
}

// replay plays the procedure in a temporary folder, and judges what it did. The error
// is what ends the call.
func (r *replays) replay(ctx context.Context, u membank.Unit, was origin, v Verdict) (Verdict, error) {
	dir, err := os.MkdirTemp("", "legomem-verify-")
	if err != nil {
		return v, err
	}
	defer os.RemoveAll(dir)
	deps, err := r.desk.deps(r.config, r.launcher, r.bank, only{u})
	if err != nil {
		return v, err
	}
	deps.Runs, deps.Memory, deps.MemoryName, deps.Resumable = dir, nil, "none", false
	order := orchestrator.Order{ID: r.desk.newID(), Task: was.task, From: was.from}
	if was.task.Suite != "" {
		order.AnswerAction = officebench.WriteAnswer
	}
	if was.judged {
		order.Verifier = officebench.Verifier{Suite: r.suite, Evaluator: r.desk.evaluator(r.launcher, false)}
	}
	result, err := orchestrator.Run(ctx, deps, order)
	switch {
	case ctx.Err() != nil:
		return v, ctx.Err()
	case result.RunID == "", result.Outcome == trajectory.Errored:
		return v.judged(Unverified, fmt.Sprintf("it could not be replayed: %v", errors.Join(err, errors.New(result.Reason)))), nil
	}
	replayed, err := trajectory.Open(filepath.Join(dir, result.RunID))
	if err != nil {
		return v, err
	}
	return r.judge(ctx, u, was, replayed, v)
}

// judge compares a replay with what was done.
func (r *replays) judge(ctx context.Context, u membank.Unit, was origin, replayed *trajectory.Run, v Verdict) (Verdict, error) {
	if why := hindered(replayed); why != "" {
		return v.judged(Unverified, why), nil
	}
	expected, whole := deedsOf(u, was.run)
	same := comparison{expected: expected, whole: whole, task: was.task}
	same.hold(replayed, &v)
	differs := v.Expected != "" || v.Got != ""
	v.Verdict = Failed
	switch passed := replayed.Passed; {
	case replayed.Result.Outcome != trajectory.Solved:
		v.Why = words.FirstLine(replayed.Result.Reason)
	case passed != nil && !*passed:
		v.Why = "its evaluation did not pass"
	case differs && !(v.Authored && passed != nil):
		v.Why = "it did not do what was done"
	case passed != nil:
		v.Verdict, v.By = Verified, "evaluation"
	default:
		return r.sameFiles(ctx, was, replayed, v)
	}
	return v, nil
}

// sameFiles compares the finished files of a replay with those of the run.
func (r *replays) sameFiles(ctx context.Context, was origin, replayed *trajectory.Run, v Verdict) (Verdict, error) {
	if was.run == nil {
		return v.judged(Unverified, "nothing judges its task, and the files of its run are gone"), nil
	}
	id := was.run.ID
	other, unread, err := otherFile(ctx, r.launcher, places.Run(was.run.Dir).Testbed(), places.Run(replayed.Dir).Testbed(), was.task)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return v.judged(Unverified, fmt.Sprintf("nothing judges its task, and the finished files of run %s are gone", id)), nil
	case err != nil:
		return v, err
	case unread:
		return v.judged(Unverified, fmt.Sprintf("it did the same, but %s is not the same to the byte as run %s left it, and holds no text to compare", other, id)), nil
	case other != "":
		v.Why = fmt.Sprintf("it did the same, and %s is not as run %s left it", other, id)
	case replayed.Answer != was.run.Answer:
		v.Why, v.Expected, v.Got = "it answers otherwise", was.run.Answer, replayed.Answer
	default:
		v.Verdict, v.By = Verified, "files"
	}
	return v, nil
}

// hindered returns what stopped a replay before its end through no fault of the
// procedure; "" for nothing.
func hindered(replayed *trajectory.Run) string {
	steps := replayed.Steps()
	if replayed.Result.Outcome == trajectory.Solved || len(steps) == 0 || steps[len(steps)-1].Observation == nil {
		return ""
	}
	switch last := steps[len(steps)-1].Observation; last.Code {
	case tools.MissingProgram:
		return "it needs what is not here: " + last.Text + "; legomem doctor says how to get it"
	case tools.Refused:
		return "the policy refuses now what was done then: " + last.Text
	case tools.DiskFull, tools.Timeout, tools.Internal:
		return "it was cut off: " + last.Text
	}
	return ""
}
