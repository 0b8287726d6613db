package sandbox

import (
	"archive/tar"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/docker/docker/client"
	"github.com/opencontainers/go-digest"
	ocispec "github.com/opencontainers/image-spec/specs-go/v1"
)

// scratch is an image of one layer with one file in it, described by its
// content alone.
type scratch struct {
	prog   *program
	config []byte
	tag    string
}

func newScratch(prog *program) (*scratch, error) {
	config, err := json.Marshal(ocispec.Image{
		Platform: ocispec.Platform{OS: "linux", Architecture: prog.arch},
		Config: ocispec.ImageConfig{
			User: boxUser, WorkingDir: boxFolder, Entrypoint: []string{boxProgram},
			Labels: map[string]string{labelApp: appImage, labelContent: prog.content},
		},
		RootFS: ocispec.RootFS{Type: "layers", DiffIDs: []digest.Digest{digest.NewDigestFromEncoded(digest.SHA256, prog.content)}},
	})
	if err != nil {
		return nil, fmt.Errorf("describe the image: %w", err)
	}
	id := sha256.Sum256(config)
	return &scratch{prog: prog, config: config, tag: imageName + ":" + hex.EncodeToString(id[:8])}, nil
}

// wantedScratch is the image FROM scratch. Processes that make it at once make
// the same, to the engine too.
func (d *Docker) wantedScratch(prog *program) (wanted, error) {
	img, err := newScratch(prog)
	if err != nil {
		return wanted{}, err
	}
	return wanted{tag: img.tag, content: prog.content, make: func(ctx context.Context) error { return d.load(ctx, img) }}, nil
}

// load sends the image to the engine and waits for its verdict.
func (d *Docker) load(ctx context.Context, img *scratch) error {
	return send(img.writeArchive, func(archive io.Reader) error {
		resp, err := d.Engine.ImageLoad(ctx, archive, client.ImageLoadWithQuiet(true))
		if err != nil {
			return err
		}
		return errors.Join(verdict(resp.Body), resp.Body.Close())
	})
}

// writeArchive writes what `docker load` reads: the layer, the config and a
// manifest that names both.
func (s *scratch) writeArchive(w io.Writer) error {
	manifest, err := json.Marshal([]map[string]any{{"Config": "config.json", "RepoTags": []string{s.tag}, "Layers": []string{"layer.tar"}}})
	if err != nil {
		return err
	}
	var layerSize counter
	if err := s.prog.writeLayer(&layerSize); err != nil {
		return err
	}
	t := tar.NewWriter(w)
	for _, part := range []struct {
		name string
		size int64
		from func(io.Writer) error
	}{
		{"config.json", int64(len(s.config)), bytesTo(s.config)},
		{"layer.tar", int64(layerSize), s.prog.writeLayer},
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
