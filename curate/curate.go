// Package curate makes memory units from closed trajectories (LEGOMem 3.2.1): from a run
// that passed, or that a user vouches for, one full-task unit and a unit for each of its
// subtasks. It reads logs and writes nothing; the bank keeps what it returns.
//
// Start with Curator, and with Rule, the one that needs no model; Model asks
// one. Raw and Inducer make what the baselines of LEGOMem 4.1.2 remember: raw
// trajectories (Synapse) and routines (AWM).
package curate

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"legomem/consent"
	"legomem/membank"
	"legomem/places"
	"legomem/trajectory"
)

// RuleVersion is the curator that units made by Rule name.
const RuleVersion = "rule/2"

// The reasons a run is not curated.
var (
	// ErrOpen is a run without an end: it goes on, or a crash ended it.
	ErrOpen = errors.New("the run has no end: it is still going, or a crash ended it")
	// ErrFailed is a run that did not solve its task, or did not pass.
	ErrFailed = errors.New("the run did not succeed, and only successful work is remembered")
	// ErrUnjudged is a solved run that no evaluation judged.
	ErrUnjudged = errors.New("nothing judged the run; look at what it did, and vouch for it with --accept")
	// ErrNothingDone is a run without a successful action.
	ErrNothingDone = errors.New("the run has no successful action to learn from")
	// ErrAstray is a run in which the policy refused an action: something that it read
	// may have led it astray, or the task was worded too briefly.
	ErrAstray = errors.New("the policy refused an action in the run, so something may have led it astray; look at its steps with legomem runs show, and vouch for it with --accept")
	// ErrUnwanted is a run whose changes a person declined, took back, or took in part.
	ErrUnwanted = errors.New("so it is no example of what is wanted; vouch for it with --accept if it is one all the same")
	// ErrTrial is a run that did an earlier task again, without memories that it would have
	// been shown: its task is learned from the earlier run.
	ErrTrial = errors.New("the run is a trial, which did an earlier run's task again to learn what memories do; learn from that run")
	// ErrPractised is a run that was played from a memory: it holds nothing that the
	// memory does not, and less (no constants, no wordings).
	ErrPractised = errors.New("the run was played from memory, and teaches nothing new")
)

// Compiler makes a run's procedure, as reflex does, and generalises it together
// with those of the other runs that did the same work.
type Compiler func(run *trajectory.Run, others []*trajectory.Run) (Compiled, error)

// Compiled is a procedure as a Compiler made it.
type Compiled struct {
	Procedure json.RawMessage
	Version   string
	// With are the runs that it was generalised together with.
	With []*trajectory.Run
	// Notes say what could not be used.
	Notes []string
}

// Pool finds the further runs that may have done the same work as a run, for
// its Compiler; see Kin.
type Pool func(ctx context.Context, run *trajectory.Run) ([]*trajectory.Run, error)

// Curator makes a run's units, the full-task unit first, then its parts in order; the
// notes are for the user. A run that cannot be learned from returns one of the errors
// above; one without a usable reply of the model returns a *Refused.
type Curator interface {
	Curate(ctx context.Context, run *trajectory.Run) (units []membank.Unit, notes []string, err error)
	// Pitfalls makes the warnings of a run that Failed. One that shows no mistake returns
	// ErrFailed and ErrNoPitfall.
	Pitfalls(ctx context.Context, run *trajectory.Run) (units []membank.Unit, notes []string, err error)
	// Name is what its units carry as their curator, with its version.
	Name() string
}

// Rule curates by rule. Now dates the units.
type Rule struct {
	Learning
	Now func() time.Time
}

// Learning is how a curator makes procedures. Without Compile it makes none; without
// Others, each from its own run alone.
type Learning struct {
	Compile Compiler
	Others  Pool
	// Failures finds the failed runs of like work, from which a run's lessons are told by
	// contrast; nil: none.
	Failures Pool
}

// failures are the failed runs of like work.
func (l Learning) failures(ctx context.Context, run *trajectory.Run) ([]*trajectory.Run, error) {
	if l.Failures == nil {
		return nil, nil
	}
	failures, err := l.Failures(ctx, run)
	if err != nil {
		return nil, fmt.Errorf("curate run %s: look for failed runs of like work: %w", run.ID, err)
	}
	return failures, nil
}

// kin are the runs that a run is compiled together with.
func (l Learning) kin(ctx context.Context, run *trajectory.Run) ([]*trajectory.Run, error) {
	if l.Others == nil {
		return nil, nil
	}
	others, err := l.Others(ctx, run)
	if err != nil {
		return nil, fmt.Errorf("curate run %s: look for runs of the same work: %w", run.ID, err)
	}
	return others, nil
}

// Name is RuleVersion.
func (Rule) Name() string { return RuleVersion }

// Curate implements Curator. The same run always gives the same ids and
// hashes.
func (r Rule) Curate(ctx context.Context, run *trajectory.Run) (units []membank.Unit, notes []string, err error) {
	if err := errors.Join(ctx.Err(), Fit(run)); err != nil {
		return nil, nil, fmt.Errorf("curate run %s: %w", run.ID, err)
	}
	failures, err := r.failures(ctx, run)
	if err != nil {
		return nil, nil, err
	}
	task := r.fullTask(run, failures)
	if len(task.Subtasks) == 0 {
		return nil, nil, fmt.Errorf("curate run %s: %w", run.ID, ErrNothingDone)
	}
	return r.whole(ctx, run, task)
}

// whole compiles a full task's procedure, seals the unit and cuts it into parts. The
// procedure is always made from the trajectory, whichever curator wrote the unit. If it
// cannot be compiled, a note says so: the unit still helps a model.
func (l Learning) whole(ctx context.Context, run *trajectory.Run, task membank.Unit) (units []membank.Unit, notes []string, err error) {
	if l.Compile != nil {
		others, err := l.kin(ctx, run)
		if err != nil {
			return nil, nil, err
		}
		made, err := l.Compile(run, others)
		notes = append(notes, made.Notes...)
		if err != nil {
			notes = append(notes, fmt.Sprintf("no procedure for reflex: %v", err))
		} else {
			task.Procedure, task.Compiler = made.Procedure, made.Version
		}
		for _, other := range made.With {
			task.Joined = append(task.Joined, SourceOf(other))
		}
	}
	if task, err = membank.Seal(task); err != nil {
		return nil, nil, fmt.Errorf("curate run %s: %w", run.ID, err)
	}
	units = append(units, task)
	for _, part := range membank.Cut(task) {
		if part, err = membank.Seal(part); err != nil {
			return nil, nil, fmt.Errorf("curate run %s: %w", run.ID, err)
		}
		units = append(units, part)
	}
	return units, notes, nil
}

// Fit returns nil if a run can be learned from, otherwise one of the errors above, or that
// its record of commits cannot be read.
func Fit(run *trajectory.Run) error {
	switch {
	case run.Result == nil:
		return ErrOpen
	case run.Started.Trial != nil:
		return ErrTrial
	case run.Result.Outcome != trajectory.Solved:
		return fmt.Errorf("outcome %s (%s): %w", run.Result.Outcome, run.Result.Reason, ErrFailed)
	case run.Passed != nil && !*run.Passed:
		return fmt.Errorf("it did not pass its evaluation: %w", ErrFailed)
	case run.Practised() != "":
		return fmt.Errorf("memory %s: %w", run.Practised(), ErrPractised)
	case !run.Succeeded():
		return ErrUnjudged
	case len(run.Refusals()) > 0 && run.AcceptedBy == "":
		return ErrAstray
	case run.AcceptedBy != "" || run.Dir == "":
		return nil
	}
	committed, err := consent.CommittedOf(places.Run(run.Dir))
	if unwanted := committed.Unwanted(); unwanted != "" {
		return fmt.Errorf("%s, %w", unwanted, ErrUnwanted)
	}
	return err
}

func (r Rule) fullTask(run *trajectory.Run, failures []*trajectory.Run) membank.Unit {
	return membank.Unit{
		Kind: membank.FullTask, Task: run.Started.Task.Text, Plan: planText(run), Subtasks: subtasks(run),
		Answer: run.Answer, Reflections: lessons(run, failures), Wordings: run.Wordings,
		Source: SourceOf(run), Created: r.Now(), Curator: RuleVersion, OutsideContent: readOutside(run),
	}
}

// SourceOf is where the units of a run are from.
func SourceOf(run *trajectory.Run) membank.Source {
	task := run.Started.Task
	return membank.Source{Run: run.ID, Suite: task.Suite, Task: task.ID, User: task.User, Text: membank.TextHash(task.Text), Accepted: run.AcceptedBy}
}
