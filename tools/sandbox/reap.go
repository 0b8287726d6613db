package sandbox

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/containerd/errdefs"
	"github.com/docker/docker/api/types/container"
	"github.com/docker/docker/api/types/filters"
	"github.com/docker/docker/api/types/volume"
)

// Leftovers lists all our containers and volumes, also those of live owners, and
// containers that were made and never started.
func (d *Docker) Leftovers(ctx context.Context) ([]Leftover, error) {
	containers, err := d.containers(ctx)
	if err != nil {
		return nil, err
	}
	volumes, err := d.volumes(ctx)
	return append(containers, volumes...), err
}

// ofOurs selects by label what was made for sandboxes.
func ofOurs() filters.Args { return filters.NewArgs(filters.Arg("label", labelApp+"="+appSandbox)) }

func (d *Docker) containers(ctx context.Context) ([]Leftover, error) {
	list, err := d.Engine.ContainerList(ctx, container.ListOptions{All: true, Filters: ofOurs()})
	if err != nil {
		return nil, fmt.Errorf("%w: list containers: %w", ErrEngine, err)
	}
	var all []Leftover
	for _, c := range list {
		// The engine's list may still have a container that it knows to be gone.
		if _, err := d.Engine.ContainerInspect(ctx, c.ID); errdefs.IsNotFound(err) {
			continue
		}
		all = append(all, d.leftover(KindContainer, c.ID, c.Labels, time.Unix(c.Created, 0)))
	}
	return all, nil
}

// volumes lists those of other versions of the program: this one makes none (see
// harden).
func (d *Docker) volumes(ctx context.Context) ([]Leftover, error) {
	list, err := d.Engine.VolumeList(ctx, volume.ListOptions{Filters: ofOurs()})
	if err != nil {
		return nil, fmt.Errorf("%w: list volumes: %w", ErrEngine, err)
	}
	var all []Leftover
	for _, v := range list.Volumes {
		made, _ := time.Parse(time.RFC3339, v.CreatedAt) // its age is only shown
		all = append(all, d.leftover(KindVolume, v.Name, v.Labels, made))
	}
	return all, nil
}

func (d *Docker) leftover(kind, id string, labels map[string]string, made time.Time) Leftover {
	who, deadline := ownerOf(labels)
	return Leftover{Kind: kind, ID: id, Owner: who.String(), Since: made,
		Abandoned: who.abandoned(thisProcess(), deadline, time.Now()) || d.strays.has(labels[labelLaunch])}
}

// Reap removes the containers and volumes of owners that are gone, and returns
// them. An owner on another machine, which cannot be looked up, is gone after
// the container's deadline.
func (d *Docker) Reap(ctx context.Context) ([]Leftover, error) {
	all, err := d.Leftovers(ctx)
	gone, failed := reap(all, func(left Leftover) error {
		if left.Kind == KindVolume {
			return removeVolume(ctx, d.Engine, left.ID)
		}
		return removeContainer(ctx, d.Engine, left.ID)
	})
	return gone, errors.Join(err, failed)
}

func removeVolume(ctx context.Context, engine Engine, name string) error {
	if err := engine.VolumeRemove(ctx, name, true); err != nil {
		return fmt.Errorf("%w: remove volume %s: %w", ErrEngine, name, err)
	}
	return nil
}
