package desk

import (
	"context"
	"errors"
	"io"
	officebase "legomem/docker"
	"legomem/tools/sandbox"
)

// Reaped is what doctor --reap has removed, and what stays: what a living
// program holds, and what could not be removed.
type Reaped struct {
	Removed []sandbox.Leftover `json:"removed"`
	Stays   []sandbox.Leftover `json:"stays"`
}

// reaper is the part of a launcher that looks after what others left.
type reaper interface {
	Reap(ctx context.Context) ([]sandbox.Leftover, error)
	Leftovers(ctx context.Context) ([]sandbox.Leftover, error)
}

// Reap removes what the sandboxes of dead programs left. It passes over a Docker engine
// that is neither there nor used.
func (d *Desk) Reap(ctx context.Context) (Reaped, error) {
	all := Reaped{Removed: []sandbox.Leftover{}, Stays: []sandbox.Leftover{}}
	launcher, err := local(d.config.Sandbox)
	if err != nil {
		return all, err
	}
	docker, done, err := d.docker(d.config.Sandbox)
	if err != nil {
		return all, err
	}
	defer done()
	err = errors.Join(all.reap(ctx, launcher), d.unlessUnused(all.reap(ctx, docker)))
	return all, err
}

// unseen marks the error of a reaper that cannot even look.
type unseen struct{ error }

func (u *unseen) Unwrap() error { return u.error }

func (r *Reaped) reap(ctx context.Context, by reaper) error {
	gone, err := by.Reap(ctx)
	r.Removed = append(r.Removed, gone...)
	left, unlisted := by.Leftovers(ctx)
	r.Stays = append(r.Stays, left...)
	if unlisted != nil {
		return &unseen{unlisted}
	}
	return err
}

func (d *Desk) unlessUnused(err error) error {
	if u := (*unseen)(nil); errors.As(err, &u) && d.config.Sandbox.Kind != "docker" {
		d.Log.Info().Err(err).Msg("no containers were looked for")
		return nil
	}
	return err
}

// BuildImage has the engine build the image with which docker sandboxes convert and
// read, and returns its name. The engine's own output goes to out.
func (d *Desk) BuildImage(ctx context.Context, out io.Writer) (string, error) {
	docker, done, err := d.docker(d.config.Sandbox)
	if err != nil {
		return "", err
	}
	defer done()
	return officebase.Base(), docker.BuildBase(ctx, out)
}
