package sandbox

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/containerd/errdefs"
	"github.com/docker/docker/api/types/filters"
	"github.com/docker/docker/api/types/image"
	"github.com/docker/docker/api/types/system"
)

// The kinds of a docker sandbox's image.
const (
	// ImageOffice has the converters, OCR and a shell besides this program. Its base
	// must have been made (see Docker.BuildBase).
	ImageOffice = "office"
	// ImageScratch holds nothing but this program.
	ImageScratch = "scratch"
)

const (
	imageName = "legomem-sandbox"
	// keepImages is how many builds of the program keep their image: the
	// last ones used.
	keepImages = 4
	// labelVersion begins the labels with the versions of what is in an image:
	// "legomem.version.libreoffice".
	labelVersion = "legomem.version."
)

// wanted is an image as it should be, and how it is made. The tag is the hash of its
// content.
type wanted struct {
	tag     string
	content string // of the program's layer
	make    func(context.Context) error
}

// made is an image that exists.
type made struct {
	tag   string
	about map[string]string // see Sandbox.About
}

// EnsureImage makes the image of kind d.Image with the given static binary, unless it
// exists, and returns its tag. The tag is the hash of the image's content, no matter
// who makes it and when, and processes may do this at once. Our images that were not
// used lately and that no container needs are removed. An empty binaryPath means this
// program.
func (d *Docker) EnsureImage(ctx context.Context, binaryPath string) (string, error) {
	info, err := d.info(ctx)
	if err != nil {
		return "", err
	}
	if binaryPath == "" {
		if binaryPath, err = d.executable(); err != nil {
			return "", err
		}
	}
	img, err := d.ensureImage(ctx, binaryPath, info)
	return img.tag, err
}

// ensured is the image of d.Binary, looked for once.
func (d *Docker) ensured(ctx context.Context, info system.Info) (string, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.image.tag != "" {
		return d.image.tag, nil
	}
	path, err := d.executable()
	if err != nil {
		return "", err
	}
	d.image, err = d.ensureImage(ctx, path, info)
	return d.image.tag, err
}

// about returns what is in the image that was ensured last.
func (d *Docker) about() map[string]string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return maps.Clone(d.image.about)
}

func (d *Docker) forget() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.image.tag = ""
}

// wanted is the image that a program needs. It fails if there can be none.
func (d *Docker) wanted(ctx context.Context, path, engineArch string) (wanted, error) {
	prog, err := newProgram(path, engineArch)
	if err != nil {
		return wanted{}, err
	}
	switch d.Image {
	case ImageOffice:
		return d.wantedOffice(ctx, prog)
	case ImageScratch, "":
		return d.wantedScratch(prog)
	}
	return wanted{}, fmt.Errorf("there is no sandbox image %q (sandbox.docker.image); use %s or %s", d.Image, ImageOffice, ImageScratch)
}

func (d *Docker) ensureImage(ctx context.Context, path string, info system.Info) (made, error) {
	want, err := d.wanted(ctx, path, info.Architecture)
	if err != nil {
		return made{}, err
	}
	there, err := d.Engine.ImageInspect(ctx, want.tag)
	if errdefs.IsNotFound(err) {
		if err := want.make(ctx); err != nil {
			return made{}, fmt.Errorf("%w: make image %s: %w", ErrEngine, want.tag, err)
		}
		there, err = d.Engine.ImageInspect(ctx, want.tag)
	}
	switch {
	case err != nil:
		return made{}, fmt.Errorf("%w: look for image %s: %w", ErrEngine, want.tag, err)
	case there.Config == nil || there.Config.Labels[labelContent] != want.content:
		return made{}, fmt.Errorf("%w: image %s is not the one this program makes; remove it (docker rmi %s)", ErrEngine, want.tag, want.tag)
	}
	// Tagging again marks it as used; if another process pruned it in
	// between, the caller finds out and comes back.
	_ = d.Engine.ImageTag(ctx, want.tag, want.tag)
	d.prune(ctx, want.tag)
	return made{want.tag, aboutImage(want.tag, there)}, nil
}

// aboutImage is the image's tag and id, and the versions in its labels.
func aboutImage(tag string, img image.InspectResponse) map[string]string {
	about := map[string]string{}
	for name, value := range img.Config.Labels {
		if what, ok := strings.CutPrefix(name, labelVersion); ok {
			about[what] = value
		}
	}
	about["image"] = fmt.Sprintf("%s (%.19s)", tag, img.ID) // "sha256:" and 12 digits
	return about
}

// verdict reads the engine's stream of messages, and returns an error among them.
func verdict(stream io.Reader) error { return follow(stream, func(string) {}) }

// follow is verdict, and also passes the engine's account of its work to tell.
func follow(stream io.Reader, tell func(string)) error {
	for dec := json.NewDecoder(stream); ; {
		var said struct{ Stream, Status, ID, Error string }
		err := dec.Decode(&said)
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return fmt.Errorf("read the engine's answer: %w", err)
		case said.Error != "":
			return errors.New(strings.TrimSpace(said.Error))
		case said.Stream != "":
			tell(said.Stream)
		case said.Status != "":
			tell(strings.TrimSpace(said.ID+" "+said.Status) + "\n")
		}
	}
}

// unnamedFor is how long an image of ours may be without a tag, as it briefly is while
// it is made. One that has lost its tag to another, or whose maker died, is of no use.
const unnamedFor = time.Minute

// prune removes all but the last used images of ours. The engine refuses to remove one
// that a container uses; failures to tidy up are ignored.
func (d *Docker) prune(ctx context.Context, current string) {
	ours := filters.NewArgs(filters.Arg("label", labelApp+"="+appImage))
	list, err := d.Engine.ImageList(ctx, image.ListOptions{Filters: ours})
	if err != nil {
		return
	}
	var named []image.Summary
	for _, img := range list {
		if isNamed(img) {
			named = append(named, img)
		} else if time.Since(time.Unix(img.Created, 0)) > unnamedFor {
			d.discard(ctx, img.ID)
		}
	}
	if len(named) <= keepImages {
		return
	}
	used := map[string]time.Time{}
	for _, img := range named {
		if full, err := d.Engine.ImageInspect(ctx, img.ID); err == nil {
			used[img.ID] = full.Metadata.LastTagTime
		}
	}
	slices.SortFunc(named, func(a, b image.Summary) int { return cmp.Compare(used[b.ID].UnixNano(), used[a.ID].UnixNano()) })
	for _, old := range named[keepImages:] {
		if !slices.Contains(old.RepoTags, current) {
			d.discard(ctx, old.ID)
		}
	}
}

// isNamed is false for an image that lost its tag, which older engines list as <none>.
func isNamed(img image.Summary) bool {
	return slices.ContainsFunc(img.RepoTags, func(tag string) bool { return tag != "<none>:<none>" })
}

// discard removes an image, and the ones that only it was made from, unless it is used.
func (d *Docker) discard(ctx context.Context, id string) {
	_, _ = d.Engine.ImageRemove(ctx, id, image.RemoveOptions{PruneChildren: true})
}
