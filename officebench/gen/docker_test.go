package main

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/docker/docker/api/types/image"

	"legomem/agents/reflex"
	"legomem/must"
	"legomem/sweep"
	"legomem/tools/apps"
	"legomem/tools/sandbox"
	"legomem/tools/sandbox/conformance"
	"legomem/trajectory"
)

// TestReflexInDocker carries out in containers what needs no other program.
func TestReflexInDocker(t *testing.T) {
	sweep.Slow(t)
	t.Parallel()
	b, bank, shown := testBench(t), starterBank(t), demonstrated(t)
	b.launcher = docker(t)
	for _, id := range sweep.Sample(t, b.suite.IDs(), 0, 12) {
		task := must.Have(b.suite.Task(id))(t)
		if task.Needs.Convert || task.Needs.OCR {
			continue
		}
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			run := must.Have(b.play(t.Context(), reflex.Brain{}, id, bank))(t)
			if !shown[id] && run.Result.Outcome == trajectory.GaveUp {
				return // said in a way that nobody taught
			}
			if run.Result.Outcome != trajectory.Solved || run.Passed == nil || !*run.Passed {
				t.Errorf("%s, passed %s: %s%s", run.Result.Outcome, show(run.Passed), run.Result.Reason, actions(run))
			}
		})
	}
}

// docker is a launcher over an image that holds this command alone.
func docker(t *testing.T) *sandbox.Docker {
	t.Helper()
	engine := conformance.Engine(t)
	binary := filepath.Join(t.TempDir(), "gen")
	build := exec.Command("go", "build", "-o", binary, ".")
	build.Env = append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS=-buildvcs=false")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("build the tool process: %v\n%s", err, out)
	}
	d := &sandbox.Docker{Engine: engine, Binary: binary, Tools: apps.Registry()}
	t.Cleanup(func() {
		tag, err := d.EnsureImage(context.Background(), binary)
		if err == nil {
			_, err = engine.ImageRemove(context.Background(), tag, image.RemoveOptions{Force: true})
		}
		must.NoError(t, err)
	})
	return d
}
