package report_test

import (
	"math"
	"path/filepath"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat"

	"legomem/agents/demo"
	"legomem/jsonlines"
	"legomem/must"
	"legomem/officebench/trial"
)

// mostSpread is the widest spread of steps within a kind of work of which docs/memory.md has
// simulated offices.
const mostSpread = 0.6

// TestSpreadOfSteps prints how the logarithm of steps spreads, as far as what is recorded here
// tells it: within a task among the runs of the paired trial by hand, and within a task's
// family (its id) among demonstrations. Both are less than what is simulated.
func TestSpreadOfSteps(t *testing.T) {
	byTask := map[string][]float64{}
	failed := 0
	for _, r := range must.Have(jsonlines.ReadJournal[trial.Record](filepath.Join("testdata", "by-hand", "trials.jsonl")))(t) {
		byTask[r.Task] = append(byTask[r.Task], math.Log(float64(r.Steps)))
		if !*r.Passed {
			failed++
		}
	}
	byFamily := map[string][]float64{}
	for _, file := range must.Have(filepath.Glob(filepath.Join("..", "demos", "*.yaml")))(t) {
		d := must.Have(demo.Load(file))(t)
		family, _, _ := strings.Cut(d.ID, "/")
		byFamily[family] = append(byFamily[family], math.Log(float64(actionsOf(d))))
	}
	for _, s := range []struct {
		of     string
		groups map[string][]float64
	}{{"runs of one task by hand", byTask}, {"demonstrations of one family", byFamily}} {
		within, between, n := spreads(s.groups)
		t.Logf("%s: the logarithm of steps spreads by %.2f, with %d degrees of freedom; between all by %.2f", s.of, within, n, between)
		if n < 20 || within <= 0 || within >= mostSpread {
			t.Errorf("%s spread by %.2f, with %d degrees of freedom", s.of, within, n)
		}
	}
	t.Logf("of the runs by hand %d failed", failed)
}

func actionsOf(d *demo.Demo) (n int) {
	for _, s := range d.Subtasks {
		n += len(s.Actions)
	}
	return n
}

// spreads are the standard deviations within groups (pooled) and of all, and the degrees of
// freedom of the first.
func spreads(groups map[string][]float64) (within, all float64, freedom int) {
	var every []float64
	for _, g := range groups {
		every = append(every, g...)
		if len(g) > 1 {
			within += stat.Variance(g, nil) * float64(len(g)-1)
			freedom += len(g) - 1
		}
	}
	return math.Sqrt(within / float64(freedom)), stat.StdDev(every, nil), freedom
}
