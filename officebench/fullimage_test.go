package officebench_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/docker/docker/api/types/image"

	"legomem/agents/demo"
	officebase "legomem/docker"
	"legomem/must"
	"legomem/officebench"
	"legomem/sweep"
	"legomem/tools/apps"
	"legomem/tools/sandbox"
	"legomem/tools/sandbox/conformance"
	"legomem/trajectory"
)

// What must at least pass in the full image: demonstrations in all, and of each
// kind.
const (
	atLeastInImage = 10
	atLeastOfKind  = 5
)

// TestDemonstrationsInFullImage plays demonstrations of a conversion or of OCR, a
// sample or all, in the office image, where each must pass, and its values must be those
// that the image's own programs give.
func TestDemonstrationsInFullImage(t *testing.T) {
	sweep.Slow(t)
	of := conversions(t)
	b := newBench(t)
	b.useSandbox(fullImage(t))
	var passed figures
	for _, d := range sweep.Sample(t, converting(t), 0, 16) {
		t.Run(d.ID, func(t *testing.T) {
			task := b.task(t, d.ID)
			run := b.play(t, demo.NewBrain(d), nil, task)
			if run.Result.Outcome != trajectory.Solved || run.Passed == nil || !*run.Passed {
				t.Fatalf("it does not pass in the full image: %s: %s", run.Result.Outcome, run.Result.Reason)
			}
			passed.add(of[d.ID])
			for _, p := range sources(t, d, run) {
				t.Errorf("line %d, %s: %v: %s", p.Line, p.Path, p.Value, p.Why)
			}
		})
	}
	all := figuresOf(of)
	t.Logf("%d of %d pass in the full image: %d of %d with a conversion, %d of %d with OCR", passed.all, all.all, passed.convert, all.convert, passed.ocr, all.ocr)
	if passed.all < atLeastInImage || passed.convert < atLeastOfKind || passed.ocr < atLeastOfKind {
		t.Errorf("too few: want %d in all and %d of each kind", atLeastInImage, atLeastOfKind)
	}
}

// sources are the problems that a demonstration has in a run that was played,
// without trying changes.
func sources(t *testing.T, d *demo.Demo, run *trajectory.Run) []demo.Problem {
	t.Helper()
	checker := demo.Checker{Task: run.Started.Task, Tools: apps.Registry(), Play: func(context.Context, *demo.Demo) (*bool, *trajectory.Run, error) {
		return nil, run, nil
	}}
	report := must.Have(checker.Check(t.Context(), d))(t)
	return report.Problems
}

// useSandbox plays and judges in this sandbox from now on.
func (b *bench) useSandbox(launcher sandbox.Launcher) {
	now := b.deps.Now()
	b.deps.Launcher = launcher
	b.judge = officebench.Verifier{Suite: b.suite, Evaluator: officebench.Evaluator{Open: officebench.Sandboxed(launcher, "evaluation", now)}}
}

// fullImage launches containers of the office image. It skips where no engine
// answers; where one does, the image's base must be there.
func fullImage(t *testing.T) sandbox.Launcher {
	t.Helper()
	engine := conformance.Engine(t)
	if _, err := engine.ImageInspect(t.Context(), officebase.Base()); err != nil {
		t.Fatalf("the office image's base is not there (%v): make it with docker/offline-base.sh, or docker build -t %s docker", err, officebase.Base())
	}
	launcher := &sandbox.Docker{Engine: engine, Image: sandbox.ImageOffice, Binary: ownProgram(t), Tools: apps.Registry()}
	tag := must.Have(launcher.EnsureImage(t.Context(), ""))(t)
	t.Cleanup(func() {
		must.NoError(t, launcher.Close())
		if _, err := engine.ImageRemove(context.Background(), tag, image.RemoveOptions{}); err != nil {
			t.Error(err)
		}
	})
	return launcher
}

// ownProgram is a build without C, the only one that an image is made of, with
// bytes of its own, and so an image that no other test uses.
func ownProgram(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "legomem")
	build := exec.Command("go", "build", "-o", path, "legomem/cmd/legomem")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if given := os.Getenv(testProgram); given != "" {
		build = exec.Command("cp", given, path)
	}
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("build: %v\n%s", err, out)
	}
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	must.Do(t, err)
	_, err = fmt.Fprintf(f, "%s %d", path, os.Getpid())
	must.Do(t, errors.Join(err, f.Close()))
	return path
}
