package report

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"

	"legomem/lists"
	"legomem/officebench/trial"
)

// Comparison is two cells on the same tasks: A minus B.
type Comparison struct {
	Team string `json:"team"`
	A    string `json:"a"`
	B    string `json:"b"`
	// Kind says why they are compared: "none" (B is the run without memory),
	// "baseline" (B is Synapse or AWM) or "asked".
	Kind string `json:"kind"`
	// Difference is in the share of runs that passed, averaged over tasks.
	Difference Estimate `json:"difference"`
	// Better, Worse and Same count tasks.
	Better int `json:"better"`
	Worse  int `json:"worse"`
	Same   int `json:"same"`
	// P is the p value of the paired permutation test, Exact if every pattern was tried;
	// Holm is P corrected over all comparisons. Null without tasks.
	P     *float64 `json:"p"`
	Exact bool     `json:"exact"`
	Holm  *float64 `json:"holm"`
	// Detectable is the smallest difference that could have been seen, and
	// Granularity the share of one task.
	Detectable  Estimate `json:"detectable"`
	Granularity float64  `json:"granularity"`
	// StepsA and StepsB are over the tasks that both solve.
	StepsA Estimate `json:"steps_a"`
	StepsB Estimate `json:"steps_b"`
}

// pair is a comparison to be made.
type pair struct {
	kind string
	a, b trial.Cell
}

// compare makes every comparison and corrects their p values together.
func (l *ledger) compare(draw *bootstrap, opts Options) ([]Comparison, error) {
	pairs, err := l.pairs(opts.Pairs)
	if err != nil {
		return nil, err
	}
	out := lists.Map(pairs, func(p pair) Comparison { return l.comparison(p, draw, opts) })
	correct(out, func(c *Comparison) (p *float64, holm **float64) { return c.P, &c.Holm })
	return out, nil
}

// pairs lists what is compared: within each team every cell against none, and
// the LEGOMem variants in full placement against the baselines; then what was
// asked for.
func (l *ledger) pairs(asked [][2]string) ([]pair, error) {
	var out []pair
	cells := l.bench.Cells
	for _, team := range teams(l.bench) {
		in := slices.DeleteFunc(slices.Clone(cells), func(c trial.Cell) bool { return c.Team != team })
		for _, b := range in {
			for _, a := range in {
				if b.Variant == "none" && a.Variant != "none" {
					out = append(out, pair{"none", a, b})
				}
			}
		}
		for _, b := range in {
			for _, a := range in {
				if isBaseline(b.Variant) && b.Placement == "both" && l.isMain(a) {
					out = append(out, pair{"baseline", a, b})
				}
			}
		}
	}
	for _, ids := range asked {
		a := slices.IndexFunc(cells, func(c trial.Cell) bool { return c.ID() == ids[0] })
		b := slices.IndexFunc(cells, func(c trial.Cell) bool { return c.ID() == ids[1] })
		switch {
		case a < 0 || b < 0:
			return nil, fmt.Errorf("report: comparing %s with %s was asked for, but the bench has no such cell: its cells are named like %s", ids[0], ids[1], cells[0].ID())
		case a == b:
			return nil, fmt.Errorf("report: comparing %s with itself was asked for: name two cells", ids[0])
		}
		// What is compared already is not tested twice.
		if !slices.ContainsFunc(out, func(p pair) bool { return p.a == cells[a] && p.b == cells[b] }) {
			out = append(out, pair{"asked", cells[a], cells[b]})
		}
	}
	return out, nil
}

// isMain reports whether a cell is a LEGOMem variant as it is meant to be used: in full
// placement, with reasoning if there is any.
func (l *ledger) isMain(c trial.Cell) bool {
	return isLegomem(c.Variant) && isMain(l.bench.Cells, c)
}

// comparison compares two cells task by task.
func (l *ledger) comparison(p pair, draw *bootstrap, opts Options) Comparison {
	c := Comparison{Team: p.a.Team, A: p.a.ID(), B: p.b.ID(), Kind: p.kind}
	runsA, runsB := l.runs[c.A], l.runs[c.B]
	var differences, stepsA, stepsB sample
	for _, task := range l.bench.Split.Test {
		a, b := runsA[task], runsB[task]
		if len(a) == 0 || len(b) == 0 {
			continue
		}
		d := average(a, share(passed)) - average(b, share(passed))
		differences.add(task, d)
		c.tally(d)
		wonA, wonB := lists.Filter(a, passed), lists.Filter(b, passed)
		if len(wonA) > 0 && len(wonB) > 0 {
			stepsA.add(task, average(wonA, steps))
			stepsB.add(task, average(wonB, steps))
		}
	}
	c.Difference = draw.estimate(differences, "no task was run in both cells yet").boundedDifference(c.Same)
	c.StepsA, c.StepsB = draw.estimate(stepsA, "no task is solved by both"), draw.estimate(stepsB, "no task is solved by both")
	c.Detectable = detectability(differences)
	if n := len(differences.values); n > 0 {
		c.Granularity = 1 / float64(n)
		prob, exact := signFlip(differences.sums(), opts.Permutations, randomFor(opts.Seed, c.A+" "+c.B))
		c.P, c.Exact = &prob, exact
	}
	return c
}

// tally counts a task as better, worse or the same.
func (c *Comparison) tally(difference float64) {
	switch {
	case difference > 0:
		c.Better++
	case difference < 0:
		c.Worse++
	default:
		c.Same++
	}
}

// detectability is the smallest difference that could have been seen, or why that is not
// known.
func detectability(differences sample) Estimate {
	if len(differences.clusters()) < 2 {
		return Estimate{NA: "it needs tasks of two ids or more"}
	}
	d := detectable(differences)
	if d < rounding {
		return Estimate{NA: "all tasks differ alike, so there is no spread to reckon with"}
	}
	return known(d, len(differences.values))
}

// randomFor gives a test its own draws, so that its p does not depend on which other
// tests are made.
func randomFor(seed uint64, name string) *rand.Rand {
	h := fnv.New64a()
	h.Write([]byte(name)) // never fails
	return rand.New(rand.NewPCG(seed, h.Sum64()))
}

func steps(rec trial.Record) float64 { return float64(rec.Steps) }
