package officebench_test

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"legomem/must"
	"legomem/officebench"
	"legomem/sweep"
	"legomem/tools/apps"
	"legomem/tools/sandbox"
)

// TestMain plays the resident tool process when a launcher starts this test's
// own program as one.
func TestMain(m *testing.M) {
	if len(os.Args) == 2 && os.Args[1] == sandbox.Verb {
		if err := sandbox.Resident(context.Background(), apps.Registry()); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// TestOracleInSandbox judges a sample of the oracle's states through real
// resident processes: the finished testbed's, and where a check asks for them,
// those of the expected files and the testbed before the run. Every state is
// judged in full.
func TestOracleInSandbox(t *testing.T) {
	dir := sharedSuite(t)
	suite := must.Have(officebench.Open(dir))(t)
	launcher := localLauncher(t)
	now := time.Date(2024, 5, 1, 10, 0, 0, 0, time.UTC)
	evaluator := officebench.Evaluator{Open: officebench.Sandboxed(launcher, "evaluation", now)}
	oracle := readOracle(t, dir)
	for _, name := range slices.Concat(covering, sweep.Sample(t, slices.Sorted(maps.Keys(oracle)), 0, 40)) {
		want := oracle[name]
		t.Run(name, func(t *testing.T) {
			task := taskOf(t, suite, name)
			finished := finishedTestbed(t, task, filepath.Join(dir, "states", name))
			box := must.Have(launcher.Open(t.Context(), sandbox.Spec{Run: name, Testbed: finished, User: task.User, Now: task.Now}))(t)
			defer box.Close()
			verdict := must.Have(evaluator.Evaluate(t.Context(), task, box))(t)
			agree(t, want, verdict)
		})
	}
}

// covering are states that between them want every function and every tree.
var covering = []string{"1-1_1~solved", "1-2_0~solved", "1-7_3~solved", "1-7_3~untouched", "1-11_1~wrong1", "1-14_2~solved", "2-1_0~solved",
	"2-13_1~solved", "2-40_0~untouched", "2-48_0~solved", "3-1_0~solved", "3-2_0~solved", "3-39_0~wrong1", "3-96_0~solved"}

// testProgram names the built program, whose tool process starts some thirty
// times as fast as that of a test with the race detector; scripts/test sets it.
const testProgram = "LEGOMEM_TEST_PROGRAM"

func localLauncher(t testing.TB) sandbox.Launcher {
	t.Helper()
	program := os.Getenv(testProgram)
	if program == "" {
		var err error
		if program, err = os.Executable(); err != nil {
			t.Fatal(err)
		}
	}
	launcher := &sandbox.Local{Command: []string{program, sandbox.Verb}, Tools: apps.Registry(), Dir: t.TempDir()}
	// What it reaps in that folder ends before the folder does.
	t.Cleanup(func() {
		must.NoError(t, launcher.Close())
	})
	return launcher
}

// BenchmarkEvaluate judges one finished testbed of four checks, two of them
// on calendars, its sandbox being open.
func BenchmarkEvaluate(b *testing.B) {
	dir := sharedSuite(b)
	suite, err := officebench.Open(dir)
	must.Do(b, err)
	const name = "1-2_0~solved"
	task := taskOf(b, suite, name)
	box, err := localLauncher(b).Open(b.Context(), sandbox.Spec{Run: name, Testbed: finishedTestbed(b, task, filepath.Join(dir, "states", name)), User: task.User, Now: task.Now})
	must.Do(b, err)
	defer box.Close()
	for b.Loop() {
		if _, err := (officebench.Evaluator{}).Evaluate(b.Context(), task, box); err != nil {
			b.Fatal(err)
		}
	}
}
