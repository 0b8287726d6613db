package lift

import (
	"fmt"
	"slices"
	"testing"

	"legomem/sweep"
)

// told counts what was said of the planted memories.
type told struct{ harmful, good, neutral float64 }

func (t *told) add(p planted) {
	switch p {
	case harmful:
		t.harmful++
	case good, goodDear:
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
	for _, e := range Measure(trials, DefaultBar()) {
		m := number(e.ID)
		harms := e.Verdict == Harms || w.out[m]
		if harms {
			f.harms.add(w.does[m])
		}
		if harms || e.Verdict == Suspect {
			f.doubted.add(w.does[m])
		}
	}
	for m, does := range w.does {
		if w.ideal(m) >= suspicion {
			f.ideal.add(does)
		}
	}
	for _, t := range trials {
		if t.Success {
			f.success += 1 / float64(len(trials))
		}
	}
	return f
}

// offices are the simulated offices of the first table of docs/memory.md.
func offices() []plan {
	quarantining := usual(2000, -0.5, 0.2, 0.7, true)
	quarantining.quarantineAt = 100
	return []plan{
		usual(2000, -0.3, 0.2, 0.7, true),
		usual(2000, -0.5, 0.2, 0.7, true),
		quarantining,
		usual(2000, -0.5, 0.2, 0.1, true),
		usual(6000, -0.5, 0.2, 0.7, true),
	}
}

// dear is an office whose logs hold steps, after a little less than 2,000 runs. Harmful
// memories lower success and raise steps; so much do a fifth of the good ones.
func dear(harm, share, spread float64) plan {
	p := usual(1900, harm, 0.2, 0.7, true)
	p.dear, p.spread = share, spread
	if share > 0 {
		p.goodDear = 20
	}
	return p
}

// mixed is an office half of whose runs find a memory of any other kind of work, too.
func mixed(p plan) plan {
	p.mixed = 0.5
	return p
}

// dearOffices are those of the second table there.
func dearOffices() []plan {
	return []plan{
		dear(-0.5, 1, 0.4),
		dear(-0.5, 0.5, 0.2), dear(-0.5, 0.5, 0.4), dear(-0.5, 0.5, 0.6), mixed(dear(-0.5, 0.5, 0.4)),
		dear(-0.3, 0.5, 0.4),
		dear(0, 0.5, 0.2),
		dear(-0.5, 0, 0.4),
	}
}

// tried is such an office after 600 runs, and trials up to 1,950 in all.
func tried(p plan) plan {
	p.runs, p.trials = 600, 1350
	return p
}

// triedOffices are those of the third table there.
func triedOffices() []plan {
	silent := usual(600, -0.5, 0.2, 0.7, true) // its logs hold no steps
	return []plan{
		tried(dear(-0.5, 1, 0.4)), tried(dear(-0.5, 0.5, 0.4)), tried(dear(-0.5, 0.5, 0.6)), tried(mixed(dear(-0.5, 0.5, 0.4))),
		tried(dear(-0.3, 0.5, 0.4)), tried(silent),
	}
}

// seeds are how many seeds stand for an office, and the first of them.
func (p plan) seeds() (n int, first uint64) {
	if p.spread > 0 || p.trials > 0 {
		return 10, fresh
	}
	return 5, 0
}

func (p plan) String() string {
	return fmt.Sprintf("%d runs, %d trials, harm %+.1f, share %.1f, quarantine every %d, steps %+.1f of %.1f, mixed %.1f", p.runs, p.trials, p.harm, p.share, p.quarantineAt, p.dear, p.spread, p.mixed)
}

// fresh is the first of the seeds that were not looked at while the measure was made.
const fresh = 1000

// TestSimulated prints, for each office, what came of its seeds: how many of 20 harmful, 100
// good and 380 neutral memories were said to harm, and how many were doubted. It holds
// how many good ones may be said to harm, on average.
func TestSimulated(t *testing.T) {
	sweep.Slow(t)
	all := slices.Concat(offices(), dearOffices(), triedOffices())
	for _, p := range sweep.Sample(t, all, 0, 1) {
		t.Run(p.String(), func(t *testing.T) {
			t.Parallel()
			seeds, first := p.seeds()
			mean, most := findAll(t, p, first, seeds)
			t.Logf("harmful/good/neutral, mean: %s; good ones said to harm at most: %.0f, or suspect: %.0f", mean, most.harms.good, most.doubted.good)
			if mean.harms.good > 1.5 {
				t.Errorf("%.1f good memories are said to harm", mean.harms.good)
			}
		})
	}
}

// findAll is what seeds show on average, and what they show at most.
func findAll(t *testing.T, p plan, first uint64, seeds int) (mean, most finding) {
	for seed := range uint64(seeds) {
		f := find(p, first+seed)
		t.Logf("seed %d: %s", first+seed, f)
		mean = mean.plus(f, 1/float64(seeds))
		most.harms.good, most.doubted.good = max(most.harms.good, f.harms.good), max(most.doubted.good, f.doubted.good)
	}
	return mean, most
}

// TestTrialsFindHarm holds that ordinary runs and trials, less than 2,000 in all, find what
// harms: nearly all of 20, and hardly one of them as a suspect only; and that not one good one
// is lost for it, on average.
func TestTrialsFindHarm(t *testing.T) {
	seeds := sweep.Size(10, 2, 3)
	mean, _ := findAll(t, tried(dear(-0.5, 0.5, 0.4)), fresh, seeds)
	if mean.doubted.harmful < 19 || mean.harms.harmful < 18 || mean.harms.good > 1 {
		t.Errorf("in %d worlds: %s", seeds, mean)
	}
	t.Logf("in %d worlds: %s", seeds, mean)
}

// TestStepsTell holds that steps find what success alone would not, of memories that cost half
// of the success and double the steps, and lose hardly a good one for it, though a fifth of
// those double them, too.
func TestStepsTell(t *testing.T) {
	seeds := sweep.Size(10, 2, 3)
	mean, _ := findAll(t, dear(-0.5, 1, 0.4), fresh, seeds)
	if mean.harms.harmful < 10 || mean.doubted.harmful < 16 || mean.harms.good > 1.5 || mean.doubted.good > 5 || mean.harms.neutral > 1.5 {
		t.Errorf("in %d worlds: %s", seeds, mean)
	}
	t.Logf("in %d worlds: %s", seeds, mean)
}

// TestDearButGood holds that what raises success is hardly ever said to harm for its steps,
// even where it looks like those that only cost steps.
func TestDearButGood(t *testing.T) {
	seeds := sweep.Size(10, 2, 4)
	mean, _ := findAll(t, dear(0, 0.5, 0.2), fresh, seeds)
	if mean.harms.good > 4 || mean.harms.harmful < 1 {
		t.Errorf("in %d worlds: %s", seeds, mean)
	}
	t.Logf("in %d worlds: %s", seeds, mean)
}

// TestNothingToFind looks again and again at an office in which no memory does anything:
// looking often finds no more than looking once.
func TestNothingToFind(t *testing.T) {
	p := dear(0, 0, 0.4)
	p.runs, p.help = 1500, 0
	accused := map[string]bool{}
	for seed := range uint64(sweep.Size(10, 2, 4)) {
		trials := newWorld(p, seed).simulate()
		for n := 500; n <= len(trials); n += 500 {
			for _, e := range Measure(trials[:n], DefaultBar()) {
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
