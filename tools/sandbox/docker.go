package sandbox

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"sync"
	"time"

	"github.com/containerd/errdefs"
	"github.com/docker/docker/api/types"
	"github.com/docker/docker/api/types/container"
	"github.com/docker/docker/api/types/image"
	"github.com/docker/docker/api/types/network"
	"github.com/docker/docker/api/types/system"
	"github.com/docker/docker/client"
	"github.com/docker/docker/pkg/stdcopy"
	ocispec "github.com/opencontainers/image-spec/specs-go/v1"

	"legomem/tools"
)

// ErrEngine marks what a container engine could not do: be reached, above all.
// The message says what to do.
var ErrEngine = errors.New("container engine")

// Engine is what is asked of a Docker engine; *client.Client has it.
type Engine interface {
	Info(ctx context.Context) (system.Info, error)
	ServerVersion(ctx context.Context) (types.Version, error)
	DaemonHost() string

	ImageInspect(ctx context.Context, id string, opts ...client.ImageInspectOption) (image.InspectResponse, error)
	ImageLoad(ctx context.Context, archive io.Reader, opts ...client.ImageLoadOption) (image.LoadResponse, error)
	ImageTag(ctx context.Context, source, target string) error
	ImageList(ctx context.Context, options image.ListOptions) ([]image.Summary, error)
	ImageRemove(ctx context.Context, id string, options image.RemoveOptions) ([]image.DeleteResponse, error)

	ContainerCreate(ctx context.Context, config *container.Config, host *container.HostConfig, net *network.NetworkingConfig, platform *ocispec.Platform, name string) (container.CreateResponse, error)
	ContainerAttach(ctx context.Context, id string, options container.AttachOptions) (types.HijackedResponse, error)
	ContainerStart(ctx context.Context, id string, options container.StartOptions) error
	ContainerInspect(ctx context.Context, id string) (container.InspectResponse, error)
	ContainerRemove(ctx context.Context, id string, options container.RemoveOptions) error
	ContainerList(ctx context.Context, options container.ListOptions) ([]container.Summary, error)
}

// ConnectEngine makes a client of the engine that DOCKER_HOST names, or of this
// machine's. It does not call it yet.
func ConnectEngine() (*client.Client, error) {
	engine, err := client.NewClientWithOpts(client.FromEnv, client.WithAPIVersionNegotiation())
	if err != nil {
		return nil, fmt.Errorf("%w: %w; check DOCKER_HOST", ErrEngine, err)
	}
	return engine, nil
}

// Docker starts the resident in a hardened container FROM scratch that holds
// nothing but this program (see EnsureImage): no network, no capabilities, a
// read-only root, a workspace in memory of a fixed size. That image has no shell,
// and the shell tool says so where a Spec allows it.
type Docker struct {
	Engine Engine
	// Tools are those the resident has; the two are compared.
	Tools *tools.Registry
	// Binary is the static executable for the image, usually os.Executable.
	Binary string
	// Args make that executable call Resident; nil means Verb.
	Args []string
	// Limits of each container; zeros mean DefaultLimits.
	Limits Limits
	// Timeout is that of one action; 0 means DefaultTimeout.
	Timeout time.Duration

	reaped sync.Once
	mu     sync.Mutex
	image  string // known to be there, "" before the first Open
}

// Limits is what a container may use.
type Limits struct {
	Memory    int64         // bytes, the workspace's and /tmp's included
	Workspace int64         // bytes of files in it
	Inodes    int64         // files and folders in it
	Temp      int64         // bytes in /tmp
	CPUs      float64       // 1.5 is one and a half
	Pids      int64         // processes and threads
	Lifetime  time.Duration // after which others may take it for abandoned
}

// DefaultLimits holds a full testbed and a working tool process beside it.
func DefaultLimits() Limits {
	return Limits{Memory: 1536 << 20, Workspace: MaxTotal, Inodes: 2 * MaxFiles, Temp: 64 << 20,
		CPUs: 2, Pids: 256, Lifetime: 6 * time.Hour}
}

// Name is "docker".
func (d *Docker) Name() string { return "docker" }

// Open starts a container on a copy of spec.Testbed, and refuses to use one
// that the engine did not harden as asked. The first one reaps what others left.
func (d *Docker) Open(ctx context.Context, spec Spec) (Sandbox, error) {
	files, err := scanTestbed(ctx, spec.Testbed)
	if err != nil {
		return nil, err
	}
	info, err := d.info(ctx)
	if err != nil {
		return nil, err
	}
	if err := seccompMissing(info); err != nil {
		return nil, err
	}
	d.reaped.Do(func() { _, _ = d.Reap(ctx) }) // what stays is listed by Status
	box, err := d.launch(ctx, spec.Run, info)
	if err != nil {
		return nil, fmt.Errorf("start a docker sandbox: %w", err)
	}
	return converse(ctx, box, d.Tools, setupOf(spec, d.Timeout), spec.Testbed, files)
}

// info asks the engine for what it can do, soon or not at all.
func (d *Docker) info(ctx context.Context) (system.Info, error) {
	asked, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	info, err := d.Engine.Info(asked)
	if err != nil && ctx.Err() != nil {
		return info, ctx.Err()
	}
	if err != nil {
		return info, fmt.Errorf("%w: cannot reach Docker at %s: %w; start it (sudo systemctl start docker), or let your user reach it (sudo usermod -aG docker $USER, then log in again), or point DOCKER_HOST at another, or use --sandbox local",
			ErrEngine, d.Engine.DaemonHost(), err)
	}
	if info.OSType != "linux" {
		return info, fmt.Errorf("%w: %s runs %s containers, and linux ones are needed", ErrEngine, d.Engine.DaemonHost(), info.OSType)
	}
	return info, nil
}

// launch makes, starts and inspects a container; none is left when it fails.
func (d *Docker) launch(ctx context.Context, run string, info system.Info) (*box, error) {
	id, want, err := d.create(ctx, run, info)
	if err != nil {
		return nil, err
	}
	b := &box{engine: d.Engine, id: id}
	b.end = sync.OnceValue(b.stop)
	if err := b.start(ctx); err != nil {
		return nil, errors.Join(err, b.End())
	}
	got, err := d.Engine.ContainerInspect(ctx, id)
	if err != nil {
		ended := b.End()
		return nil, errors.Join(fmt.Errorf("%w: inspect the container: %w", ErrEngine, err), ended, b.lastWords())
	}
	if err := verify(want, got); err != nil {
		return nil, errors.Join(err, b.End())
	}
	return b, nil
}

// create makes a container of the image, and once more if another process has
// pruned the image in between.
func (d *Docker) create(ctx context.Context, run string, info system.Info) (string, hardening, error) {
	for again := true; ; again = false {
		img, err := d.ensured(ctx, info)
		if err != nil {
			return "", hardening{}, err
		}
		want := harden(d.limits(), info, img, d.args(), labels(run, thisProcess(), time.Now().Add(d.limits().Lifetime)))
		made, err := d.Engine.ContainerCreate(ctx, &want.config, &want.host, nil, nil, "")
		if err == nil {
			return made.ID, want, nil
		}
		if !again || !errdefs.IsNotFound(err) {
			return "", hardening{}, fmt.Errorf("%w: create a container: %w", ErrEngine, err)
		}
		d.forget()
	}
}

func (d *Docker) args() []string {
	if d.Args == nil {
		return []string{Verb}
	}
	return d.Args
}

func (d *Docker) limits() Limits {
	if d.Limits == (Limits{}) {
		return DefaultLimits()
	}
	return d.Limits
}

// box is a resident in a container.
type box struct {
	engine Engine
	id     string
	conn   types.HijackedResponse
	out    *io.PipeReader
	said   tail
	done   chan struct{} // the stream is over
	end    func() error
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

// streamEnd makes our own closing of the stream its plain end.
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

// stop ends the container's input and removes the container, which nothing the
// caller cancelled may prevent.
func (b *box) stop() error {
	if b.done != nil {
		b.conn.Close()
		_ = b.out.Close()
		<-b.done
	}
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	return removeContainer(ctx, b.engine, b.id)
}

// removeContainer returns when a container is gone, whoever removed it: the
// engine does so by itself when the resident has left.
func removeContainer(ctx context.Context, engine Engine, id string) error {
	err := engine.ContainerRemove(ctx, id, container.RemoveOptions{Force: true, RemoveVolumes: true})
	if err == nil || errdefs.IsNotFound(err) {
		return nil
	}
	if !errdefs.IsConflict(err) { // "removal is already in progress"
		return fmt.Errorf("%w: remove container %s: %w", ErrEngine, id, err)
	}
	for tick := time.NewTicker(10 * time.Millisecond); ; {
		if _, err := engine.ContainerInspect(ctx, id); errdefs.IsNotFound(err) {
			tick.Stop()
			return nil
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			tick.Stop()
			return fmt.Errorf("%w: container %s is still being removed", ErrEngine, id)
		}
	}
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
