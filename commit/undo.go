package commit

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"

	"legomem/folders"
	"legomem/places"
)

// NotApplied is the error of a run of which nothing is applied that could be undone.
type NotApplied struct{ Run places.Run }

func (n *NotApplied) Error() string { return "nothing of the run is applied" }

// LookUndo computes what taking back the run's last commit would do: every file as it was
// before, with its permissions and its time. A commit that a kill cut off in that folder
// is first finished or taken back. The error is a *NotApplied, or a *Refused where a file
// has changed since.
func (e Engine) LookUndo(ctx context.Context, run places.Run) (*Plan, error) {
	entry, err := standingIn(run)
	if err != nil {
		return nil, err
	}
	did, err := e.Recover(entry.To)
	if err != nil {
		return nil, err
	}
	if did != NothingToRecover {
		if entry, err = standingIn(run); err != nil {
			return nil, err
		}
	}
	return e.lookUndo(ctx, run, entry)
}

func standingIn(run places.Run) (Entry, error) {
	ledger, err := ReadLedger(run)
	if err != nil {
		return Entry{}, err
	}
	entry, there := ledger.Standing()
	if !there {
		return Entry{}, &NotApplied{run}
	}
	return entry, nil
}

func (e Engine) lookUndo(ctx context.Context, run places.Run, entry Entry) (*Plan, error) {
	t, err := openTarget(entry.To)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, &Refused{To: entry.To, Verb: Undo, Files: []Refusal{{".", "the folder is gone since it was applied"}}}
	}
	if err != nil {
		return nil, fmt.Errorf("the folder that it was applied to: %w", err)
	}
	defer t.Close()
	p := &Plan{Verb: Undo, Run: run, To: entry.To, Of: entry.ID, drop: slices.Clone(entry.Made)}
	slices.Reverse(p.drop)
	p.again = func() (*Plan, error) {
		now, err := standingIn(run)
		if err == nil && now.ID != entry.ID {
			err = &Moved{entry.To}
		}
		if err != nil {
			return nil, err
		}
		return e.lookUndo(ctx, run, now)
	}
	p.Steps, err = e.allReversed(ctx, t, entry)
	if err != nil {
		return nil, err
	}
	return p, nil
}

// allReversed are the steps that take a commit back.
func (e Engine) allReversed(ctx context.Context, t *target, entry Entry) (steps []Step, err error) {
	refused := &Refused{To: entry.To, Verb: Undo}
	going := map[string]bool{} // folders
	for _, s := range slices.Backward(inTurn(entry.Steps)) {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		step, err := e.reversed(t, s, going)
		no := (*odd)(nil)
		switch {
		case errors.As(err, &no):
			refused.Files = append(refused.Files, Refusal{s.Path, no.why})
		case err != nil:
			return nil, fmt.Errorf("look at %s: %w", visible(s.Path), err)
		case step.Before.Hash != step.After.Hash:
			steps = append(steps, step)
		}
	}
	slices.Reverse(steps)
	slices.Reverse(refused.Files)
	if len(refused.Files) > 0 {
		return nil, refused
	}
	return inTurn(steps), nil
}

// reversed is the step that takes another one back. Folders in it may be going.
func (e Engine) reversed(t *target, s Step, going map[string]bool) (Step, error) {
	if folders.Is(s.Path) {
		return reversedFolder(t, s, going)
	}
	if err := checkName(s.Path); err != nil {
		return Step{}, err
	}
	now, info, err := t.look(s.Path)
	if going[s.Path] { // the folder in its place
		now, info, err = State{}, nil, nil
	}
	if err != nil {
		return Step{}, err
	}
	back := Step{Path: s.Path, Before: now, After: s.Before, seen: info}
	switch now.Hash {
	case s.Before.Hash:
		return back, nil // it is as it was
	case s.After.Hash:
	default:
		return back, oddly("it has changed since it was applied")
	}
	if s.Before.Hash == "" {
		return back, nil
	}
	back.bytes = Content{File: e.Backups.File(s.Before.Hash)}
	if _, err := os.Stat(back.bytes.File); errors.Is(err, fs.ErrNotExist) {
		return back, oddly("what it was is not in the backups any more")
	}
	return back, nil
}
