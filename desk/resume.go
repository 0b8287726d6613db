package desk

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"legomem/commit"
	"legomem/configs"
	"legomem/officebench"
	"legomem/orchestrator"
	"legomem/places"
	"legomem/tools/sandbox"
	"legomem/trajectory"
	"legomem/words"
)

// Resuming is how to resume a run.
type Resuming struct {
	// Suite is the folder of the suite that the run's task belongs to, to evaluate it;
	// "": nothing does.
	Suite string
	// OwnBank is true if the user named the desk's bank for this call; it goes before
	// the run's own.
	OwnBank bool
}

// Resume continues a run that was killed. The run keeps its brain, its sandbox and its
// memory. If it cannot be resumed, the result has no id.
func (d *Desk) Resume(ctx context.Context, past *trajectory.Run, o Resuming, see func(trajectory.Payload)) (Ran, error) {
	c, err := d.asItWas(past, o)
	if err != nil {
		return Ran{}, err
	}
	suite, err := suiteOf(past, o.Suite)
	if err != nil {
		return Ran{}, err
	}
	out, err := d.resume(ctx, c, past, suite, see)
	if out.Result.RunID == "" {
		err = unresumable(err)
	}
	return out, err
}

// resume continues a run with these settings, and counts the use of its memories.
func (d *Desk) resume(ctx context.Context, c configs.Config, past *trajectory.Run, judged *officebench.Suite, see func(trajectory.Payload)) (Ran, error) {
	if past.Result != nil && !past.BrokenOff() {
		return Ran{}, &orchestrator.Unresumable{Run: past.ID, Ended: true, Why: endOf(past)}
	}
	p, err := d.prepare(ctx, c, sandboxes{}, nil)
	if err != nil {
		return Ran{}, err
	}
	defer p.Close()
	defer d.warnOfCache()
	workspace := ""
	if local, ok := p.deps.Launcher.(*sandbox.Local); ok {
		if workspace, err = local.Kept(ctx, past.Dir); err != nil {
			return Ran{}, err
		}
	}
	if workspace == "" && past.Result != nil {
		return Ran{}, &orchestrator.Unresumable{Run: past.ID, Ended: true, Why: endOf(past) + ", and its workspace is gone"}
	}
	begun, err := commit.ReadLedger(places.Run(past.Dir))
	if err != nil {
		return Ran{}, err
	}
	account := &Account{brain: past.Started.Brain}
	if workspace != "" {
		account.Notes = slices.Clone(past.Notes)
	}
	order := orchestrator.Resumption{Dir: past.Dir, Workspace: workspace, Own: p.judgedBy(judged)}
	if about := past.Started.Trial; about != nil {
		order.Observer = account.watch(see)
		result, err := orchestrator.Resume(ctx, p.inTrial(about), order)
		return Ran{Result: result, Account: *account}, err
	}
	order.Observer = account.watch(p.noteQuestion(ctx, past.ID, Order{Task: past.Started.Task, From: begun.From, Suite: judged}, see))
	result, err := orchestrator.Resume(ctx, p.deps, order)
	return p.counted(ctx, account, result, err)
}

func endOf(r *trajectory.Run) string {
	return fmt.Sprintf("it has ended as %s (%s)", r.Result.Outcome, words.Short(r.Result.Reason, 120))
}

// unresumable adds what to do to the error of a run that cannot be resumed.
func unresumable(err error) error {
	var no *orchestrator.Unresumable
	switch {
	case errors.Is(err, trajectory.ErrLive):
		return BadInput("%v; wait for its end, or stop that one", err)
	case errors.As(err, &no) && no.Ended:
		return BadInput("%v; to do the task anew, use legomem run", no)
	case errors.As(err, &no):
		return BadInput("%v", no)
	}
	return err
}

// asItWas returns the settings that a run had, as far as its log has them.
func (d *Desk) asItWas(r *trajectory.Run, o Resuming) (configs.Config, error) {
	c, s := d.config, r.Started
	if d.Brain == nil && !slices.Contains([]string{"reflex", "model", "hybrid"}, s.Brain) {
		return c, BadInput("run %s cannot be resumed: it was driven by %s, whose plan is not in the log; play it again", r.ID, s.Brain)
	}
	if s.Memory != "" {
		c.Memory.Strategy = s.Memory
	}
	if s.Trial != nil {
		c = asTrial(c) // by the run's strategy
	}
	c.Brain, c.Sandbox.Kind = s.Brain, s.Sandbox
	if !o.OwnBank && s.Versions["bank"] != "" {
		c.Memory.Bank = strings.TrimPrefix(s.Versions["bank"], "default")
	}
	return c, nil
}

// suiteOf opens the suite that a run's task belongs to; nil if none is named.
func suiteOf(r *trajectory.Run, dir string) (*officebench.Suite, error) {
	if dir == "" {
		return nil, nil
	}
	suite, err := officebench.Open(dir)
	if err != nil {
		return nil, err
	}
	t := r.Started.Task
	if suite.Name != t.Suite {
		return nil, BadInput("--suite: run %s is of %s, and %s is the suite %s", r.ID, suiteWords(t), dir, suite.Name)
	}
	return suite, nil
}

func suiteWords(t trajectory.Task) string {
	if t.Suite == "" {
		return "no suite"
	}
	return "the suite " + t.Suite
}

// Discard gives up a run that was killed, and removes its workspace.
func (d *Desk) Discard(ctx context.Context, r *trajectory.Run) (trajectory.Result, error) {
	launcher, err := local(d.config.Sandbox)
	if err != nil {
		return trajectory.Result{}, err
	}
	defer launcher.Close()
	workspace, err := launcher.Kept(ctx, r.Dir)
	if err != nil {
		return trajectory.Result{}, err
	}
	result := ResultOf(r)
	switch {
	case r.Result == nil:
		result, err = orchestrator.Discard(r.Dir, d.Now)
	case workspace == "":
		return result, BadInput("run %s: %s, and there is nothing of it to discard", r.ID, endOf(r))
	}
	if err == nil && workspace != "" {
		err = d.removeKept(launcher, r.Dir, workspace)
	}
	return result, unresumable(err)
}

// removeKept removes a run's workspace, while nobody can resume the run.
func (d *Desk) removeKept(local *sandbox.Local, run, workspace string) error {
	log, _, err := trajectory.Continue(run, d.Now)
	if err != nil {
		return err
	}
	return errors.Join(local.Discard(workspace), log.Close())
}
