package sandbox_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/docker/docker/api/types/container"
	"github.com/docker/docker/api/types/volume"
	"github.com/docker/docker/client"

	"legomem/must"
	"legomem/sweep"
	"legomem/tools"
	"legomem/tools/sandbox"
	"legomem/tools/sandbox/conformance"
)

// testFaults has the engine fail as engines do: no call may hang, each error
// says what to do, and nothing is left.
func testFaults(t *testing.T, binary string) {
	t.Run("full", func(t *testing.T) { testEngineFull(t, binary) })
	t.Run("silent", func(t *testing.T) { testEngineSilent(t, binary) })
	t.Run("gone before it answered", func(t *testing.T) { testEngineGone(t, binary) })
	t.Run("restarted", func(t *testing.T) { testEngineRestarted(t, binary) })
	t.Run("stopped in the middle", func(t *testing.T) { testEngineStopped(t, binary) })
	t.Run("a container killed", func(t *testing.T) { testKilled(t, binary) })
	t.Run("a container paused", func(t *testing.T) { testPaused(t, binary) })
}

// wantFault wants an ErrEngine that says these words.
func wantFault(t *testing.T, err error, words ...string) {
	t.Helper()
	for _, says := range words {
		if !errors.Is(err, sandbox.ErrEngine) || !strings.Contains(err.Error(), says) {
			t.Errorf("got %v, want ErrEngine and %q", err, says)
		}
	}
}

func testEngineFull(t *testing.T, binary string) {
	for _, path := range []string{"/images/load", "/containers/create", "/start"} {
		t.Run(strings.ReplaceAll(path[1:], "/", " "), func(t *testing.T) {
			f := newFaulty(t)
			program := binary
			if path == "/images/load" {
				program = changed(t, binary)
			}
			l := launcher(t, f.engine(t), program, conformance.Good)
			f.set(func() { f.full = path })
			_, err := l.Open(t.Context(), sandbox.Spec{})
			wantFault(t, err, "no space left on device", "docker system prune")
			noContainers(t, l)
		})
	}
}

// testEngineSilent lets the engine do its work at each step and never say so.
func testEngineSilent(t *testing.T, binary string) {
	for _, step := range []string{"/info", "/create", "/attach", "/start", "/json"} {
		t.Run(step[1:], func(t *testing.T) {
			if step != "/create" {
				sweep.Slow(t)
			}
			f := newFaulty(t)
			e := f.engine(t)
			l := launcher(t, e, binary, conformance.Good)
			must.Have(l.EnsureImage(t.Context(), binary))(t)
			e.Patience = impatient
			f.set(func() { f.silent = step })
			_, err := l.Open(t.Context(), sandbox.Spec{})
			wantFault(t, err, "did not answer within", "--sandbox local")
			f.goOn()
			recovered(t, f, e, l)
		})
	}
}

// recovered wants nothing left of a launcher whose engine answers again, also
// not of what it was asked before and does only now.
func recovered(t *testing.T, f *faulty, e *sandbox.Client, l *sandbox.Docker) {
	t.Helper()
	must.NoError(t, errors.Join(l.Close(), e.Close()))
	f.settle()
	if _, err := l.Reap(t.Context()); err != nil {
		t.Error(err)
	}
	noContainers(t, l)
}

func testEngineGone(t *testing.T, binary string) {
	f := newFaulty(t)
	l := launcher(t, f.engine(t), binary, conformance.Good)
	f.set(func() { f.refuse = -1 })
	_, err := l.Open(t.Context(), sandbox.Spec{})
	wantFault(t, err, f.socket, "systemctl start docker", "--sandbox local")
}

// testEngineRestarted ends all streams, and is not back at once.
func testEngineRestarted(t *testing.T, binary string) {
	f := newFaulty(t)
	l := launcher(t, f.engine(t), binary, conformance.Good)
	sb := must.Have(l.Open(t.Context(), sandbox.Spec{Now: now}))(t)
	call(t, sb, "test.echo", map[string]any{"text": "x"})
	f.set(func() { f.refuse = 5 })
	f.cut()
	if _, err := sb.Call(t.Context(), tools.Action{Tool: "test.echo"}); !errors.Is(err, sandbox.ErrBroken) {
		t.Errorf("a call after it: %v, want ErrBroken", err)
	}
	if err := sb.Close(); err != nil {
		wantFault(t, err, "cannot reach Docker") // it could not be removed; the launcher does it
	}
	again := open(t, l, "")
	if obs := call(t, again, "test.echo", map[string]any{"text": "back"}); obs.Text != "back" {
		t.Errorf("got %+v", obs)
	}
	f.set(func() {
		if f.refused != 5 {
			t.Errorf("it was looked for %d times before it was back, want 5", f.refused)
		}
	})
	must.NoError(t, errors.Join(again.Close(), l.Close()))
	noContainers(t, l)
}

// testEngineStopped stops the engine in the middle of an action: the API and
// the stream stand still.
func testEngineStopped(t *testing.T, binary string) {
	sweep.Slow(t)
	f := newFaulty(t)
	e := f.engine(t)
	e.Patience = impatient
	l := hasty(t, e, binary)
	sb, err := l.Open(t.Context(), sandbox.Spec{Now: now})
	must.Do(t, err)
	f.stall()
	_, err = sb.Call(t.Context(), tools.Action{Tool: "test.echo", Args: map[string]any{"text": "x"}})
	if !errors.Is(err, sandbox.ErrBroken) {
		t.Errorf("a call: %v, want ErrBroken", err)
	}
	_, err = l.Open(t.Context(), sandbox.Spec{})
	wantFault(t, err, "did not answer within")
	wantFault(t, sb.Close(), "did not answer within") // it is removed later
	f.goOn()
	recovered(t, f, e, l)
}

// hasty is a launcher whose actions have little time.
func hasty(t *testing.T, e sandbox.Engine, binary string) *sandbox.Docker {
	l := launcher(t, e, binary, conformance.Good)
	l.Limits.Action = time.Second
	return l
}

// testKilled and testPaused do to a container what a person at the engine may.
func testKilled(t *testing.T, binary string) {
	e := conformance.Engine(t)
	l := launcher(t, e, binary, conformance.Good)
	sb := open(t, l, "")
	api := rawClient(t)
	ended := make(chan error, 1)
	go func() {
		_, err := sb.Call(t.Context(), tools.Action{Tool: "test.wait", Args: map[string]any{}})
		ended <- err
	}()
	must.Do(t, api.ContainerKill(t.Context(), only(t, l), "KILL"))
	if err := <-ended; !errors.Is(err, sandbox.ErrBroken) {
		t.Errorf("got %v, want ErrBroken", err)
	}
	noContainers(t, l)
}

func testPaused(t *testing.T, binary string) {
	sweep.Slow(t)
	l := hasty(t, conformance.Engine(t), binary)
	sb := open(t, l, "")
	must.Do(t, rawClient(t).ContainerPause(t.Context(), only(t, l)))
	_, err := sb.Call(t.Context(), tools.Action{Tool: "test.echo", Args: map[string]any{"text": "x"}})
	if !errors.Is(err, sandbox.ErrBroken) || !strings.Contains(err.Error(), "stopped answering") {
		t.Errorf("got %v, want ErrBroken and why", err)
	}
	noContainers(t, l)
}

func rawClient(t testing.TB) *client.Client {
	t.Helper()
	api := must.Have(client.NewClientWithOpts(client.FromEnv, client.WithAPIVersionNegotiation()))(t)
	t.Cleanup(func() { _ = api.Close() })
	return api
}

// only is the one container this process has.
func only(t testing.TB, l *sandbox.Docker) string {
	t.Helper()
	all := ids(t, l)
	if len(all) != 1 {
		t.Fatalf("there are %d containers, want one", len(all))
	}
	for id := range all {
		return id
	}
	return ""
}

// ids are this process's containers: others may be using the engine.
func ids(t testing.TB, l *sandbox.Docker) map[string]bool {
	t.Helper()
	left := must.Have(l.Leftovers(context.Background()))(t)
	all := map[string]bool{}
	for _, one := range left {
		if strings.HasPrefix(one.Owner, fmt.Sprintf("process %d on ", os.Getpid())) {
			all[one.ID] = true
		}
	}
	return all
}

// testPool: warm sandboxes are handed out once, replaced when they died, and
// gone at the end.
func testPool(t *testing.T, e sandbox.Engine, binary string) {
	l := launcher(t, e, binary, conformance.Good)
	l.Pool = 2
	must.Do(t, l.Warm(t.Context()))
	warm := ids(t, l)
	if len(warm) != 2 {
		t.Fatalf("%d are ready, want 2", len(warm))
	}
	first := open(t, l, "")
	call(t, first, "test.write", map[string]any{"file_path": "secret", "content": "s"})
	if obs := call(t, first, "test.setup", nil); !strings.Contains(string(obs.Data), "Dana") {
		t.Errorf("it was told nothing of its run: %s", obs.Data)
	}
	must.NoError(t, first.Close())
	must.Do(t, l.Warm(t.Context()))
	kept := 0
	for id := range ids(t, l) {
		if warm[id] {
			kept++
		}
	}
	if kept != 1 {
		t.Errorf("%d of the first two are still there, want the one that was not used", kept)
	}
	api := rawClient(t)
	for id := range ids(t, l) {
		must.Do(t, api.ContainerKill(t.Context(), id, "KILL"))
	}
	second := open(t, l, "")
	if obs := call(t, second, "test.try", map[string]any{"file_path": "/testbed/secret"}); !obs.Failed {
		t.Errorf("a run saw the file of another: %+v", obs)
	}
	must.NoError(t, errors.Join(second.Close(), l.Close(), l.Close()))
	noContainers(t, l)
	if _, err := l.Open(t.Context(), sandbox.Spec{}); err == nil {
		t.Error("a closed launcher opened a sandbox")
	}
}

// testPoolFails: what cannot be filled harms no run.
func testPoolFails(t *testing.T, binary string) {
	f := newFaulty(t)
	l := launcher(t, f.engine(t), binary, conformance.Good)
	sb := open(t, l, "")
	l.Pool = 2
	f.set(func() { f.full = "/containers/create" })
	wantFault(t, l.Warm(t.Context()), "no space left on device")
	if obs := call(t, sb, "test.echo", map[string]any{"text": "x"}); obs.Text != "x" {
		t.Errorf("got %+v", obs)
	}
	f.set(func() { f.full = "" })
	open(t, l, "")
}

// testDead makes a container that was never started and a volume, both of an
// owner that is gone: the first Open of another has them removed.
func testDead(t *testing.T, binary string) {
	l := launcher(t, conformance.Engine(t), binary, conformance.Good)
	tag := must.Have(l.EnsureImage(t.Context(), binary))(t)
	open(t, l, "")
	api := rawClient(t)
	there := must.Have(api.ContainerInspect(t.Context(), only(t, l)))(t)
	dead := there.Config.Labels
	dead["legomem.owner.pid"] = "1073741824"
	made := must.Have(api.ContainerCreate(t.Context(), &container.Config{Image: tag, Labels: dead}, nil, nil, nil, ""))(t)
	t.Cleanup(func() { _ = api.ContainerRemove(context.Background(), made.ID, container.RemoveOptions{Force: true}) })
	vol := must.Have(api.VolumeCreate(t.Context(), volume.CreateOptions{Labels: dead}))(t)
	t.Cleanup(func() { _ = api.VolumeRemove(context.Background(), vol.Name, true) })
	for found := 2; found > 0; {
		left := must.Have(l.Leftovers(t.Context()))(t)
		found = 0
		for _, one := range left {
			if one.ID == made.ID || one.ID == vol.Name {
				found++
			}
		}
		time.Sleep(10 * time.Millisecond)
	}
}
