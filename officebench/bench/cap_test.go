package bench_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"legomem/officebench/bench"
	"legomem/officebench/trial"
)

// TestCapWithRunsUnderWay: however many runs there may be at once, a cap is not
// gone over: those underway are counted too, before any has ended by what the
// estimate assumes.
func TestCapWithRunsUnderWay(t *testing.T) {
	tasks := []string{"1-1/0", "1-1/1", "1-1/2", "1-2/0", "1-2/1", "1-2/2", "2-1/0", "2-1/1", "2-1/2", "2-2/0", "3-1/0", "3-1/1"}
	suite := newSuite(t, tasks...)
	b := experiment(suite, nil, tasks)
	b.Cells, b.Seeds = []trial.Cell{plain}, 1
	// Of a run USD 0.15 are assumed, and USD 0.50 are spent. The starts follow each
	// other in one folder.
	dir := t.TempDir()
	for _, c := range []struct {
		cap  bench.Cap
		runs int
		says string
	}{
		{bench.Cap{USD: 0.1}, 0, "leaves no room for another run, taken to use USD 0.1500 (0 calls, 0 + 0 tokens, USD 0.00): 12 runs"},
		{bench.Cap{Tokens: 1000}, 0, "cap of 1000 tokens leaves no room"},
		{bench.Cap{USD: 0.29}, 1, "cap of USD 0.29 is reached"},
		{bench.Cap{USD: 3.75}, 7, "cap of USD 3.75 leaves no room for another run, taken to use USD 0.5000"},
		{bench.Cap{Tokens: 10 * 165}, 10, "cap of 1650 tokens is reached"},
	} {
		t.Run(c.says, func(t *testing.T) {
			lab := &fakeLab{}
			e := engine(t, dir, suite, b, lab)
			defer e.Folder.Close()
			e.Cap, e.Parallel = c.cap, 12
			var capped *bench.Capped
			if err := e.Run(t.Context()); !errors.As(err, &capped) || !strings.Contains(err.Error(), c.says) {
				t.Errorf("it says %v", err)
			}
			if n := len(records(t, dir)); n != c.runs {
				t.Errorf("%d runs; wanted %d", n, c.runs)
			}
		})
	}
}

func TestCapCheck(t *testing.T) {
	suite := newSuite(t, every...)
	b := experiment(suite, train, test)
	for _, c := range []struct {
		name   string
		cap    bench.Cap
		change func(*trial.Bench)
		beside []bench.Asked
		says   string
	}{
		{name: "all have a price", cap: bench.Cap{USD: 1}, beside: []bench.Asked{{Role: "curator", Model: "big"}}},
		{name: "not a number", cap: bench.Cap{USD: math.NaN()}, says: "USD NaN is no amount"},
		{name: "endless", cap: bench.Cap{USD: math.Inf(1)}, says: "USD +Inf is no amount"},
		{name: "less than nothing", cap: bench.Cap{USD: -1}, says: "negative"},
		{name: "fewer than none", cap: bench.Cap{Tokens: -1}, says: "negative"},
		{name: "of a team", cap: bench.Cap{USD: 1}, change: func(b *trial.Bench) { b.Prices = b.Prices[:1] }, says: "price for model small (word_agent of team llm): add {model: small, prompt: "},
		{name: "one that is asked beside", cap: bench.Cap{USD: 1}, beside: []bench.Asked{{Role: "vision", Model: "eyes", Of: "team llm"}}, says: "price for model eyes (vision of team llm)"},
		{name: "nobody rewrites", cap: bench.Cap{USD: 1}, change: func(b *trial.Bench) {
			b.Teams = []trial.Team{{Name: "llm", Roles: map[string]string{"rewriter": "free"}}}
		}},
		{name: "somebody rewrites", cap: bench.Cap{USD: 1}, change: func(b *trial.Bench) {
			b.Teams = []trial.Team{{Name: "llm", Roles: map[string]string{"rewriter": "free"}}}
			b.Cells = append(b.Cells, trial.Cell{Variant: "rewrite", Placement: "both", Reasoning: trial.With, Team: "llm"})
		}, says: "price for model free (rewriter of team llm)"},
		{name: "tokens need no price", cap: bench.Cap{Tokens: 1}, beside: []bench.Asked{{Role: "vision", Model: "eyes"}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := b
			if c.change != nil {
				c.change(&b)
			}
			err := c.cap.Check(b, c.beside...)
			var setting *bench.SettingError
			if (err == nil) != (c.says == "") || (err != nil && (!errors.As(err, &setting) || !strings.Contains(err.Error(), c.says))) {
				t.Errorf("it says %v; wanted %q", err, c.says)
			}
		})
	}
	e := engine(t, t.TempDir(), suite, b, &fakeLab{})
	e.Cap.USD = math.NaN()
	if err := e.Run(t.Context()); err == nil || !strings.Contains(err.Error(), "no amount") {
		t.Errorf("an engine runs with it: %v", err)
	}
}
