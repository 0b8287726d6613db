package main

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"legomem/desk"
	"legomem/must"
	"legomem/officebench/report"
	"legomem/sweep"
)

// TestBesideTheModel holds reflex against the model brain on the three tasks of
// which answers are recorded, given by hand in a model's place, as docs/experiments.md
// does: reflex has practised others of their kinds. The answers come as they did; reflex
// asks nobody, and what it does not do it gives up.
func TestBesideTheModel(t *testing.T) {
	sweep.OneGoroutine(t)
	usedHome(t)
	t.Setenv("LEGOMEM_MODEL_NAME", writtenByHand)
	suite, replay := filepath.Join("..", "..", "officebench", "suite"), filepath.Join("testdata", "replay")
	run := func(args ...string) string {
		t.Helper()
		return execute(t, append([]string{"bench"}, args...)...)
	}
	of := []string{"--suite", suite, "--split", filepath.Join(replay, "split.json")}
	run(append(of, "--brain", "model", "--variants", "none", "--replay", replay, "--yes", "--name", "model")...)
	run(append(of, "--demos", filepath.Join(suite, "demos"), "--variants", "vanilla", "--name", "reflex")...)

	var d report.Difference
	must.Do(t, json.Unmarshal([]byte(run("diff", "model", "reflex", "--json")), &d))
	c := d.Cells[0]
	if len(d.Cells) != 1 || c.Tasks != 3 || *c.A != 1 || *c.B == 0 {
		t.Errorf("passed: %+v", d.Cells)
	}
	if m := c.EffortA; *m.ModelCalls < 3 || *m.Prompt < 1000 || *m.Completion < 100 {
		t.Errorf("the model's effort is %v calls, %v + %v tokens", *m.ModelCalls, *m.Prompt, *m.Completion)
	}
	if r := c.EffortB; *r.ModelCalls != 0 || *r.Prompt != 0 || *r.Completion != 0 || *r.CostUSD != 0 {
		t.Errorf("reflex's effort is %v calls, %v + %v tokens, $%v", *r.ModelCalls, *r.Prompt, *r.Completion, *r.CostUSD)
	}
	text := run("diff", "model", "reflex")
	wantIn(t, "the difference", text, "none.none.na.default, then vanilla.both.with.default", "model calls", "prompt tokens",
		"a recording answered for the models of model: its time is not theirs")
	if strings.Contains(run("report", "reflex"), "INCOMPLETE") {
		t.Error("reflex's bench is incomplete")
	}
	var sum desk.BenchSummary
	if err := json.Unmarshal([]byte(run("report", "reflex", "--json")), &sum); err != nil || sum.Cells[0].WrongClaims != 0 {
		t.Errorf("reflex claims wrongly: %+v, %v", sum.Cells, err)
	}
}
