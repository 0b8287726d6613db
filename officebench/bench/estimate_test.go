package bench_test

import (
	"context"
	"math"
	"strings"
	"testing"

	"legomem/must"
	"legomem/officebench/bench"
	"legomem/officebench/trial"
	"legomem/orchestrator"
)

func estimate(t *testing.T, e *bench.Engine) bench.Estimate {
	t.Helper()
	got := must.Have(e.Estimate())(t)
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

	// Memories make prompts longer where they are shown, a draft is a call more, of
	// a role of its own, and a model without a price makes the cost unknown.
	b.Cells, b.Seeds = []trial.Cell{{Variant: "rewrite", Placement: "agents", Reasoning: trial.With, Team: "llm"}}, 1
	b.Prices = b.Prices[:1]
	e = engine(t, t.TempDir(), suite, b, &fakeLab{})
	e.Limits, e.Bank = orchestrator.Limits{Rounds: 8, Steps: 8, Replans: 1}, "given"
	got = estimate(t, e)
	if o, a := got.Roles["orchestrator"], got.Roles["task agents"]; o.Calls != 5 || o.Tokens.Prompt != 5*2500 || a.Tokens.Prompt != 6*(2500+5*500) || got.Total.USD != nil {
		t.Errorf("%+v", got)
	}
	if r := got.Roles["rewriter"]; r.Model != "big" || r.Calls != 1 || r.Tokens.Prompt != 2500+5*500 || got.Total.Calls != 5+6+1 {
		t.Errorf("rewriter %+v of %+v", r, got.Total)
	}
	if got.Time != nil {
		t.Errorf("nothing was measured, and yet it takes %+v", got.Time)
	}
}

// TestEstimateOfCurating: a call for each training run, of the curator for full
// tasks and of the inducer for routines, until the bank is made; runs that were
// collected say how many pass.
func TestEstimateOfCurating(t *testing.T) {
	suite := newSuite(t, every...)
	b := experiment(suite, train, test)
	b.Cells = []trial.Cell{plain, with, {Variant: "awm", Placement: "both", Reasoning: trial.NA, Team: "llm"}, {Variant: "rewrite", Placement: "both", Reasoning: trial.With, Team: "llm"}}
	lab := &fakeLab{passes: func(j bench.Job) bool { return j.Task.ID != train[1] }}
	e := engine(t, t.TempDir(), suite, b, lab)
	e.Asks = bench.Asks{Curator: "big", Inducer: "small", Tokens: 10_000}
	got := estimate(t, e)
	if c := got.Roles["curator"]; c.Model != "big" || c.Calls != 2 || c.Tokens.Prompt != 8000 || c.Tokens.Completion != 1600 || *c.CostUSD != (8000*2+1600*10)/1e6 {
		t.Errorf("curator %+v", c)
	}
	if i := got.Roles["inducer"]; i.Model != "small" || i.Calls != 2 || !strings.Contains(strings.Join(got.Notes, "\n"), "as if all 2 training runs passed") {
		t.Errorf("inducer %+v, %v", i, got.Notes)
	}
	all := 0
	for _, s := range got.Roles {
		all += s.Calls
	}
	if got.Total.Calls != all {
		t.Errorf("%d calls in all, %d by role", got.Total.Calls, all)
	}

	// Six runs of three cells that nothing was measured for: the runs of their team
	// stand for them, 2500 tokens of memories on top of each of two calls, and the
	// rewriter with 5000. 7 ms for two calls: 3.5 ms a call.
	e.Only = bench.Collect
	must.Do(t, e.Run(t.Context()))
	got = estimate(t, e)
	if c := got.Roles["curator"]; c.Calls != 1 || !strings.Contains(strings.Join(got.Notes, "\n"), "1 training runs, since 1 of the 2 recorded passed") {
		t.Errorf("curator %+v, %v", c, got.Notes)
	}
	n := 2 * len(test)
	if o := got.Roles["orchestrator"]; o.Tokens.Prompt != n*100+3*n*2600 || !near(*o.CostUSD, float64(4*n)*0.25+float64(3*n*2500)*2/1e6) {
		t.Errorf("orchestrator %+v", o)
	}
	if r := got.Roles["rewriter"]; r.Calls != n || r.Tokens.Prompt != n*5000 || !strings.Contains(strings.Join(got.Notes, "\n"), "ASSUMED for 6 of these: one call of the rewriter") {
		t.Errorf("rewriter %+v, %v", r, got.Notes)
	}
	if tm := got.Time; tm == nil || tm.Parallel != 3 || !near(tm.CallSeconds, 0.0035) || !near(tm.Seconds, float64(4*n)*0.007/3+2*0.0035) {
		t.Errorf("time %+v", tm)
	}

	// A bank that is made asks nothing more.
	e.Only = bench.Curate
	must.Do(t, e.Run(t.Context()))
	if got = estimate(t, e); got.Roles["curator"].Calls+got.Roles["inducer"].Calls != 0 {
		t.Errorf("%+v", got.Roles)
	}
}

// payingLab is one whose curator costs.
type payingLab struct{ *fakeLab }

func (l payingLab) Curate(ctx context.Context, c bench.Curating) (bench.Curated, error) {
	made, err := l.fakeLab.Curate(ctx, c)
	usd := 1.5
	made.Spent = map[string]trial.Spend{"curator": {Model: "big", Calls: 2, CostUSD: &usd}}
	return made, err
}

// TestCurationsSpend: what curating cost is in the books, also after a restart,
// and in bench.json for the report.
func TestCurationsSpend(t *testing.T) {
	suite, dir := newSuite(t, every...), t.TempDir()
	e := engine(t, dir, suite, experiment(suite, train, test), &fakeLab{})
	e.Lab = payingLab{e.Lab.(*fakeLab)}
	for range 2 {
		must.Do(t, e.Run(t.Context()))
		if s := e.Spent(); s.ByRole["curator"].Calls != 2 || *s.ByRole["curator"].CostUSD != 1.5 {
			t.Errorf("spent %+v", s)
		}
	}
	b, _, err := bench.Read(dir)
	if err != nil || b.Curation.Spent["curator"].Model != "big" || *b.Curation.Spent["curator"].CostUSD != 1.5 {
		t.Errorf("%v, curation %+v", err, b.Curation)
	}
}

func near(a, b float64) bool { return math.Abs(a-b) < 1e-9 }

func TestEstimateMeasured(t *testing.T) {
	suite := newSuite(t, every...)
	b := experiment(suite, train, test)
	e := engine(t, t.TempDir(), suite, b, &fakeLab{})
	e.Only = bench.Collect
	must.Do(t, e.Run(t.Context()))
	got := estimate(t, e)
	// Collected as none.none.na.llm: six runs of that cell, six of its team, to
	// which memories are added: 5 of 500 tokens in both calls, at 2 and 1 dollars a
	// million.
	if got.Collect != 0 || got.Runs != 12 || got.Total.Calls != 24 || got.Total.Tokens.Prompt != 12*150+6*2*2500 || !near(*got.Total.USD, 6+6*2500*(2+1)/1e6) || got.AtMost != nil {
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
