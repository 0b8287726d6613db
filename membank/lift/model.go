package lift

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat/distmv"
)

const (
	warmup, draws = 150, 400 // of the sampler
	seed          = 1
)

// model is the state of a sampler (Gibbs) of what memories do to two outcomes of runs:
// whether they succeed, and the logarithm of their steps. Steps are explained with success
// known, so that what the two outcomes say together is the product of what each says, and
// that failed runs are longer or shorter is not counted twice. The outcomes are tied by how
// common the sizes of effects are, which the trials decide: memories that lower success, that
// leave it and that raise it have each their own proportions of effects on steps.
type model struct {
	random   *rand.Rand
	subjects []*subject
	work     work
	success  *outcome
	steps    *outcome                // nil where no run has any
	sizes    [len(multiples)]float64 // of effects on steps
	shares   [len(multiples)]float64 // the same, as shares of them
	effects  []effects               // by subject
	portions probabilities           // how common each effect is
}

// effects are the places of a subject's effects in successes and in multiples.
type effects struct{ success, steps int }

func newModel(trials []Trial, subjects []*subject, least float64) *model {
	m := &model{random: rand.New(rand.NewPCG(seed, uint64(len(trials)))), subjects: subjects, effects: make([]effects, len(subjects))}
	m.work = workOf(trials, subjects)
	m.success, m.steps = successOf(trials, len(subjects), m.work, m.random), stepsOf(trials, len(subjects), m.work, m.random)
	for i, times := range multiples {
		m.sizes[i] = times * least
		m.shares[i] = math.Expm1(times * least)
	}
	for i := range m.effects {
		m.effects[i] = effects{same, sameSteps}
	}
	m.redrawPortions()
	return m
}

// sweep redraws everything once, each given all others, and tells how probable the effects of
// each subject were.
func (m *model) sweep(tell func(subject int, probable *probabilities)) {
	var probable probabilities
	for i := range m.subjects {
		m.redraw(i, &probable)
		tell(i, &probable)
	}
	m.success.redraw()
	m.steps.redraw()
	m.redrawPortions()
}

// redraw draws a subject's effects, whatever its "found" are, and then those.
func (m *model) redraw(i int, p *probabilities) {
	s, was := m.subjects[i], m.effects[i]
	ended := m.success.seen(i, s, successes[was.success])
	took := m.steps.seen(i, s, m.sizes[was.steps])
	*p = m.portions
	var likely [directions]float64
	for d := range p.steps {
		likely[d] = 1
	}
	if m.steps != nil {
		var by [len(multiples)]float64
		took.likelihoods(by[:], m.sizes[:])
		for d := range p.steps {
			floats.Mul(p.steps[d][:], by[:])
			likely[d] = normalise(p.steps[d][:])
		}
	}
	var by [len(successes)]float64
	ended.likelihoods(by[:], successes[:])
	for k, l := range by {
		p.success[k] *= l * likely[directionOf(k)]
	}
	normalise(p.success[:])
	now := effects{success: pick(m.random.Float64(), p.success[:])}
	now.steps = pick(m.random.Float64(), p.steps[directionOf(now.success)][:])
	m.success.settle(i, s, ended, successes[was.success], successes[now.success])
	m.steps.settle(i, s, took, m.sizes[was.steps], m.sizes[now.steps])
	m.effects[i] = now
}

// The directions of effects on success.
const (
	lowers = iota
	leaves
	raises
	directions
)

func directionOf(success int) int {
	switch {
	case success < same:
		return lowers
	case success > same:
		return raises
	}
	return leaves
}

// prior is what is believed before any run of how common effects are: as much as so many
// memories that have none, and so many of each other size, downwards and upwards.
type prior struct{ none, down, up float64 }

// priorSuccess has it that raising success is twice as common as lowering it: memories come
// from runs that succeeded.
func priorSuccess() prior { return prior{20, 0.5, 1} }

// priorSteps is that of effects on steps. Of memories that change success little is believed
// of what they do to steps.
func priorSteps(direction int) prior {
	if direction == leaves {
		return prior{20, 0.5, 0.5}
	}
	return prior{2, 0.25, 0.25}
}

// redrawPortions draws how common each size of effect is. Where no run has steps, no memory
// changes them.
func (m *model) redrawPortions() {
	var counts probabilities
	for _, e := range m.effects {
		counts.success[e.success]++
		counts.steps[directionOf(e.success)][e.steps]++
	}
	m.dirichlet(m.portions.success[:], counts.success[:], priorSuccess())
	for d := range counts.steps {
		if m.steps == nil {
			m.portions.steps[d][sameSteps] = 1
			continue
		}
		m.dirichlet(m.portions.steps[d][:], counts.steps[d][:], priorSteps(d))
	}
}

// dirichlet draws portions, given how often each effect was there, and what is believed
// before. No effect is in the middle.
func (m *model) dirichlet(portions, counts []float64, before prior) {
	none := len(counts) / 2
	floats.AddConst(before.down, counts[:none])
	counts[none] += before.none
	floats.AddConst(before.up, counts[none+1:])
	distmv.NewDirichlet(counts, m.random).Rand(portions)
	for i, p := range portions {
		portions[i] = max(p, 1e-12)
	}
}

// normalise divides by the sum, and returns that.
func normalise(values []float64) float64 {
	all := floats.Sum(values)
	floats.Scale(1/all, values)
	return all
}

// pick returns the place into which u, between 0 and 1, falls, and the last where rounding
// has left it behind all.
func pick(u float64, probable []float64) int {
	for i, p := range probable {
		if u -= p; u < 0 {
			return i
		}
	}
	return len(probable) - 1
}
