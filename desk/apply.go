package desk

import (
	"context"
	"errors"
	"path/filepath"

	"legomem/commit"
	"legomem/lists"
	"legomem/orchestrator"
	"legomem/places"
	"legomem/trajectory"
)

// Commitment is what Apply or Undo does to the user's folder, or has done.
type Commitment struct {
	Run     string                `json:"run_id"`
	Changes []orchestrator.Change `json:"changes"`
	To      string                `json:"to"`
	// Merged are files that the user had changed too, and that hold both now.
	Merged   []string `json:"merged,omitempty"`
	Declined bool     `json:"-"` // the user was asked, and said no
}

// Agreeing is asked whether something that was listed is to be done.
type Agreeing func(Commitment) (bool, error)

// Apply brings what a run changed to the user's folder, once sure agrees: all of it or
// nothing. With to "" that is the folder that the run started from. The run must be
// closed. If a file in the folder has changed since the run began, nothing is done and the
// error is an *InputError, except that calendars and mailboxes are merged.
func (d *Desk) Apply(ctx context.Context, r *trajectory.Run, to string, sure Agreeing) (Commitment, error) {
	if to == "" {
		ledger, err := commit.ReadLedger(places.Run(r.Dir))
		if err != nil {
			return Commitment{}, err
		}
		if to = ledger.From; to == "" {
			return Commitment{}, BadInput("run %s did not start from a folder of yours; say where with legomem runs apply %s --to DIR", r.ID, r.ID)
		}
	}
	order, err := orderOf(r, to)
	if err != nil {
		return Commitment{}, err
	}
	engine := d.committer(r)
	plan, err := engine.LookApply(ctx, order)
	if err != nil {
		return Commitment{}, commitError(r, err)
	}
	return carryOut(ctx, engine, plan, r, sure)
}

// Undo takes back what Apply last did with a run, once sure agrees: every file is as it
// was, with its permissions and its time. If one has changed since, nothing is done and
// the error is an *InputError.
func (d *Desk) Undo(ctx context.Context, r *trajectory.Run, sure Agreeing) (Commitment, error) {
	engine := d.committer(r)
	plan, err := engine.LookUndo(ctx, places.Run(r.Dir))
	if err != nil {
		return Commitment{}, commitError(r, err)
	}
	return carryOut(ctx, engine, plan, r, sure)
}

func carryOut(ctx context.Context, engine commit.Engine, plan *commit.Plan, r *trajectory.Run, sure Agreeing) (Commitment, error) {
	out := commitmentOf(r, plan)
	if agreed, err := sure(out); err != nil || !agreed {
		out.Declined = true
		return out, err
	}
	_, err := engine.Commit(ctx, plan)
	return out, commitError(r, err)
}

func commitmentOf(r *trajectory.Run, plan *commit.Plan) Commitment {
	merged := lists.Filter(plan.Steps, func(s commit.Step) bool { return s.Merged })
	out := Commitment{Run: r.ID, To: plan.To, Changes: []orchestrator.Change{}, Merged: lists.Map(merged, func(s commit.Step) string { return s.Path })}
	for _, s := range plan.Steps {
		out.Changes = append(out.Changes, orchestrator.Change{Path: s.Path, Kind: s.Kind()})
	}
	return out
}

// committer is what brings a run's files to the user's folder.
func (d *Desk) committer(r *trajectory.Run) commit.Engine {
	e := d.recoverer(places.Runs(filepath.Dir(r.Dir)))
	e.Merge = d.merger(r)
	return e
}

// recoverer is what finishes or takes back a commit that was cut off.
func (d *Desk) recoverer(runs places.Runs) commit.Engine {
	return commit.Engine{Backups: runs.Backups(), Now: d.Now, NewID: d.newID}
}

// settleFolder finishes or takes back a commit that a kill cut off in a folder, before
// anything is read there.
func (d *Desk) settleFolder(dir string) error {
	if dir == "" {
		return nil
	}
	did, err := d.recoverer("").Recover(dir)
	if did != commit.NothingToRecover {
		d.Log.Warn().Str("folder", dir).Str("commit", string(did)).Msg("a commit that was cut off has come to its end")
	}
	return commitError(nil, err)
}

// commitError adds what to do to the error of a commit; r may be nil.
func commitError(r *trajectory.Run, err error) error {
	refused, busy, moved, none := (*commit.Refused)(nil), (*commit.Busy)(nil), (*commit.Moved)(nil), (*commit.NotApplied)(nil)
	switch {
	case errors.As(err, &busy):
		return &MissingError{err.Error()}
	case errors.As(err, &refused) && r == nil, errors.As(err, &moved):
		return &InputError{err}
	case errors.As(err, &refused) && refused.Verb == commit.Undo:
		return BadInput("%w. Put these files where they were not changed, or leave the run applied", err)
	case errors.As(err, &refused):
		return BadInput("%w. Look at legomem runs diff %s, or run the task again", err, r.ID)
	case errors.As(err, &none):
		return BadInput("%w: legomem runs apply %s --to DIR does that", err, r.ID)
	}
	return err
}
