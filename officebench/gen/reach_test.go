package main

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"legomem/agents/reflex"
	"legomem/must"
	"legomem/sweep"
)

// The shares of drawn tasks that are to be right with no question, and with at most one.
const (
	unaskedWanted = 0.9
	reachWanted   = 0.94
)

// TestReach has reflex carry out drawn tasks from the starter bank, which holds two
// examples of each family: the same work with other values. LEGOMEM_SEED and
// LEGOMEM_INSTANCES choose others than the test's own.
func TestReach(t *testing.T) {
	sweep.Slow(t)
	seed, instances := uint64(chosen(t, "LEGOMEM_SEED", 41)), chosen(t, "LEGOMEM_INSTANCES", sweep.Size(3, 1, 1))
	tasks := drawnTasks(seed, instances)
	b, bank := suiteBench(t, tasks), starterBank(t)
	count := map[string]*ended{}
	for _, task := range tasks {
		count[task.fam.name] = &ended{}
	}
	t.Run("tasks", func(t *testing.T) {
		for _, task := range tasks {
			t.Run(task.fam.name+"/"+task.id, func(t *testing.T) {
				t.Parallel()
				programs(t, b, task.id+"/0")
				run := must.Have(b.play(t.Context(), reflex.Brain{Doubted: true}, task.id+"/0", bank))(t)
				count[task.fam.name].count(t, run)
				if run.Passed == nil || !*run.Passed {
					reason, _, _ := strings.Cut(run.Result.Reason, "\n")
					t.Logf("%s: %s\n%s%s", run.Result.Outcome, run.Started.Task.Text, reason, actions(run))
				}
			})
		}
	})
	var all ended
	for _, name := range slices.Sorted(maps.Keys(count)) {
		c := count[name]
		t.Logf("%-16s %d with no question, %d with one, of %d", name, c.unasked, c.asked, c.all())
		all.unasked, all.asked, all.vain, all.given, all.wrong = all.unasked+c.unasked, all.asked+c.asked, all.vain+c.vain, all.given+c.given, all.wrong+c.wrong
	}
	n := float64(all.all())
	unasked, right := float64(all.unasked)/n, float64(all.unasked+all.asked)/n
	t.Logf("seed %d: of %.0f tasks %d right with no question (%.3f), %d with one (%.3f with at most one), %d asked in vain, %d given up, %d wrong",
		seed, n, all.unasked, unasked, all.asked, right, all.vain, all.given, all.wrong)
	if unasked < unaskedWanted || right < reachWanted {
		t.Errorf("the shares are %.3f and %.3f, want %.2f and %.2f", unasked, right, unaskedWanted, reachWanted)
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
