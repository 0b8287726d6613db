package desk

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"legomem/agents/reflex"
	"legomem/curate"
	"legomem/llm/cost"
	"legomem/membank"
	"legomem/membank/store/sqlite"
	"legomem/trajectory"
)

// CurateOrder asks to learn from runs.
type CurateOrder struct {
	Runs []string // as FindRun finds them
	// Accept vouches for runs that nothing judged, in which something was refused, or whose
	// changes were not wanted as they were.
	Accept bool
	By     string // rule or model; "": the configuration's
	// Baselines are what else to remember: synapse, awm.
	Baselines []string
}

// The baselines that a CurateOrder may name.
const (
	synapse = "synapse"
	awm     = "awm"
)

func (o CurateOrder) check() error {
	if o.By != "rule" && o.By != "model" {
		return BadInput("--by is %q; accepted: rule, model", o.By)
	}
	for _, b := range o.Baselines {
		if b != synapse && b != awm {
			return BadInput("--baselines: there is no %q; accepted: synapse, awm", b)
		}
	}
	return nil
}

// Curate turns runs into memories: of the whole task and of each subtask. Told gets
// each run's memories as soon as they are learned and then, if they were asked for, the
// routines of all runs; its functions may be nil.
func (d *Desk) Curate(ctx context.Context, o CurateOrder, told CurateTold) ([]Curated, error) {
	o.By = cmp.Or(o.By, d.config.Curate.By)
	if err := o.check(); err != nil {
		return nil, err
	}
	config := d.config
	config.Curate.By = o.By
	bank, done, err := d.openBank(ctx, config, sqlite.ReadWrite)
	if err != nil {
		return nil, err
	}
	defer done()
	c, err := d.curating(config, bank, cost.Budget{})
	if err != nil {
		return nil, err
	}
	for _, id := range o.Runs {
		run, err := d.vouchedRun(id, o.Accept)
		if err != nil {
			return nil, err
		}
		c.kin.runs = append(c.kin.runs, run)
	}
	out, err := c.runs(ctx, o, told)
	if err != nil || !slices.Contains(o.Baselines, awm) {
		return out, err
	}
	return out, c.inducedRoutines(ctx, &out[len(out)-1], told)
}

// CurateTold holds what is called when something is learned.
type CurateTold struct {
	Run      func(Curated)
	Routines func(added membank.Added, notes []string)
}

// runs curates each run, and improves the bank's other memories with it.
func (c *curating) runs(ctx context.Context, o CurateOrder, told CurateTold) ([]Curated, error) {
	out := []Curated{}
	for _, run := range c.kin.runs {
		did, err := c.one(ctx, run)
		failed := len(did.Warnings) > 0
		if err == nil && !failed && slices.Contains(o.Baselines, synapse) {
			_, err = c.raw(ctx, run)
		}
		if err != nil {
			return out, curateError(err)
		}
		if did.Refined, err = c.refine(ctx, did.With); err != nil {
			return out, err
		}
		if !did.Known && !failed {
			if did.Already, err = c.saidAlready(ctx, run, did.Units[0], did.With); err != nil {
				return out, err
			}
		}
		out = append(out, did)
		if told.Run != nil {
			told.Run(did)
		}
	}
	return out, nil
}

// inducedRoutines induces routines from all the runs; its notes go to the last run.
func (c *curating) inducedRoutines(ctx context.Context, last *Curated, told CurateTold) error {
	added, notes, err := c.routines(ctx, c.kin.runs)
	if err != nil {
		return curateError(err)
	}
	last.Notes = append(last.Notes, notes...)
	if told.Routines != nil {
		told.Routines(added, notes)
	}
	return nil
}

// vouchedRun finds a run, and records that the user vouches for it if accept is set and
// the run needs that.
func (d *Desk) vouchedRun(id string, accept bool) (*trajectory.Run, error) {
	run, err := d.FindRun(id)
	if err != nil {
		return nil, err
	}
	run = run.AsOne()
	if err := unsound(run); err != nil {
		return nil, err
	}
	solved := run.Result != nil && run.Result.Outcome == trajectory.Solved && (run.Passed == nil || *run.Passed)
	if fit := curate.Fit(run); !accept || !solved || run.AcceptedBy != "" || fit == nil || errors.Is(fit, curate.ErrPractised) || errors.Is(fit, curate.ErrTrial) {
		return run, nil
	}
	return run, d.vouch(run)
}

// vouch records in a run's log that the user accepts it.
func (d *Desk) vouch(run *trajectory.Run) error {
	by := LoginName()
	if err := trajectory.Accept(run.Dir, by, d.Now); err != nil {
		return err
	}
	run.AcceptedBy = by
	return nil
}

// curateError turns the error of a run that teaches nothing into a *NotSolved.
func curateError(err error) error {
	untaught := []error{curate.ErrOpen, curate.ErrFailed, curate.ErrUnjudged, curate.ErrNothingDone, curate.ErrAstray, curate.ErrUnwanted, curate.ErrPractised, curate.ErrTrial}
	teachesNothing := slices.ContainsFunc(untaught, func(no error) bool { return errors.Is(err, no) })
	if teachesNothing || caused[*curate.Refused](err) {
		return &NotSolved{Said: err.Error()}
	}
	return err
}

// was returns the sentence of the memory that a unit replaces; "" if there is none, or
// it is the same. A unit without a procedure inherits the old one's, and with it the
// sentence.
func (c *curating) was(ctx context.Context, u membank.Unit) (string, error) {
	old, err := c.bank.Get(ctx, []string{u.ID})
	if err != nil || len(old) == 0 || u.Procedure == nil {
		return "", err
	}
	if said := DescribeMemory(old[0]).Sentence; said != DescribeMemory(u).Sentence {
		return said, nil
	}
	return "", nil
}

// Sentence is what the memory of the whole task can do.
func (c Curated) Sentence() string { return DescribeMemory(c.Task).Sentence }

// Always are the values that a memory learned from one run keeps the same each time.
func (c Curated) Always() []string {
	p, err := reflex.Decode(c.Task.Procedure)
	if err != nil || p.Examples > 1 {
		return nil
	}
	return p.Fixed()
}
