package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"github.com/spf13/cobra"

	"legomem/agents"
	"legomem/agents/reflex"
	"legomem/membank"
	"legomem/membank/store/sqlite"
	"legomem/officebench"
	"legomem/orchestrator"
	"legomem/places"
	"legomem/tools"
	"legomem/tools/policy"
	"legomem/tools/sandbox"
	"legomem/trajectory"
	"legomem/words"
)

type verifyOptions struct {
	suite    string
	dryRun   bool
	parallel int
}

func newMemoryVerifyCommand(a *app) *cobra.Command {
	var o verifyOptions
	cmd := &cobra.Command{
		Use: "verify [ID...]", Short: "Replay procedures on the tasks they were learned from",
		Long: `Replays procedures, all of them or those named, each in a fresh sandbox on the
task that it was learned from, and holds what it does against what was done then:
the same actions, and a passed evaluation, or the same files where nothing
judged. The task is taken from the folder of the run, or from the suite that is
named: the starter memories are of the project's own.

A procedure that passes is played again, if a failure had put it into
quarantine; one that a person quarantined stays so. One that fails is
quarantined. Nothing else is changed, and no mail leaves the sandbox.

  legomem memory verify m-1f2e3d4c5b6a
  legomem memory verify --suite officebench/suite --dry-run`,
		RunE: func(cmd *cobra.Command, args []string) error { return a.memoryVerify(cmd.Context(), args, o) },
	}
	f := cmd.Flags()
	f.StringVar(&o.suite, "suite", "", "the suite whose tasks they were learned from")
	f.BoolVar(&o.dryRun, "dry-run", false, "change no quarantine")
	f.IntVar(&o.parallel, "parallel", 0, "how many at once (default: as many as there are processors)")
	return cmd
}

// The verdicts on a procedure.
const (
	isVerified   = "verified"
	isFailed     = "failed"
	unverifiable = "cannot be verified"
)

// verdict is what came of a replay.
type verdict struct {
	ID       string `json:"id"`
	Sentence string `json:"sentence"`
	Verdict  string `json:"verdict"`
	// By says what a verified one was held against beside its actions:
	// "evaluation" or "files".
	By       string `json:"by,omitempty"`
	Why      string `json:"why,omitempty"`
	Action   int    `json:"action,omitempty"` // that was not the same, as it was replayed
	Expected string `json:"expected,omitempty"`
	Got      string `json:"got,omitempty"`
	Authored bool   `json:"authored"`
	// Change is what it did to the quarantine: "quarantined", "lifted" or "".
	Change string `json:"change,omitempty"`
}

func (a *app) memoryVerify(ctx context.Context, ids []string, o verifyOptions) error {
	if o.parallel < 0 {
		return usage("--parallel %d is less than one at a time; leave it out for as many as there are processors", o.parallel)
	}
	a.config.Policy.Approve = string(policy.Never) // nobody is asked about what was done before
	v := &replays{app: a}
	var err error
	if o.suite != "" {
		if v.suite, err = officebench.Open(o.suite); err != nil {
			return err
		}
	}
	mode := sqlite.ReadWrite
	if o.dryRun {
		mode = sqlite.ReadOnly
	}
	return a.withBank(ctx, mode, func(b *membank.Bank) error {
		units, err := playable(ctx, b, ids)
		if err != nil {
			return err
		}
		var done func()
		if v.launcher, done, err = a.launcherFor(true); err != nil {
			return err
		}
		defer done()
		v.bank, v.dryRun = b, o.dryRun
		all, err := v.all(ctx, units, a.atOnce(o.parallel, true))
		if err != nil {
			return err
		}
		return a.tellVerdicts(all)
	})
}

// playable are the memories that are named and have a procedure, or all that
// have one.
func playable(ctx context.Context, b *membank.Bank, ids []string) ([]membank.Unit, error) {
	if len(ids) == 0 {
		all, err := b.List(ctx, membank.Filter{Kind: membank.FullTask}, membank.Page{})
		return slices.DeleteFunc(all, func(u membank.Unit) bool { return len(u.Procedure) == 0 }), err
	}
	var out []membank.Unit
	for _, id := range ids {
		u, err := begun(ctx, b, id)
		if err == nil {
			_, err = procedureOf(u)
		}
		if err != nil {
			return nil, err
		}
		out = append(out, u)
	}
	return out, nil
}

// replays verifies procedures.
type replays struct {
	app      *app
	bank     *membank.Bank
	suite    *officebench.Suite // nil where none is named
	launcher sandbox.Launcher
	dryRun   bool

	mu   sync.Mutex // of what is told, and of the bank's changes
	told int
}

// all verifies units, some at a time, and returns their verdicts in the units'
// order.
func (v *replays) all(ctx context.Context, units []membank.Unit, atOnce int) ([]verdict, error) {
	out, errs := make([]verdict, len(units)), make([]error, len(units))
	next := make(chan int)
	var work sync.WaitGroup
	for range min(max(atOnce, 1), len(units)) {
		work.Go(func() {
			for i := range next {
				if ctx.Err() == nil {
					if out[i], errs[i] = v.one(ctx, units[i]); errs[i] == nil {
						v.tell(out[i], len(units))
					}
				}
			}
		})
	}
	for i := range units {
		next <- i
	}
	close(next)
	work.Wait()
	return out, errors.Join(ctx.Err(), errors.Join(errs...))
}

// tell counts on a terminal, and says a line a procedure elsewhere.
func (v *replays) tell(d verdict, all int) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.told++
	switch {
	case v.app.json:
	case isTerminal(v.app.err):
		fmt.Fprintf(v.app.err, "\r%d of %d replayed", v.told, all)
		if v.told == all {
			fmt.Fprintln(v.app.err)
		}
	default:
		fmt.Fprintf(v.app.err, "%d/%d %s %s\n", v.told, all, d.ID, d.Verdict)
	}
}

// one verifies a procedure, and changes its quarantine as its verdict says.
func (v *replays) one(ctx context.Context, u membank.Unit) (verdict, error) {
	d := verdict{ID: u.ID, Sentence: describe(u).Sentence, Authored: u.Compiler == membank.Authored}
	from, err := v.origin(u)
	if _, other := reflex.Decode(u.Procedure); other != nil {
		err = fmt.Errorf("%w; curate its run again", other)
	}
	if err != nil {
		d.Verdict, d.Why = unverifiable, err.Error()
		return d, nil
	}
	if err := v.replay(ctx, u, from, &d); err != nil || v.dryRun {
		return d, err
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	switch {
	case d.Verdict == isVerified && u.Suspended != "":
		d.Change = "lifted"
		return d, v.bank.Reinstate(ctx, u.ID)
	case d.Verdict == isFailed:
		d.Change = "quarantined"
		return d, v.bank.Suspend(ctx, u.ID, "memory verify: "+d.said())
	}
	return d, nil
}

// origin is the task that a procedure was learned from, as it is to be done
// again.
type origin struct {
	task trajectory.Task
	from string          // the folder it starts from
	run  *trajectory.Run // nil where its folder is gone
	// judged says that the suite's evaluation judges it.
	judged bool
}

// origin finds it; the error says why it is not to be had, and what would help.
func (v *replays) origin(u membank.Unit) (origin, error) {
	o := origin{}
	if !u.Source.Starter {
		if run, err := v.app.sourceRun(u.Source.Run); err == nil {
			o.run = run.AsOne()
		}
	}
	t, ofSuite := v.ofSuite(u)
	if ofSuite {
		o.task, o.from, o.judged = t.Task, t.Testbed, len(t.Checks) > 0
		o.task.DayFirst = v.app.config.Dates.DayFirst()
		if o.run != nil {
			o.task.DayFirst = o.run.Started.Task.DayFirst
		}
		return o, nil
	}
	switch {
	case o.run != nil:
		o.task = o.run.Started.Task
		o.from = places.Run(o.run.Dir).Start()
		if _, err := os.Stat(o.from); err != nil {
			return o, fmt.Errorf("the files that run %s started from are gone (%s)", o.run.ID, o.from)
		}
		return o, nil
	case u.Source.Task != "" && v.suite != nil:
		return o, fmt.Errorf("it was learned from task %s of a suite called %s, and %s does not hold that task", u.Source.Task, u.Source.Suite, v.suite.Dir)
	case u.Source.Task != "":
		return o, fmt.Errorf("it was learned from task %s of the suite %s: name its folder with --suite", u.Source.Task, u.Source.Suite)
	}
	return o, fmt.Errorf("the folder of run %s, which it was learned from, is gone; name the folder that holds the runs with --out, or let it be played as it is", u.Source.Run)
}

// ofSuite is the task of the named suite that a memory was learned from, if it
// is still the same task.
func (v *replays) ofSuite(u membank.Unit) (officebench.Task, bool) {
	if v.suite == nil || u.Source.Task == "" || u.Source.Suite != v.suite.Name {
		return officebench.Task{}, false
	}
	t, err := v.suite.Task(u.Source.Task)
	return t, err == nil && membank.TextHash(t.Text) == membank.TextHash(u.Task)
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

// replay has the procedure played, in a folder that is gone afterwards, and
// judges what it did. The error is what ends the command.
func (v *replays) replay(ctx context.Context, u membank.Unit, from origin, d *verdict) error {
	dir, err := os.MkdirTemp("", "legomem-verify-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	own := *v.app // logs and limits are shared, the run's parts are its own
	deps, err := own.deps(v.launcher, v.bank, only{u})
	if err != nil {
		return err
	}
	deps.Runs, deps.Memory, deps.MemoryName, deps.Resumable = dir, nil, "none", false
	order := orchestrator.Order{ID: own.newID(), Task: from.task, From: from.from}
	if from.judged {
		order.Verifier = officebench.Verifier{Suite: v.suite, Evaluator: own.evaluator(v.launcher, false)}
	}
	result, err := orchestrator.Run(ctx, deps, order)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case result.RunID == "", result.Outcome == trajectory.Errored:
		d.Verdict, d.Why = unverifiable, fmt.Sprintf("it could not be replayed: %v", errors.Join(err, errors.New(result.Reason)))
		return nil
	}
	replayed, err := trajectory.Open(filepath.Join(dir, result.RunID))
	if err != nil {
		return err
	}
	return v.judge(ctx, u, from, replayed, d)
}

// judge holds a replay against what was done.
func (v *replays) judge(ctx context.Context, u membank.Unit, from origin, replayed *trajectory.Run, d *verdict) error {
	expected, whole := deedsOf(u, from.run)
	same := comparison{expected: expected, whole: whole, task: from.task}
	same.hold(replayed, d)
	if why := hindered(replayed); why != "" {
		*d = verdict{ID: d.ID, Sentence: d.Sentence, Authored: d.Authored, Verdict: unverifiable, Why: why}
		return nil
	}
	differs := d.Expected != "" || d.Got != ""
	d.Verdict = isFailed
	switch passed := replayed.Passed; {
	case replayed.Result.Outcome != trajectory.Solved:
		d.Why = words.FirstLine(replayed.Result.Reason)
	case passed != nil && !*passed:
		d.Why = "its evaluation did not pass"
	case differs && !(d.Authored && passed != nil):
		d.Why = "it did not do what was done"
	case passed != nil:
		d.Verdict, d.By = isVerified, "evaluation"
	default:
		return v.sameFiles(ctx, from, replayed, d)
	}
	return nil
}

// sameFiles holds the finished files of a replay against those of the run.
func (v *replays) sameFiles(ctx context.Context, from origin, replayed *trajectory.Run, d *verdict) error {
	if from.run == nil {
		d.Verdict, d.Why = unverifiable, "nothing judges its task, and the files of its run are gone"
		return nil
	}
	was := places.Run(from.run.Dir).Testbed()
	other, unread, err := v.otherFile(ctx, was, places.Run(replayed.Dir).Testbed(), from.task)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		d.Verdict, d.Why = unverifiable, fmt.Sprintf("nothing judges its task, and the finished files of run %s are gone", from.run.ID)
		return nil
	case err != nil:
		return err
	case unread:
		d.Verdict, d.Why = unverifiable, fmt.Sprintf("it did the same, but %s is not the same to the byte as run %s left it, and holds no text to compare", other, from.run.ID)
	case other != "":
		d.Why = fmt.Sprintf("it did the same, and %s is not as run %s left it", other, from.run.ID)
	case replayed.Answer != from.run.Answer:
		d.Why, d.Expected, d.Got = "it answers otherwise", from.run.Answer, replayed.Answer
	default:
		d.Verdict, d.By = isVerified, "files"
	}
	return nil
}

// hindered says what kept a replay from its end that is no fault of the
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
