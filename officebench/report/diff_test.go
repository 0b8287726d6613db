package report_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"legomem/must"
	"legomem/officebench/report"
	"legomem/officebench/trial"
)

func mustDiff(t *testing.T, a, b *report.Report) *report.Difference {
	t.Helper()
	d := must.Have(report.Diff(a, b))(t)
	return d
}

// TestDiff: vanilla wins 2-1/0 and loses 1-1/0, none stays.
func TestDiff(t *testing.T) {
	before := mustMake(t, tiny(), tinyRecords(), quick())
	b, recs := tiny(), tinyRecords()
	b.Name, b.Bank.Hash = "later", "b2"
	b.Cells = append(b.Cells, vanilla("other", trial.NA))
	yes, no := true, false
	recs[3].Passed, recs[5].Passed = &no, &yes
	d := mustDiff(t, before, mustMake(t, b, recs, quick()))
	if len(d.Cells) != 2 || len(d.Cells[0].Won)+len(d.Cells[0].Lost) != 0 {
		t.Fatalf("%+v", d)
	}
	c := d.Cells[1]
	if len(c.Won) != 1 || c.Won[0] != (report.Flip{Task: "2-1/0", A: 0, B: 1, Whole: true}) || len(c.Lost) != 1 || c.Lost[0].Task != "1-1/0" || *c.P != 1 || c.Tasks != 3 {
		t.Errorf("%+v", c)
	}
	text := written(t, d.WriteText)
	says(t, text, "tiny, then later", "not the same: bank: b1, then b2", "won  2-1/0  0.0% to 100.0%", "lost 1-1/0  100.0% to 0.0%", "only in later: vanilla.both.na.other")
	var back report.Difference
	stored := written(t, d.WriteJSON)
	if err := json.Unmarshal([]byte(stored), &back); err != nil || back.Cells[1].Won[0] != c.Won[0] {
		t.Errorf("%v: %s", err, stored)
	}
}

// TestDiffOfSeeds: a task that only moves, and does not cross one half, is in
// brackets; one that was not run again is not compared.
func TestDiffOfSeeds(t *testing.T) {
	b, cell := seeded()
	runs := func(passed ...bool) []trial.Record {
		var out []trial.Record
		for i, p := range passed {
			out = append(out, verdict(cell, "1-1/0", i+1, "solved", p))
		}
		return out
	}
	one := mustMake(t, b, append(runs(true, true, true), verdict(cell, "2-2/0", 1, "solved", true)), quick())
	two := mustMake(t, b, runs(true, true, false), quick())
	d := mustDiff(t, one, two)
	c := d.Cells[0]
	if c.Tasks != 1 || len(c.Lost) != 1 || c.Lost[0].Whole {
		t.Errorf("%+v", c)
	}
	says(t, written(t, d.WriteText), "(lost 1-1/0  100.0% to 66.7%)")
}

// TestDiffLeavesOutWhatBroke: a task that something outside broke is neither won
// nor lost.
func TestDiffLeavesOutWhatBroke(t *testing.T) {
	recs := tinyRecords()
	no := false
	recs[3].Passed, recs[4].Passed = nil, &no // 1-1/0 breaks, 1-2/0 is lost
	recs[3].Outcome, recs[3].Infrastructure = "error", true
	d := mustDiff(t, mustMake(t, tiny(), tinyRecords(), quick()), mustMake(t, tiny(), recs, quick()))
	c := d.Cells[1]
	if c.Tasks != 2 || len(c.Broken) != 1 || c.Broken[0] != "1-1/0" || len(c.Lost) != 1 || c.Lost[0].Task != "1-2/0" || *c.A != 0.5 || *c.B != 0 {
		t.Errorf("%+v", c)
	}
	if len(d.Cells[0].Broken) > 0 {
		t.Errorf("%+v", d.Cells[0])
	}
	text := written(t, d.WriteText)
	says(t, text, "tasks left out of vanilla.both.na.local: 1 that something outside broke in one of the two: 1-1/0")
	lacks(t, text, "lost 1-1/0")
}

// TestDiffOfConditions: everything that may be to blame is named.
func TestDiffOfConditions(t *testing.T) {
	a, b := tiny(), tiny()
	a.Caps = map[string]string{"rounds": "20"}
	b.Suite.Name, b.Caps = "other", map[string]string{"rounds": "30", "usd": "1"}
	a.Teams[0].Sampling = map[string]string{"orchestrator": "seed 1"}
	b.Teams[0].Sampling = map[string]string{"orchestrator": "seed 2"}
	b.Prices = []trial.Price{{Model: "m", Prompt: 1, Completion: 2, Dated: "2026-01-31"}}
	d := mustDiff(t, mustMake(t, a, tinyRecords(), quick()), mustMake(t, b, tinyRecords(), quick()))
	want := []string{"suite's name: own, then other", "cap on rounds: 20, then 30", "cap on usd: none, then 1",
		"sampling of orchestrator of team local: seed 1, then seed 2", "price of m: none, then 1 + 2 (2026-01-31)"}
	if diff := cmp.Diff(want, d.Conditions); diff != "" {
		t.Error(diff)
	}
}

func TestDiffOfStrangers(t *testing.T) {
	b, _ := seeded()
	if _, err := report.Diff(mustMake(t, tiny(), nil, quick()), mustMake(t, b, nil, quick())); err == nil || !strings.Contains(err.Error(), "no cell in common") {
		t.Errorf("%v", err)
	}
}

// TestDiffOfOneCellEach: two experiments of one cell each are held against each
// other whatever the cells, with what a task took in each.
func TestDiffOfOneCellEach(t *testing.T) {
	one := func(name string, cell trial.Cell, calls, prompt int, ms float64) *report.Report {
		b := tiny()
		b.Name, b.Cells, b.Versions = name, []trial.Cell{cell}, map[string]string{}
		if calls > 0 {
			b.Versions[trial.Traffic] = trial.Replayed
		}
		rec := verdict(cell, "1-1/0", 1, "solved", true)
		rec.ModelCalls, rec.Tokens.Prompt, rec.WallMS = calls, prompt, ms
		return mustMake(t, b, []trial.Record{rec}, quick())
	}
	d := mustDiff(t, one("model", none("local"), 12, 34_567, 400), one("reflex", vanilla("local", trial.NA), 0, 0, 30))
	c := d.Cells[0]
	if len(d.Cells) != 1 || len(d.OnlyA)+len(d.OnlyB) != 0 || c.Cell != "none.none.na.local" || c.Against != "vanilla.both.na.local" || c.Tasks != 1 || c.Holm == nil {
		t.Errorf("%+v", d)
	}
	if *c.EffortA.ModelCalls != 12 || *c.EffortA.Prompt != 34_567 || *c.EffortB.ModelCalls != 0 || *c.EffortB.WallMS != 30 {
		t.Errorf("efforts %+v and %+v", c.EffortA, c.EffortB)
	}
	says(t, written(t, d.WriteText), "none.none.na.local, then vanilla.both.na.local", "12.0", "34,567", "0.40 s", "0.03 s", "traffic: replayed, then none",
		"a recording answered for the models of model: its time is not theirs\n")
}
