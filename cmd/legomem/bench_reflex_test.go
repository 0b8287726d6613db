package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"legomem/must"
	"legomem/officebench/trial"
	"legomem/sweep"
)

// tally is what came of one variant of an experiment.
type tally struct{ runs, passed, claimedWrongly, sameID int }

// reflexBench runs an experiment of docs/experiments.md under reflex and counts
// what came of it, by variant.
func reflexBench(t *testing.T, args ...string) map[string]tally {
	t.Helper()
	usedHome(t)
	out := t.TempDir()
	execute(t, append([]string{"bench", "--name", "b", "--out", out}, args...)...)
	data := must.Have(os.ReadFile(filepath.Join(out, "b", "trials.jsonl")))(t)
	counts := map[string]tally{}
	for dec := json.NewDecoder(bytes.NewReader(data)); dec.More(); {
		var r trial.Record
		must.Do(t, dec.Decode(&r))
		if r.Infrastructure || r.Passed == nil {
			t.Errorf("%s: %s (%s)", r.ID(), r.Outcome, r.Reason)
			continue
		}
		c := counts[r.Cell.Variant]
		c.runs++
		if *r.Passed {
			c.passed++
		} else if r.Outcome == "solved" {
			c.claimedWrongly++
		}
		if r.SameID {
			c.sameID++
		}
		counts[r.Cell.Variant] = c
	}
	for _, name := range []string{"report.json", "report.md", "report.html"} {
		if info, err := os.Stat(filepath.Join(out, "b", name)); err != nil || info.Size() == 0 {
			t.Errorf("%s is missing or empty: %v", name, err)
		}
	}
	t.Logf("%+v", counts)
	return counts
}

// TestBenchSuite trains reflex on the suite's demonstrations and tests it on
// what nobody demonstrated.
func TestBenchSuite(t *testing.T) {
	sweep.Slow(t)
	suite := filepath.Join("..", "..", "officebench", "suite")
	tasks := sweep.Size(30, 0, 12)
	got := reflexBench(t, "--suite", suite, "--split", filepath.Join(suite, "split.json"), "--demos", filepath.Join(suite, "demos"), "--limit", strconv.Itoa(tasks))
	if want := (tally{runs: tasks}); got["none"] != want {
		t.Errorf("without memory: %+v", got["none"])
	}
	if v := got["vanilla"]; v.runs != tasks || 3*v.passed < 2*tasks || v.claimedWrongly != 0 {
		t.Errorf("with memory: %+v", v)
	}
}

// TestBenchLeaveOneOut does the same on what is demonstrated of OfficeBench,
// each task without its own memories: few of its tasks repeat, so that little
// can be done, but nothing is to be claimed wrongly.
func TestBenchLeaveOneOut(t *testing.T) {
	if testing.Short() {
		t.Skip("it plays a hundred tasks")
	}
	shared := filepath.Join("..", "..", "..", "shared", "officebench")
	if _, err := os.Stat(shared); err != nil {
		t.Skip("needs ../shared/officebench beside the checkout")
	}
	demos := filepath.Join("..", "..", "officebench", "demos")
	files := must.Have(filepath.Glob(filepath.Join(demos, "*.yaml")))(t)
	tasks := sweep.Size(len(files), 0, 36)
	if tasks == 0 {
		t.Skip("it plays dozens of tasks, in the slow mode")
	}
	got := reflexBench(t, "--suite", shared, "--split", filepath.Join(demos, "split.json"), "--demos", demos, "--leave-one-out", "--limit", strconv.Itoa(tasks))
	if got["none"].passed != 0 || got["none"].runs != tasks {
		t.Errorf("without memory: %+v", got["none"])
	}
	if v := got["vanilla"]; v.passed == v.runs || v.claimedWrongly != 0 || v.sameID == 0 {
		t.Errorf("with memory: %+v", v)
	}
}
