package lift

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/stat/distuv"
)

// Belief is what all trials together say of one memory's effect on success. Where few runs
// left it out, it leans on what the other memories showed.
type Belief struct {
	// Harm is the probability that a run that is shown the memory succeeds less often, by
	// at least 20 points; Help that it succeeds more often, by as much.
	Harm float64 `json:"harm"`
	Help float64 `json:"help"`
	// Expected is the effect to be expected, as a difference of shares: between nothing
	// and what was seen.
	Expected float64 `json:"expected"`
}

// sizes are the effects that a memory may have: none, or such as would be worth doing
// something about.
var sizes = [...]float64{-0.6, -0.5, -0.4, -0.3, -0.2, 0, 0.2, 0.3, 0.4, 0.5, 0.6}

const (
	none = len(sizes) / 2 // the place of no effect

	// What is believed before any run: as much as this many memories that do nothing, and
	// half a memory of each other size.
	priorNone, priorSize = 20, 0.5

	freedom = 3.0 // of the Student distribution of what tasks are: few, for heavy tails

	warmup, draws = 200, 500 // of the sampler
	seed          = 1
)

// model is the state of a sampler of
//
//	success = mean + sum of found[m] + sum of effect[m], over the memories shown, + noise
//
// The first sum is over all memories that were found for the run: what a task is, as far
// as that is seen by what is found for it. Its parts come from a Student distribution whose
// spread the trials decide; effects come from sizes, in proportions that the trials decide.
// A memory that is only found for hard tasks has a low "found", and those of its runs that
// left it out fared no better. The tails are heavy, so that a "found" far from all others
// is no less credible than an effect is, and the runs that left it out decide between them.
type model struct {
	random   *rand.Rand
	subjects []*subject
	found    []float64 // by subject
	tail     []float64 // by subject: by how much its "found" spreads more than most
	effect   []int     // by subject, its place in sizes
	rest     []float64 // by trial: what is not explained
	mean     float64
	noise    float64 // a variance
	spread   float64 // of found, a variance, where the tail is 1
	portions [len(sizes)]float64
}

// believe samples the beliefs (Gibbs sampling), one for each subject. Each belief is averaged
// over the probabilities that the sampler draws from, which vary less than the draws.
func believe(trials []Trial, subjects []*subject) []Belief {
	beliefs := make([]Belief, len(subjects))
	if len(trials) == 0 {
		return beliefs
	}
	m := newModel(trials, subjects)
	for i := range warmup + draws {
		m.sweep(func(subject int, probable [len(sizes)]float64) {
			if i >= warmup {
				beliefs[subject].add(probable)
			}
		})
	}
	for i := range beliefs {
		beliefs[i].Harm /= draws
		beliefs[i].Help /= draws
		beliefs[i].Expected /= draws
	}
	return beliefs
}

func (b *Belief) add(probable [len(sizes)]float64) {
	for i, p := range probable {
		switch {
		case i < none:
			b.Harm += p
		case i > none:
			b.Help += p
		}
		b.Expected += p * sizes[i]
	}
}

func newModel(trials []Trial, subjects []*subject) *model {
	m := &model{
		random: rand.New(rand.NewPCG(seed, uint64(len(trials)))), subjects: subjects,
		found: make([]float64, len(subjects)), tail: make([]float64, len(subjects)), effect: make([]int, len(subjects)), rest: make([]float64, len(trials)),
		noise: 0.2, spread: 0.01,
	}
	for i := range m.effect {
		m.effect[i], m.tail[i] = none, 1
	}
	m.redrawPortions()
	for i, t := range trials {
		if t.Success {
			m.rest[i] = 1
			m.mean += 1 / float64(len(trials))
		}
	}
	for i := range m.rest {
		m.rest[i] -= m.mean // where the memories, which mostly do nothing, would leave it
	}
	return m
}

// sweep redraws everything once, each given all others, and tells how probable the sizes of
// each subject's effect were.
func (m *model) sweep(tell func(subject int, probable [len(sizes)]float64)) {
	for i := range m.subjects {
		tell(i, m.redraw(i))
	}
	m.redrawMean()
	m.redrawVariances()
	m.redrawPortions()
}

// redraw draws a subject's effect, whatever its "found", and then that.
func (m *model) redraw(i int) (probable [len(sizes)]float64) {
	s := m.subjects[i]
	all, shown := m.left(i)
	precision := float64(len(s.seen))/m.noise + 1/(m.spread*m.tail[i])
	for k, size := range sizes {
		without := (all - float64(s.shown)*size) / m.noise
		probable[k] = math.Log(m.portions[k]) + size*(2*shown-float64(s.shown)*size)/(2*m.noise) + without*without/(2*precision)
	}
	normalise(&probable)
	effect := pick(m.random.Float64(), probable[:])
	found := (all-float64(s.shown)*sizes[effect])/m.noise/precision + m.random.NormFloat64()/math.Sqrt(precision)
	m.move(s, m.found[i]-found, sizes[m.effect[i]]-sizes[effect])
	m.found[i], m.effect[i] = found, effect
	m.tail[i] = (freedom + found*found/m.spread) / 2 / m.gamma((freedom+1)/2)
	return probable
}

// left sums what is not explained if subject i explains nothing: over all its trials, and
// over those that were shown it.
func (m *model) left(i int) (all, shown float64) {
	s := m.subjects[i]
	for _, at := range s.seen {
		all += m.rest[at.trial]
		if at.shown {
			shown += m.rest[at.trial]
		}
	}
	n := float64(s.shown)
	both := m.found[i] + sizes[m.effect[i]]
	return all + float64(len(s.seen))*m.found[i] + n*sizes[m.effect[i]], shown + n*both
}

// move adds to what is not explained of a subject's trials.
func (m *model) move(s *subject, found, effect float64) {
	for _, at := range s.seen {
		m.rest[at.trial] += found
		if at.shown {
			m.rest[at.trial] += effect
		}
	}
}

func (m *model) redrawMean() {
	n := float64(len(m.rest))
	sum := 0.0
	for _, r := range m.rest {
		sum += r
	}
	by := sum/n + m.random.NormFloat64()*math.Sqrt(m.noise/n)
	m.mean += by
	for i := range m.rest {
		m.rest[i] -= by
	}
}

// redrawVariances draws them from inverse gamma distributions, with weak priors: a noise
// near 0.2, that of shares near a half or a third, and a spread near a tenth, squared.
func (m *model) redrawVariances() {
	m.noise = (1 + squares(m.rest)/2) / m.gamma(5+float64(len(m.rest))/2)
	found := 0.0
	for i, f := range m.found {
		found += f * f / m.tail[i]
	}
	m.spread = (0.05 + found/2) / m.gamma(5+float64(len(m.found))/2)
}

// redrawPortions draws how common each size of effect is (from a Dirichlet distribution).
func (m *model) redrawPortions() {
	var weights [len(sizes)]float64
	for k := range weights {
		weights[k] = priorSize
	}
	weights[none] = priorNone
	for _, k := range m.effect {
		weights[k]++
	}
	sum := 0.0
	for k, w := range weights {
		m.portions[k] = max(m.gamma(w), 1e-12)
		sum += m.portions[k]
	}
	for k := range m.portions {
		m.portions[k] /= sum
	}
}

func (m *model) gamma(shape float64) float64 {
	return distuv.Gamma{Alpha: shape, Beta: 1, Src: m.random}.Rand()
}

// normalise turns logarithms into probabilities.
func normalise(logs *[len(sizes)]float64) {
	most := logs[0]
	for _, l := range logs {
		most = max(most, l)
	}
	sum := 0.0
	for i, l := range logs {
		logs[i] = math.Exp(l - most)
		sum += logs[i]
	}
	for i := range logs {
		logs[i] /= sum
	}
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

func squares(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v * v
	}
	return sum
}
