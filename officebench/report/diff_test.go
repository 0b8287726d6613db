package report_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"legomem/officebench/report"
	"legomem/officebench/trial"
)

// TestDiff: vanilla wins 2-1/0 and loses 1-1/0, none stays.
func TestDiff(t *testing.T) {
	before := mustMake(t, tiny(), tinyRecords(), quick())
	b, recs := tiny(), tinyRecords()
	b.Name, b.Bank.Hash = "later", "b2"
	b.Cells = append(b.Cells, vanilla("other", trial.NA))
	yes, no := true, false
	recs[3].Passed, recs[5].Passed = &no, &yes
	d, err := report.Diff(before, mustMake(t, b, recs, quick()))
	if err != nil {
		t.Fatal(err)
	}
	if len(d.Cells) != 2 || len(d.Cells[0].Won)+len(d.Cells[0].Lost) != 0 {
		t.Fatalf("%+v", d)
	}
	c := d.Cells[1]
	if len(c.Won) != 1 || c.Won[0] != (report.Flip{Task: "2-1/0", A: 0, B: 1, Whole: true}) || len(c.Lost) != 1 || c.Lost[0].Task != "1-1/0" || *c.P != 1 || c.Tasks != 3 {
		t.Errorf("%+v", c)
	}
	var text, stored bytes.Buffer
	if err := d.WriteText(&text); err != nil {
		t.Fatal(err)
	}
	for _, say := range []string{"tiny, then later", "not the same: bank: b1, then b2", "won  2-1/0  0.0% to 100.0%", "lost 1-1/0  100.0% to 0.0%", "only in later: vanilla.both.na.other"} {
		if !strings.Contains(text.String(), say) {
			t.Errorf("it does not say %q:\n%s", say, text.String())
		}
	}
	if err := d.WriteJSON(&stored); err != nil {
		t.Fatal(err)
	}
	var back report.Difference
	if err := json.Unmarshal(stored.Bytes(), &back); err != nil || back.Cells[1].Won[0] != c.Won[0] {
		t.Errorf("%v: %s", err, stored.String())
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
	d, err := report.Diff(one, two)
	if err != nil {
		t.Fatal(err)
	}
	c := d.Cells[0]
	if c.Tasks != 1 || len(c.Lost) != 1 || c.Lost[0].Whole {
		t.Errorf("%+v", c)
	}
	var text bytes.Buffer
	if err := d.WriteText(&text); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(text.String(), "(lost 1-1/0  100.0% to 66.7%)") {
		t.Error(text.String())
	}
}

func TestDiffOfStrangers(t *testing.T) {
	b, _ := seeded()
	if _, err := report.Diff(mustMake(t, tiny(), nil, quick()), mustMake(t, b, nil, quick())); err == nil || !strings.Contains(err.Error(), "no cell in common") {
		t.Errorf("%v", err)
	}
}
