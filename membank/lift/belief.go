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
	// Lowers and Raises are of success alone, by at least 0.5 on the scale of a probit model:
	// 19 points where half of the runs would succeed, fewer where most do or hardly any.
	Lowers float64 `json:"lowers"`
	Raises float64 `json:"raises"`
	// Dearer and Cheaper are of steps alone, by at least as much as is asked for, between
	// runs that ended alike.
	Dearer  float64 `json:"dearer"`
	Cheaper float64 `json:"cheaper"`
	// Expected is the effect on success to be expected, as a difference of shares, on average
	// of the runs that the memory was found for: between nothing and what was seen.
	// ExpectedSteps is that on steps, as a share of them.
	Expected      float64 `json:"expected"`
	ExpectedSteps float64 `json:"expected_steps"`
}

// successes are the effects that a memory may have on success, on the scale of a probit model:
// none, or such as would be worth doing something about.
var successes = [...]float64{-2.5, -2, -1.5, -1, -0.5, 0, 0.5, 1, 1.5, 2, 2.5}

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
	success := make([][len(successes)]float64, len(subjects)) // by subject, how probable each effect is
	explained := make([]float64, len(trials))                 // of success, on average
	for i := range warmup + draws {
		m.sweep(func(subject int, p *probabilities) {
			if i >= warmup {
				beliefs[subject].add(p, &m.shares)
				floats.AddScaled(success[subject][:], 1.0/draws, p.success[:])
			}
		})
		if i >= warmup {
			floats.AddScaled(explained, 1.0/draws, m.success.explained())
		}
	}
	for i, s := range subjects {
		beliefs[i].divide(draws)
		beliefs[i].Expected = s.expected(success[i][:], explained)
	}
	return beliefs
}

// expected is by how much the subject changes the share of its trials that succeed, where each
// effect is that probable and each trial explained so, this effect among it.
func (s *subject) expected(probable, explained []float64) float64 {
	usual, points := floats.Dot(probable, successes[:]), 0.0
	for _, at := range s.seen {
		without := explained[at.trial]
		if at.shown {
			without -= usual
		}
		for i, p := range probable {
			points += p * (normal(without+successes[i]) - normal(without))
		}
	}
	return points / float64(len(s.seen))
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
	for _, v := range []*float64{&b.Harm, &b.Help, &b.Lowers, &b.Raises, &b.Dearer, &b.Cheaper, &b.ExpectedSteps} {
		*v /= n
	}
}
