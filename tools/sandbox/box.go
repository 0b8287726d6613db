package sandbox

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"time"

	"github.com/containerd/errdefs"
	"github.com/docker/docker/api/types"
	"github.com/docker/docker/api/types/container"
	"github.com/docker/docker/pkg/stdcopy"
)

// box is a resident in a container.
type box struct {
	engine Engine
	id     string
	conn   types.HijackedResponse
	out    *io.PipeReader
	said   tail
	done   chan struct{} // the stream is over
	end    func() error
	// giveUp leaves the container to the reaper.
	giveUp func()
}

// start attaches before it starts, so that no byte is lost.
func (b *box) start(ctx context.Context) error {
	conn, err := b.engine.ContainerAttach(ctx, b.id, container.AttachOptions{Stream: true, Stdin: true, Stdout: true, Stderr: true})
	if err != nil {
		return fmt.Errorf("%w: attach to the container: %w", ErrEngine, err)
	}
	out, demuxed := io.Pipe()
	b.conn, b.out, b.done = conn, out, make(chan struct{})
	go func() {
		defer close(b.done)
		_, err := stdcopy.StdCopy(demuxed, &b.said, conn.Reader)
		_ = demuxed.CloseWithError(streamEnd(err))
	}()
	if err := b.engine.ContainerStart(ctx, b.id, container.StartOptions{}); err != nil {
		return fmt.Errorf("%w: start the container: %w", ErrEngine, err)
	}
	return nil
}

// streamEnd turns our own closing of the stream into a plain end.
func streamEnd(err error) error {
	if err == nil || errors.Is(err, net.ErrClosed) || errors.Is(err, io.ErrClosedPipe) {
		return io.EOF
	}
	return err
}

func (b *box) Read(p []byte) (int, error)  { return b.out.Read(p) }
func (b *box) Write(p []byte) (int, error) { return b.conn.Conn.Write(p) }
func (b *box) Complaint() string           { return b.said.String() }
func (b *box) End() error                  { return b.end() }

func (b *box) lastWords() error {
	if said := b.Complaint(); said != "" {
		return fmt.Errorf("it said: %s", said)
	}
	return nil
}

// stop ends the container's input and removes the container, even if the caller has
// cancelled.
func (b *box) stop() error {
	b.hangUp()
	ctx, cancel := context.WithTimeout(context.Background(), removedSoon)
	defer cancel()
	err := removeContainer(ctx, b.engine, b.id)
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		err = fmt.Errorf("%w: container %s was not removed within %s, and is removed later", ErrEngine, b.id, removedSoon)
	}
	b.giveUp()
	return err
}

// hangUp ends the stream, and with it the resident.
func (b *box) hangUp() {
	if b.done != nil {
		b.conn.Close()
		_ = b.out.Close()
		<-b.done
	}
}

// refuse ends a container that is not used, and returns why it is not. An
// engine that does not answer is not asked to remove it; the reaper does later.
func (b *box) refuse(why error) error {
	if isMute(why) {
		b.hangUp()
		b.giveUp()
		return why
	}
	_ = b.End() // what stays is reaped
	return why
}

// gone reports whether the resident, or its engine, has ended.
func (b *box) gone() bool {
	select {
	case <-b.done:
		return true
	default:
		return false
	}
}

// How long a removal is waited for: at the end of a sandbox, which then leaves it to
// the reaper, and by the reaper.
const (
	removedSoon   = 5 * time.Second
	removedWithin = 20 * time.Second
)

// removeContainer returns when a container is gone, no matter what removed it: the
// engine does so by itself when the resident has left.
func removeContainer(ctx context.Context, engine Engine, id string) error {
	err := engine.ContainerRemove(ctx, id, container.RemoveOptions{Force: true, RemoveVolumes: true})
	if err == nil || errdefs.IsNotFound(err) {
		return nil
	}
	if !errdefs.IsConflict(err) { // "removal is already in progress"
		return fmt.Errorf("%w: remove container %s: %w", ErrEngine, id, err)
	}
	ctx, cancel := context.WithTimeout(ctx, removedWithin)
	defer cancel()
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for {
		if _, err := engine.ContainerInspect(ctx, id); errdefs.IsNotFound(err) {
			return nil
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return fmt.Errorf("%w: container %s is still being removed; remove it yourself (docker rm -f %s), or restart the engine", ErrEngine, id, id)
		}
	}
}
