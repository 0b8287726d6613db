package bench

import (
	"testing"

	"legomem/officebench/trial"
)

// TestOutlook: only what a run of a cell does in earnest tells what the next one
// uses.
func TestOutlook(t *testing.T) {
	cell := trial.Cell{Variant: none, Placement: none, Reasoning: trial.NA, Team: "llm"}
	other := trial.Cell{Variant: none, Placement: none, Reasoning: trial.NA, Team: "slm"}
	teams := []trial.Team{{Name: "llm", Roles: map[string]string{"orchestrator": "big"}}, {Name: "slm", Roles: map[string]string{"orchestrator": "big"}}}
	run := func(usd float64, calls int, broken bool) trial.Record {
		return trial.Record{Trial: trial.Trial{Cell: cell}, ModelCalls: calls, Infrastructure: broken,
			Spent: map[string]trial.Spend{"orchestrator": {Model: "big", Calls: calls, Tokens: trial.Tokens{Prompt: 10 * calls}, CostUSD: &usd}}}
	}
	e := &Engine{Folder: &Folder{Bench: trial.Bench{Brain: "model", Teams: teams, Prices: []trial.Price{{Model: "big", Prompt: 1}}}}}
	o := newOutlook(e)
	assumed := o.of(cell)
	if assumed.usd <= 0 || assumed.tokens <= 0 {
		t.Fatalf("nothing is assumed: %+v", assumed)
	}
	o.add(Collect, run(0, 0, false)) // a demonstration
	o.add(Evaluate, run(0, 0, true))
	if got := o.of(cell); got != assumed {
		t.Errorf("after what tells nothing: %+v", got)
	}
	o.add(Collect, run(1, 2, false))
	o.add(Evaluate, run(2, 4, false))
	o.add(Evaluate, run(0, 0, false)) // a practised brain needs no model
	if got, want := o.of(cell), (use{tokens: 20, usd: 1}); got != want {
		t.Errorf("the mean is %+v; wanted %+v", got, want)
	}
	if got := o.of(other); got != assumed {
		t.Errorf("of another team: %+v", got)
	}
	e.Folder.Bench.Brain = reflexBrain
	if got := o.of(other); got != (use{}) {
		t.Errorf("of reflex: %+v", got)
	}
}
