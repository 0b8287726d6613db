// Package curate makes memory units from closed trajectories (LEGOMem 3.2.1):
// of a run that passed, or that a user vouches for, one full-task unit and a
// unit for each of its subtasks. It reads logs and writes nothing; the bank
// keeps what it returns.
//
// Start with Rule, the curator that needs no model.
package curate

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"legomem/membank"
	"legomem/trajectory"
)

// RuleVersion is what units made by Rule name as their curator.
const RuleVersion = "rule/1"

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
)

// Compiler makes a run's procedure, as reflex does; the notes say what it
// could not use.
type Compiler func(*trajectory.Run) (procedure json.RawMessage, version string, notes []string, err error)

// Rule curates by rule. Now dates the units; Compile may be nil.
type Rule struct {
	Compile Compiler
	Now     func() time.Time
}

// Curate returns a run's units, the full-task unit first, and notes for the
// user. The same run always gives the same ids and hashes. A procedure that
// cannot be compiled is a note: the unit still helps a model.
func (r Rule) Curate(run *trajectory.Run) (units []membank.Unit, notes []string, err error) {
	if err := fit(run); err != nil {
		return nil, nil, fmt.Errorf("curate run %s: %w", run.ID, err)
	}
	task := r.fullTask(run)
	if len(task.Subtasks) == 0 {
		return nil, nil, fmt.Errorf("curate run %s: %w", run.ID, ErrNothingDone)
	}
	if r.Compile != nil {
		procedure, version, more, err := r.Compile(run)
		notes = append(notes, more...)
		if err != nil {
			notes = append(notes, fmt.Sprintf("no procedure for reflex: %v", err))
		} else {
			task.Procedure, task.Compiler = procedure, version
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

func fit(run *trajectory.Run) error {
	switch {
	case run.Result == nil:
		return ErrOpen
	case run.Result.Outcome != trajectory.Solved:
		return fmt.Errorf("outcome %s (%s): %w", run.Result.Outcome, run.Result.Reason, ErrFailed)
	case run.Passed != nil && !*run.Passed:
		return fmt.Errorf("it did not pass its evaluation: %w", ErrFailed)
	case !run.Succeeded():
		return ErrUnjudged
	}
	return nil
}

func (r Rule) fullTask(run *trajectory.Run) membank.Unit {
	started := run.Started
	return membank.Unit{
		Kind: membank.FullTask, Task: started.Task.Text, Plan: planText(run), Subtasks: subtasks(run),
		Answer: run.Answer, Reflections: reflections(run), Wordings: run.Wordings,
		Source:  membank.Source{Run: run.ID, Suite: started.Task.Suite, Task: started.Task.ID, Accepted: run.AcceptedBy},
		Created: r.Now(), Curator: RuleVersion, OutsideContent: readOutside(run),
	}
}
