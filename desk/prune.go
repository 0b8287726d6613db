package desk

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"legomem/commit"
	"legomem/filelock"
	"legomem/places"
	"legomem/trajectory"
)

// Pruned is what Prune removes, or has removed.
type Pruned struct {
	Runs    []string  `json:"runs"`
	Backups int       `json:"backups"`
	Bytes   int64     `json:"bytes"` // that all of it holds
	Kept    []KeptRun `json:"kept"`

	Declined bool `json:"-"` // the user was asked, and said no
	backups  []string
}

// KeptRun is a run that is old enough to be removed and stays, and why.
type KeptRun struct {
	Run string `json:"run"`
	Why string `json:"why"`
}

// youngBackup is the age up to which a backup stays that no run needs: a commit that is
// under way may be about to need it.
const youngBackup = time.Hour

// Prune removes the runs whose last event is older than an age ("90d") or a day
// ("2026-01-31"), and the backups that no other run needs, once sure agrees. A run that
// goes on or that can be resumed stays, and so does what a run that stays is undone with.
func (d *Desk) Prune(ctx context.Context, olderThan string, sure func(Pruned) (bool, error)) (Pruned, error) {
	limit, err := d.daysBefore(olderThan)
	if err != nil {
		return Pruned{}, err
	}
	dir, err := RunsDir(d.config, d.Lookup)
	if err != nil {
		return Pruned{}, err
	}
	p, err := d.prunable(ctx, places.Runs(dir), limit)
	if err != nil {
		return Pruned{}, err
	}
	if agreed, err := sure(p); err != nil || !agreed {
		p.Declined = true
		return p, err
	}
	return p.remove(ctx, places.Runs(dir))
}

// prunable finds what can go.
func (d *Desk) prunable(ctx context.Context, runs places.Runs, limit time.Time) (Pruned, error) {
	p := Pruned{Runs: []string{}, Kept: []KeptRun{}}
	ids, err := RunIDs(string(runs))
	if err != nil {
		return p, err
	}
	needed := map[string]bool{}
	for _, id := range ids {
		if ctx.Err() != nil {
			return p, ctx.Err()
		}
		ledger, err := commit.ReadLedger(runs.Run(id))
		if err != nil {
			return p, err
		}
		last, why := ageOf(runs.Run(id), ledger)
		if why == "" && last.Before(limit) {
			bytes, err := sizeUnder(string(runs.Run(id)))
			if err != nil {
				return p, err
			}
			p.Runs, p.Bytes = append(p.Runs, id), p.Bytes+bytes
			continue
		}
		if why != "" && last.Before(limit) {
			p.Kept = append(p.Kept, KeptRun{id, why})
		}
		ledger.Needed(needed)
	}
	young := d.Now().Add(-youngBackup)
	if limit.Before(young) {
		young = limit
	}
	files, bytes, err := commit.Unneeded(runs.Backups(), needed, young)
	p.backups, p.Backups, p.Bytes = files, len(files), p.Bytes+bytes
	return p, err
}

// ageOf is when a run's last event happened, and why the run may not go, or "".
func ageOf(run places.Run, ledger commit.Ledger) (last time.Time, why string) {
	if _, live := filelock.Holder(run.Log()); live {
		return time.Time{}, "it is going on"
	}
	r, err := trajectory.Open(string(run))
	if err != nil {
		return time.Time{}, "it cannot be read: " + err.Error()
	}
	last = r.Position.Until
	if ledger.Last().After(last) {
		last = ledger.Last()
	}
	if r.Result == nil {
		why = "it has no end: legomem runs resume " + r.ID + " goes on with it, or gives it up with --discard"
	}
	return last, why
}

// sizeUnder counts the bytes of a folder's files.
func sizeUnder(dir string) (int64, error) {
	var all int64
	err := filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err == nil {
			all += info.Size()
		}
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("measure %s: %w", dir, err)
	}
	return all, nil
}

// remove removes what was found. A kill leaves each run whole, or under a name that the
// next call removes.
func (p Pruned) remove(ctx context.Context, runs places.Runs) (Pruned, error) {
	for _, id := range p.Runs {
		if ctx.Err() != nil {
			return p, ctx.Err()
		}
		if err := removeRun(runs, id); err != nil {
			return p, err
		}
	}
	for _, file := range p.backups {
		if err := os.Remove(file); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return p, fmt.Errorf("remove a backup: %w", err)
		}
	}
	return p, removeGone(runs)
}

// removeRun removes a run, while nobody can resume it.
func removeRun(runs places.Runs, id string) error {
	log, err := os.OpenFile(runs.Run(id).Log(), os.O_RDWR, 0)
	if err != nil {
		return fmt.Errorf("remove run %s: %w", id, err)
	}
	defer log.Close()
	if err := filelock.Try(log); err != nil {
		return fmt.Errorf("remove run %s: %w", id, err)
	}
	if err := os.Rename(string(runs.Run(id)), runs.Gone(id)); err != nil {
		return fmt.Errorf("remove run %s: %w", id, err)
	}
	return os.RemoveAll(runs.Gone(id))
}

// removeGone removes what an earlier call was killed at.
func removeGone(runs places.Runs) error {
	entries, err := os.ReadDir(string(runs))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("read the runs: %w", err)
	}
	for _, e := range entries {
		if runs.IsGone(e.Name()) {
			if err := os.RemoveAll(filepath.Join(string(runs), e.Name())); err != nil {
				return err
			}
		}
	}
	return nil
}
