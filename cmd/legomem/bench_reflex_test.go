package main

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
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
	each := sweep.Size(mostOfLevel, 0, 12)
	if each == 0 {
		t.Skip("it plays dozens of tasks, in the slow mode")
	}
	demos, tasks := firstOfLevels(t, demos, each)
	got := reflexBench(t, "--suite", shared, "--split", filepath.Join(demos, "split.json"), "--demos", demos, "--leave-one-out")
	if got["none"].passed != 0 || got["none"].runs != tasks {
		t.Errorf("without memory: %+v", got["none"])
	}
	if v := got["vanilla"]; v.passed == v.runs || v.claimedWrongly != 0 || v.sameID == 0 {
		t.Errorf("with memory: %+v", v)
	}
}

// mostOfLevel is more demonstrations than a level has.
const mostOfLevel = 1000

var demoID = regexp.MustCompile(`(?m)^id: ((\d)-\S+)$`)

// firstOfLevels copies so many demonstrations of each level at most, with their split, and
// says how many there are.
func firstOfLevels(t *testing.T, from string, each int) (dir string, n int) {
	t.Helper()
	dir = t.TempDir()
	texts, ids := map[string]string{}, []string{}
	for _, file := range must.Have(filepath.Glob(filepath.Join(from, "*.yaml")))(t) {
		text := string(must.Have(os.ReadFile(file))(t))
		texts[demoID.FindStringSubmatch(text)[1]] = text
	}
	count := map[string]int{}
	for _, id := range slices.Sorted(maps.Keys(texts)) {
		if level := id[:1]; count[level] < each {
			count[level]++
			ids = append(ids, id)
			must.Do(t, os.WriteFile(filepath.Join(dir, strings.ReplaceAll(id, "/", "_")+".yaml"), []byte(texts[id]), 0o600))
		}
	}
	split := must.Have(json.Marshal(map[string][]string{"train": ids, "test": ids}))(t)
	must.Do(t, os.WriteFile(filepath.Join(dir, "split.json"), split, 0o600))
	return dir, len(ids)
}
