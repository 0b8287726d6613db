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

// TestTrialByHand holds what docs/experiments.md says of the paired trials by hand: each task
// was done under each setting, by another respondent each time. It prints the differences,
// task by task, with Student's 95% intervals.
func TestTrialByHand(t *testing.T) {
	for _, name := range []string{"by-hand-before", "by-hand"} {
		t.Run(name, func(t *testing.T) {
			by := pairedTrial(t, name)
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
					line += " | " + againstNone(by, variant, of)
				}
				t.Log(line + " |")
			}
		})
	}
}

// pairedTrial reads a trial, by task and variant.
func pairedTrial(t *testing.T, name string) map[string]map[string]trial.Record {
	t.Helper()
	by := map[string]map[string]trial.Record{}
	seen := map[string]bool{}
	for _, r := range must.Have(jsonlines.ReadJournal[trial.Record](filepath.Join("testdata", name, "trials.jsonl")))(t) {
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
	for task, runs := range by {
		if len(runs) != 3 {
			t.Fatalf("%s was done under %d settings", task, len(runs))
		}
	}
	if len(by) != 16 || len(seen) != 48 {
		t.Fatalf("%d tasks, done %d times", len(by), len(seen))
	}
	return by
}

// againstNone is a figure's mean difference to no memory, with its interval.
func againstNone(by map[string]map[string]trial.Record, variant string, of func(trial.Record) float64) string {
	var differ []float64
	for _, runs := range by {
		differ = append(differ, of(runs[variant])-of(runs["none"]))
	}
	mean, spread := stat.MeanStdDev(differ, nil)
	n := float64(len(differ))
	half := distuv.StudentsT{Sigma: 1, Nu: n - 1}.Quantile(0.975) * spread / math.Sqrt(n)
	return fmt.Sprintf("%+.2f (%+.2f to %+.2f)", mean, mean-half, mean+half)
}

// TestAfterTheTrial prints what 12 of the trial's runs took when two more respondents made them
// again, with what had been mended since.
func TestAfterTheTrial(t *testing.T) {
	before := pairedTrial(t, "by-hand")
	var was, is taken
	for _, r := range must.Have(jsonlines.ReadJournal[trial.Record](filepath.Join("testdata", "by-hand-after", "trials.jsonl")))(t) {
		old, known := before[r.Task][r.Cell.Variant]
		if !known {
			t.Fatalf("%s, %s is no run of the trial", r.Task, r.Cell.Variant)
		}
		was, is = was.plus(old), is.plus(r)
	}
	t.Logf("in the trial %+v, afterwards %+v", was, is)
	if is.runs != 12 || is.calls >= was.calls {
		t.Errorf("%d runs took %d calls, and %d in the trial", is.runs, is.calls, was.calls)
	}
}

// taken is what some runs took, together.
type taken struct{ runs, passed, steps, calls, promptTokens int }

func (k taken) plus(r trial.Record) taken {
	if *r.Passed {
		k.passed++
	}
	return taken{k.runs + 1, k.passed, k.steps + r.Steps, k.calls + r.ModelCalls, k.promptTokens + r.Tokens.Prompt}
}
