package report

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"

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
	// P is of the paired permutation test, Exact where every pattern was
	// tried; Holm is P corrected over all comparisons. Null without tasks.
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
	var out []Comparison
	var ps []float64
	for _, p := range pairs {
		c := l.comparison(p, draw, opts)
		if c.P != nil {
			ps = append(ps, *c.P)
		}
		out = append(out, c)
	}
	corrected := holm(ps)
	for i := range out {
		if out[i].P != nil {
			out[i].Holm, corrected = &corrected[0], corrected[1:]
		}
	}
	return out, nil
}

// pairs lists what is compared: within each team every cell against none, and
// the LEGOMem variants in full placement against the baselines; then what was
// asked for.
func (l *ledger) pairs(asked [][2]string) ([]pair, error) {
	var out []pair
	cells := map[string]trial.Cell{}
	for _, c := range l.bench.Cells {
		cells[c.ID()] = c
	}
	for _, team := range teams(l.bench) {
		for _, b := range l.bench.Cells {
			if b.Team != team || b.Variant != "none" {
				continue
			}
			for _, a := range l.bench.Cells {
				if a.Team == team && a.Variant != "none" {
					out = append(out, pair{"none", a, b})
				}
			}
		}
		for _, b := range l.bench.Cells {
			for _, a := range l.bench.Cells {
				if a.Team == team && b.Team == team && isBaseline(b.Variant) && b.Placement == "both" && l.isMain(a) {
					out = append(out, pair{"baseline", a, b})
				}
			}
		}
	}
	for _, ids := range asked {
		a, okA := cells[ids[0]]
		b, okB := cells[ids[1]]
		if !okA || !okB {
			return nil, fmt.Errorf("report: comparing %s with %s was asked for, but the bench has no such cell: its cells are named like %s", ids[0], ids[1], l.bench.Cells[0].ID())
		}
		if ids[0] == ids[1] {
			return nil, fmt.Errorf("report: comparing %s with itself was asked for: name two cells", ids[0])
		}
		if !listed(out, a, b) {
			out = append(out, pair{"asked", a, b})
		}
	}
	return out, nil
}

// listed says that two cells are compared already, so that no test is counted
// twice.
func listed(pairs []pair, a, b trial.Cell) bool {
	for _, p := range pairs {
		if p.a == a && p.b == b {
			return true
		}
	}
	return false
}

// isMain says that a cell is a LEGOMem variant as it is meant to be used: full
// placement, with reasoning, or whatever reasoning there is.
func (l *ledger) isMain(c trial.Cell) bool {
	return isLegomem(c.Variant) && isMain(l.bench.Cells, c)
}

// comparison holds two cells against each other, task by task.
func (l *ledger) comparison(p pair, draw *bootstrap, opts Options) Comparison {
	c := Comparison{Team: p.a.Team, A: p.a.ID(), B: p.b.ID(), Kind: p.kind}
	runsA, runsB := l.runs[c.A], l.runs[c.B]
	var differences, stepsA, stepsB []float64
	for _, task := range l.bench.Split.Test {
		a, b := runsA[task], runsB[task]
		if len(a) == 0 || len(b) == 0 {
			continue
		}
		d := mean(column(a, share(passed))) - mean(column(b, share(passed)))
		differences = append(differences, d)
		c.tally(d)
		wonA, wonB := only(a, passed), only(b, passed)
		if len(wonA) > 0 && len(wonB) > 0 {
			stepsA, stepsB = append(stepsA, mean(column(wonA, steps))), append(stepsB, mean(column(wonB, steps)))
		}
	}
	c.Difference = draw.estimate(differences, "no task was run in both cells yet").boundedDifference(c.Same)
	c.StepsA, c.StepsB = draw.estimate(stepsA, "no task is solved by both"), draw.estimate(stepsB, "no task is solved by both")
	c.Detectable = detectability(differences)
	if n := len(differences); n > 0 {
		c.Granularity = 1 / float64(n)
		prob, exact := signFlip(differences, opts.Permutations, randomFor(opts.Seed, c.A+" "+c.B))
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

// detectability is the smallest difference that could have been seen, or why
// it cannot be said.
func detectability(differences []float64) Estimate {
	if len(differences) < 2 {
		return Estimate{NA: "it needs two tasks or more"}
	}
	d := detectable(differences)
	if d < rounding {
		return Estimate{NA: "all tasks differ alike, so there is no spread to reckon with"}
	}
	return known(d, len(differences))
}

// randomFor gives a test draws of its own, so that its p does not hang on which
// other tests are made.
func randomFor(seed uint64, name string) *rand.Rand {
	h := fnv.New64a()
	h.Write([]byte(name)) // never fails
	return rand.New(rand.NewPCG(seed, h.Sum64()))
}

func steps(rec trial.Record) float64 { return float64(rec.Steps) }

// only keeps the records of which something is true.
func only(recs []trial.Record, is func(trial.Record) bool) []trial.Record {
	var out []trial.Record
	for _, rec := range recs {
		if is(rec) {
			out = append(out, rec)
		}
	}
	return out
}
