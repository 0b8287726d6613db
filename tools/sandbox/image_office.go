package sandbox

import (
	"archive/tar"
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"time"

	"github.com/containerd/errdefs"
	"github.com/docker/docker/api/types/container"

	"legomem/docker"
)

// ErrNoBase marks that the office image's base is missing. The message says how to make
// it, and how to do without.
var ErrNoBase = errors.New("the office image's base is missing")

// baseMissing is ErrNoBase with what can be done.
func baseMissing() error {
	base := docker.Base()
	return fmt.Errorf("%w: %w: %s. Where a registry can be reached: legomem doctor --build-image, or, in a checkout: docker build -t %s docker. "+
		"Where none can, in a checkout on Debian: sudo docker/offline-base.sh. Without converters and OCR: sandbox.docker.image: scratch "+
		"in the configuration, or LEGOMEM_SANDBOX_DOCKER_IMAGE=scratch", ErrEngine, ErrNoBase, base, base)
}

// wantedOffice is the program laid over the office base.
func (d *Docker) wantedOffice(ctx context.Context, prog *program) (wanted, error) {
	base, err := d.Engine.ImageInspect(ctx, docker.Base())
	if errdefs.IsNotFound(err) {
		return wanted{}, baseMissing()
	}
	if err != nil {
		return wanted{}, fmt.Errorf("%w: look for image %s: %w", ErrEngine, docker.Base(), err)
	}
	id := sha256.Sum256([]byte(prog.content + " on " + base.ID))
	tag := imageName + ":" + hex.EncodeToString(id[:8])
	return wanted{tag: tag, content: prog.content, make: func(ctx context.Context) error { return d.overlay(ctx, base.ID, tag, prog) }}, nil
}

// overlay makes an image from a base and a program: both go into a container that is
// never started, and the image is made from that. A container's name is unique, so that
// of several processes one makes the image and the others wait for it. If that one
// dies, its container is reaped like any other, and the next takes its place. Nothing
// else is created on the way.
func (d *Docker) overlay(ctx context.Context, base, tag string, prog *program) error {
	id, err := d.reserve(ctx, base, tag)
	if err != nil {
		return err
	}
	if _, err = d.Engine.ImageInspect(ctx, tag); errdefs.IsNotFound(err) {
		err = d.fillOffice(ctx, id, tag, prog)
	} // else the one before us has made it
	removed := removeContainer(context.WithoutCancel(ctx), d.Engine, id)
	return errors.Join(err, removed)
}

// makingName is the name of the container that an image is made in.
func makingName(tag string) string { return strings.Replace(tag, imageName+":", "legomem-making-", 1) }

// makesWithin is the time after which another machine may assume that the maker of an
// image is dead, and lookAgain is how often those who wait for it look.
const (
	makesWithin = 10 * time.Minute
	lookAgain   = 200 * time.Millisecond
)

// reserve makes the container that the image is made in, as soon as nobody else
// has it.
func (d *Docker) reserve(ctx context.Context, base, tag string) (string, error) {
	tick := time.NewTicker(lookAgain)
	defer tick.Stop()
	for {
		id, err := d.reserveNow(ctx, base, tag)
		if err == nil || !errdefs.IsConflict(err) {
			return id, err
		}
		_, _ = d.Reap(ctx) // the other, if it is dead
		select {
		case <-tick.C:
		case <-ctx.Done():
			return "", ctx.Err()
		}
	}
}

// reserveNow fails with a conflict when the name is taken. A container that the engine
// may have made without reporting it is left to the reaper.
func (d *Docker) reserveNow(ctx context.Context, base, tag string) (string, error) {
	launch := newToken()
	config := &container.Config{Image: base, Cmd: []string{"/bin/true"}, NetworkDisabled: true,
		Labels: labels("", launch, thisProcess(), time.Now().Add(makesWithin))}
	made, err := d.Engine.ContainerCreate(ctx, config, &container.HostConfig{NetworkMode: "none"}, nil, nil, makingName(tag))
	if err != nil && !errdefs.IsConflict(err) {
		d.strays.add(launch)
	}
	return made.ID, err
}

func (d *Docker) fillOffice(ctx context.Context, id, tag string, prog *program) error {
	versions, err := d.versions(ctx, id)
	if err != nil {
		return err
	}
	err = send(prog.writeLayer, func(layer io.Reader) error {
		return d.Engine.CopyToContainer(ctx, id, "/", layer, container.CopyToContainerOptions{})
	})
	if err != nil {
		return fmt.Errorf("put the program in: %w", err)
	}
	_, err = d.Engine.ContainerCommit(ctx, id, container.CommitOptions{Reference: tag, Config: &container.Config{
		User: boxUser, WorkingDir: boxFolder, Entrypoint: []string{boxProgram}, Cmd: []string{}, Labels: officeLabels(prog, versions),
	}})
	return err
}

// officeLabels are an office image's. The engine would add its container's labels, so
// these are set to "": an image belongs to nobody.
func officeLabels(prog *program, versions map[string]string) map[string]string {
	all := map[string]string{}
	for name := range labels("", "", owner{}, time.Time{}) {
		all[name] = ""
	}
	for name, value := range versions {
		all[labelVersion+name] = value
	}
	all[labelApp], all[labelContent] = appImage, prog.content
	return all
}

// maxVersions caps the list of what is in a base, in bytes.
const maxVersions = 64 << 10

// versions reads from a container of a base what is in it.
func (d *Docker) versions(ctx context.Context, id string) (map[string]string, error) {
	files, _, err := d.Engine.CopyFromContainer(ctx, id, docker.Versions)
	if err != nil {
		return nil, fmt.Errorf("read %s of %s: %w", docker.Versions, docker.Base(), err)
	}
	defer files.Close()
	in := tar.NewReader(io.LimitReader(files, maxVersions))
	if _, err := in.Next(); err != nil {
		return nil, fmt.Errorf("read %s of %s: %w", docker.Versions, docker.Base(), err)
	}
	found, err := parseVersions(in)
	if err != nil {
		return nil, fmt.Errorf("%s in %s: %w; remove the image (docker rmi -f %s) and make it again", docker.Versions, docker.Base(), err, docker.Base())
	}
	return found, nil
}

var versionLine = regexp.MustCompile(`^([a-z][a-z0-9-]*)=([0-9A-Za-z.:+~-]+)$`)

// parseVersions reads lines "name=version", in the characters of Debian's versions.
func parseVersions(text io.Reader) (map[string]string, error) {
	found := map[string]string{}
	lines := bufio.NewScanner(text)
	for lines.Scan() {
		parts := versionLine.FindStringSubmatch(lines.Text())
		if parts == nil {
			return nil, fmt.Errorf("the line %q is no name=version", lines.Text())
		}
		found[parts[1]] = parts[2]
	}
	if err := lines.Err(); err != nil {
		return nil, err
	}
	if len(found) == 0 {
		return nil, errors.New("it is empty")
	}
	return found, nil
}
