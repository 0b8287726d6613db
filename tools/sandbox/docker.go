package sandbox

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/containerd/errdefs"
	"github.com/docker/docker/api/types/system"

	"legomem/tools"
)

// Docker starts the resident in a hardened container of an image that holds this
// program, and with ImageOffice the converters and a shell: no network, no
// capabilities, a read-only root, a workspace in memory of a fixed size. Without a
// shell the shell tool, where a Spec allows it, reports that. Close it after use.
type Docker struct {
	Engine Engine
	// Tools are those the resident should have, which is checked.
	Tools *tools.Registry
	// Image is ImageOffice or ImageScratch; empty means ImageScratch.
	Image string
	// Binary is the static executable for the image, usually os.Executable.
	Binary string
	// Args make that executable call Resident; nil means Verb.
	Args []string
	// Limits of each container; the zero value means DefaultLimits.
	Limits Limits
	// Runtime, such as "runsc", replaces the engine's default one. The engine must know
	// it.
	Runtime string
	// Pool is how many started sandboxes are kept ready, from the first Open
	// or Warm on.
	Pool int

	keep   keeper
	pool   pool
	strays strays
	known  knowledge
	mu     sync.Mutex
	image  made // known to be there; no tag before the first Open
}

// Name is "docker".
func (d *Docker) Name() string { return "docker" }

// Open returns a sandbox on a copy of spec.Testbed: one from the pool, or else a
// container that it starts. A container that the engine did not harden as asked is not
// used. From the first Open until Close, it reaps what dead owners left.
func (d *Docker) Open(ctx context.Context, spec Spec) (Sandbox, error) {
	if spec.Workspace != "" {
		return nil, errors.New("a container has no workspace that was kept: its files died with it")
	}
	limits := d.Limits.orDefault()
	files, err := scanTestbed(ctx, spec.Testbed, limits)
	if err != nil {
		return nil, err
	}
	to := setupOf(spec, limits)
	for c := d.takeWarm(); c != nil; c = d.takeWarm() {
		sb, err := c.begin(ctx, to, spec, files)
		if _, breach := errors.AsType[*Breach](err); breach || !errors.Is(err, ErrBroken) || ctx.Err() != nil {
			d.fill()
			return sb, err
		}
	}
	b, err := d.cold(ctx, spec.Run)
	if err != nil {
		return nil, fmt.Errorf("start a docker sandbox: %w", err)
	}
	d.fill()
	return b.begin(ctx, to, spec, files)
}

// Close ends the reaping and the pool. Open sandboxes are left to their owners. It may
// be called twice.
func (d *Docker) Close() error {
	err := d.drain()
	d.keep.end()
	if d.strays.any() {
		d.tidy(context.Background())
	}
	return err
}

// restartsWithin is how long an engine may take to come back, and backEvery how
// often it is tried.
const (
	restartsWithin = 10 * time.Second
	backEvery      = 100 * time.Millisecond
)

// cold starts a container and greets the resident in it. An engine that is not there
// although it has answered before is assumed to be restarting.
func (d *Docker) cold(ctx context.Context, run string) (*remote, error) {
	waiting, cancel := context.WithTimeout(ctx, restartsWithin)
	defer cancel()
	for {
		c, err := d.start(ctx, run)
		if !isGone(err) || !d.known.forget() {
			return c, err
		}
		select {
		case <-time.After(backEvery):
		case <-waiting.Done():
			return nil, err
		}
	}
}

// start makes, starts, inspects and greets; no container is left when it fails.
func (d *Docker) start(ctx context.Context, run string) (*remote, error) {
	info, err := d.capable(ctx)
	if err != nil {
		return nil, err
	}
	if !d.keep.begin(d.tidy) {
		return nil, errors.New("the launcher is closed")
	}
	b, err := d.launch(ctx, run, info)
	if err != nil {
		return nil, err
	}
	c, err := meet(ctx, b, greeting{Protocol: Protocol, Tools: d.Tools.Hash(), Filter: true})
	if err == nil {
		c.about = d.about()
	}
	return c, err
}

// launch makes, starts and inspects a container; none is left when it fails.
func (d *Docker) launch(ctx context.Context, run string, info system.Info) (*box, error) {
	launch := newToken()
	id, want, err := d.create(ctx, run, launch, info)
	if err != nil {
		if isMute(err) || ctx.Err() != nil {
			d.strays.add(launch) // it may have been made all the same
		}
		return nil, err
	}
	b := &box{engine: d.Engine, id: id, giveUp: func() { d.strays.add(launch) }}
	b.end = sync.OnceValue(b.stop)
	if err := b.start(ctx); err != nil {
		return nil, b.refuse(err)
	}
	got, err := d.Engine.ContainerInspect(ctx, id)
	if err != nil {
		err := b.refuse(fmt.Errorf("%w: inspect the container: %w", ErrEngine, err))
		return nil, errors.Join(err, b.lastWords())
	}
	if err := verify(want, got); err != nil {
		return nil, b.refuse(err)
	}
	return b, nil
}

// create makes a container of the image, and tries once more if another process has
// pruned the image in between.
func (d *Docker) create(ctx context.Context, run, launch string, info system.Info) (string, hardening, error) {
	for again := true; ; again = false {
		img, err := d.ensured(ctx, info)
		if err != nil {
			return "", hardening{}, err
		}
		l := d.Limits.orDefault()
		want := harden(l, info, d.Runtime, img, d.args(), labels(run, launch, thisProcess(), time.Now().Add(l.Lifetime)))
		made, err := d.make(ctx, want)
		if err == nil {
			return made, want, nil
		}
		if !again || !errdefs.IsNotFound(err) {
			return "", hardening{}, fmt.Errorf("%w: create a container: %w", ErrEngine, err)
		}
		d.forget()
	}
}

// madeWithin is how long the engine gets to finish making a container that is no longer
// wanted: once its id is known, it can be removed at once.
const madeWithin = 5 * time.Second

// make goes on for a while after ctx was cancelled.
func (d *Docker) make(ctx context.Context, want hardening) (string, error) {
	lasting, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	stop := context.AfterFunc(ctx, func() { time.AfterFunc(madeWithin, cancel) })
	defer stop()
	made, err := d.Engine.ContainerCreate(lasting, &want.config, &want.host, nil, nil, "")
	return made.ID, err
}

func (d *Docker) args() []string {
	if d.Args == nil {
		return []string{Verb}
	}
	return d.Args
}

// executable is the file of a docker sandbox's program.
func (d *Docker) executable() (string, error) {
	if d.Binary != "" {
		return d.Binary, nil
	}
	path, err := os.Executable()
	if err != nil {
		return "", fmt.Errorf("find this program's file: %w", err)
	}
	return path, nil
}
