package sandbox

import (
	"archive/tar"
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"debug/elf"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"time"

	"github.com/containerd/errdefs"
	"github.com/docker/docker/api/types/filters"
	"github.com/docker/docker/api/types/image"
	"github.com/docker/docker/api/types/system"
	"github.com/docker/docker/client"
	"github.com/opencontainers/go-digest"
	ocispec "github.com/opencontainers/image-spec/specs-go/v1"
)

const (
	imageName = "legomem-sandbox"
	// keepImages is how many builds of the program keep their image: the
	// last ones used.
	keepImages = 4
)

// EnsureImage makes the image FROM scratch that holds the one static binary,
// unless it is there, and returns its tag. The tag is the hash of the image's
// content, which is the same whoever makes it and whenever, so that processes
// may do this at once. Images of ours that were not used lately and that no
// container needs are removed. An empty binaryPath means this program.
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
	return d.ensureImage(ctx, binaryPath, info)
}

// ensured is the image of d.Binary, looked for once.
func (d *Docker) ensured(ctx context.Context, info system.Info) (string, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.image != "" {
		return d.image, nil
	}
	path, err := d.executable()
	if err != nil {
		return "", err
	}
	d.image, err = d.ensureImage(ctx, path, info)
	return d.image, err
}

func (d *Docker) forget() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.image = ""
}

func (d *Docker) ensureImage(ctx context.Context, path string, info system.Info) (string, error) {
	img, err := newScratch(path, info.Architecture)
	if err != nil {
		return "", err
	}
	there, err := d.Engine.ImageInspect(ctx, img.tag)
	switch {
	case errdefs.IsNotFound(err):
		if err := d.load(ctx, img); err != nil {
			return "", fmt.Errorf("%w: make image %s: %w", ErrEngine, img.tag, err)
		}
	case err != nil:
		return "", fmt.Errorf("%w: look for image %s: %w", ErrEngine, img.tag, err)
	case there.Config == nil || there.Config.Labels[labelContent] != img.content:
		return "", fmt.Errorf("%w: image %s is not the one this program makes; remove it (docker rmi %s)", ErrEngine, img.tag, img.tag)
	}
	// Tagging again marks it as used; if another process pruned it in
	// between, the caller finds out and comes back.
	_ = d.Engine.ImageTag(ctx, img.tag, img.tag)
	d.prune(ctx, img.tag)
	return img.tag, nil
}

// load sends the image to the engine and waits for its verdict.
func (d *Docker) load(ctx context.Context, img *scratch) error {
	archive, w := io.Pipe()
	written := make(chan struct{})
	go func() {
		defer close(written)
		_ = w.CloseWithError(img.writeArchive(w))
	}()
	resp, err := d.Engine.ImageLoad(ctx, archive, client.ImageLoadWithQuiet(true))
	if err == nil {
		err = errors.Join(verdict(resp.Body), resp.Body.Close())
	}
	_ = archive.Close()
	<-written
	if err != nil {
		return err
	}
	_, err = d.Engine.ImageInspect(ctx, img.tag)
	return err
}

// verdict reads the engine's stream of messages for an error among them.
func verdict(stream io.Reader) error {
	for dec := json.NewDecoder(stream); ; {
		var said struct{ Error string }
		err := dec.Decode(&said)
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return fmt.Errorf("read the engine's answer: %w", err)
		case said.Error != "":
			return errors.New(said.Error)
		}
	}
}

// prune removes all but the last used images of ours. One that a container
// uses is refused by the engine and stays; failing to tidy up fails nothing.
func (d *Docker) prune(ctx context.Context, current string) {
	ours := filters.NewArgs(filters.Arg("label", labelApp+"="+appImage))
	list, err := d.Engine.ImageList(ctx, image.ListOptions{Filters: ours})
	if err != nil || len(list) <= keepImages {
		return
	}
	used := map[string]time.Time{}
	for _, img := range list {
		if full, err := d.Engine.ImageInspect(ctx, img.ID); err == nil {
			used[img.ID] = full.Metadata.LastTagTime
		}
	}
	slices.SortFunc(list, func(a, b image.Summary) int { return cmp.Compare(used[b.ID].UnixNano(), used[a.ID].UnixNano()) })
	for _, old := range list[keepImages:] {
		if !slices.Contains(old.RepoTags, current) {
			_, _ = d.Engine.ImageRemove(ctx, old.ID, image.RemoveOptions{PruneChildren: true})
		}
	}
}

// scratch is an image of one layer with one file in it, described by its
// content alone.
type scratch struct {
	binary  string
	size    int64
	config  []byte
	content string // sha256 of the layer, hex
	tag     string
}

func newScratch(binary, engineArch string) (*scratch, error) {
	arch, err := checkStatic(binary, engineArch)
	if err != nil {
		return nil, err
	}
	info, err := os.Stat(binary)
	if err != nil {
		return nil, fmt.Errorf("read the program for the image: %w", err)
	}
	img := &scratch{binary: binary, size: info.Size()}
	hash := sha256.New()
	if err := img.writeLayer(hash); err != nil {
		return nil, err
	}
	img.content = hex.EncodeToString(hash.Sum(nil))
	img.config, err = json.Marshal(ocispec.Image{
		Platform: ocispec.Platform{OS: "linux", Architecture: arch},
		Config: ocispec.ImageConfig{
			User: boxUser, WorkingDir: boxFolder, Entrypoint: []string{boxProgram},
			Labels: map[string]string{labelApp: appImage, labelContent: img.content},
		},
		RootFS: ocispec.RootFS{Type: "layers", DiffIDs: []digest.Digest{digest.NewDigestFromEncoded(digest.SHA256, img.content)}},
	})
	if err != nil {
		return nil, fmt.Errorf("describe the image: %w", err)
	}
	id := sha256.Sum256(img.config)
	img.tag = imageName + ":" + hex.EncodeToString(id[:8])
	return img, nil
}

// writeLayer writes the layer's tar: the program, and the two folders that are
// mounted over. Nothing of the moment or the machine enters it.
func (s *scratch) writeLayer(w io.Writer) error {
	f, err := os.Open(s.binary)
	if err != nil {
		return fmt.Errorf("read the program for the image: %w", err)
	}
	defer f.Close()
	t := tar.NewWriter(w)
	for _, h := range []tar.Header{
		{Typeflag: tar.TypeDir, Name: "testbed/", Mode: 0o700, Uid: boxUID, Gid: boxUID},
		{Typeflag: tar.TypeDir, Name: "tmp/", Mode: 0o1777},
		{Typeflag: tar.TypeReg, Name: boxProgram[1:], Mode: 0o555, Size: s.size},
	} {
		h.Format, h.ModTime = tar.FormatUSTAR, time.Unix(0, 0)
		if err := t.WriteHeader(&h); err != nil {
			return fmt.Errorf("write the image: %w", err)
		}
	}
	if _, err := io.Copy(t, f); err != nil {
		return fmt.Errorf("write the image: %w", err)
	}
	return t.Close()
}

// writeArchive writes what `docker load` reads: the layer, the config and a
// manifest that names both.
func (s *scratch) writeArchive(w io.Writer) error {
	manifest, err := json.Marshal([]map[string]any{{"Config": "config.json", "RepoTags": []string{s.tag}, "Layers": []string{"layer.tar"}}})
	if err != nil {
		return err
	}
	var layerSize counter
	if err := s.writeLayer(&layerSize); err != nil {
		return err
	}
	t := tar.NewWriter(w)
	for _, part := range []struct {
		name string
		size int64
		from func(io.Writer) error
	}{
		{"config.json", int64(len(s.config)), bytesTo(s.config)},
		{"layer.tar", int64(layerSize), s.writeLayer},
		{"manifest.json", int64(len(manifest)), bytesTo(manifest)},
	} {
		if err := t.WriteHeader(&tar.Header{Typeflag: tar.TypeReg, Name: part.name, Mode: 0o444, Size: part.size, Format: tar.FormatUSTAR}); err != nil {
			return err
		}
		if err := part.from(t); err != nil {
			return err
		}
	}
	return t.Close()
}

func bytesTo(b []byte) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := io.Copy(w, bytes.NewReader(b))
		return err
	}
}

// counter counts what is written to it.
type counter int64

func (c *counter) Write(p []byte) (int, error) {
	*c += counter(len(p))
	return len(p), nil
}

// ErrProgram marks an executable that no image can be made of.
var ErrProgram = errors.New("this build cannot make the sandbox's image")

// checkStatic refuses a program that could not run in an empty image, and
// returns its architecture in Go's words.
func checkStatic(path, engineArch string) (string, error) {
	const build = "CGO_ENABLED=0 go build -o legomem ./cmd/legomem"
	f, err := elf.Open(path)
	if err != nil {
		return "", fmt.Errorf("%w: the docker sandbox runs a copy of this program, and %s is no Linux program (%w); build one: GOOS=linux %s", ErrProgram, path, err, build)
	}
	defer f.Close()
	for _, p := range f.Progs {
		if p.Type == elf.PT_INTERP {
			return "", fmt.Errorf("%w: the docker sandbox runs a copy of this program, and %s needs shared libraries, which its image has not; build it without: %s", ErrProgram, path, build)
		}
	}
	arch, known := map[elf.Machine]string{elf.EM_X86_64: "amd64", elf.EM_AARCH64: "arm64", elf.EM_386: "386", elf.EM_ARM: "arm",
		elf.EM_RISCV: "riscv64", elf.EM_PPC64: "ppc64le", elf.EM_S390: "s390x"}[f.Machine]
	if !known {
		arch = runtime.GOARCH
	}
	if theirs, ok := map[string]string{"x86_64": "amd64", "aarch64": "arm64"}[engineArch]; ok && theirs != arch {
		return "", fmt.Errorf("%w: %s is built for %s and the engine runs %s; build it for the engine: GOARCH=%s %s", ErrProgram, path, arch, theirs, theirs, build)
	}
	return arch, nil
}
