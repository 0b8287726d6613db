package main

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"legomem/must"
	"legomem/places"
	"legomem/sweep"
	"legomem/trajectory"
)

// How many files an office has that is killed at work, and at how many moments.
const (
	manyFiles                             = 6000
	applyKills, sampledApplyKills         = 140, 8
	bringingOutKills, sampledBringingOuts = 60, 3
)

// manyNames is the file with a number. A run on such an office changes most files, makes
// every tenth, and deletes every tenth.
func manyNames(i int) string { return fmt.Sprintf("data/%02d/file%d.txt", i%60, i) }

// stateOf is what a file holds before the run (0) and after it (1); "" where it is not.
func stateOf(i, state int) string {
	if i%10 == state {
		return ""
	}
	return fmt.Sprintf("file %d in state %d\n", i, state)
}

// makeState writes an office in one state.
func makeState(t *testing.T, dir string, state int) trajectory.Files {
	t.Helper()
	all := trajectory.Files{}
	old := time.Date(2021, 2, 3, 4, 5, 6, 0, time.UTC)
	for i := range manyFiles {
		text := stateOf(i, state)
		if text == "" {
			continue
		}
		file := filepath.Join(dir, manyNames(i))
		if i < 120 {
			must.Do(t, os.MkdirAll(filepath.Dir(file), 0o700))
		}
		must.Do(t, os.WriteFile(file, []byte(text), 0o640))
		must.Do(t, os.Chtimes(file, old, old))
		all[manyNames(i)] = sha256.Sum256([]byte(text))
	}
	return all
}

// bigRun makes a closed run on such an office, and the user's folder.
func bigRun(t *testing.T) (out, home string) {
	t.Helper()
	dir := t.TempDir()
	out, home = filepath.Join(dir, "runs"), filepath.Join(dir, "home")
	run := places.Runs(out).Run("20260101-000000000-abcdef")
	makeState(t, home, 0)
	was := makeState(t, run.Start(), 0)
	is := makeState(t, run.Testbed(), 1)
	log := must.Have(trajectory.Create(string(run), "20260101-000000000-abcdef", time.Now))(t)
	for _, e := range []trajectory.Payload{trajectory.Started{Task: trajectory.Task{Text: "much", User: "Bob"}}, trajectory.Copied{Testbed: was.Artifact()},
		trajectory.Finished{Result: trajectory.Result{RunID: "20260101-000000000-abcdef", Outcome: trajectory.Solved}, Testbed: is.Artifact()}} {
		must.Do(t, log.Append(e))
	}
	must.Do(t, log.Close())
	return out, home
}

// statesIn counts the files that are as before and as after the run. A file that is
// neither, or that is lost, fails the test.
func statesIn(t *testing.T, what, home string) (states [2]int) {
	t.Helper()
	for i := range manyFiles {
		text, err := os.ReadFile(filepath.Join(home, manyNames(i)))
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			t.Fatal(err)
		}
		switch string(text) {
		case stateOf(i, 0):
			states[0]++
		case stateOf(i, 1):
			states[1]++
		default:
			t.Errorf("%s: %s holds %q", what, manyNames(i), text)
		}
	}
	return states
}

// started starts the program, which is the test's own.
func started(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command(os.Args[0], append([]string{killedVerb, "0"}, args...)...)
	must.Do(t, cmd.Start())
	return cmd
}

// TestKilledApplying kills apply and undo with SIGKILL at moments that nobody chose. No
// file is lost or half-written then, and the next command finds all of it applied or
// nothing.
func TestKilledApplying(t *testing.T) {
	sweep.Slow(t)
	usedHome(t)
	random, seed := seeded(t)
	t.Logf("LEGOMEM_TEST_SEED=%d", seed)
	out, home := bigRun(t)
	apply := []string{"runs", "apply", "last", "--out", out, "--to", home, "--yes"}
	undo := []string{"runs", "undo", "last", "--out", out, "--yes"}
	took := [2]time.Duration{timed(t, apply), timed(t, undo)}
	t.Logf("%d files: applied in %s, undone in %s", manyFiles, took[0], took[1])
	state, cut, seen := 0, 0, [2]int{}
	for n := range sweep.Size(applyKills, 0, sampledApplyKills) {
		args := [][]string{apply, undo}[state]
		cmd := started(t, args...)
		time.Sleep(time.Duration(random.Int64N(int64(took[state]))))
		_ = cmd.Process.Kill() // Wait says whether it was
		if err := cmd.Wait(); err != nil {
			cut++
		}
		what := fmt.Sprintf("kill %d, of %s", n+1, args[1])
		if mixed := statesIn(t, what, home); mixed[0] < manyFiles && mixed[1] < manyFiles {
			t.Logf("%s: %d as before, %d as after", what, mixed[0], mixed[1])
		}
		state = settled(t, out, home)
		if now := statesIn(t, what, home); now[state] != manyFiles {
			t.Errorf("%s: %d files are as before and %d as after, and it is said to be %d", what, now[0], now[1], state)
		}
		if t.Failed() {
			t.FailNow()
		}
		seen[state]++
	}
	t.Logf("%d were cut off; then %d were as before, %d as after", cut, seen[0], seen[1])
	if state == 1 {
		execute(t, undo...)
	}
	isOld(t, home)
}

// timed does a command to its end, and says how long it took.
func timed(t *testing.T, args []string) time.Duration {
	t.Helper()
	began := time.Now()
	must.Do(t, started(t, args...).Wait())
	return time.Since(began)
}

// settled has the next command look at the folder, which touches nothing otherwise, and
// returns the state that it finds.
func settled(t *testing.T, out, home string) int {
	t.Helper()
	err := started(t, "runs", "apply", "last", "--out", out, "--to", home).Wait()
	ended := (*exec.ExitError)(nil)
	switch {
	case err == nil:
		return 1 // there is nothing to apply
	case errors.As(err, &ended) && ended.ExitCode() == exitAsked:
		return 0 // it asks
	}
	t.Fatal(err)
	return 0
}

// isOld wants every mode and time to be as it was made.
func isOld(t *testing.T, home string) {
	t.Helper()
	for i := range manyFiles {
		if stateOf(i, 0) == "" {
			continue
		}
		info := must.Have(os.Stat(filepath.Join(home, manyNames(i))))(t)
		if info.Mode() != 0o640 || info.ModTime().UTC().Year() != 2021 {
			t.Fatalf("%s has %s, %s", manyNames(i), info.Mode(), info.ModTime())
		}
	}
}

// TestKilledBringingOut kills a run while it brings its files out. What is there then is
// never applied: it would delete all that is missing.
func TestKilledBringingOut(t *testing.T) {
	sweep.Slow(t)
	ownWorkspaces(t)
	random, seed := seeded(t)
	t.Logf("LEGOMEM_TEST_SEED=%d", seed)
	home := filepath.Join(t.TempDir(), "home")
	makeState(t, home, 0)
	inTheMiddle := 0
	for n := range sweep.Size(bringingOutKills, 0, sampledBringingOuts) {
		out := filepath.Join(t.TempDir(), "runs")
		cmd := started(t, "run", "--out", out, "--testbed", home, "Send Priya an email with the subject Parking saying that level 2 stays closed")
		if killBringingOut(cmd, out, random) {
			inTheMiddle++
			if said := refused(t, exitUsage, "runs", "apply", "last", "--out", out, "--to", home, "--yes"); n == 0 {
				t.Log(said)
			}
		}
		if now := statesIn(t, fmt.Sprint("kill ", n+1), home); now[0] != manyFiles {
			t.Fatalf("kill %d: %d files are as before", n+1, now[0])
		}
		execute(t, "runs", "resume", "last", "--out", out, "--discard")
	}
	if inTheMiddle == 0 {
		t.Error("none was killed while it brought its files out")
	}
}

// ownWorkspaces gives the program a data folder and a folder of workspaces of its own.
func ownWorkspaces(t *testing.T) {
	usedHome(t)
	t.Setenv("TMPDIR", t.TempDir())
}

// killBringingOut waits until a run brings its files out, and kills it soon after; it
// reports whether that was before the run had its end.
func killBringingOut(cmd *exec.Cmd, out string, random *rand.Rand) bool {
	over := make(chan error, 1)
	go func() { over <- cmd.Wait() }()
	for {
		if found, _ := filepath.Glob(places.Run(filepath.Join(out, "*")).Taking()); len(found) > 0 { // a pattern without mistakes
			time.Sleep(time.Duration(random.Int64N(int64(100 * time.Millisecond))))
			_ = cmd.Process.Kill() // Wait says whether it was
			return <-over != nil
		}
		select {
		case <-over:
			return false
		case <-time.After(time.Millisecond):
		}
	}
}
