package reading

import "math/rand/v2"

// request is a training sentence with the skills that it may ask for, by their index; none
// of them where it asks for nothing that is there.
type request struct {
	sentence *Sentence
	skills   []int
	// own says that the sentence is a wording of its skill.
	own bool
}

// The settings that a scorer is trained with.
const (
	scorerEpochs = 14
	scorerBurn   = 4 // epochs before the weights count
	scorerRate   = 0.1
	scorerDecay  = 1e-4
	weightBits   = 20
)

// trainScorer learns the weights of a scorer from requests: a logistic regression over
// all skills and none, by stochastic gradients; the weights are the mean of the epochs'.
func trainScorer(all []request, set *skillSet, rarity rarities, seed uint64) *scorer {
	l := newLearner(weightBits, scorerRate, scorerDecay)
	sc := &scorer{weights: l.w, rarity: rarity}
	mean := newWeights(weightBits)
	order := rand.New(rand.NewPCG(seed, seed))
	for epoch := range scorerEpochs {
		for _, i := range order.Perm(len(all)) {
			sc.step(l, all[i], set)
		}
		if epoch >= scorerBurn {
			mean.addShare(sc.weights, scorerEpochs-scorerBurn)
		}
	}
	sc.weights = mean
	return sc
}

// step moves the weights for one request: towards what it asks for, and away from all
// else as far as that looks likely.
func (sc *scorer) step(l *learner, r request, set *skillSet) {
	p := pass{scorer: sc, s: r.sentence, set: set, own: -1}
	if r.own {
		p.own = r.skills[0]
	}
	grads := p.probabilities()
	for i, w := range wanted(grads, r.skills) {
		grads[i] = (grads[i] - w) * r.sentence.scale()
	}
	none := len(set.ids)
	ofOperation := make([]float64, len(set.operations))
	for i, uses := range set.uses {
		for _, op := range uses {
			ofOperation[op] += grads[i]
		}
	}
	p.each(func(key uint32) { l.move(key, -grads[none]) }, // what all skills have in common is what none has not
		func(i int, key uint32) { l.move(key, ofOperation[i]) },
		func(i int, key uint32) { l.move(key, grads[i]) },
		func(key uint32) { l.move(key, grads[none]) })
}

// wanted is the distribution that a request asks for: over its skills as the scorer has
// them now, since which of them is meant is not known.
func wanted(p []float64, skills []int) []float64 {
	const least = 1e-9
	want := make([]float64, len(p))
	if len(skills) == 0 {
		want[len(p)-1] = 1
		return want
	}
	sum := 0.0
	for _, i := range skills {
		sum += p[i] + least
	}
	for _, i := range skills {
		want[i] = (p[i] + least) / sum
	}
	return want
}
