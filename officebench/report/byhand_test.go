package report_test

import (
	"fmt"
	"math"
	"path/filepath"
	"testing"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"legomem/jsonlines"
	"legomem/must"
	"legomem/officebench/trial"
)

// TestTrialByHand holds what docs/experiments.md says of the paired trial by hand: each task
// was done under each setting, by another respondent each time. It prints the differences,
// task by task, with Student's 95% intervals.
func TestTrialByHand(t *testing.T) {
	by := map[string]map[string]trial.Record{} // by task and variant
	seen := map[string]bool{}
	for _, r := range must.Have(jsonlines.ReadJournal[trial.Record](filepath.Join("testdata", "by-hand", "trials.jsonl")))(t) {
		if by[r.Task] == nil {
			by[r.Task] = map[string]trial.Record{}
		}
		by[r.Task][r.Cell.Variant] = r
		for _, who := range r.Models["orchestrator"] {
			if key := who + " " + r.Task; seen[key] {
				t.Errorf("%s did a task twice", key)
			} else {
				seen[key] = true
			}
		}
	}
	if len(by) != 16 || len(seen) != 48 {
		t.Fatalf("%d tasks, done %d times", len(by), len(seen))
	}
	for _, variant := range []string{"vanilla", "dynamic"} {
		line := "| " + variant
		for _, of := range []func(trial.Record) float64{
			func(r trial.Record) float64 {
				if *r.Passed {
					return 100
				}
				return 0
			},
			func(r trial.Record) float64 { return float64(r.Steps) },
			func(r trial.Record) float64 { return float64(r.ModelCalls) },
			func(r trial.Record) float64 { return float64(r.Tokens.Prompt) },
		} {
			var differ []float64
			for task, runs := range by {
				if len(runs) != 3 {
					t.Fatalf("%s was done under %d settings", task, len(runs))
				}
				differ = append(differ, of(runs[variant])-of(runs["none"]))
			}
			mean, spread := stat.MeanStdDev(differ, nil)
			n := float64(len(differ))
			half := distuv.StudentsT{Sigma: 1, Nu: n - 1}.Quantile(0.975) * spread / math.Sqrt(n)
			line += fmt.Sprintf(" | %+.2f (%+.2f to %+.2f)", mean, mean-half, mean+half)
		}
		t.Log(line + " |")
	}
}
