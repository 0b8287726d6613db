package lift

import (
	"cmp"
	"math/rand/v2"
	"slices"
)

// Setting is a task of the past that can be done again.
type Setting struct {
	// Trial is its place among the trials, which tells what the task is like.
	Trial int
	// Found are the memories that are found for it now, once each: twice as many as a run is
	// shown, say. Some may be of no trial yet.
	Found []string
}

// Designed is one run to make.
type Designed struct {
	Setting int // its place among the settings
	// Chances are of leaving out each memory that was found for it, apart.
	Chances []Chance
}

const (
	// known is how probable it must be that a memory harms, or that it does not, for a run
	// not to ask that any more.
	known = 0.98
	// patterns is how many draws of what is left out stand for all.
	patterns = 2
	// again is what is left of a design's worth with each run of its kind of work that was
	// chosen with it: they may tell the same.
	again = 0.8
	// worn is how much is lost of it with each that was chosen for the same setting.
	worn = 0.1
)

// levels are the chances of being left out that are tried for memories which nothing is asked
// of: many beside one that is asked of may be a help, as where all fails without them, or
// hide what it does.
var levels = [...]float64{0.1, 0.3, 0.5, 0.7, 0.9}

// Design chooses the next n runs, of those that the settings allow: the ones that are expected
// to tell most about which memories harm, by what all trials say together. Those of which it is
// not known are left out as often as not. A setting may be chosen more than once; where
// none finds anything, there is no run to choose. It panics if a setting's trial is not there.
//
// Call it again after some runs, a batch of 50 say: all of a batch are chosen by what was known
// before the first. The same trials and settings give the same runs.
func Design(trials []Trial, settings []Setting, n int, bar Bar) []Designed {
	if len(settings) == 0 {
		return nil
	}
	p := posteriorOf(trials, settings, bar.Dearer)
	random := rand.New(rand.NewPCG(seed, uint64(len(trials))))
	var offers []*offer
	for i, s := range settings {
		if len(s.Found) == 0 {
			continue
		}
		kind := p.kindOf(s)
		for _, level := range levels {
			chances := p.chances(s.Found, level)
			offers = append(offers, &offer{Designed{i, chances}, kind, p.tells(s.Trial, chances, random)})
		}
	}
	return best(offers, n)
}

// offer is a run that may be chosen.
type offer struct {
	Designed
	kind  int     // of work
	worth float64 // beside what was chosen before
}

// best takes n offers one after the other, each the best beside those that were taken.
func best(offers []*offer, n int) []Designed {
	if len(offers) == 0 {
		return nil
	}
	var chosen []Designed
	for range n {
		taken := slices.MaxFunc(offers, func(a, b *offer) int { return cmp.Compare(a.worth, b.worth) })
		chosen = append(chosen, taken.Designed)
		for _, o := range offers {
			if o.kind == taken.kind {
				o.worth *= again
			}
			if o.Setting == taken.Setting {
				o.worth *= 1 - worn
			}
		}
	}
	return chosen
}

// kindOf is the kind of work of a setting, by what is found for it.
func (p *posterior) kindOf(s Setting) int {
	kinds := make([]int, len(s.Found))
	for i, id := range s.Found {
		kinds[i] = p.kind[p.place[id]]
	}
	return commonest(kinds)
}

// chances are those of leaving out each of what was found: even where it is asked of, and
// else as given.
func (p *posterior) chances(found []string, level float64) []Chance {
	out := make([]Chance, len(found))
	for i, id := range found {
		out[i] = Chance{id, level}
		if harm := p.harm[p.place[id]]; min(harm, 1-harm) > 1-known {
			out[i].P = 0.5
		}
	}
	return out
}

// tells is the information of a run with these chances, averaged over draws of them.
func (p *posterior) tells(trial int, chances []Chance, random *rand.Rand) float64 {
	sum := 0.0
	for range patterns {
		out := DrawApart(chances, random.Float64)
		var shown []int
		for _, c := range chances {
			if !slices.Contains(out, c.ID) {
				shown = append(shown, p.place[c.ID])
			}
		}
		sum += p.information(trial, shown)
	}
	return sum / patterns
}

// DrawApart draws what such a run leaves out; draw gives a number in [0,1) for each memory, in
// order.
func DrawApart(chances []Chance, draw func() float64) []string {
	var out []string
	for _, c := range chances {
		if draw() < c.P {
			out = append(out, c.ID)
		}
	}
	return out
}
