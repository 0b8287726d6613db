package report_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"legomem/officebench/trial"
)

// agreed is a bench of two cells on n tasks: none fails them all, and vanilla
// passes as many as it should.
func agreed(n, passes int) (trial.Bench, []trial.Record) {
	b := tiny()
	b.Split.Test, b.Suite.Levels = nil, map[string]int{}
	var recs []trial.Record
	for i := range n {
		task := fmt.Sprintf("1-%d/0", i+1)
		b.Split.Test = append(b.Split.Test, task)
		recs = append(recs, verdict(none("local"), task, 1, "gave_up", false), verdict(vanilla("local", trial.NA), task, 1, "solved", i < passes))
	}
	return b, recs
}

// TestBoundsWhereAllAgree: by hand, 1 - 0.05^(1/34) = 0.0843.
func TestBoundsWhereAllAgree(t *testing.T) {
	b, recs := agreed(34, 34)
	r := mustMake(t, b, recs, quick())
	n, v, d := r.Cells[0].All, r.Cells[1].All, r.Comparisons[0].Difference
	for _, c := range []struct {
		what string
		got  *float64
		want float64
	}{
		{"none at most", n.Passed.AtMost, 0.0843}, {"vanilla at least", v.Passed.AtLeast, 0.9157},
		{"wrong claims at most", v.WrongClaims.AtMost, 0.0843}, {"the difference at least", d.AtLeast, 0.8314},
	} {
		if c.got == nil || math.Abs(*c.got-c.want) > 1e-4 {
			t.Errorf("%s: %v, want %g", c.what, c.got, c.want)
		}
	}
	if n.Passed.AtLeast != nil || v.Passed.AtMost != nil || d.AtMost != nil {
		t.Errorf("bounds that say nothing: %+v %+v %+v", n.Passed, v.Passed, d)
	}
	bothSay(t, r, "100.0 [100.0, 100.0]²", "a truth as low as 91.6 cannot be excluded", "a truth as high as 8.4 cannot", "a truth as low as +83.1 cannot", "0.0 (at most 8.4)")
}

// TestBoundsWhereTheyVary: Clopper and Pearson's upper bound for 2 of 20 is
// 0.2826; what varies has no bound beside its interval.
func TestBoundsWhereTheyVary(t *testing.T) {
	b, recs := agreed(20, 18)
	v := mustMake(t, b, recs, quick()).Cells[1].All
	if v.Passed.AtLeast != nil || v.Passed.AtMost != nil {
		t.Errorf("%s", show(v.Passed))
	}
	if got := v.WrongClaims.AtMost; got == nil || math.Abs(*got-0.2826) > 1e-4 {
		t.Errorf("%s", show(v.WrongClaims))
	}
}

// TestNoTaskDiffers: a difference of none has bounds on both sides.
func TestNoTaskDiffers(t *testing.T) {
	b, recs := agreed(34, 0)
	r := mustMake(t, b, recs, quick())
	d := r.Comparisons[0].Difference
	if d.AtLeast == nil || d.AtMost == nil || math.Abs(*d.AtMost-0.0843) > 1e-4 || *d.AtLeast != -*d.AtMost {
		t.Errorf("%s", show(d))
	}
	says(t, markdown(t, r), "a difference between −8.4 and +8.4 cannot be excluded", "No task came out differently.")
}

// TestInShort: what the first lines say of each way it can end.
func TestInShort(t *testing.T) {
	for _, c := range []struct {
		name      string
		n, passes int
		say       []string
	}{
		{"more than chance", 34, 34, []string{"0.0% of the tasks are done right without memory, 100.0% with LEGOMem vanilla. The difference of +100.0 points is more than chance explains.", "| yes: better |"}},
		// 4 of 20 differ, all one way: p = 2/16. s = 0.4104: 2.8016 s / √20 = 25.7.
		{"too small", 20, 4, []string{"The difference of +20.0 points could be chance: with these tasks only one of 25.7 points or more is likely to be seen.", "| 0.125 | 25.7 | no: too small to see |"}},
		{"too few", 1, 1, []string{"there are too few tasks (1) to tell"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			b, recs := agreed(c.n, c.passes)
			short, _, _ := strings.Cut(markdown(t, mustMake(t, b, recs, quick())), "## What to know first")
			says(t, short, c.say...)
		})
	}
}

// TestInShortOfThePaper: the best of LEGOMem's settings and both baselines of
// every team, and what to beware of.
func TestInShortOfThePaper(t *testing.T) {
	b, recs := paper()
	short, _, _ := strings.Cut(markdown(t, mustMake(t, b, recs[:len(recs)-3], rough())), "## What to know first")
	if got := strings.Count(short, "| Synapse |") + strings.Count(short, "| AWM |") + strings.Count(short, "| No memory |"); got != 9 {
		t.Errorf("%d rows of baselines, want 9:\n%s", got, short)
	}
	says(t, short, "- Team llm: ", "- Team slm: ", "of 13 settings", "(best of 3) |", "3 of 17,328 planned runs are missing", "broken by something outside")
}

// TestInShortWithoutNone: nothing to hold against is said, not made up.
func TestInShortWithoutNone(t *testing.T) {
	b, recs := agreed(3, 2)
	b.Cells = b.Cells[1:]
	kept := slices.DeleteFunc(recs, func(r trial.Record) bool { return r.Cell.Variant == "none" })
	says(t, markdown(t, mustMake(t, b, kept, quick())), "nothing was run without memory, 66.7% with LEGOMem vanilla.")
}

// TestSpentByRole: every attempt counts, also one that a later one stands for,
// and what nobody knows the price of makes the sum unknown.
func TestSpentByRole(t *testing.T) {
	b, cell := seeded()
	usd := 0.25
	one := verdict(cell, "1-1/0", 1, "error", false)
	one.Infrastructure = true
	one.Spent = map[string]trial.Spend{"orchestrator": {Model: "big", Calls: 2, Tokens: trial.Tokens{Prompt: 1000, Completion: 10}, CostUSD: &usd}}
	two := verdict(cell, "1-1/0", 1, "solved", true)
	two.Attempt, two.Spent = 2, map[string]trial.Spend{
		"orchestrator": {Model: "big", Calls: 3, Tokens: trial.Tokens{Prompt: 2000, Completion: 20}, CostUSD: &usd},
		"vision":       {Model: "eye", Calls: 1},
	}
	b.Curation.Spent = map[string]trial.Spend{"curator": {Model: "big", Calls: 4, CostUSD: &usd}}
	r := mustMake(t, b, []trial.Record{one, two}, quick())
	o := r.Spent["llm"]["orchestrator"]
	if o.Model != "big" || o.Calls != 5 || o.Tokens.Prompt != 3000 || o.Tokens.Completion != 30 || *o.CostUSD != 0.5 || r.Spent["llm"]["vision"].CostUSD != nil {
		t.Errorf("%+v", r.Spent)
	}
	says(t, markdown(t, r),
		"| orchestrator | big | 5 | 3,000 | 30 | $0.50 |", "| vision | eye | 1 | 0 | 0 | n/a¹ |", "| all roles |  | 6 | 3,000 | 30 | n/a¹ |",
		"| **Making the bank** |", "| curator | big | 4 | 0 | 0 | $0.25 |")
	lacks(t, markdown(t, mustMake(t, tiny(), tinyRecords(), quick())), "Spent by role") // nothing was spent
}
