package desk

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"legomem/officebench"
	"legomem/officebench/bench"
	"legomem/officebench/trial"
)

// BenchOrder asks for an experiment. The zero value of a field leaves it to the
// defaults that bench.Plan, bench.Seeds and bench.NewSplit have.
type BenchOrder struct {
	Suite, Split string // a suite's folder; the file that says what is trained on and what tested
	Name         string // "": the suite's and the brain's
	Variants, Placements, Reasoning, Teams,
	Tasks []string
	Preset          string // "paper", or none
	Phase           string // one phase alone: collect, curate, evaluate or report; "": all that the cells need
	Seeds, Limit    int
	Parallel, Pilot int // runs at once; tasks to run first, to measure the cost by
	MaxTokens       int
	MaxUSD          float64
	LeaveOneOut     bool
	RerunErrors     bool // run again what something outside broke, and otherwise only what is missing
	AcceptErrors    bool // make the bank without the training runs that broke so
	DryRun          bool // announce, and start nothing
	Starter         bool // test the memories that come with the program
	// Bank is the memory bank that is tested; "": one is made of the training tasks.
	Bank string
	// Demos is a folder of demonstrations that are played to collect the training runs.
	Demos string
	// Lab carries the runs out in place of the desk; nil for the desk.
	Lab LabOpener
}

// makesBank reports whether the experiment has to make a bank for these cells.
func (o *BenchOrder) makesBank(cells []trial.Cell) bool { return o.Bank == "" && bench.NeedBank(cells) }

// LabOpener opens the lab that carries out a bench's runs, and returns what closes it.
type LabOpener func(ctx context.Context, s *officebench.Suite) (bench.Lab, func(), error)

// BenchWatch holds what is called while an experiment goes on.
type BenchWatch struct {
	// Announce gets what would be run and its expected cost, before anything is made;
	// an error ends the experiment.
	Announce func(*Experiment, bench.Estimate) error
	// Pilot is called before the pilot's tasks are run; an error ends the experiment.
	Pilot func(*Experiment) error
	// Progress gets how far it is; Paused means that no more of it comes for now.
	Progress func(bench.Progress)
	Paused   func()
}

// check refuses settings that do not go together, and makes the starter memories the
// bank if they are asked for.
func (o *BenchOrder) check() error {
	switch {
	case o.Suite == "":
		return BadInput("bench needs a suite: name its folder, which holds tasks/, with --suite; this project's own is officebench/suite")
	case o.Pilot < 0:
		return BadInput("--pilot %d is no number of tasks", o.Pilot)
	case o.Bank == starterBank:
		return BadInput("--bank %s is not a file: for the memories that come with the program, say --starter", starterBank)
	case !o.Starter:
		return nil
	case o.Bank != "" || o.Demos != "":
		return BadInput("--starter is the bank: leave out --bank and --demos")
	}
	o.Bank = starterBank
	return nil
}

// starterBank is what a bench calls the bank that holds only the memories that come
// with the program. BenchOrder.Starter asks for it; as a file's name it is refused.
const starterBank = "(starter)"

// benchError turns the engine's errors into those that have exit codes.
func benchError(err error) error {
	switch {
	case caused[*bench.SettingError](err):
		return &InputError{err}
	case caused[*bench.Capped](err):
		return &NotSolved{Said: err.Error()}
	case caused[*bench.Locked](err), caused[*bench.Broken](err), caused[*bench.Shrunk](err):
		return &MissingError{Said: err.Error()}
	}
	return err
}

// Bench runs an experiment, or what is missing of it, and reports what came of it. With
// DryRun, or if Announce ends it, there is no summary.
func (d *Desk) Bench(ctx context.Context, o BenchOrder, watch BenchWatch) (*BenchSummary, error) {
	e, err := d.setUpBench(o)
	if err != nil {
		return nil, benchError(err)
	}
	if o.Phase == "report" {
		sum, err := makeReport(e.dir)
		return sum, benchError(err)
	}
	sum, err := e.run(ctx, watch)
	return sum, benchError(err)
}

func (e *Experiment) run(ctx context.Context, watch BenchWatch) (*BenchSummary, error) {
	o := e.order
	if o.Pilot > 0 {
		if err := watch.Pilot(e); err != nil {
			return nil, err
		}
	}
	_, err := os.Stat(filepath.Join(e.dir, "bench.json"))
	ahead := o.Pilot == 0 && (o.DryRun || errors.Is(err, fs.ErrNotExist))
	if ahead { // nothing is made before it is agreed to
		if err := e.announceAhead(watch); err != nil || o.DryRun {
			return nil, err
		}
	}
	folder, err := bench.Open(e.dir, e.Bench, e.desk.Now())
	if err != nil {
		return nil, err
	}
	defer folder.Close()
	engine := e.engine(folder)
	if o.Pilot > 0 { // its runs count like any other
		engine.Pilot = o.Pilot
		if err := e.withLab(ctx, engine, watch); err != nil {
			return nil, err
		}
		engine.Pilot = 0
	}
	if !ahead {
		if err := e.announce(engine, watch); err != nil || o.DryRun {
			return nil, err
		}
	}
	return e.carryOut(ctx, engine, watch)
}

// announceAhead announces an experiment without taking its work folder, which
// may not be there, or be held by another process.
func (e *Experiment) announceAhead(watch BenchWatch) error {
	folder, err := bench.Look(e.dir, e.Bench)
	if err != nil {
		return err
	}
	return e.announce(e.engine(folder), watch)
}

func (e *Experiment) announce(engine *bench.Engine, watch BenchWatch) error {
	expected, err := engine.Estimate()
	if err != nil {
		return err
	}
	expected.Notes = append(slices.Clone(e.Bench.Notes), expected.Notes...)
	return watch.Announce(e, expected)
}

// carryOut runs what is missing and reports it, however it ended.
func (e *Experiment) carryOut(ctx context.Context, engine *bench.Engine, watch BenchWatch) (*BenchSummary, error) {
	ended := e.withLab(ctx, engine, watch)
	if IsInput(benchError(ended)) {
		return nil, ended // nothing came of it
	}
	sum, err := makeReport(e.dir)
	if err == nil {
		spent := engine.Spent()
		sum.Spent = &spent
	}
	if ended != nil && err != nil {
		e.desk.Log.Warn().Err(err).Msg("no report was written")
		return nil, ended
	}
	return sum, errors.Join(ended, err)
}

// withLab runs the engine with a lab.
func (e *Experiment) withLab(ctx context.Context, engine *bench.Engine, watch BenchWatch) error {
	open := e.order.Lab
	if open == nil {
		open = e.openLab
	}
	lab, done, err := open(ctx, e.suite)
	if err != nil {
		return err
	}
	defer done()
	engine.Lab, engine.Observe = lab, watch.Progress
	defer watch.Paused()
	return engine.Run(ctx)
}
