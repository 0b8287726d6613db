package lift

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// Belief is what all trials together say of one memory. Where few runs left it out, it leans
// on what the other memories showed. All but the two that are expected are probabilities.
type Belief struct {
	// Harm is that runs which are shown the memory succeed less often, or as often and take
	// more steps; Help that they succeed more often, or as often and take fewer.
	Harm float64 `json:"harm"`
	Help float64 `json:"help"`
	// Lowers and Raises are of success alone, by at least 20 points.
	Lowers float64 `json:"lowers"`
	Raises float64 `json:"raises"`
	// Dearer and Cheaper are of steps alone, by at least as much as is asked for, between
	// runs that ended alike.
	Dearer  float64 `json:"dearer"`
	Cheaper float64 `json:"cheaper"`
	// Expected is the effect on success to be expected, as a difference of shares: between
	// nothing and what was seen. ExpectedSteps is that on steps, as a share of them.
	Expected      float64 `json:"expected"`
	ExpectedSteps float64 `json:"expected_steps"`
}

// successes are the effects that a memory may have on success: none, or such as would be
// worth doing something about.
var successes = [...]float64{-0.6, -0.5, -0.4, -0.3, -0.2, 0, 0.2, 0.3, 0.4, 0.5, 0.6}

// multiples are the effects that it may have on the logarithm of steps, as multiples of the
// least that is worth doing something about.
var multiples = [...]float64{-5, -3, -2, -1, 0, 1, 2, 3, 5}

const (
	same      = len(successes) / 2 // the place of no effect on success
	sameSteps = len(multiples) / 2 // and on steps
)

// believe samples the beliefs, one for each subject. Each is averaged over the probabilities
// that the sampler draws from, which vary less than the draws.
func believe(trials []Trial, subjects []*subject, dearer float64) []Belief {
	beliefs := make([]Belief, len(subjects))
	if len(trials) == 0 {
		return beliefs
	}
	m := newModel(trials, subjects, math.Log1p(dearer))
	for i := range warmup + draws {
		m.sweep(func(subject int, p *probabilities) {
			if i >= warmup {
				beliefs[subject].add(p, &m.shares)
			}
		})
	}
	for i := range beliefs {
		beliefs[i].divide(draws)
	}
	return beliefs
}

// probabilities are those of each effect on success, and of each on steps by the
// direction of that on success.
type probabilities struct {
	success [len(successes)]float64
	steps   [directions][len(multiples)]float64
}

// add adds probabilities; shares are what each effect on steps is as a share of them.
func (b *Belief) add(p *probabilities, shares *[len(multiples)]float64) {
	var of [directions]float64
	for i, q := range p.success {
		of[directionOf(i)] += q
		b.Expected += q * successes[i]
	}
	for d, q := range of {
		steps := p.steps[d][:]
		fewer, more := q*floats.Sum(steps[:sameSteps]), q*floats.Sum(steps[sameSteps+1:])
		b.Cheaper += fewer
		b.Dearer += more
		b.ExpectedSteps += q * floats.Dot(steps, shares[:])
		if d == leaves {
			b.Help += fewer
			b.Harm += more
		}
	}
	b.Lowers += of[lowers]
	b.Harm += of[lowers]
	b.Raises += of[raises]
	b.Help += of[raises]
}

func (b *Belief) divide(n float64) {
	for _, v := range []*float64{&b.Harm, &b.Help, &b.Lowers, &b.Raises, &b.Dearer, &b.Cheaper, &b.Expected, &b.ExpectedSteps} {
		*v /= n
	}
}
