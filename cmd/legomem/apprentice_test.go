package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"legomem/agents"
	"legomem/agents/modelbrain"
	"legomem/llm/llmtest"
	"legomem/membank/hashembed"
	"legomem/must"
	"legomem/officebench"
	"legomem/officebench/bench"
	"legomem/officebench/report"
	"legomem/officebench/trial"
	"legomem/sweep"
)

// The experiment: of each of four families of the suite's tasks one instance to
// train on, and another to test. Two families are of one app, one of two, one
// of three.
var (
	apprenticeTrain = []string{"1-41/0", "1-81/0", "2-11/0", "3-41/0"}
	apprenticeTest  = []string{"1-42/0", "1-82/0", "2-12/0", "3-42/0"}
)

// workshop is where experiments with the apprentice are run: the endpoint, the
// suite, the split, and the folder of their work folders.
type workshop struct {
	t          *testing.T
	apprentice *apprentice
	suite      string
	split, out string
}

func newWorkshop(t *testing.T) *workshop {
	t.Helper()
	dir := t.TempDir()
	w := &workshop{t: t, suite: filepath.Join("..", "..", "officebench", "suite"), split: filepath.Join(dir, "split.json"), out: filepath.Join(dir, "out")}
	suite, err := officebench.Open(w.suite)
	must.Do(t, err)
	if w.apprentice, err = newApprentice(suite); err != nil {
		t.Fatal(err)
	}
	split := marshal(map[string]any{"train": apprenticeTrain, "test": apprenticeTest})
	must.Do(t, os.WriteFile(w.split, []byte(split), 0o600))
	server := httptest.NewServer(datedModels(llmtest.Handler(llmtest.Options{Answer: w.apprentice.answer, Vector: wideVector})))
	t.Cleanup(server.Close)
	t.Setenv("OPENAI_BASE_URL", server.URL+"/v1")
	t.Setenv("OPENAI_API_KEY", "")
	t.Setenv("LEGOMEM_MEMORY_LIFT_SHARE", "0") // what the apprentice is shown is compared, so nothing is left out at random
	t.Setenv("XDG_DATA_HOME", filepath.Join(dir, "data"))
	return w
}

// datedModels has an endpoint name the snapshot of a model that it was asked
// for by its short name, as hosted ones do.
func datedModels(inner http.Handler) http.Handler {
	dated := strings.NewReplacer(`"model":"gpt-4o"`, `"model":"gpt-4o-2024-08-06"`, `"model":"gpt-4o-mini"`, `"model":"gpt-4o-mini-2024-07-18"`)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		held := httptest.NewRecorder()
		inner.ServeHTTP(held, r)
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(held.Code)
		_, _ = w.Write([]byte(dated.Replace(held.Body.String()))) // a caller that hung up is no matter
	})
}

// wideVector is the hash embedder's vector, as long as the paper's.
func wideVector(text string) []float32 {
	wide := make([]float32, 3072)
	vectors, err := hashembed.Embedder{}.Embed(context.Background(), []string{text})
	if err == nil {
		copy(wide, vectors[0])
	}
	return wide
}

// bench runs an experiment and returns its work folder.
func (w *workshop) bench(name string, args ...string) string {
	w.t.Helper()
	w.run(append([]string{"bench", "--config", "paper", "--suite", w.suite, "--split", w.split, "--out", w.out, "--name", name, "--yes", "--parallel", "4"}, args...)...)
	return filepath.Join(w.out, name)
}

// records are an experiment's, by cell.
func (w *workshop) records(dir string) (trial.Bench, map[string][]trial.Record) {
	w.t.Helper()
	b, all, err := bench.Read(dir)
	must.Do(w.t, err)
	out := map[string][]trial.Record{}
	for _, r := range all {
		out[r.Cell.ID()] = append(out[r.Cell.ID()], r)
	}
	return b, out
}

// passes are how many of some records passed.
func passes(records []trial.Record) (n int) {
	for _, r := range records {
		if r.Passed != nil && *r.Passed {
			n++
		}
	}
	return n
}

func (w *workshop) read(parts ...string) []byte {
	w.t.Helper()
	data, err := os.ReadFile(filepath.Join(parts...))
	must.Do(w.t, err)
	return data
}

// run carries a command out that must succeed, and returns what it said.
func (w *workshop) run(args ...string) string {
	w.t.Helper()
	return execute(w.t, args...)
}

// apprenticeSeeds is how often every task is done: three times, as in the paper, or
// in full mode twice, which tells the seeds apart too.
func apprenticeSeeds() int { return sweep.Size(3, 0, 2) }

// TestApprentice runs the whole experiment of the LEGOMem paper with a model that
// can only do what it is shown.
func TestApprentice(t *testing.T) {
	sweep.Slow(t)
	w := newWorkshop(t)
	all := []string{"--preset", "paper", "--seeds", strconv.Itoa(apprenticeSeeds())}
	w.bench("paper", append(all, "--phase", "collect")...)
	w.bench("paper", append(all, "--phase", "curate")...)
	bank := filepath.Join(w.out, "paper", "curate", "bank.db")
	before := w.run("memory", "export", "--config", "paper", "--bank", bank)
	dir := w.bench("paper", all...)
	for _, part := range []struct {
		name  string
		check func(*testing.T, *workshop, string)
	}{
		{"books", booksAreWhole},
		{"memory helps", memoryHelps},
		{"provenance", provenanceIsTold},
		{"placements", placementsHold},
		{"strategies", strategiesDiffer},
		{"drafts", draftsAreMade},
		{"prompts", promptsShowWhatTheyShould},
		{"shuffled", shuffledMemoriesMislead},
	} {
		t.Run(part.name, func(t *testing.T) { part.check(t, w, dir) })
	}
	if after := w.run("memory", "export", "--config", "paper", "--bank", bank); before != after {
		t.Errorf("the evaluation changed the bank, from\n%s\nto\n%s", before, after)
	}
	asked := w.apprentice.count()
	w.bench("paper", all...)
	if again := w.apprentice.count() - asked; again != 0 {
		t.Errorf("the same command again asked a model %d times", again)
	}
}

// booksAreWhole: every trial has one record, and the reports have all cells.
func booksAreWhole(t *testing.T, w *workshop, dir string) {
	b, cells := w.records(dir)
	if len(b.Cells) != 38 || len(cells) != 38 || b.Seeds != apprenticeSeeds() {
		t.Fatalf("%d cells were planned and %d run, with %d seeds", len(b.Cells), len(cells), b.Seeds)
	}
	seen := map[string]bool{}
	for id, records := range cells {
		if want := len(apprenticeTest) * apprenticeSeeds(); len(records) != want {
			t.Errorf("%s has %d records, not %d", id, len(records), want)
		}
		for _, r := range records {
			if seen[r.ID()] || r.Infrastructure || r.Passed == nil || r.ModelCalls == 0 {
				t.Errorf("%s is there twice, or broke: %+v", r.ID(), r)
			}
			seen[r.ID()] = true
		}
	}
	var r report.Report
	must.Do(t, json.Unmarshal(w.read(dir, "report.json"), &r))
	if len(r.Cells) != 38 || r.Incomplete || r.Runs.Recorded != 38*len(apprenticeTest)*apprenticeSeeds() {
		t.Errorf("the report has %d cells and %d runs (incomplete: %v)", len(r.Cells), r.Runs.Recorded, r.Incomplete)
	}
	for _, c := range r.Cells {
		if c.All.Passed.Mean == nil || int(*c.All.Passed.Mean*float64(len(cells[c.ID]))+0.5) != passes(cells[c.ID]) {
			t.Errorf("%s: the report says %v, of %d runs %d passed", c.ID, c.All.Passed.Mean, len(cells[c.ID]), passes(cells[c.ID]))
		}
	}
	for _, page := range []string{"report.md", "report.html"} {
		text := string(w.read(dir, page))
		for _, team := range []string{"llm", "hybrid", "slm"} {
			if !strings.Contains(text, "Team "+team) {
				t.Errorf("%s does not tell of the team %s", page, team)
			}
		}
	}
}

// memoryHelps: without memory nothing is done, with all of it everything; and
// whoever is told nothing by the orchestrator cannot do what takes several.
func memoryHelps(t *testing.T, w *workshop, dir string) {
	b, cells := w.records(dir)
	for _, c := range b.Cells {
		tasks := len(cells[c.ID()])
		want := tasks
		switch {
		case c.Variant == "none":
			want = 0
		case c.Placement == "agents":
			want = tasks / 2 // those of one app
		}
		if got := passes(cells[c.ID()]); got != want {
			t.Errorf("%s: %d of %d passed, not %d", c.ID(), got, tasks, want)
		}
	}
}

// provenanceIsTold: the report says what must be known to run this again.
func provenanceIsTold(t *testing.T, w *workshop, dir string) {
	b, _ := w.records(dir)
	prompts := must.Have(modelbrain.LoadPrompts(""))(t)
	if is := w.bankHash(filepath.Join(dir, "curate", "bank.db")); b.Bank.Hash != is || is == "" {
		t.Errorf("the report says the bank is %q, and it is %q", b.Bank.Hash, is)
	}
	if got := b.Curation; got.Collected != 4 || got.Succeeded != 4 || len(got.Notes) != 4 || !strings.HasPrefix(got.Curator, "gpt-4o/curate@") ||
		fmt.Sprint(got.Units) != "map[routine:7 subtask:10 task:4 trajectory:4]" {
		t.Errorf("the bank was made so: %+v", got)
	}
	var r report.Report
	must.Do(t, json.Unmarshal(w.read(dir, "report.json"), &r))
	for team, want := range map[string][2]string{"llm": {"gpt-4o-2024-08-06", "gpt-4o-2024-08-06"}, "hybrid": {"gpt-4o-2024-08-06", "gpt-4o-mini-2024-07-18"},
		"slm": {"gpt-4o-mini-2024-07-18", "gpt-4o-mini-2024-07-18"}} {
		for i, role := range []string{agents.Orchestrator, agents.Excel} {
			if got := r.Models[team][role]; !slices.Equal(got, []string{want[i]}) {
				t.Errorf("in the team %s %s answered as the %s, not %s", team, got, role, want[i])
			}
		}
	}
	page := string(w.read(dir, "report.md"))
	for what, text := range map[string]string{"bank": b.Bank.Hash, "split": b.Split.Hash[:12], "prompts": prompts.Version(), "model": "gpt-4o-2024-08-06", "curator": b.Curation.Curator} {
		if !strings.Contains(page, text) {
			t.Errorf("report.md does not tell the %s (%s)", what, text)
		}
	}
}
