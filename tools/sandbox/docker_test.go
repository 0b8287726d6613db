package sandbox_test

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/docker/docker/api/types/container"
	"github.com/docker/docker/api/types/image"

	"legomem/must"
	"legomem/sweep"
	"legomem/tools"
	"legomem/tools/sandbox"
	"legomem/tools/sandbox/conformance"
)

// static builds this test binary without shared libraries, to go into images.
func static(t testing.TB) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "resident")
	build := exec.Command("go", "test", "-c", "-o", path, ".")
	build.Env = append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS=-buildvcs=false")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("build the resident: %v\n%s", err, out)
	}
	return path
}

// removeImages takes away those that the tests' own binaries made.
func removeImages(t testing.TB, e sandbox.Engine, binaries ...string) {
	for _, binary := range binaries {
		tag, err := dockerLauncher(e, binary, conformance.Good).EnsureImage(context.Background(), binary)
		if err == nil {
			_, err = e.ImageRemove(context.Background(), tag, image.RemoveOptions{})
		}
		must.NoError(t, err)
	}
}

func docker(e sandbox.Engine, binary string) conformance.Launch {
	return func(t testing.TB, mode string) conformance.Launcher { return launcher(t, e, binary, mode) }
}

// launcher is closed at the end of the test.
func launcher(t testing.TB, e sandbox.Engine, binary, mode string) *sandbox.Docker {
	l := dockerLauncher(e, binary, mode)
	t.Cleanup(func() {
		must.NoError(t, l.Close())
	})
	return l
}

func dockerLauncher(e sandbox.Engine, binary, mode string) *sandbox.Docker {
	return &sandbox.Docker{Engine: e, Binary: binary, Args: []string{mode}, Tools: conformance.Registry(), Limits: conformance.Limits()}
}

// TestDocker holds all that needs an engine, one after the other, since they
// count the containers there are.
func TestDocker(t *testing.T) {
	e := conformance.Engine(t)
	binary := static(t)
	t.Cleanup(func() { removeImages(t, e, binary) })
	t.Run("conformance", func(t *testing.T) { conformance.Test(t, docker(e, binary)) })
	t.Run("pool", func(t *testing.T) { testPool(t, e, binary) })
	t.Run("a pool that cannot be filled", func(t *testing.T) { testPoolFails(t, binary) })
	t.Run("faults", func(t *testing.T) { testFaults(t, binary) })
	t.Run("apart", func(t *testing.T) { testDockerApart(t, e, binary) })
}

// testDockerApart holds what has one goroutine.
func testDockerApart(t *testing.T, e sandbox.Engine, binary string) {
	sweep.OneGoroutine(t)
	t.Run("hardened within", func(t *testing.T) { testWithin(t, launcher(t, e, binary, conformance.Good)) })
	t.Run("a full workspace", func(t *testing.T) { testFullWorkspace(t, e, binary) })
	t.Run("an engine that hardens less", func(t *testing.T) { testTampered(t, e, binary) })
	t.Run("its owner is killed", func(t *testing.T) {
		conformance.Orphan(t, docker(e, binary), ownedBy("docker", binary))
	})
	t.Run("reap", func(t *testing.T) { testReap(t, e, binary) })
	t.Run("image", func(t *testing.T) { testImage(t, e, binary) })
	t.Run("what the dead left", func(t *testing.T) { testDead(t, binary) })
	t.Run("runtime", func(t *testing.T) { testRuntime(t, e, binary) })
	t.Run("status", func(t *testing.T) { testStatus(t, e, binary) })
}

func open(t testing.TB, l sandbox.Launcher, testbed string) sandbox.Sandbox {
	t.Helper()
	sb := must.Have(l.Open(t.Context(), sandbox.Spec{Run: "run-1", Testbed: testbed, User: "Dana", Now: time.Date(2026, 3, 12, 9, 30, 0, 0, time.UTC)}))(t)
	t.Cleanup(func() {
		must.NoError(t, sb.Close())
	})
	return sb
}

func call(t testing.TB, sb sandbox.Sandbox, tool string, args map[string]any) tools.Observation {
	t.Helper()
	obs := must.Have(sb.Call(t.Context(), tools.Action{Tool: tool, Args: args}))(t)
	return obs
}

// testWithin asks the kernel, from inside, what became of the hardening.
func testWithin(t *testing.T, l sandbox.Launcher) {
	sb := open(t, l, "")
	obs := call(t, sb, "test.status", nil)
	status, _ := obs.Value().(map[string]any)
	for name, want := range map[string]string{
		"Uid": "65534\t65534\t65534\t65534", "Gid": "65534\t65534\t65534\t65534", "Groups": "",
		"CapEff": "0000000000000000", "CapBnd": "0000000000000000", "CapInh": "0000000000000000", "CapPrm": "0000000000000000",
		"NoNewPrivs": "1", "Seccomp": "2",
	} {
		if status[name] != want && !(name == "Groups" && status[name] == "65534") {
			t.Errorf("%s is %q, want %q", name, status[name], want)
		}
	}
	for path, allowed := range map[string]bool{
		"/testbed/a": true, "/tmp/a": true, "/a": false, "/legomem": false, "/etc/passwd": false, "/dev/kmsg": false,
	} {
		if obs := call(t, sb, "test.try", map[string]any{"file_path": path, "content": "x"}); obs.Failed == allowed {
			t.Errorf("write %s: %+v", path, obs)
		}
	}
}

// testFullWorkspace fills a workspace from inside, and then brings in a testbed
// that its workspace just cannot hold: files take whole pages of it.
func testFullWorkspace(t *testing.T, e sandbox.Engine, binary string) {
	l := launcher(t, e, binary, conformance.Good)
	l.Limits = conformance.Limits()
	l.Limits.Workspace = 8 << 20
	sb := open(t, l, "")
	data := strings.Repeat("x", 3<<20)
	for _, name := range []string{"a", "b"} {
		if obs := call(t, sb, "test.write", map[string]any{"file_path": name, "content": data}); obs.Failed {
			t.Errorf("write %s: %+v", name, obs)
		}
	}
	_, err := sb.Call(t.Context(), tools.Action{Tool: "test.write", Args: map[string]any{"file_path": "c", "content": data}})
	if over := (*sandbox.Breach)(nil); !errors.As(err, &over) || over.Limit != sandbox.LimitDisk {
		t.Errorf("a third of 3 MB in 8: %v, want a breach of the disk's limit", err)
	}
	noContainers(t, l)
	l.Limits.Workspace = 2 << 20
	testbed := t.TempDir()
	for i := range 200 {
		must.Do(t, os.WriteFile(filepath.Join(testbed, strconv.Itoa(i)), make([]byte, 9<<10), 0o600))
	}
	_, err = l.Open(t.Context(), sandbox.Spec{Testbed: testbed})
	var over *sandbox.Breach
	if !errors.As(err, &over) || over.Limit != sandbox.LimitDisk {
		t.Errorf("got %v, want a breach of %s", err, sandbox.LimitDisk)
	}
	noContainers(t, l)
}

// tampered is an engine that says of a container what it likes.
type tampered struct {
	sandbox.Engine
	change func(*container.InspectResponse)
}

func (e tampered) ContainerInspect(ctx context.Context, id string) (container.InspectResponse, error) {
	got, err := e.Engine.ContainerInspect(ctx, id)
	if err == nil {
		e.change(&got)
	}
	return got, err
}

func testTampered(t *testing.T, e sandbox.Engine, binary string) {
	l := launcher(t, tampered{e, func(c *container.InspectResponse) { c.HostConfig.ReadonlyRootfs = false }}, binary, conformance.Good)
	_, err := l.Open(t.Context(), sandbox.Spec{})
	if !errors.Is(err, sandbox.ErrEngine) || !strings.Contains(err.Error(), "read-only root") {
		t.Errorf("got %v, want ErrEngine and what is wrong", err)
	}
	noContainers(t, l)
}

func noContainers(t *testing.T, l *sandbox.Docker) {
	t.Helper()
	if left := ids(t, l); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// disowned is an engine that changes the labels of this process's containers,
// and of nobody else's, whom the engine may be serving too.
type disowned struct {
	sandbox.Engine
	labels map[string]string
}

func (e disowned) ContainerList(ctx context.Context, o container.ListOptions) ([]container.Summary, error) {
	list, err := e.Engine.ContainerList(ctx, o)
	for i := range list {
		if list[i].Labels["legomem.owner.pid"] != strconv.Itoa(os.Getpid()) {
			continue
		}
		for name, value := range e.labels {
			list[i].Labels[name] = value
		}
	}
	return list, err
}

func testReap(t *testing.T, e sandbox.Engine, binary string) {
	long := time.Now().Add(time.Hour).UTC().Format(time.RFC3339)
	for _, c := range []struct {
		name   string
		labels map[string]string
		want   int
	}{
		{"its owner lives", nil, 0},
		{"its owner's pid was given to another", map[string]string{"legomem.owner.start": "1"}, 1},
		{"its owner is on another machine", map[string]string{"legomem.owner.host": "elsewhere", "legomem.deadline": long}, 0},
		{"so it is, and its time is over", map[string]string{"legomem.owner.host": "elsewhere", "legomem.deadline": "2020-01-01T00:00:00Z"}, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := launcher(t, e, binary, conformance.Good)
			sb := open(t, l, "")
			_, err := dockerLauncher(disowned{e, c.labels}, binary, conformance.Good).Reap(t.Context())
			left, listed := l.Leftovers(t.Context())
			if gone := 1 - len(conformance.Ours(left)); errors.Join(err, listed) != nil || gone != c.want {
				t.Errorf("reaped %d, %v, want %d", gone, errors.Join(err, listed), c.want)
			}
			_, err = sb.Call(t.Context(), tools.Action{Tool: "test.echo", Args: map[string]any{"text": "x"}})
			if errors.Is(err, sandbox.ErrBroken) != (c.want == 1) {
				t.Errorf("a call after it: %v", err)
			}
		})
	}
}

func testImage(t *testing.T, e sandbox.Engine, binary string) {
	l := dockerLauncher(e, binary, conformance.Good)
	tags := make(chan string, 2)
	for range 2 { // two at once, as two processes would
		go func() {
			tag, err := dockerLauncher(e, binary, conformance.Good).EnsureImage(t.Context(), binary)
			must.NoError(t, err)
			tags <- tag
		}()
	}
	first := <-tags
	if second := <-tags; first != second || !strings.HasPrefix(first, "legomem-sandbox:") {
		t.Errorf("one binary made images %s and %s", first, second)
	}
	other, err := l.EnsureImage(t.Context(), changed(t, binary))
	if err != nil || other == first {
		t.Errorf("a changed binary made image %s (%v), like the first", other, err)
	}
}

// changed is a copy of a binary with another content, whose image is removed at
// the end if it is there.
func changed(t *testing.T, binary string) string {
	t.Helper()
	text := must.Have(os.ReadFile(binary))(t)
	copied := filepath.Join(t.TempDir(), "changed")
	must.Do(t, os.WriteFile(copied, append(text, 0), 0o700))
	e := conformance.Engine(t)
	t.Cleanup(func() { removeImages(t, e, copied) })
	return copied
}

func testRuntime(t *testing.T, e sandbox.Engine, binary string) {
	l := launcher(t, e, binary, conformance.Good)
	l.Runtime = "io.containerd.runc.v2" // by its longer name
	open(t, l, "")
	unknown := launcher(t, e, binary, conformance.Good)
	unknown.Runtime = "no-such-runtime"
	_, err := unknown.Open(t.Context(), sandbox.Spec{})
	wantFault(t, err, "no-such-runtime", "runc", "daemon.json")
	changes := launcher(t, tampered{e, func(c *container.InspectResponse) { c.HostConfig.Runtime = "another" }}, binary, conformance.Good)
	_, err = changes.Open(t.Context(), sandbox.Spec{})
	wantFault(t, err, "the runtime")
}

func testStatus(t *testing.T, e sandbox.Engine, binary string) {
	l := launcher(t, e, binary, conformance.Good)
	sb := open(t, l, "")
	defer sb.Close()
	st := must.Have(l.Status(t.Context()))(t)
	// What others have abandoned at this moment is theirs to clear away.
	mine := slices.DeleteFunc(conformance.Ours(st.Leftovers), func(l sandbox.Leftover) bool { return l.Abandoned })
	if !st.ImagePresent || st.ImageProblem != "" || st.API == "" || st.Version == "" || st.Refused != nil || st.Runtime == "" || len(mine) != 1 {
		t.Errorf("got %+v", st)
	}
}

func TestNoEngine(t *testing.T) {
	t.Setenv("DOCKER_HOST", "unix://"+filepath.Join(t.TempDir(), "nothing.sock"))
	e, err := sandbox.ConnectEngine()
	must.Do(t, err)
	l := &sandbox.Docker{Engine: e, Tools: conformance.Registry()}
	_, err = l.Open(t.Context(), sandbox.Spec{})
	for _, says := range []string{"nothing.sock", "systemctl start docker", "--sandbox local"} {
		if !errors.Is(err, sandbox.ErrEngine) || !strings.Contains(err.Error(), says) {
			t.Errorf("got %v, want ErrEngine and %q", err, says)
		}
	}
	if _, err := l.Open(t.Context(), sandbox.Spec{Testbed: "nowhere"}); !errors.Is(err, sandbox.ErrTestbed) {
		t.Errorf("got %v, want the testbed refused first", err)
	}
}
