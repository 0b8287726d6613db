package desk

import (
	"context"
	"strings"

	"legomem/agents"
	"legomem/officebench"
	"legomem/orchestrator"
	"legomem/tools/sandbox"
	"legomem/trajectory"
)

// Order is a task as it is given to Run.
type Order struct {
	Task trajectory.Task
	// Suite judges the task, which is one of its own; nil where nothing does.
	Suite *officebench.Suite
	// Brain drives the team in place of the configured one; nil for that one.
	Brain agents.Brain
}

// Ran is a run that has ended.
type Ran struct {
	Result trajectory.Result
	Account
}

// Run carries out a task. See is told of the run's events as they happen; it may be
// nil. A task that cannot be begun leaves no run: the result has no id.
func (d *Desk) Run(ctx context.Context, o Order, see func(trajectory.Payload)) (Ran, error) {
	p, err := d.build(ctx, d.config, o.Brain)
	if err != nil {
		return Ran{}, err
	}
	defer p.close()
	defer d.warnOfCache()
	d.judge(p, o.Suite)
	return d.perform(ctx, p, o.Task, see)
}

// Run carries out a task as Desk.Run does, with what is prepared.
func (p *Prepared) Run(ctx context.Context, o Order, see func(trajectory.Payload)) (Ran, error) {
	return p.desk.perform(ctx, p, o.Task, see)
}

// perform runs a task, and counts the use of the memories it was driven by.
func (d *Desk) perform(ctx context.Context, p *Prepared, task trajectory.Task, see func(trajectory.Payload)) (Ran, error) {
	return d.observed(ctx, p, &Account{}, see, func(deps orchestrator.Deps) (trajectory.Result, error) {
		return orchestrator.Run(ctx, deps, task)
	})
}

// observed has an account kept of a run, and counts the use of memories.
func (d *Desk) observed(ctx context.Context, p *Prepared, account *Account, see func(trajectory.Payload), run func(orchestrator.Deps) (trajectory.Result, error)) (Ran, error) {
	deps := p.deps
	deps.Observer = account.watch(see)
	result, err := run(deps)
	out := Ran{Result: result, Account: *account}
	if result.RunID == "" {
		return out, err
	}
	d.Log.Info().Str("run", result.RunID).Str("task", result.TaskID).Str("outcome", string(result.Outcome)).Float64("wall_ms", result.WallMS).Msg("run ended")
	if used := out.usedUnits(); len(used) > 0 {
		if err := p.bank.MarkUsed(context.WithoutCancel(ctx), used, result.Passed != nil && *result.Passed); err != nil {
			d.Log.Warn().Str("run", result.RunID).Err(err).Msg("the use of memories is not counted")
		}
	}
	d.countPlayed(ctx, p.bank, deps.Runs, result.RunID)
	return out, err
}

// End is how the run ends a call: nil where the task was solved and nothing that
// judges it disagrees. Err is what Run or Resume returned beside it.
func (r Ran) End(err error) error {
	solved := r.Result.Outcome == trajectory.Solved
	switch {
	case err != nil:
		return err
	case solved && r.Result.Testbed == "":
		return &MissingError{"the finished files could not be brought out: " + texts(r.About("testbed"))}
	case solved && len(r.About("evaluation")) > 0:
		return &NotSolved{"the evaluation broke: " + texts(r.About("evaluation"))}
	case solved && (r.Result.Passed == nil || *r.Result.Passed):
		return nil
	case IsMissing(r.Failed):
		return &MissingError{"something outside is missing (the reason is above); legomem doctor says how to get it"}
	}
	return &NotSolved{}
}

func texts(notes []trajectory.Noted) string {
	var out []string
	for _, n := range notes {
		out = append(out, n.Text)
	}
	return strings.Join(out, "; ")
}

// judge has the runs of a suite's tasks evaluated; without a suite nothing is.
func (d *Desk) judge(p *Prepared, suite *officebench.Suite) {
	if suite == nil {
		return
	}
	p.deps.Verifier = officebench.Verifier{Suite: suite, Evaluator: d.evaluator(p.deps.Launcher, false)}
	p.deps.Versions["suite"] = suite.Name
}

// evaluator judges finished testbeds in sandboxes of their own.
func (d *Desk) evaluator(l sandbox.Launcher, strict bool) officebench.Evaluator {
	return officebench.Evaluator{Options: officebench.Options{Strict: strict}, Open: officebench.Sandboxed(l, "eval", d.Now())}
}
