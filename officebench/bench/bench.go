// Package bench carries out an experiment over a suite: it collects runs on the
// training tasks, has a memory bank made of those that passed, and evaluates
// the test tasks under each cell of the experiment (LEGOMem 4.1-4.3). Every
// phase is resumable: what is recorded is not run again, whenever the program
// was killed.
//
// It decides what is run, in which order and how often, and keeps the records. A Lab
// carries out each task; the report, which reads the same trial.Record, interprets the
// figures.
//
// Start with Plan (the cells), Open (the work folder) and Engine.Run.
package bench

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"legomem/officebench"
	"legomem/officebench/trial"
	"legomem/orchestrator"
)

// Phase is a part of the experiment.
type Phase string

// The phases, in their order.
const (
	Collect  Phase = "collect"
	Curate   Phase = "curate"
	Evaluate Phase = "evaluate"
)

// Engine carries an experiment out in its work folder. Its fields are set
// once, before Run.
type Engine struct {
	Folder *Folder
	Suite  *officebench.Suite
	Lab    Lab
	// CollectTeam carries out the training tasks, without memory.
	CollectTeam string
	// Bank is the file of an existing bank; empty: a bank is collected and curated in the
	// work folder.
	Bank string
	// Only runs one phase; empty runs all that the cells need.
	Only Phase
	// Parallel is how many runs there are at once, at least 1.
	Parallel int
	Cap      Cap
	// RerunErrors runs again what ended in an infrastructure error. AcceptErrors
	// makes the bank without the training runs that did.
	RerunErrors, AcceptErrors bool
	// Pilot runs this many tasks of a phase and stops; 0 runs everything.
	Pilot int
	// Limits and Memories are what a run may use at most and how many memories a prompt
	// shows, for estimates without measurements.
	Limits   orchestrator.Limits
	Memories int
	// Asks names the models that curating asks, for the estimate.
	Asks Asks
	// NewID names a run; Now is the clock of what is recorded.
	NewID func() string
	Now   func() time.Time
	// Observe receives progress, one call at a time; it may be nil.
	Observe func(Progress)

	spent   *purse
	outlook *outlook
	held    map[string]bool // the suite's tasks that the bank was learned from
}

// Cap ends an experiment that becomes too expensive: no run is started that, with those
// under way, would exceed it, judging by what the runs of its cell have used so far. Zero
// is no cap.
type Cap struct {
	Tokens int
	USD    float64
}

// Progress is how far a phase is.
type Progress struct {
	Phase Phase
	// Total counts the runs of the phase, Done those recorded, Resumed those recorded
	// before this start.
	Total, Done, Resumed int
	// Passed counts the runs that passed, Errors those that ended in an error of any
	// cause or could not be judged.
	Passed, Errors int
	// Claimed says that nothing judges the runs: Passed counts those that say that they
	// solved their task.
	Claimed bool
	Running int
	// Spent covers the whole experiment.
	Spent Spent
}

// Run carries out what is missing. It returns what ended it early: the
// context's error, a *Capped, a *Broken, a *Shrunk, or what makes the experiment
// impossible. What was recorded until then stays.
func (e *Engine) Run(ctx context.Context) error {
	if e.Parallel < 1 {
		return fmt.Errorf("a bench needs at least 1 run at a time, not %d", e.Parallel)
	}
	if e.Folder.lock == nil {
		return fmt.Errorf("the folder %s is only looked at: open it to run what is missing in it", e.Folder.Dir)
	}
	if err := errors.Join(e.Cap.valid(), e.count()); err != nil {
		return err
	}
	own := e.makesBank()
	if e.Only == Collect && !own {
		return impossible("there is nothing to collect: the bank is given, or no cell needs one")
	}
	if own && e.wants(Collect) {
		if err := e.collect(ctx); err != nil {
			return err
		}
		if c, err := e.Folder.curated(); e.Pilot > 0 && c == nil {
			return err // without a bank there is no more to try
		}
	}
	if own && e.wants(Curate) && e.Pilot == 0 {
		if err := e.curate(ctx); err != nil {
			return err
		}
	}
	if !e.wants(Evaluate) {
		return nil
	}
	return e.evaluate(ctx)
}

func (e *Engine) wants(p Phase) bool { return e.Only == "" || e.Only == p }

// needsBank reports whether any cell remembers.
func (e *Engine) needsBank() bool { return NeedBank(e.Folder.Bench.Cells) }

// makesBank reports whether the experiment collects and curates.
func (e *Engine) makesBank() bool { return e.Bank == "" && e.needsBank() }

// NeedBank reports whether any of the cells uses a bank.
func NeedBank(cells []trial.Cell) bool {
	return slices.ContainsFunc(cells, func(c trial.Cell) bool { return c.Variant != none })
}

// count adds up what was spent before this start.
func (e *Engine) count() error {
	e.spent, e.outlook = newPurse(), newOutlook(e)
	stages := []*stage{e.evaluating()}
	if e.makesBank() {
		stages = append(stages, e.collecting())
	}
	for _, s := range stages {
		books, err := s.open(nil)
		if err != nil {
			return err
		}
		for _, r := range books.all {
			e.spent.add(r.Spent)
			e.outlook.add(s.phase, r)
		}
		for _, lost := range books.lost {
			e.spent.add(lost)
		}
	}
	calls, err := e.Folder.curatingCalls()
	for _, c := range calls {
		e.spent.add(map[string]trial.Spend{c.Role: c.Spend})
	}
	return err
}

// Spent is what the experiment has cost so far, over all its starts.
func (e *Engine) Spent() Spent {
	if e.spent == nil {
		return Spent{}
	}
	return e.spent.total()
}

// impossible is an error in the settings.
func impossible(format string, args ...any) error {
	return &SettingError{fmt.Errorf(format, args...)}
}

// SettingError is an experiment that cannot be run as it is asked for: a
// user's mistake.
type SettingError struct{ Err error }

func (s *SettingError) Error() string { return s.Err.Error() }

// Unwrap returns the cause.
func (s *SettingError) Unwrap() error { return s.Err }

// same reports whether two values are the same in JSON.
func same(a, b any) bool {
	x, errX := json.Marshal(a)
	y, errY := json.Marshal(b)
	return errX == nil && errY == nil && string(x) == string(y)
}

// withoutKeys is a copy of m without some keys.
func withoutKeys(m map[string]string, keys ...string) map[string]string {
	out := maps.Clone(m)
	for _, k := range keys {
		delete(out, k)
	}
	return out
}
