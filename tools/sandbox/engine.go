package sandbox

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/docker/docker/api/types"
	"github.com/docker/docker/api/types/container"
	"github.com/docker/docker/api/types/events"
	"github.com/docker/docker/api/types/image"
	"github.com/docker/docker/api/types/network"
	"github.com/docker/docker/api/types/system"
	"github.com/docker/docker/api/types/volume"
	"github.com/docker/docker/client"
	ocispec "github.com/opencontainers/image-spec/specs-go/v1"
)

// ErrEngine marks what a container engine could not do: be reached, above all.
// The message says what to do.
var ErrEngine = errors.New("container engine")

// Engine is what a sandbox needs of a Docker engine; see Client.
type Engine interface {
	Info(ctx context.Context) (system.Info, error)
	ServerVersion(ctx context.Context) (types.Version, error)
	DaemonHost() string

	ImageInspect(ctx context.Context, id string, opts ...client.ImageInspectOption) (image.InspectResponse, error)
	ImageLoad(ctx context.Context, archive io.Reader, opts ...client.ImageLoadOption) (image.LoadResponse, error)
	ImageTag(ctx context.Context, source, target string) error
	ImageList(ctx context.Context, options image.ListOptions) ([]image.Summary, error)
	ImageRemove(ctx context.Context, id string, options image.RemoveOptions) ([]image.DeleteResponse, error)

	Imaging

	ContainerCreate(ctx context.Context, config *container.Config, host *container.HostConfig, net *network.NetworkingConfig, platform *ocispec.Platform, name string) (container.CreateResponse, error)
	ContainerAttach(ctx context.Context, id string, options container.AttachOptions) (types.HijackedResponse, error)
	ContainerStart(ctx context.Context, id string, options container.StartOptions) error
	ContainerInspect(ctx context.Context, id string) (container.InspectResponse, error)
	ContainerRemove(ctx context.Context, id string, options container.RemoveOptions) error
	ContainerList(ctx context.Context, options container.ListOptions) ([]container.Summary, error)

	VolumeList(ctx context.Context, options volume.ListOptions) (volume.ListResponse, error)
	VolumeRemove(ctx context.Context, id string, force bool) error

	Events(ctx context.Context, options events.ListOptions) (<-chan events.Message, <-chan error)
}

// Client is the Engine that answers at DOCKER_HOST, or on this machine. Each of its
// calls ends, with an answer or an ErrEngine that says what to do, even though an
// engine that was stopped accepts calls and never answers.
type Client struct {
	// Patience is how long the engine gets to answer a question; for work it gets a
	// multiple.
	Patience time.Duration

	api *client.Client
}

// defaultPatience is the Patience of a new Client. An engine answers in milliseconds,
// and under a heavy load in seconds.
const defaultPatience = 10 * time.Second

// ConnectEngine makes a client of the engine that DOCKER_HOST names, or of this
// machine's. It does not call it yet.
func ConnectEngine() (*Client, error) {
	api, err := client.NewClientWithOpts(client.FromEnv, client.WithAPIVersionNegotiation())
	if err != nil {
		return nil, fmt.Errorf("%w: %w; check DOCKER_HOST", ErrEngine, err)
	}
	return &Client{Patience: defaultPatience, api: api}, nil
}

// How long the engine gets, as a multiple of Patience: to make or remove a container,
// to start one, and to take in an image.
const (
	forWork  = 2
	forStart = 3
	forImage = 120
)

// within makes a call with a time limit.
func within[T any](ctx context.Context, c *Client, patiences time.Duration, do func(context.Context) (T, error)) (T, error) {
	limit := patiences * c.Patience
	timed, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	got, err := do(timed)
	return got, c.explain(ctx, limit, err)
}

// without is within for a call that returns nothing.
func without(ctx context.Context, c *Client, patiences time.Duration, do func(context.Context) error) error {
	_, err := within(ctx, c, patiences, func(ctx context.Context) (struct{}, error) { return struct{}{}, do(ctx) })
	return err
}

// Close closes the idle connections.
func (c *Client) Close() error { return c.api.Close() }

// DaemonHost is the engine's address.
func (c *Client) DaemonHost() string { return c.api.DaemonHost() }

// Info is what the engine can do.
func (c *Client) Info(ctx context.Context) (system.Info, error) {
	return within(ctx, c, 1, c.api.Info)
}

// ServerVersion is the engine's version.
func (c *Client) ServerVersion(ctx context.Context) (types.Version, error) {
	return within(ctx, c, 1, c.api.ServerVersion)
}

// ImageInspect looks at an image.
func (c *Client) ImageInspect(ctx context.Context, id string, opts ...client.ImageInspectOption) (image.InspectResponse, error) {
	return within(ctx, c, 1, func(ctx context.Context) (image.InspectResponse, error) { return c.api.ImageInspect(ctx, id, opts...) })
}

// ImageLoad sends an image's archive. Its time limit runs until the answer's body is
// closed.
func (c *Client) ImageLoad(ctx context.Context, archive io.Reader, opts ...client.ImageLoadOption) (image.LoadResponse, error) {
	timed, cancel := context.WithTimeout(ctx, forImage*c.Patience)
	resp, err := c.api.ImageLoad(timed, archive, opts...)
	if err != nil {
		cancel()
		return resp, c.explain(ctx, forImage*c.Patience, err)
	}
	resp.Body = &timedBody{resp.Body, cancel}
	return resp, nil
}

// timedBody is an answer that is read within a call's time.
type timedBody struct {
	io.ReadCloser
	cancel context.CancelFunc
}

func (b *timedBody) Close() error {
	defer b.cancel()
	return b.ReadCloser.Close()
}

// ImageTag gives an image a name.
func (c *Client) ImageTag(ctx context.Context, source, target string) error {
	return without(ctx, c, 1, func(ctx context.Context) error { return c.api.ImageTag(ctx, source, target) })
}

// ImageList lists images.
func (c *Client) ImageList(ctx context.Context, options image.ListOptions) ([]image.Summary, error) {
	return within(ctx, c, 1, func(ctx context.Context) ([]image.Summary, error) { return c.api.ImageList(ctx, options) })
}

// ImageRemove removes an image.
func (c *Client) ImageRemove(ctx context.Context, id string, options image.RemoveOptions) ([]image.DeleteResponse, error) {
	return within(ctx, c, forWork, func(ctx context.Context) ([]image.DeleteResponse, error) { return c.api.ImageRemove(ctx, id, options) })
}

// ContainerCreate makes a container, which is not started.
func (c *Client) ContainerCreate(ctx context.Context, config *container.Config, host *container.HostConfig, net *network.NetworkingConfig, platform *ocispec.Platform, name string) (container.CreateResponse, error) {
	return within(ctx, c, forWork, func(ctx context.Context) (container.CreateResponse, error) {
		return c.api.ContainerCreate(ctx, config, host, net, platform, name)
	})
}

// ContainerAttach connects a container's streams. The library waits for the engine's
// answer even after ctx has ended, so it waits in another goroutine.
func (c *Client) ContainerAttach(ctx context.Context, id string, options container.AttachOptions) (types.HijackedResponse, error) {
	return within(ctx, c, 1, func(ctx context.Context) (types.HijackedResponse, error) {
		type answer struct {
			conn types.HijackedResponse
			err  error
		}
		answered := make(chan answer, 1)
		go func() {
			conn, err := c.api.ContainerAttach(ctx, id, options)
			answered <- answer{conn, err}
		}()
		select {
		case a := <-answered:
			return a.conn, a.err
		case <-ctx.Done():
			go func() {
				if late := <-answered; late.err == nil {
					late.conn.Close()
				}
			}()
			return types.HijackedResponse{}, ctx.Err()
		}
	})
}

// ContainerStart starts a container.
func (c *Client) ContainerStart(ctx context.Context, id string, options container.StartOptions) error {
	return without(ctx, c, forStart, func(ctx context.Context) error { return c.api.ContainerStart(ctx, id, options) })
}

// ContainerInspect looks at a container.
func (c *Client) ContainerInspect(ctx context.Context, id string) (container.InspectResponse, error) {
	return within(ctx, c, 1, func(ctx context.Context) (container.InspectResponse, error) { return c.api.ContainerInspect(ctx, id) })
}

// ContainerRemove removes a container.
func (c *Client) ContainerRemove(ctx context.Context, id string, options container.RemoveOptions) error {
	return without(ctx, c, forWork, func(ctx context.Context) error { return c.api.ContainerRemove(ctx, id, options) })
}

// ContainerList lists containers.
func (c *Client) ContainerList(ctx context.Context, options container.ListOptions) ([]container.Summary, error) {
	return within(ctx, c, 1, func(ctx context.Context) ([]container.Summary, error) { return c.api.ContainerList(ctx, options) })
}

// VolumeList lists volumes.
func (c *Client) VolumeList(ctx context.Context, options volume.ListOptions) (volume.ListResponse, error) {
	return within(ctx, c, 1, func(ctx context.Context) (volume.ListResponse, error) { return c.api.VolumeList(ctx, options) })
}

// VolumeRemove removes a volume.
func (c *Client) VolumeRemove(ctx context.Context, id string, force bool) error {
	return without(ctx, c, 1, func(ctx context.Context) error { return c.api.VolumeRemove(ctx, id, force) })
}

var _ Engine = (*Client)(nil)
