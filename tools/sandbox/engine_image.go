package sandbox

import (
	"context"
	"io"
	"time"

	"github.com/docker/docker/api/types/build"
	"github.com/docker/docker/api/types/container"
)

// Imaging is the part of an Engine that makes images from other images.
type Imaging interface {
	ImageBuild(ctx context.Context, files io.Reader, options build.ImageBuildOptions) (build.ImageBuildResponse, error)
	ContainerCommit(ctx context.Context, id string, options container.CommitOptions) (container.CommitResponse, error)
	CopyToContainer(ctx context.Context, id, folder string, files io.Reader, options container.CopyToContainerOptions) error
	CopyFromContainer(ctx context.Context, id, path string) (io.ReadCloser, container.PathStat, error)
}

// ImageBuild builds a Dockerfile. It takes as long as the file's steps do, and reports
// on them meanwhile, so only the caller bounds it.
func (c *Client) ImageBuild(ctx context.Context, files io.Reader, options build.ImageBuildOptions) (build.ImageBuildResponse, error) {
	resp, err := c.api.ImageBuild(ctx, files, options)
	return resp, c.explain(ctx, 0, err)
}

// ContainerCommit makes an image of a container.
func (c *Client) ContainerCommit(ctx context.Context, id string, options container.CommitOptions) (container.CommitResponse, error) {
	return within(ctx, c, forImage, func(ctx context.Context) (container.CommitResponse, error) {
		return c.api.ContainerCommit(ctx, id, options)
	})
}

// CopyToContainer unpacks a tar in a container.
func (c *Client) CopyToContainer(ctx context.Context, id, folder string, files io.Reader, options container.CopyToContainerOptions) error {
	return without(ctx, c, forImage, func(ctx context.Context) error {
		return c.api.CopyToContainer(ctx, id, folder, files, options)
	})
}

// CopyFromContainer reads a tar of what is at a path in a container. The time limit
// runs until the reader is closed.
func (c *Client) CopyFromContainer(ctx context.Context, id, path string) (io.ReadCloser, container.PathStat, error) {
	limit := time.Duration(forWork) * c.Patience
	timed, cancel := context.WithTimeout(ctx, limit)
	files, stat, err := c.api.CopyFromContainer(timed, id, path)
	if err != nil {
		cancel()
		return nil, stat, c.explain(ctx, limit, err)
	}
	return &timedBody{files, cancel}, stat, nil
}
