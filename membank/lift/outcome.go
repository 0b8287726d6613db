package lift

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat/distuv"
)

// freedom is that of the Student distribution of what tasks are: little, for heavy tails.
const freedom = 2.0

// outcome is the state of a sampler of one outcome of runs,
//
//	outcome = level + kind + sum of found[m] + sum of effect[m], over the memories shown, + noise
//
// The first sum is over all memories that were found for the run: what a task is beside its
// kind of work, as far as that is seen by what is found for it. Its parts come from a Student
// distribution whose spread the trials decide. A memory that is only found for hard tasks has a
// low "found", and those of its runs that left it out fared no better. The tails are heavy, so
// that a "found" far from all others is no less credible than an effect is, and the runs that
// left it out decide between them.
type outcome struct {
	random     *rand.Rand
	values     []float64 // by trial
	level      float64
	levelSure  float64   // how sure it is beforehand that the level is 0: one over a variance
	found      []float64 // by subject
	tail       []float64 // by subject: by how much its "found" spreads more than most
	work       work
	kind       []float64 // by kind of work: what it adds
	kindSpread float64   // of kind, a variance
	rest       []float64 // by trial: what is not explained
	weight     []float64 // by trial: how much it says; 0 where the outcome is not known
	noise      float64   // a variance
	spread     float64   // of found, a variance, where the tail is 1
	// noiseBefore is the noise that is believed before any run, spreadBefore either spread.
	noiseBefore, spreadBefore float64
	// beside is another outcome of the trials that explains a part of this one, nil for
	// none; tails says whether single trials may be far off.
	beside []float64
	slope  float64 // of what it explains
	tails  bool
	// succeeded is by trial which side of 0 the value is on, where nothing else is known of
	// it; nil where the values are known.
	succeeded []bool
}

func newOutcome(values, weight []float64, subjects int, w work, noise, spread float64, random *rand.Rand) *outcome {
	o := &outcome{
		random: random, work: w, kind: make([]float64, w.kinds), kindSpread: spread,
		found: make([]float64, subjects), tail: make([]float64, subjects),
		values: values, rest: slices.Clone(values), weight: weight, noise: noise, spread: spread,
		noiseBefore: noise, spreadBefore: spread,
	}
	for i := range o.tail {
		o.tail[i] = 1
	}
	// The memories, which mostly do nothing, would leave the mean.
	o.level = floats.Dot(values, weight) / floats.Sum(weight)
	floats.AddConst(-o.level, o.rest)
	return o
}

// evidence is what the trials of a subject say of its effect, whatever its "found" is: of all
// of them and of those that were shown it, how much they weigh, and what is not explained of
// them if the subject explains nothing.
type evidence struct {
	all, shown tally
	noise      float64
	precision  float64 // of its "found"
}

// tally is a sum of weights, and of what is not explained, weighted.
type tally struct{ weight, rest float64 }

func (o *outcome) tallied(trials []int32) (t tally) {
	for _, i := range trials {
		t.weight += o.weight[i]
		t.rest += o.weight[i] * o.rest[i]
	}
	return t
}

// seen is the evidence on a subject whose effect is taken to be so now.
func (o *outcome) seen(i int, s *subject, effect float64) evidence {
	if o == nil {
		return evidence{}
	}
	shown, out := o.tallied(s.shownTo), o.tallied(s.leftOutOf)
	shown.rest += shown.weight * (o.found[i] + effect)
	out.rest += out.weight * o.found[i]
	all := tally{shown.weight + out.weight, shown.rest + out.rest}
	return evidence{all, shown, o.noise, all.weight/o.noise + 1/(o.spread*o.tail[i])}
}

// favours is the logarithm of how likely an effect makes the evidence, but for a constant.
func (e evidence) favours(effect float64) float64 {
	if e.shown.weight == 0 {
		return 0
	}
	without := (e.all.rest - e.shown.weight*effect) / e.noise
	return effect*(2*e.shown.rest-e.shown.weight*effect)/(2*e.noise) + without*without/(2*e.precision)
}

// hopeless is how far below the likeliest the logarithm of a likelihood is that is as good as
// none.
const hopeless = 30.0

// likelihoods are how likely each effect makes the evidence, of which the likeliest counts 1.
func (e evidence) likelihoods(all, effects []float64) {
	for i, effect := range effects {
		all[i] = e.favours(effect)
	}
	most := floats.Max(all)
	for i, l := range all {
		all[i] = 0
		if l > most-hopeless {
			all[i] = math.Exp(l - most)
		}
	}
}

// settle draws a subject's "found" beside its new effect.
func (o *outcome) settle(i int, s *subject, e evidence, was, now float64) {
	if o == nil {
		return
	}
	found := (e.all.rest-e.shown.weight*now)/e.noise/e.precision + o.random.NormFloat64()/math.Sqrt(e.precision)
	o.move(s.shownTo, o.found[i]-found+was-now)
	o.move(s.leftOutOf, o.found[i]-found)
	o.found[i] = found
	o.tail[i] = (freedom + found*found/o.spread) / 2 / o.gamma((freedom+1)/2)
}

// explained is by trial what its value is but for noise.
func (o *outcome) explained() []float64 {
	return floats.SubTo(make([]float64, len(o.rest)), o.values, o.rest)
}

// move adds to what is not explained of trials.
func (o *outcome) move(trials []int32, by float64) {
	for _, i := range trials {
		o.rest[i] += by
	}
}

// redraw draws all that is not a single subject's.
func (o *outcome) redraw() {
	if o == nil {
		return
	}
	if o.succeeded != nil {
		o.redrawValues()
	}
	o.redrawLevel()
	o.redrawKinds()
	if o.beside != nil {
		o.redrawSlope()
	}
	if o.tails {
		o.redrawWeights()
	}
	if o.succeeded == nil {
		o.redrawNoise()
	}
	o.redrawSpread()
}

func (o *outcome) redrawLevel() {
	n := floats.Sum(o.weight)
	precision := n/o.noise + o.levelSure
	level := (floats.Dot(o.rest, o.weight)+n*o.level)/o.noise/precision + o.random.NormFloat64()/math.Sqrt(precision)
	floats.AddConst(o.level-level, o.rest)
	o.level = level
}

// redrawKinds draws what each kind of work is.
func (o *outcome) redrawKinds() {
	tallies := make([]tally, o.work.kinds)
	for i, k := range o.work.of {
		tallies[k].weight += o.weight[i]
		tallies[k].rest += o.weight[i] * (o.rest[i] + o.kind[k])
	}
	by, squares := make([]float64, o.work.kinds), 0.0
	for k, t := range tallies {
		precision := t.weight/o.noise + 1/o.kindSpread
		now := t.rest/o.noise/precision + o.random.NormFloat64()/math.Sqrt(precision)
		by[k], o.kind[k] = o.kind[k]-now, now
		squares += now * now
	}
	for i, k := range o.work.of {
		o.rest[i] += by[k]
	}
	o.kindSpread = o.variance(o.spreadBefore, squares, float64(o.work.kinds))
}

func (o *outcome) redrawSpread() {
	squares := 0.0
	for i, f := range o.found {
		squares += f * f / o.tail[i]
	}
	o.spread = o.variance(o.spreadBefore, squares, float64(len(o.found)))
}

// variance draws one, given the squares of n numbers that have it, from an inverse gamma
// distribution with a weak prior: as if ten numbers more had what is believed before.
func (o *outcome) variance(before, squares, n float64) float64 {
	return (5*before + squares/2) / o.gamma(5+n/2)
}

func (o *outcome) gamma(shape float64) float64 {
	return distuv.Gamma{Alpha: shape, Beta: 1, Src: o.random}.Rand()
}
