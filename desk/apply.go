package desk

import (
	"context"
	"errors"
	"path/filepath"

	"legomem/changes"
	"legomem/commit"
	"legomem/consent"
	"legomem/lists"
	"legomem/orchestrator"
	"legomem/places"
	"legomem/trajectory"
)

// Commitment is what Apply or Undo does to the user's folder, or has done.
type Commitment struct {
	Run   string                `json:"run_id"`
	To    string                `json:"to"`
	Files []orchestrator.Change `json:"files"`
	// Merged are files that the user had changed too, and that hold both now.
	Merged []string `json:"merged,omitempty"`
	// Asked says that somebody was asked, LeftOut which changes were left out.
	Asked   bool            `json:"asked"`
	LeftOut []consent.Other `json:"left_out,omitempty"`
	// Changes are those that were brought, where a list of them is known.
	Changes []consent.Other `json:"changes,omitempty"`
	// Grants are those, by id, without which somebody would have been asked.
	Grants []string `json:"grants,omitempty"`
	// Made is the grant that was given with the answer, "" for none.
	Made string `json:"grant,omitempty"`
	// Question is what is open: nothing was done. It is nil where nothing is.
	Question *consent.Question `json:"question,omitempty"`
	Declined bool              `json:"-"` // somebody was asked, and said no
	Refused  bool              `json:"-"` // with it, how the task's sentence was read
	// Chain is the batch whose rows made the changes together, "" for none.
	Chain string `json:"chain,omitempty"`
}

// Nothing reports whether there was nothing to do.
func (c Commitment) Nothing() bool { return len(c.Files) == 0 }

// Proposal is what somebody is asked to agree to.
type Proposal struct {
	consent.Question
	All   []changes.Change // as people read them
	Doubt string           // why the task may have meant something else, "" for nothing
	Would Commitment       // what a yes does to the folder
}

// Deciding is asked about a proposal.
type Deciding func(context.Context, Proposal) (consent.Answer, error)

// Applying says how a run's changes are brought to the user's folder.
type Applying struct {
	To string // the folder; "" for the one that the run started from
	// Bounded brings what is within the bounds without a question.
	Bounded bool
	// Decide is asked otherwise; where it is nil, the question is left open.
	Decide Deciding
	// FromRows says that a batch's row provided values of the task.
	FromRows bool
}

// Agreeing is asked whether something that was listed is to be done.
type Agreeing func(Commitment) (bool, error)

// Apply brings what a run changed to the user's folder: all of it but for what is left
// out, or nothing. The run must be closed. What is within the bounds needs no question
// where the caller wants that; for all else somebody decides, or a question stays open in
// the commitment and in the run's ledger. If a file in the folder has changed since the
// run began, nothing is done and the error is an *InputError, except that calendars and
// mailboxes are merged.
func (d *Desk) Apply(ctx context.Context, r *trajectory.Run, o Applying) (Commitment, error) {
	if err := errors.Join(d.ownTenant(r), noTrial(r)); err != nil {
		return Commitment{}, err
	}
	order, err := d.appliedOrder(r, o.To)
	if err != nil {
		return Commitment{}, err
	}
	unlock, err := d.lock(places.Run(r.Dir).Deciding(), "the commit of run "+r.ID)
	if err != nil {
		return Commitment{}, err
	}
	defer unlock()
	a := &applying{desk: d, run: r, Applying: o, order: order, engine: d.committer(r)}
	return a.apply(ctx)
}

// appliedOrder is what is brought to the user's folder, and which that is.
func (d *Desk) appliedOrder(r *trajectory.Run, to string) (commit.Order, error) {
	if to == "" {
		ledger, err := commit.ReadLedger(places.Run(r.Dir))
		if err != nil {
			return commit.Order{}, err
		}
		if to = ledger.From; to == "" {
			return commit.Order{}, BadInput("run %s did not start from a folder of yours; say where with legomem runs apply %s --to DIR", r.ID, r.ID)
		}
	}
	return orderOf(r, to)
}

// Undo takes back what Apply last did with a run, once sure agrees: every file is as it
// was, with its permissions and its time. If one has changed since, nothing is done and
// the error is an *InputError.
func (d *Desk) Undo(ctx context.Context, r *trajectory.Run, sure Agreeing) (Commitment, error) {
	if err := d.ownTenant(r); err != nil {
		return Commitment{}, err
	}
	engine := d.committer(r)
	plan, err := engine.LookUndo(ctx, places.Run(r.Dir))
	if err != nil {
		return Commitment{}, commitError(r, err)
	}
	out := commitmentOf(r, plan)
	if agreed, err := sure(out); err != nil || !agreed {
		out.Declined = true
		return out, err
	}
	_, err = engine.Commit(ctx, plan)
	return out, commitError(r, err)
}

// ownTenant refuses a run of another tenant.
func (d *Desk) ownTenant(r *trajectory.Run) error {
	of, mine := tenantOf(r), d.config.Memory.Tenant
	if of == "" || mine == "" || of == mine {
		return nil
	}
	return BadInput("run %s is of the tenant %q, and you are %q; set memory.tenant (LEGOMEM_MEMORY_TENANT) to theirs if that is you", r.ID, of, mine)
}

// tenantOf is whose run it is; "" for a run from before that was recorded.
func tenantOf(r *trajectory.Run) string { return ResultOf(r).Versions["tenant"] }

func commitmentOf(r *trajectory.Run, plan *commit.Plan) Commitment {
	merged := lists.Filter(plan.Steps, func(s commit.Step) bool { return s.Merged })
	out := Commitment{Run: r.ID, To: plan.To, Files: []orchestrator.Change{}, Merged: lists.Map(merged, func(s commit.Step) string { return s.Path })}
	for _, s := range plan.Steps {
		out.Files = append(out.Files, orchestrator.Change{Path: s.Path, Kind: s.Kind()})
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
	case isClosed(err):
		return &MissingError{err.Error() + "; let yourself write there, or bring the changes elsewhere with legomem runs apply RUN --to DIR"}
	}
	return err
}
