package sandbox

import (
	"context"
	"fmt"
	"time"

	"github.com/docker/docker/api/types/container"
	"github.com/docker/docker/api/types/filters"
)

// Leftovers lists the containers of ours there are, those of live owners too.
func (d *Docker) Leftovers(ctx context.Context) ([]Leftover, error) {
	ours := filters.NewArgs(filters.Arg("label", labelApp+"="+appSandbox))
	list, err := d.Engine.ContainerList(ctx, container.ListOptions{All: true, Filters: ours})
	if err != nil {
		return nil, fmt.Errorf("%w: list containers: %w", ErrEngine, err)
	}
	var all []Leftover
	us, now := thisProcess(), time.Now()
	for _, c := range list {
		who, deadline := ownerOf(c.Labels)
		all = append(all, Leftover{ID: c.ID, Owner: who.String(), Abandoned: who.abandoned(us, deadline, now)})
	}
	return all, nil
}

// Reap removes the containers of owners that are gone, and returns them. An
// owner on another machine, which cannot be looked up, is gone after the
// container's deadline.
func (d *Docker) Reap(ctx context.Context) ([]Leftover, error) {
	all, err := d.Leftovers(ctx)
	if err != nil {
		return nil, err
	}
	return reap(all, func(left Leftover) error { return removeContainer(ctx, d.Engine, left.ID) })
}
