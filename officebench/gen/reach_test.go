package main

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"legomem/agents/reflex"
	"legomem/must"
	"legomem/sweep"
	"legomem/trajectory"
)

// reachWanted is the share of drawn tasks that reflex is to solve and pass.
const reachWanted = 0.9

// TestReach has reflex carry out drawn tasks from the starter bank, which holds
// two examples of each family. LEGOMEM_SEED and LEGOMEM_INSTANCES choose others
// than the test's own.
func TestReach(t *testing.T) {
	sweep.Slow(t)
	seed, instances := uint64(chosen(t, "LEGOMEM_SEED", 41)), chosen(t, "LEGOMEM_INSTANCES", 3)
	tasks := drawnTasks(seed, instances)
	b, bank := suiteBench(t, tasks), starterBank(t)
	var count sync.Mutex
	passed, all, wrong := map[string]int{}, map[string]int{}, 0
	t.Run("tasks", func(t *testing.T) {
		for _, task := range tasks {
			t.Run(task.fam.name+"/"+task.id, func(t *testing.T) {
				t.Parallel()
				programs(t, b, task.id+"/0")
				run := must.Have(b.play(t.Context(), reflex.Brain{}, task.id+"/0", bank))(t)
				count.Lock()
				defer count.Unlock()
				all[task.fam.name]++
				switch claimed := run.Result.Outcome == trajectory.Solved; {
				case claimed && run.Passed != nil && *run.Passed:
					passed[task.fam.name]++
				case claimed:
					wrong++
					t.Errorf("wrong claim: %s%s", run.Started.Task.Text, actions(run))
				default:
					reason, _, _ := strings.Cut(run.Result.Reason, "\n")
					t.Logf("not done: %s\n%s", run.Started.Task.Text, reason)
				}
			})
		}
	})
	n, solved := 0, 0
	for _, name := range slices.Sorted(maps.Keys(all)) {
		t.Logf("%-16s %d of %d", name, passed[name], all[name])
		n, solved = n+all[name], solved+passed[name]
	}
	t.Logf("seed %d: %d of %d solved and passed (%.3f), %d wrong claims", seed, solved, n, float64(solved)/float64(n), wrong)
	if float64(solved) < reachWanted*float64(n) {
		t.Errorf("reach is %.3f, want %.2f", float64(solved)/float64(n), reachWanted)
	}
}

// chosen is a number from the environment, or the default.
func chosen(t *testing.T, name string, otherwise int) int {
	t.Helper()
	s := os.Getenv(name)
	if s == "" {
		return otherwise
	}
	n, err := strconv.Atoi(s)
	if err != nil {
		t.Fatal(fmt.Errorf("%s: %w", name, err))
	}
	return n
}
