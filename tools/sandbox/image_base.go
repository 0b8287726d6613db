package sandbox

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/docker/docker/api/types/build"
	"github.com/docker/docker/api/types/filters"
	"github.com/docker/docker/api/types/image"

	"legomem/docker"
)

// BuildBase has the engine build the office image's base from the Dockerfile in this
// program, even if that exists. The engine must reach a registry and Debian's mirrors;
// it takes minutes, and its output goes to progress. It leaves nothing but the base, or
// nothing if it fails.
func (d *Docker) BuildBase(ctx context.Context, progress io.Writer) error {
	if _, err := d.info(ctx); err != nil {
		return err
	}
	files, err := docker.Context()
	if err != nil {
		return err
	}
	defer d.pruneStages(context.WithoutCancel(ctx))
	// The engine's older builder: the newer one needs a session.
	resp, err := d.Engine.ImageBuild(ctx, bytes.NewReader(files), build.ImageBuildOptions{
		Tags: []string{docker.Base()}, Version: build.BuilderV1, Remove: true, ForceRemove: true, BuildArgs: proxies(os.LookupEnv),
	})
	if err == nil {
		err = follow(resp.Body, func(said string) { _, _ = io.WriteString(progress, said) })
		err = errors.Join(err, resp.Body.Close())
	}
	if err == nil {
		_, err = d.Engine.ImageInspect(ctx, docker.Base())
	}
	if err != nil {
		return fmt.Errorf("%w: build %s: %w; where no registry can be reached, run sudo docker/offline-base.sh in a checkout, on Debian", ErrEngine, docker.Base(), err)
	}
	return nil
}

// proxies are this process's proxies, which a build's steps need to reach the mirrors.
func proxies(lookup func(string) (string, bool)) map[string]*string {
	found := map[string]*string{}
	for _, name := range []string{"http_proxy", "https_proxy", "no_proxy"} {
		for _, name := range []string{name, strings.ToUpper(name)} {
			if value, ok := lookup(name); ok {
				found[name] = &value
			}
		}
	}
	return found
}

// pruneStages removes what builds of the base made on the way, and what failed
// ones left.
func (d *Docker) pruneStages(ctx context.Context) {
	for _, kind := range []string{docker.LabelStage, docker.LabelBase} {
		unused := filters.NewArgs(filters.Arg("label", docker.Label+"="+kind), filters.Arg("dangling", "true"))
		list, err := d.Engine.ImageList(ctx, image.ListOptions{Filters: unused})
		if err != nil {
			return
		}
		for _, img := range list {
			d.discard(ctx, img.ID)
		}
	}
}
