package main

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"legomem/agents/reflex"
	"legomem/must"
	"legomem/sweep"
	"legomem/trajectory"
)

// The shares of the rewordings that are done rightly at least: of all of them, and of
// a sample, where chance has more to say.
const (
	rightOfAll    = 0.63
	rightOfSample = 0.5
)

// TestRewordings has reflex read five rewordings of a task of each family, by
// someone who had seen neither the wordings nor how texts are read. None may be
// done wrongly; how many are done is the figure, and what is given up is listed.
func TestRewordings(t *testing.T) {
	data := must.Have(os.ReadFile(filepath.Join("testdata", "rewordings.json")))(t)
	var said map[string][]string
	must.Do(t, json.Unmarshal(data, &said))
	b, bank := testBench(t), starterBank(t)
	b.launcher = newInProcess(t)
	var all, right, wrong atomic.Int64
	t.Run("tasks", func(t *testing.T) {
		for _, id := range sweep.Sample(t, slices.Sorted(maps.Keys(said)), 3, 12) {
			t.Run(id, func(t *testing.T) {
				t.Parallel()
				programs(t, b, id)
				task := must.Have(b.suite.Task(id))(t)
				done := 0
				for _, text := range said[id] {
					task.Task.Text = text
					run := must.Have(b.playTask(t.Context(), reflex.Brain{}, task.Task, task.Testbed, bank))(t)
					all.Add(1)
					switch claimed := run.Result.Outcome == trajectory.Solved; {
					case claimed && run.Passed != nil && *run.Passed:
						right.Add(1)
						done++
					case claimed:
						wrong.Add(1)
						t.Errorf("done wrongly: %s%s", text, actions(run))
					default:
						reason, _, _ := strings.Cut(run.Result.Reason, "\n")
						t.Logf("given up: %s\n%s", text, reason)
					}
				}
				t.Logf("%d of %d", done, len(said[id]))
			})
		}
	})
	t.Logf("%d rewordings: %d done rightly, %d wrongly, %d given up",
		all.Load(), right.Load(), wrong.Load(), all.Load()-right.Load()-wrong.Load())
	least := rightOfSample
	if sweep.All() {
		least = rightOfAll
	}
	if float64(right.Load()) < least*float64(all.Load()) {
		t.Errorf("%d of %d are done rightly, want a share of %.2f", right.Load(), all.Load(), least)
	}
}
