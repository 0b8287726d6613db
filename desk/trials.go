package desk

import (
	"context"
	"errors"
	"slices"

	"legomem/configs"
	"legomem/lists"
	"legomem/membank"
	"legomem/membank/lift"
	"legomem/membank/store/sqlite"
	"legomem/officebench"
	"legomem/officebench/bench"
	"legomem/officebench/trial"
)

// TrialOrder asks to do tasks of the past again, on copies, with memories left out at random,
// so as to learn what these do.
type TrialOrder struct {
	Runs     int     // to make at most
	MaxUSD   float64 // no run is begun that is expected to go over it; 0 is no cap
	Parallel int     // runs at once; 0: as many as a bench does
	// Suite is the folder of the suite that judges its tasks; "" for none.
	Suite  string
	DryRun bool // announce, and start nothing
}

// TrialWatch holds what is called while trials go on.
type TrialWatch struct {
	// Announce gets what would be run, before anything is; an error ends it.
	Announce func(TrialPlan) error
	// Progress gets how far it is; Paused means that no more of it comes.
	Progress func(bench.Progress)
	Paused   func()
}

// TrialReport is what came of trials, those of earlier calls included.
type TrialReport struct {
	Runs int `json:"runs"` // made by this call
	// Counted are those of them that show what memories do: not those that were cut off,
	// that asked their user, or that something outside broke.
	Counted int         `json:"counted"`
	Spent   bench.Spent `json:"spent"`
	// Lift is what single memories do, as far as is known now.
	Lift MemoryEffects `json:"lift"`
	// Quarantined are those that were put into quarantine now (memory.lift.quarantine).
	Quarantined []MemoryEffect `json:"quarantined"`
}

// TrialPhase is what the progress of trials is called.
const TrialPhase bench.Phase = "trials"

// trialBlock is how many runs are chosen at once; the next are chosen by what came of them.
const trialBlock = 25

// trials is one call's trials.
type trials struct {
	desk     *Desk
	order    TrialOrder
	watch    TrialWatch
	config   configs.Config     // as the runs have it
	suite    *officebench.Suite // nil where none is named
	past     []pastTask         // that can be done again
	cannot   map[string]int     // past runs that cannot, by the reason
	sound    map[string]bool    // past runs whose files were looked into
	parallel int
	tally    trialTally
}

// Trial does tasks of the past again, and tells what is known then of what memories do. With
// DryRun, or if Announce ends it, there is no report; an error may come with one. Nothing that
// a trial does comes to the user's folder or into the bank.
func (d *Desk) Trial(ctx context.Context, o TrialOrder, watch TrialWatch) (*TrialReport, error) {
	t, err := d.newTrials(o, watch)
	if err != nil {
		return nil, err
	}
	plan, err := withBank(ctx, d, sqlite.ReadOnly, func(b *membank.Bank) (TrialPlan, error) { return t.plan(ctx, b) })
	if err == nil {
		err = watch.Announce(plan)
	}
	if err != nil || o.DryRun {
		return nil, err
	}
	p, err := d.prepare(ctx, t.config, sandboxes{many: true}, nil)
	if err != nil {
		return nil, err
	}
	defer p.Close()
	defer d.warnOfCache()
	ended := t.run(ctx, p)
	report, err := t.report(context.WithoutCancel(ctx), p.bank)
	return report, errors.Join(ended, err)
}

func (d *Desk) newTrials(o TrialOrder, watch TrialWatch) (*trials, error) {
	t := &trials{desk: d, order: o, watch: watch, parallel: d.atOnce(o.Parallel, false), cannot: map[string]int{}, sound: map[string]bool{}}
	t.tally.progress = bench.Progress{Phase: TrialPhase, Total: o.Runs, Spent: bench.Spent{USD: new(0.0)}}
	t.tally.looked = bench.Spent{USD: new(0.0)}
	return t, t.setUp()
}

// setUp checks the order, and makes what the runs need of the configuration.
func (t *trials) setUp() (err error) {
	d := t.desk
	switch {
	case t.order.Runs < 1:
		return BadInput("--runs %d is no number of runs to make", t.order.Runs)
	case d.config.Brain == "reflex":
		return BadInput("memories are shown to models alone, and the brain reflex asks none: choose --brain model or hybrid, and name the model in the configuration (model.name, model.base_url)")
	case taped(d.config):
		return BadInput("trials leave memories out, so that models are asked what no recording holds: take model.record and model.replay out of the configuration")
	case d.config.Memory.Strategy == "none", d.config.Memory.Placement == string(membank.Nowhere):
		return BadInput("nobody is shown memories, so there is nothing to learn of them: choose --memory vanilla, dynamic or rewrite, and a --placement other than none")
	}
	if t.order.Suite != "" {
		if t.suite, err = officebench.Open(t.order.Suite); err != nil {
			return err
		}
	}
	t.config = asTrial(d.config)
	return t.checkCap()
}

// asTrial is a configuration for trials: a model does all of the work, and twice as many
// memories are found, of which many are left out. Those that are not must fit a prompt. Agents'
// memories are as many as ever, but where they are cut from the orchestrator's.
func asTrial(c configs.Config) configs.Config {
	c.Brain = "model"
	c.Memory.K *= 2
	c.Memory.Budget *= 2
	if c.Memory.Strategy == (membank.Vanilla{}).Name() {
		c.Memory.PerAgent *= 2
		c.Memory.Agents = lists.Map(c.Memory.Agents, func(a configs.AgentLimit) configs.AgentLimit {
			a.Limit *= 2
			return a
		})
	}
	return c
}

// checkCap refuses a cap on money where a model has no price.
func (t *trials) checkCap() error {
	team := trial.Cell{Variant: t.config.Memory.Strategy, Team: t.config.Team.Name}
	teams, err := t.desk.benchTeams([]trial.Cell{team})
	if err != nil {
		return err
	}
	asks := trial.Bench{Cells: []trial.Cell{team}, Teams: teams, Prices: t.desk.benchPrices(teams)}
	beside, err := t.desk.askedBeside(BenchOrder{Bank: bankName(t.config)}, &Experiment{Bench: asks})
	if err != nil {
		return err
	}
	return benchError(bench.Cap{USD: t.order.MaxUSD}.Check(asks, beside...))
}

// design chooses the next n runs.
func (t *trials) design(ctx context.Context, n int) ([]trialJob, error) {
	uses, err := t.desk.uses(ctx, "", &CountedRuns{})
	if err != nil {
		return nil, err
	}
	shown := membank.Repeatable(uses)
	place := map[string]int{}
	for i, u := range shown.Uses {
		place[u.Run] = i
	}
	var settings []lift.Setting
	var of []pastTask
	for _, p := range t.past {
		if at, counts := place[p.run]; counts {
			settings, of = append(settings, lift.Setting{Trial: at, Found: p.ids()}), append(of, p)
		}
	}
	chosen := lift.Design(shown.Trials, settings, n, t.desk.bar())
	return lists.Map(chosen, func(c lift.Designed) trialJob { return jobOf(of[c.Setting], c.Chances) }), nil
}

// choose designs the next n runs, of past tasks whose files are still what they were.
func (t *trials) choose(ctx context.Context, n int) ([]trialJob, error) {
	for {
		jobs, err := t.design(ctx, n)
		if err != nil {
			return nil, err
		}
		bad := t.unsound(jobs)
		if len(bad) == 0 {
			return jobs, nil
		}
		t.cannot[itsFilesGone] += len(bad)
		t.past = slices.DeleteFunc(t.past, func(p pastTask) bool { return slices.Contains(bad, p.run) })
	}
}

// run makes the runs, a block after the other, while there is a past task to do again.
func (t *trials) run(ctx context.Context, p *Prepared) error {
	defer t.watch.Paused()
	for left := t.order.Runs; left > 0; left -= trialBlock {
		jobs, err := t.choose(ctx, min(left, trialBlock))
		if err != nil {
			return err
		}
		if len(jobs) == 0 {
			return nonePast(t.cannot)
		}
		if err := t.block(ctx, p, jobs); err != nil {
			return err
		}
	}
	return nil
}

// report tells what is known after the trials, and quarantines what harms where the
// configuration says so.
func (t *trials) report(ctx context.Context, b *membank.Bank) (*TrialReport, error) {
	d := t.desk
	r := &TrialReport{Runs: t.tally.progress.Done, Spent: t.tally.progress.Spent, Quarantined: []MemoryEffect{}}
	if d.config.Memory.Lift.Quarantine {
		var err error
		if r.Quarantined, err = d.quarantineHarmful(ctx, b, ""); err != nil {
			return r, err
		}
	}
	uses, err := d.uses(ctx, "", &CountedRuns{})
	if err != nil {
		return r, err
	}
	r.Counted = len(lists.Filter(membank.EvidenceOf(uses).Uses, func(u membank.Use) bool { return slices.Contains(t.tally.made, u.Run) }))
	r.Lift, err = d.effectsOf(ctx, b, uses, 0)
	return r, err
}
