package main

import (
	"context"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/docker/docker/api/types/image"

	"legomem/must"
	"legomem/places"
	"legomem/sweep"
	"legomem/tools/apps"
	"legomem/tools/sandbox"
	"legomem/trajectory"
)

// The claims that TestKilled holds the program to, and how many kills it makes in full
// mode.
const (
	kills, sampledKills = 50, 6
	goneWithin          = 5 * time.Second
)

// TestKilled kills the built program with SIGKILL at moments that nobody chose,
// while it carries out a sentence in a container and another program, a bench,
// goes on beside it. Soon nothing of the dead one is left, nothing of the living
// one's is missed, and every log can be read.
func TestKilled(t *testing.T) {
	sweep.Slow(t)
	docker := anEngine(t)
	program := builtProgram(t)
	t.Cleanup(func() { removeImageOf(t, docker, program) })
	random, seed := seeded(t)
	t.Logf("LEGOMEM_TEST_SEED=%d", seed)

	one := victim{t: t, program: program, home: t.TempDir()}
	whole := one.whole()
	living := startLiving(t, program)
	var dead []int
	for i := range sweep.Size(kills, 0, sampledKills) {
		pid, moment := one.kill(random, whole)
		dead = append(dead, pid)
		if left := awaitGone(t, docker, dead); len(left) > 0 {
			t.Fatalf("kill %d, %s into the run: %s later there is still %+v", i+1, moment, goneWithin, left)
		}
	}
	if n := living.end(); n == 0 {
		t.Error("the living program carried out nothing")
	}
	if left := awaitGone(t, docker, dead); len(left) > 0 {
		t.Errorf("at the end there is still %+v", left)
	}
	logs, torn := readLogs(t, one.home)
	t.Logf("%d logs of those killed are readable, %d with a torn last line", logs, torn)
	if logs == 0 {
		t.Error("nothing was killed in the middle of a run")
	}
}

// anEngine is for looking at what there is; it holds no sandbox, and reaps
// nothing.
func anEngine(t *testing.T) *sandbox.Docker {
	t.Helper()
	engine, err := sandbox.ConnectEngine()
	if err != nil {
		t.Skip("no container engine: ", err)
	}
	t.Cleanup(func() { _ = engine.Close() })
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	if _, err := engine.Info(ctx); err != nil {
		t.Skip("no container engine: ", err)
	}
	return &sandbox.Docker{Engine: engine, Tools: apps.Registry()}
}

// builtProgram is a build without C, the only one that an image is made of. It
// has a content of its own, and so an image that no other test uses.
func builtProgram(t testing.TB) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "legomem")
	given := os.Getenv("LEGOMEM_TEST_PROGRAM")
	if given == "" {
		given = path
		build := exec.Command("go", "build", "-o", path, ".")
		build.Env = append(os.Environ(), "CGO_ENABLED=0")
		if out, err := build.CombinedOutput(); err != nil {
			t.Fatalf("build: %v\n%s", err, out)
		}
	}
	text := must.Have(os.ReadFile(given))(t)
	must.Do(t, os.WriteFile(path, append(text, path...), 0o700))
	return path
}

// removeImageOf removes the image that a program made of itself.
func removeImageOf(t *testing.T, docker *sandbox.Docker, program string) {
	tag, err := docker.EnsureImage(context.Background(), program)
	if err == nil {
		_, err = docker.Engine.ImageRemove(context.Background(), tag, image.RemoveOptions{})
	}
	must.NoError(t, err)
}

// seeded is a source of chance that can be had again.
func seeded(t *testing.T) (*rand.Rand, uint64) {
	t.Helper()
	seed := rand.Uint64()
	if text := os.Getenv("LEGOMEM_TEST_SEED"); text != "" {
		var err error
		if seed, err = strconv.ParseUint(text, 10, 64); err != nil {
			t.Fatal(err)
		}
	}
	return rand.New(rand.NewPCG(seed, 0)), seed
}

// inDocker is the environment of a program that works in containers which hold
// it alone.
func inDocker(home string) []string {
	return append(os.Environ(), "XDG_DATA_HOME="+home, "TZ=UTC", "LEGOMEM_SANDBOX_KIND=docker", "LEGOMEM_SANDBOX_DOCKER_IMAGE=scratch")
}

// victim is the program that is killed.
type victim struct {
	t             *testing.T
	program, home string
}

func (v victim) command() *exec.Cmd {
	cmd := exec.Command(v.program, "run", "Schedule a budget review for Dana on 3/12/2026 from 2:00 pm to 3:30 pm")
	cmd.Env = inDocker(v.home)
	return cmd
}

// whole lets one run end, and says how long it took: the span of the moments.
// The one before it makes the image and the bank.
func (v victim) whole() time.Duration {
	v.t.Helper()
	var took time.Duration
	for range 2 {
		began := time.Now()
		if out, err := v.command().CombinedOutput(); err != nil {
			v.t.Fatalf("%v\n%s", err, out)
		}
		took = time.Since(began)
	}
	return took
}

// kill starts a run and kills it; one that ended before its moment is followed
// by another.
func (v victim) kill(random *rand.Rand, within time.Duration) (pid int, moment time.Duration) {
	v.t.Helper()
	for {
		cmd := v.command()
		if err := cmd.Start(); err != nil {
			v.t.Fatal(err)
		}
		moment = time.Duration(random.Int64N(int64(within)))
		time.Sleep(moment)
		_ = cmd.Process.Kill() // Wait says whether it was
		if err := cmd.Wait(); err != nil && err.Error() == "signal: killed" {
			return cmd.Process.Pid, moment
		} else if err != nil {
			v.t.Fatal(err)
		}
	}
}

// awaitGone waits until nothing of dead processes is left, and says what is when
// it has waited as long as is claimed.
func awaitGone(t *testing.T, docker *sandbox.Docker, dead []int) []sandbox.Leftover {
	t.Helper()
	for deadline := time.Now().Add(goneWithin); ; time.Sleep(20 * time.Millisecond) {
		all := must.Have(docker.Leftovers(t.Context()))(t)
		left := slices.DeleteFunc(all, func(l sandbox.Leftover) bool {
			return !slices.ContainsFunc(dead, func(pid int) bool { return strings.HasPrefix(l.Owner, fmt.Sprintf("process %d on ", pid)) })
		})
		if len(left) == 0 || time.Now().After(deadline) {
			return left
		}
	}
}

// living is a program that works all along: benches, one after the other.
type living struct {
	t    *testing.T
	home string
	stop atomic.Bool
	done sync.WaitGroup
}

func startLiving(t *testing.T, program string) *living {
	l := &living{t: t, home: t.TempDir()}
	split := filepath.Join(t.TempDir(), "split.json")
	must.Do(t, os.WriteFile(split, []byte(`{"train": ["1-11/0", "3-41/0"], "test": ["1-13/0", "2-13/0", "3-43/0"]}`), 0o600))
	l.done.Go(func() {
		for i := 0; i == 0 || !l.stop.Load(); i++ {
			cmd := exec.Command(program, "bench", "--suite", "../../officebench/suite", "--split", split,
				"--demos", "../../officebench/suite/demos", "--parallel", "1", "--yes", "--out", l.home, "--name", fmt.Sprint("bench", i))
			cmd.Env = inDocker(l.home)
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("the living program: %v\n%s", err, out)
				return
			}
		}
	})
	t.Cleanup(func() { l.stop.Store(true); l.done.Wait() })
	return l
}

// end waits for the last bench, and counts the runs, none of which may have
// broken.
func (l *living) end() int {
	l.t.Helper()
	l.stop.Store(true)
	l.done.Wait()
	runs := 0
	for _, dir := range runsUnder(l.t, l.home) {
		run, err := trajectory.Open(dir)
		if err != nil || run.Result == nil || run.Result.Outcome == trajectory.Errored {
			l.t.Errorf("a run of the living program, %s: %v, %+v", dir, err, run)
		}
		runs++
	}
	return runs
}

// readLogs reads all logs, and counts them and those whose last line is torn.
func readLogs(t *testing.T, home string) (logs, torn int) {
	t.Helper()
	for _, dir := range runsUnder(t, home) {
		f := must.Have(os.Open(places.Run(dir).Log()))(t)
		_, broken, err := trajectory.Events(f)
		_ = f.Close()
		if err != nil {
			t.Errorf("%s: %v", dir, err)
		}
		logs++
		if broken {
			torn++
		}
	}
	return logs, torn
}

// runsUnder are the folders that hold a log.
func runsUnder(t *testing.T, home string) []string {
	t.Helper()
	var dirs []string
	err := filepath.WalkDir(home, func(file string, d fs.DirEntry, err error) error {
		if err == nil && file == places.Run(filepath.Dir(file)).Log() {
			dirs = append(dirs, filepath.Dir(file))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return dirs
}
