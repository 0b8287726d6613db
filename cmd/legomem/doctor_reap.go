package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"legomem/tools/sandbox"
)

// reaped is what doctor --reap has removed, and what stays: what a living
// program holds, and what could not be removed.
type reaped struct {
	Removed []sandbox.Leftover `json:"removed"`
	Stays   []sandbox.Leftover `json:"stays"`
}

// reaper is a launcher as far as it looks after what others left.
type reaper interface {
	Reap(ctx context.Context) ([]sandbox.Leftover, error)
	Leftovers(ctx context.Context) ([]sandbox.Leftover, error)
}

// runReap removes what dead programs left. An engine that is not there and not
// used has nothing of theirs.
func (a *app) runReap(ctx context.Context) error {
	all := reaped{Removed: []sandbox.Leftover{}, Stays: []sandbox.Leftover{}}
	local, err := a.local()
	if err != nil {
		return err
	}
	docker, done, err := a.docker()
	if err != nil {
		return err
	}
	defer done()
	failed := errors.Join(all.reap(ctx, local), a.unlessUnused(all.reap(ctx, docker)))
	if err := a.tellReaped(all); err != nil {
		return err
	}
	return failed
}

// unseen marks the error of a reaper that cannot even look.
type unseen struct{ error }

func (u *unseen) Unwrap() error { return u.error }

func (r *reaped) reap(ctx context.Context, by reaper) error {
	gone, err := by.Reap(ctx)
	r.Removed = append(r.Removed, gone...)
	left, unlisted := by.Leftovers(ctx)
	r.Stays = append(r.Stays, left...)
	if unlisted != nil {
		return &unseen{unlisted}
	}
	return err
}

func (a *app) unlessUnused(err error) error {
	if u := (*unseen)(nil); errors.As(err, &u) && a.config.Sandbox.Kind != "docker" {
		a.log.Info().Err(err).Msg("no containers were looked for")
		return nil
	}
	return err
}

func (a *app) tellReaped(all reaped) error {
	if a.json {
		return a.printJSON(all)
	}
	for _, left := range all.Removed {
		fmt.Fprintf(a.out, "removed %s %s of %s\n", left.Kind, left.ID, left.Owner)
	}
	for _, left := range all.Stays {
		fmt.Fprintln(a.out, a.leftWords(left))
	}
	if len(all.Removed)+len(all.Stays) == 0 {
		fmt.Fprintln(a.out, "Nothing is left over.")
	}
	return nil
}

// runWords is how a run's folder is named on the command line.
func (a *app) runWords(dir string) string {
	if runs, err := a.runsDir(); err == nil && filepath.Dir(dir) == runs {
		return filepath.Base(dir)
	}
	return dir
}

// leftWords tells of one leftover.
func (a *app) leftWords(left sandbox.Leftover) string {
	id, age := left.ID, ""
	if left.Kind == sandbox.KindContainer && len(id) > 12 {
		id = id[:12]
	}
	if !left.Since.IsZero() {
		age = ", " + a.now().Sub(left.Since).Round(time.Second).String() + " old"
	}
	if left.Kept {
		run := a.runWords(left.Run)
		return fmt.Sprintf("%s %s%s waits for run %s, which was killed: legomem runs resume %s goes on with it, and with --discard removes it; on %s it goes by itself",
			left.Kind, id, age, filepath.Base(left.Run), run, left.Until.Format("2 January 2006"))
	}
	if left.Abandoned {
		return fmt.Sprintf("%s %s%s is left over by %s, which is gone: legomem doctor --reap removes it", left.Kind, id, age, left.Owner)
	}
	return fmt.Sprintf("%s %s%s is held by %s, which lives", left.Kind, id, age, left.Owner)
}
