package main

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"legomem/agents/reflex"
	"legomem/must"
	"legomem/sweep"
)

// The shares of the rewordings that are right with at most one question at least: of all
// of them, and of a sample, where chance has more to say.
const (
	rightOfAll    = 0.83
	rightOfSample = 0.5
)

// TestRewordings has reflex read five rewordings of a task of each family, by someone who
// had seen neither the wordings nor how texts are read. None may be done wrongly unasked;
// how many are right is the figure, and what is given up is listed.
func TestRewordings(t *testing.T) {
	data := must.Have(os.ReadFile(filepath.Join("testdata", "rewordings.json")))(t)
	var said map[string][]string
	must.Do(t, json.Unmarshal(data, &said))
	b, bank := testBench(t), starterBank(t)
	b.launcher = newInProcess(t)
	count := &ended{}
	t.Run("tasks", func(t *testing.T) {
		for _, id := range sweep.Sample(t, slices.Sorted(maps.Keys(said)), 3, 8) {
			t.Run(id, func(t *testing.T) {
				t.Parallel()
				programs(t, b, id)
				task := must.Have(b.suite.Task(id))(t)
				for _, text := range said[id] {
					task.Task.Text = text
					run := must.Have(b.playTask(t.Context(), reflex.Brain{Doubted: true}, task.Task, task.Testbed, bank))(t)
					count.count(t, run)
					if run.Passed == nil || !*run.Passed {
						reason, _, _ := strings.Cut(run.Result.Reason, "\n")
						t.Logf("%s: %s\n%s%s", run.Result.Outcome, text, reason, actions(run))
					}
				}
			})
		}
	})
	right := count.unasked + count.asked
	t.Logf("%d rewordings: %d done rightly with no question, %d with one, %d asked in vain, %d given up, %d done wrongly",
		count.all(), count.unasked, count.asked, count.vain, count.given, count.wrong)
	least := rightOfSample
	if sweep.All() {
		least = rightOfAll
	}
	if float64(right) < least*float64(count.all()) {
		t.Errorf("%d of %d are right with at most one question, want a share of %.2f", right, count.all(), least)
	}
}
