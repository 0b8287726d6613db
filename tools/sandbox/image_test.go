package sandbox_test

import (
	"bytes"
	"context"
	"debug/elf"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/containerd/errdefs"
	"github.com/docker/docker/api/types/build"
	"github.com/docker/docker/api/types/container"
	"github.com/docker/docker/api/types/filters"
	"github.com/docker/docker/api/types/image"
	"github.com/docker/docker/api/types/network"
	"github.com/docker/docker/api/types/system"
	"github.com/docker/docker/client"
	ocispec "github.com/opencontainers/image-spec/specs-go/v1"

	officebase "legomem/docker"
	"legomem/must"
	"legomem/sweep"
	"legomem/tools/sandbox"
	"legomem/tools/sandbox/conformance"
)

// needBase wants the office image's base. Where slow tests run it must be there;
// elsewhere its tests are skipped.
func needBase(t testing.TB, e sandbox.Engine) {
	t.Helper()
	_, err := e.ImageInspect(t.Context(), officebase.Base())
	switch {
	case err == nil:
	case sweep.Full():
		t.Fatalf("the office image's base is not there (%v): make it with docker/offline-base.sh, or docker build -t %s docker", err, officebase.Base())
	default:
		t.Skip("the office image's base is not there; docker/offline-base.sh makes it: ", err)
	}
}

func officeLauncher(e sandbox.Engine, binary string) *sandbox.Docker {
	l := dockerLauncher(e, binary, conformance.Good)
	l.Image = sandbox.ImageOffice
	return l
}

func TestOfficeImage(t *testing.T) {
	sweep.Slow(t)
	e := conformance.Engine(t)
	needBase(t, e)
	binary := conformance.Unlike(t, static(t))
	tag := must.Have(officeLauncher(e, binary).EnsureImage(t.Context(), ""))(t)
	t.Cleanup(func() { removeImage(t, e, tag) })
	t.Run("what it is", func(t *testing.T) { testOfficeConfig(t, e, tag) })
	t.Run("about", func(t *testing.T) { testAbout(t, e, binary, tag) })
	t.Run("several at once", func(t *testing.T) { testMakers(t, e, binary, tag) })
	t.Run("another kind", func(t *testing.T) {
		scratch, err := dockerLauncher(e, binary, conformance.Good).EnsureImage(t.Context(), "")
		if err != nil || scratch == tag {
			t.Errorf("one program's two images are %s and %s (%v)", tag, scratch, err)
		}
		removeImage(t, e, scratch)
	})
	t.Run("a maker that died", func(t *testing.T) { testDeadMaker(t, e, binary, tag) })
	t.Run("a maker that lives", func(t *testing.T) { testLiveMaker(t, e, binary, tag) })
	t.Run("cancelled in the middle", func(t *testing.T) { testCancelledMaker(t, e, binary, tag) })
}

func removeImage(t testing.TB, e sandbox.Engine, tag string) {
	t.Helper()
	if _, err := e.ImageRemove(context.Background(), tag, image.RemoveOptions{PruneChildren: true}); err != nil {
		t.Error(err)
	}
}

// makers are the containers that images are made in, live or left.
func makers(t *testing.T, e sandbox.Engine) []container.Summary {
	t.Helper()
	list := must.Have(e.ContainerList(context.Background(), container.ListOptions{All: true, Filters: filters.NewArgs(filters.Arg("name", "legomem-making-"))}))(t)
	return list
}

func unnamed(t *testing.T, e sandbox.Engine) []image.Summary {
	t.Helper()
	list := must.Have(e.ImageList(context.Background(), image.ListOptions{Filters: filters.NewArgs(
		filters.Arg("label", "legomem.app=sandbox-image"), filters.Arg("dangling", "true"))}))(t)
	return list
}

func nothingLeft(t *testing.T, e sandbox.Engine) {
	t.Helper()
	if left := makers(t, e); len(left) > 0 {
		t.Errorf("containers left: %+v", left)
	}
	if left := unnamed(t, e); len(left) > 0 {
		t.Errorf("images without a name left: %+v", left)
	}
}

// testOfficeConfig looks at what an image says of itself: that it is ours, and
// nobody's.
func testOfficeConfig(t *testing.T, e sandbox.Engine, tag string) {
	img := must.Have(e.ImageInspect(t.Context(), tag))(t)
	if img.Config.User != "65534:65534" || !slices.Equal(img.Config.Entrypoint, []string{"/legomem"}) || img.Config.WorkingDir != "/testbed" {
		t.Errorf("it would run as %q, %q in %q", img.Config.User, img.Config.Entrypoint, img.Config.WorkingDir)
	}
	for name, want := range map[string]bool{"legomem.app": true, "legomem.content": true, "legomem.version.libreoffice": true,
		"legomem.owner.pid": false, "legomem.owner.host": false, "legomem.deadline": false, "legomem.launch": false} {
		if got := img.Config.Labels[name]; (got != "") != want {
			t.Errorf("its label %s is %q", name, got)
		}
	}
	nothingLeft(t, e)
}

// testAbout compares what a sandbox says of itself with what its programs do.
func testAbout(t *testing.T, e sandbox.Engine, binary, tag string) {
	l := officeLauncher(e, binary)
	t.Cleanup(func() { _ = l.Close() })
	about := open(t, l, "").About()
	checkFiltered(t, about)
	img := must.Have(e.ImageInspect(t.Context(), tag))(t)
	if got, want := about["image"], fmt.Sprintf("%s (%s)", tag, img.ID[:19]); got != want {
		t.Errorf("its image is %q, want %q", got, want)
	}
	if want := runIn(t, e, officebase.Base(), "cat", officebase.Versions); !maps.Equal(about, withImage(want, about["image"])) {
		t.Errorf("it is about %v, and the base says %q", about, want)
	}
	st, err := l.Status(t.Context())
	if err != nil || !st.ImagePresent || st.Image != tag || !maps.Equal(st.About, about) {
		t.Errorf("status %+v, %v", st, err)
	}
	plain := dockerLauncher(e, binary, conformance.Good)
	t.Cleanup(func() { _ = plain.Close(); removeImages(t, e, binary) })
	about = open(t, plain, "").About()
	checkFiltered(t, about)
	if len(about) != 1 || !strings.HasPrefix(about["image"], "legomem-sandbox:") {
		t.Errorf("a sandbox of the program alone is about %v", about)
	}
}

// checkFiltered wants a container's tool process to have filtered its system calls, and
// takes that out of what it says.
func checkFiltered(t *testing.T, about map[string]string) {
	t.Helper()
	if held, lacks := about[sandbox.AboutHeld], sandbox.Lacks(about); held != "system calls filtered" || len(lacks) > 0 {
		t.Errorf("a container is held by %q, and lacks %q", held, lacks)
	}
	delete(about, sandbox.AboutHeld)
}

func withImage(versions, name string) map[string]string {
	all := map[string]string{"image": name}
	for line := range strings.Lines(versions) {
		what, version, _ := strings.Cut(strings.TrimSpace(line), "=")
		all[what] = version
	}
	return all
}

// runIn runs a program in an image and gives what it printed.
func runIn(t *testing.T, e sandbox.Engine, img string, args ...string) string {
	t.Helper()
	made := must.Have(e.ContainerCreate(t.Context(), &container.Config{Image: img, Cmd: args, Tty: true, AttachStdout: true},
		&container.HostConfig{NetworkMode: "none"}, nil, nil, ""))(t)
	defer func() {
		must.NoError(t, e.ContainerRemove(context.Background(), made.ID, container.RemoveOptions{Force: true}))
	}()
	conn := must.Have(e.ContainerAttach(t.Context(), made.ID, container.AttachOptions{Stream: true, Stdout: true}))(t)
	defer conn.Close()
	must.Do(t, e.ContainerStart(t.Context(), made.ID, container.StartOptions{}))
	out := must.Have(io.ReadAll(conn.Reader))(t)
	return string(out)
}

// testMakers makes one image from several launchers at once, as processes would.
func testMakers(t *testing.T, e sandbox.Engine, binary, tag string) {
	removeImage(t, e, tag)
	counted := &commits{Engine: e}
	var all sync.WaitGroup
	for range 3 {
		all.Go(func() {
			if got, err := officeLauncher(counted, binary).EnsureImage(t.Context(), ""); err != nil || got != tag {
				t.Errorf("it made %s, %v, want %s", got, err, tag)
			}
		})
	}
	all.Wait()
	if counted.n != 1 {
		t.Errorf("the image was made %d times, want once", counted.n)
	}
	nothingLeft(t, e)
}

// commits counts how often an image was made.
type commits struct {
	sandbox.Engine
	mu sync.Mutex
	n  int
}

func (e *commits) ContainerCommit(ctx context.Context, id string, o container.CommitOptions) (container.CommitResponse, error) {
	e.mu.Lock()
	e.n++
	e.mu.Unlock()
	return e.Engine.ContainerCommit(ctx, id, o)
}

// reservation takes the place of the process that makes an image.
func reservation(t *testing.T, e sandbox.Engine, tag string, labels map[string]string) string {
	t.Helper()
	name := strings.Replace(tag, "legomem-sandbox:", "legomem-making-", 1)
	all := maps.Clone(labels)
	all["legomem.app"] = "sandbox"
	made := must.Have(e.ContainerCreate(t.Context(), &container.Config{Image: officebase.Base(), Labels: all}, &container.HostConfig{}, nil, nil, name))(t)
	return made.ID
}

func testDeadMaker(t *testing.T, e sandbox.Engine, binary, tag string) {
	sweep.Slow(t)
	removeImage(t, e, tag)
	reservation(t, e, tag, map[string]string{"legomem.owner.host": "elsewhere", "legomem.deadline": "2020-01-01T00:00:00Z"})
	if got, err := officeLauncher(e, binary).EnsureImage(t.Context(), ""); err != nil || got != tag {
		t.Errorf("it made %s, %v, want %s", got, err, tag)
	}
	nothingLeft(t, e)
}

// testLiveMaker has a launcher wait for another, which fails.
func testLiveMaker(t *testing.T, e sandbox.Engine, binary, tag string) {
	sweep.Slow(t)
	removeImage(t, e, tag)
	far := time.Now().Add(time.Hour).UTC().Format(time.RFC3339)
	id := reservation(t, e, tag, map[string]string{"legomem.owner.host": "elsewhere", "legomem.deadline": far})
	waits := &refused{Engine: e, times: make(chan struct{}, 64)}
	over := make(chan error, 1)
	go func() {
		_, err := officeLauncher(waits, binary).EnsureImage(t.Context(), "")
		over <- err
	}()
	for range 3 { // it asks again and again, and leaves the other's alone
		<-waits.times
	}
	if left := makers(t, e); len(left) != 1 || left[0].ID != id {
		t.Errorf("the other's container: %+v", left)
	}
	must.NoError(t, e.ContainerRemove(t.Context(), id, container.RemoveOptions{}))
	must.NoError(t, <-over)
	nothingLeft(t, e)
}

// refused tells when a container was refused since its name is taken.
type refused struct {
	sandbox.Engine
	times chan struct{}
}

func (e *refused) ContainerCreate(ctx context.Context, c *container.Config, h *container.HostConfig, n *network.NetworkingConfig, p *ocispec.Platform, name string) (container.CreateResponse, error) {
	made, err := e.Engine.ContainerCreate(ctx, c, h, n, p, name)
	if errdefs.IsConflict(err) {
		select {
		case e.times <- struct{}{}:
		default:
		}
	}
	return made, err
}

func testCancelledMaker(t *testing.T, e sandbox.Engine, binary, tag string) {
	sweep.Slow(t)
	removeImage(t, e, tag)
	ctx, cancel := context.WithCancel(t.Context())
	_, err := officeLauncher(cancelling{e, cancel}, binary).EnsureImage(ctx, "")
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want that it was cancelled", err)
	}
	nothingLeft(t, e)
	if _, err := officeLauncher(e, binary).EnsureImage(t.Context(), ""); err != nil {
		t.Errorf("and again: %v", err)
	}
}

// cancelling cancels when the program is in, and the image is not yet made.
type cancelling struct {
	sandbox.Engine
	cancel func()
}

func (e cancelling) ContainerCommit(ctx context.Context, id string, o container.CommitOptions) (container.CommitResponse, error) {
	e.cancel()
	return e.Engine.ContainerCommit(ctx, id, o)
}

// bare is an engine without images, and without a registry to build from.
type bare struct {
	sandbox.Engine
	built   build.ImageBuildOptions
	files   []byte
	says    string
	stages  []image.Summary
	removed []string
}

func (e *bare) DaemonHost() string { return "bare" }

func (e *bare) Info(context.Context) (system.Info, error) {
	return system.Info{OSType: "linux", SecurityOptions: []string{"name=seccomp,profile=default"}}, nil
}

func (e *bare) ImageInspect(_ context.Context, id string, _ ...client.ImageInspectOption) (image.InspectResponse, error) {
	if slices.Contains(e.built.Tags, id) {
		return image.InspectResponse{ID: "sha256:1"}, nil
	}
	return image.InspectResponse{}, fmt.Errorf("no such image: %s: %w", id, errdefs.ErrNotFound)
}

func (e *bare) ImageBuild(_ context.Context, files io.Reader, o build.ImageBuildOptions) (build.ImageBuildResponse, error) {
	e.built = o
	var err error
	e.files, err = io.ReadAll(files)
	return build.ImageBuildResponse{Body: io.NopCloser(strings.NewReader(e.says))}, err
}

func (e *bare) ImageList(_ context.Context, o image.ListOptions) ([]image.Summary, error) {
	if o.Filters.ExactMatch("label", "legomem.app=office-build") && o.Filters.ExactMatch("dangling", "true") {
		return e.stages, nil
	}
	return nil, nil
}

func (e *bare) ImageRemove(_ context.Context, id string, _ image.RemoveOptions) ([]image.DeleteResponse, error) {
	e.removed = append(e.removed, id)
	return nil, nil
}

// emptyProgram is a file that passes for a program without shared libraries.
func emptyProgram(t *testing.T) string {
	t.Helper()
	head := elf.Header64{Version: uint32(elf.EV_CURRENT), Type: uint16(elf.ET_EXEC), Machine: uint16(elf.EM_X86_64), Ehsize: 64}
	copy(head.Ident[:], elf.ELFMAG)
	head.Ident[elf.EI_CLASS], head.Ident[elf.EI_DATA], head.Ident[elf.EI_VERSION] = byte(elf.ELFCLASS64), byte(elf.ELFDATA2LSB), byte(elf.EV_CURRENT)
	var text bytes.Buffer
	must.Do(t, binary.Write(&text, binary.LittleEndian, head))
	path := filepath.Join(t.TempDir(), "program")
	must.Do(t, os.WriteFile(path, text.Bytes(), 0o700))
	return path
}

// TestNoBase holds the error's words, which are all that somebody without the
// base has.
func TestNoBase(t *testing.T) {
	l := officeLauncher(&bare{}, emptyProgram(t))
	_, err := l.EnsureImage(t.Context(), "")
	if !errors.Is(err, sandbox.ErrNoBase) {
		t.Errorf("got %v, want ErrNoBase", err)
	}
	wantFault(t, err, "docker build -t "+officebase.Base()+" docker", "sudo docker/offline-base.sh", "legomem doctor --build-image",
		"sandbox.docker.image: scratch", "LEGOMEM_SANDBOX_DOCKER_IMAGE=scratch")
	l.Image = "windows"
	if _, err := l.EnsureImage(t.Context(), ""); err == nil || !strings.Contains(err.Error(), `"windows" (sandbox.docker.image); use office or scratch`) {
		t.Errorf("an image that there is not: %v", err)
	}
}

func TestBuildBase(t *testing.T) {
	t.Setenv("HTTPS_PROXY", "http://proxy.example:3128")
	e := &bare{stages: []image.Summary{{ID: "stage"}},
		says: `{"status":"Pulling from library/debian","id":"bookworm-slim"}` + "\n" + `{"stream":"Step 1/8 : FROM debian:bookworm-slim\n"}` + "\n"}
	var progress bytes.Buffer
	must.Do(t, officeLauncher(e, "").BuildBase(t.Context(), &progress))
	if want := "bookworm-slim Pulling from library/debian\nStep 1/8 : FROM debian:bookworm-slim\n"; progress.String() != want {
		t.Errorf("progress %q, want %q", progress.String(), want)
	}
	files := must.Have(officebase.Context())(t)
	if !bytes.Equal(e.files, files) || !slices.Equal(e.built.Tags, []string{officebase.Base()}) || !e.built.ForceRemove {
		t.Errorf("built %v of %d bytes", e.built, len(e.files))
	}
	if proxy := e.built.BuildArgs["HTTPS_PROXY"]; proxy == nil || *proxy != "http://proxy.example:3128" {
		t.Errorf("its steps have the proxies %v", e.built.BuildArgs)
	}
	if !slices.Equal(e.removed, []string{"stage"}) {
		t.Errorf("removed %v, want what it was built in", e.removed)
	}
}

func TestBuildBaseFails(t *testing.T) {
	e := &bare{stages: []image.Summary{{ID: "stage"}}, says: `{"errorDetail":{"message":"dial tcp: no such host"},"error":"dial tcp: no such host"}`}
	err := officeLauncher(e, "").BuildBase(t.Context(), io.Discard)
	wantFault(t, err, "no such host", "sudo docker/offline-base.sh", officebase.Base())
	if len(e.removed) != 1 {
		t.Errorf("removed %v, want what it was built in", e.removed)
	}
	silent := &bare{says: `{"stream":"Step 1/8"}`}
	err = officeLauncher(withoutBase{silent}, "").BuildBase(t.Context(), io.Discard)
	wantFault(t, err, "no such image")
}

// withoutBase builds, it says, and has nothing afterwards.
type withoutBase struct{ *bare }

func (e withoutBase) ImageInspect(_ context.Context, id string, _ ...client.ImageInspectOption) (image.InspectResponse, error) {
	return image.InspectResponse{}, fmt.Errorf("no such image: %s: %w", id, errdefs.ErrNotFound)
}

// BenchmarkOffice is to be compared with BenchmarkDocker's, of the program alone.
func BenchmarkOffice(b *testing.B) {
	e := conformance.Engine(b)
	needBase(b, e)
	l := officeLauncher(e, static(b))
	tag, err := l.EnsureImage(b.Context(), "")
	must.Do(b, err)
	b.Cleanup(func() { _ = l.Close(); removeImage(b, e, tag) })
	b.Run("cold", func(b *testing.B) { benchOpen(b, l) })
}
