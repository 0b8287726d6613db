package bench_test

import (
	"strings"
	"testing"

	"legomem/officebench/bench"
	"legomem/officebench/trial"
	"legomem/orchestrator"
)

func estimate(t *testing.T, e *bench.Engine) bench.Estimate {
	t.Helper()
	got, err := e.Estimate()
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// TestEstimateAssumed: by hand, for limits of 8 rounds and 8 steps: 2 rounds of
// 2 steps, so 2+2+1 calls of the orchestrator and 2*3 of agents.
func TestEstimateAssumed(t *testing.T) {
	suite := newSuite(t, every...)
	b := experiment(suite, nil, []string{"1-1/0"})
	b.Cells, b.Seeds = []trial.Cell{plain}, 2
	e := engine(t, t.TempDir(), suite, b, &fakeLab{})
	e.Limits = orchestrator.Limits{Rounds: 8, Steps: 8, Replans: 1}
	got := estimate(t, e)
	if o := got.Roles["orchestrator"]; o.Model != "big" || o.Calls != 10 || o.Tokens.Prompt != 10*2500 || o.Tokens.Completion != 1500 || *o.CostUSD != (25000*2+1500*10)/1e6 {
		t.Errorf("orchestrator %+v", o)
	}
	if a := got.Roles["task agents"]; a.Model != "small" || a.Calls != 12 {
		t.Errorf("task agents %+v", a)
	}
	if got.Runs != 2 || got.Collect != 0 || got.Total.Calls != 22 || got.Total.USD == nil || !strings.Contains(got.Basis, "ASSUMED") {
		t.Errorf("%+v", got)
	}
	if got.AtMost == nil || got.AtMost.Calls != 2*(2+2+8+1)+2*8*9 {
		t.Errorf("at most %+v", got.AtMost)
	}

	// Memories make prompts longer where they are shown, a draft is a call more,
	// and a model without a price makes the cost unknown.
	b.Cells, b.Seeds = []trial.Cell{{Variant: "rewrite", Placement: "agents", Reasoning: trial.With, Team: "llm"}}, 1
	b.Prices = b.Prices[:1]
	e = engine(t, t.TempDir(), suite, b, &fakeLab{})
	e.Limits, e.Bank = orchestrator.Limits{Rounds: 8, Steps: 8, Replans: 1}, "given"
	got = estimate(t, e)
	if o, a := got.Roles["orchestrator"], got.Roles["task agents"]; o.Calls != 6 || o.Tokens.Prompt != 6*2500 || a.Tokens.Prompt != 6*(2500+5*500) || got.Total.USD != nil {
		t.Errorf("%+v", got)
	}
}

func TestEstimateMeasured(t *testing.T) {
	suite := newSuite(t, every...)
	b := experiment(suite, train, test)
	e := engine(t, t.TempDir(), suite, b, &fakeLab{})
	e.Only = bench.Collect
	if err := e.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	got := estimate(t, e)
	// Collected as none.none.na.llm: six runs of that cell, six of its team.
	if got.Collect != 0 || got.Runs != 12 || got.Total.Calls != 24 || got.Total.Tokens.Prompt != 12*150 || *got.Total.USD != 6 || got.AtMost != nil {
		t.Errorf("%+v", got)
	}
	if !strings.Contains(got.Basis, "averages of 2 runs") || !strings.Contains(strings.Join(got.Notes, "\n"), "for 6 runs the average of their team") {
		t.Errorf("%s %v", got.Basis, got.Notes)
	}
}

func TestEstimateReflex(t *testing.T) {
	suite := newSuite(t, every...)
	b := experiment(suite, nil, test)
	b.Brain = "reflex"
	e := engine(t, t.TempDir(), suite, b, &fakeLab{})
	e.Bank = "given"
	if got := estimate(t, e); got.Runs != 12 || got.Total.Calls != 0 || *got.Total.USD != 0 || got.Basis != "reflex calls no model" {
		t.Errorf("%+v", got)
	}
}
