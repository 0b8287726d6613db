package orchestrator

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"legomem/agents"
	"legomem/llm/cost"
	"legomem/places"
	"legomem/tools"
	"legomem/trajectory"
	"legomem/words"
)

// Unresumable is a run that cannot be resumed, and why. Ended is true if the run has
// ended.
type Unresumable struct {
	Run, Why string
	Ended    bool
}

func (u *Unresumable) Error() string {
	return fmt.Sprintf("run %s cannot be resumed: %s", u.Run, u.Why)
}

// Resume continues a run that was killed, in its folder and with its log. The task
// comes from the log, and d must match the log's Started event. With the run's
// workspace it goes on where the log ends; without, it starts over from the testbed as
// it was. The error is trajectory.ErrLive if another process is at the run, and an
// *Unresumable if the run has ended. In all else it is as Run.
func Resume(ctx context.Context, d Deps, o Resumption) (trajectory.Result, error) {
	if err := d.Limits.check(); err != nil {
		return trajectory.Result{}, err
	}
	r, err := reopen(d, o)
	if err != nil {
		return trajectory.Result{}, fmt.Errorf("resume a run: %w", err)
	}
	return r.finish(ctx, r.asking(ctx, r.carryOut(ctx, o.Workspace)))
}

// Discard closes the log of a run that was killed; the outcome is cancelled.
func Discard(dir string, now func() time.Time) (trajectory.Result, error) {
	log, past, err := trajectory.Continue(dir, now)
	if err != nil {
		return trajectory.Result{}, err
	}
	r := &run{id: past.ID, dir: places.Run(dir), log: log, task: past.Started.Task, past: past, meter: cost.NewMeter(nil, cost.Budget{}), began: now()}
	r.Now, r.versions = now, past.Started.Versions
	if past.Result != nil {
		return trajectory.Result{}, errors.Join(ended(past), log.Close())
	}
	r.pay()
	r.recount()
	res := r.result(trajectory.Cancelled, "discarded: the run was killed, and not resumed")
	return res, errors.Join(errors.Join(r.record(r.finished(&res)), r.wrapUp(res)), os.RemoveAll(r.dir.Before()))
}

// ended is the error for a run that has ended and so cannot be resumed.
func ended(past *trajectory.Run) error {
	return &Unresumable{Run: past.ID, Why: fmt.Sprintf("it has ended as %s (%s)", past.Result.Outcome, words.Cut(past.Result.Reason, 200)), Ended: true}
}

// reopen takes over a run's log, and records in it that the run is resumed.
func reopen(d Deps, o Resumption) (*run, error) {
	dir, err := filepath.Abs(o.Dir)
	if err != nil {
		return nil, err
	}
	log, past, err := trajectory.Continue(dir, d.Now)
	if err != nil {
		return nil, err
	}
	r := newRun(d, o.Own, past.ID, places.Run(dir), past.Started.Task, log)
	r.past = past
	workspace := o.Workspace
	if err := r.resumable(workspace); err != nil {
		return nil, errors.Join(err, log.Close())
	}
	r.Resumable = r.Resumable || workspace != ""
	e := trajectory.Resumed{Step: past.Acted(), Workspace: trajectory.WorkspaceKept}
	if workspace == "" {
		e = trajectory.Resumed{Workspace: trajectory.WorkspaceAgain}
	}
	err = r.record(e)
	old := []string{r.dir.Testbed(), r.dir.Taking(), r.dir.Look(), r.dir.Rehearsal(), r.dir.Result()} // left by an ending that was cut off
	if workspace == "" {
		old = append(old, r.dir.Before()) // its steps are void
	}
	for _, path := range old {
		err = errors.Join(err, os.RemoveAll(path))
	}
	if err != nil {
		return nil, errors.Join(err, log.Close())
	}
	r.pay()
	if workspace == "" {
		r.past = nil // it is void
		return r, nil
	}
	r.recount()
	return r, nil
}

// resumable returns why a run cannot be resumed, or nil. One that was cut off and then
// closed can be if its workspace is still there, which closing usually removes.
func (r *run) resumable(workspace string) error {
	if r.past.Result != nil && (workspace == "" || !r.past.BrokenOff()) {
		return ended(r.past)
	}
	if _, err := os.Stat(r.dir.Start()); errors.Is(err, fs.ErrNotExist) {
		return &Unresumable{Run: r.id, Why: "it was killed before its testbed was copied, so nothing was done; legomem run begins it anew"}
	}
	return nil
}

// pay counts what models have cost so far: a budget is for the whole run, however often
// it is resumed.
func (r *run) pay() {
	for _, c := range r.past.Calls {
		r.meter.Add(c.Role, c.Model, cost.Usage{Prompt: c.PromptTokens, Cached: c.CachedTokens, Completion: c.CompletionTokens})
	}
	r.before = r.past.Position.Until.Sub(r.past.Begun)
}

// recount restores the state at the end of the log: the finished rounds, and the
// unfinished one.
func (r *run) recount() {
	at := r.past.Position
	r.state.Plan, r.state.Stalls = r.past.Plan, at.Stalls
	r.rounds, r.revision, r.steps = at.Next()-1, at.Revision, r.past.Acted()
	r.state.Replans = at.Revision
	if at.Takeover != nil && at.Takeover.Planned { // the second brain's plan is a revised one
		if at.Planned {
			r.state.Replans--
		} else {
			r.revision++
		}
	}
	r.refused = len(r.past.Refusals())
	for _, s := range r.past.Subtasks {
		round := agents.Round{Subtask: s.Subtask, Summary: s.Summary, Failed: s.Failed}
		for _, step := range s.Steps {
			if step.Observation == nil {
				continue // it is settled before the run goes on
			}
			round.Steps = append(round.Steps, step)
			r.note(step)
			if step.Suppressed {
				r.suppressed++
			}
		}
		if !s.Done {
			r.open = &round
			continue
		}
		r.state.Rounds = append(r.state.Rounds, round)
		if r.loops != nil {
			r.loops.addRound(round)
		}
	}
}

// tellGate gives the gate what it allowed before, with the results, so that it decides
// as if the run had never been killed.
func (r *run) tellGate() {
	if r.gate == nil || r.past == nil {
		return
	}
	for _, s := range r.past.Steps() {
		if s.Observation != nil && !s.Suppressed && s.Observation.Code != tools.Refused {
			r.gate.SawBefore(s.Action, *s.Observation)
		}
	}
}

// takenOver rebuilds what the previous brain has done, and what this one has.
func (r *run) takenOver() {
	if r.past == nil || r.past.Position.Takeover == nil {
		return
	}
	by := r.Brain.Name()
	if h, ok := r.planner.(agents.Heir); ok {
		by = h.HeirName()
	}
	first, rest := r.parted()
	r.deeds = newDeeds(r.Tools, r.task, by, first)
	for _, s := range rest {
		if s.Suppressed {
			r.deeds.repeated(s.Action) // one of them is used up
		} else {
			r.deeds.add(s)
		}
	}
}

// parted splits the steps into those of the previous brain and those of the one that
// has taken over.
func (r *run) parted() (first, rest []trajectory.Step) {
	for i, s := range r.past.Subtasks {
		if i < r.past.Position.Takeover.Subtasks {
			first = append(first, s.Steps...)
		} else {
			rest = append(rest, s.Steps...)
		}
	}
	return first, rest
}

// othersRounds are the previous brain's rounds.
func (r *run) othersRounds() []agents.Round {
	if r.past == nil || r.past.Position.Takeover == nil {
		return nil
	}
	return r.state.Rounds[:min(len(r.state.Rounds), r.past.Position.Takeover.Subtasks)]
}

// settleOpen settles the action that was under way, if there was one.
func (r *run) settleOpen(ctx context.Context) error {
	if r.open == nil {
		return nil
	}
	last := r.past.Subtasks[len(r.past.Subtasks)-1]
	if len(last.Steps) == 0 || last.Steps[len(last.Steps)-1].Observation != nil {
		return nil
	}
	step, err := r.settle(ctx, last.Agent, last.Steps[len(last.Steps)-1])
	if err == nil {
		r.open.Steps = append(r.open.Steps, step)
	}
	return err
}

// beginning is the loop's first turn in a resumed run: it finishes what was unfinished.
func (r *run) beginning(ctx context.Context) (over bool, err error) {
	err = r.catchUp(ctx)
	no := (*agents.GiveUp)(nil)
	switch {
	case r.open != nil && errors.As(err, &no):
		return false, errors.Join(r.report(*r.open, gaveUp(no)), err)
	case err != nil:
		return false, err
	case r.open != nil:
		return false, r.work(ctx, *r.open)
	case r.past.Position.Ledger != nil && r.past.Position.Ledger.Satisfied.Answer:
		r.rounds++
		if r.past.Position.Answered {
			r.answer = r.past.Answer
			return true, nil
		}
		return true, r.conclude(ctx, r.past.Position.Ledger.Answer)
	}
	return r.round(ctx)
}

// catchUp brings a planner that goes through its work step by step to where the log
// ends. A planner that judges the state anew each time does not need it, and would ask
// its model.
func (r *run) catchUp(ctx context.Context) error {
	if r.past == nil || !agents.Bounded(r.planner) {
		return nil
	}
	_, err := r.planner.Next(ctx, r.state)
	return err
}
