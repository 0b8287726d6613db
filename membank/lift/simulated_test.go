package lift

import (
	"fmt"
	"testing"

	"legomem/sweep"
)

// told counts what was said of the planted memories.
type told struct{ harmful, good, neutral float64 }

func (t *told) add(effect float64) {
	switch {
	case effect < 0:
		t.harmful++
	case effect > 0:
		t.good++
	default:
		t.neutral++
	}
}

func (t told) plus(o told, times float64) told {
	return told{t.harmful + times*o.harmful, t.good + times*o.good, t.neutral + times*o.neutral}
}

// finding is what one simulated office shows.
type finding struct {
	harms   told // that are said to harm, or were put into quarantine
	doubted told // those, and the suspects
	ideal   told // that somebody would doubt who knew all but which memories harm
	success float64
}

func (f finding) plus(o finding, times float64) finding {
	return finding{f.harms.plus(o.harms, times), f.doubted.plus(o.doubted, times), f.ideal.plus(o.ideal, times), f.success + times*o.success}
}

func (f finding) String() string {
	return fmt.Sprintf("harms %.1f/%.1f/%.1f, or suspect %.1f/%.1f/%.1f, success %.3f; knowing all else %.1f/%.1f/%.1f",
		f.harms.harmful, f.harms.good, f.harms.neutral, f.doubted.harmful, f.doubted.good, f.doubted.neutral, f.success,
		f.ideal.harmful, f.ideal.good, f.ideal.neutral)
}

func find(p plan, seed uint64) finding {
	w := newWorld(p, seed)
	trials := w.simulate()
	var f finding
	for _, e := range Measure(trials, DefaultSure) {
		m := number(e.ID)
		harms := e.Verdict == Harms || w.out[m]
		if harms {
			f.harms.add(w.effect[m])
		}
		if harms || e.Verdict == Suspect {
			f.doubted.add(w.effect[m])
		}
	}
	for m, effect := range w.effect {
		if w.ideal(m) >= suspicion {
			f.ideal.add(effect)
		}
	}
	for _, t := range trials {
		if t.Success {
			f.success += 1 / float64(len(trials))
		}
	}
	return f
}

// offices are the simulated offices of which docs/memory.md tells.
func offices() []plan {
	quarantining := usual(2000, -0.5, 0.2, 0.7, true)
	quarantining.quarantineAt = 100
	return []plan{
		usual(2000, -0.3, 0.2, 0.7, true),
		usual(2000, -0.5, 0.2, 0.7, false),
		usual(2000, -0.5, 0.2, 0.7, true),
		quarantining,
		usual(2000, -0.5, 0.2, 0.1, true),
		usual(6000, -0.3, 0.2, 0.7, true),
		usual(6000, -0.5, 0.2, 0.7, true),
		usual(20000, -0.3, 0.2, 0.7, true),
	}
}

// TestSimulated prints, for each office, what came of five seeds: how many of 20 harmful, 100
// good and 380 neutral memories were said to harm, and how many were doubted.
func TestSimulated(t *testing.T) {
	sweep.Slow(t)
	for _, p := range offices() {
		t.Run(fmt.Sprintf("%d runs, harm %+.1f, share %.1f, wary %v, quarantine every %d", p.runs, p.harm, p.share, p.wary, p.quarantineAt), func(t *testing.T) {
			t.Parallel()
			const seeds = 5
			var mean finding
			worst := 0.0
			for seed := range uint64(seeds) {
				f := find(p, seed)
				t.Logf("seed %d: %s", seed, f)
				mean = mean.plus(f, 1./seeds)
				worst = max(worst, f.doubted.good)
			}
			t.Logf("harmful/good/neutral, mean: %s; good ones doubted at most: %.0f", mean, worst)
		})
	}
}

// TestToldApart holds what a few seeds show of the harmful memories that cost half of the
// success where they are shown.
func TestToldApart(t *testing.T) {
	for seed := range uint64(sweep.Size(10, 2, 4)) {
		f := find(usual(2000, -0.5, 0.2, 0.7, true), seed)
		if f.doubted.harmful < 12 || f.doubted.good > 1 || f.harms.good > 0 || f.harms.neutral > 3 {
			t.Errorf("seed %d: %s", seed, f)
		}
	}
}

// TestNothingToFind looks again and again at an office in which no memory does anything:
// looking often finds no more than looking once.
func TestNothingToFind(t *testing.T) {
	p := usual(1500, 0, 0, 0.7, true)
	accused := map[string]bool{}
	for seed := range uint64(sweep.Size(10, 2, 4)) {
		trials := newWorld(p, seed).simulate()
		for n := 300; n <= len(trials); n += 300 {
			for _, e := range Measure(trials[:n], DefaultSure) {
				if e.Verdict == Harms {
					accused[fmt.Sprint(seed, " ", e.ID)] = true
				}
			}
		}
	}
	if len(accused) > 1 {
		t.Errorf("said to harm at some time, of memories that do nothing: %v", accused)
	}
}
