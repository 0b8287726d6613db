package reading

import "math"

// scorer tells how likely a sentence asks for each of some skills, or for none. It is
// linear over hashed features of pairs: which words of the skill's wordings the sentence
// has and what the model learned of them, what it learned of the sentence's words and the
// skill's operations, and how much the two have in common, so that a skill that was
// taught a second ago counts too.
type scorer struct {
	weights *weights
	rarity  rarities
}

// The classes of the scorer's features, as seeds of their hashes.
const (
	skillFeature uint32 = iota + 100
	operationFeature
	knownFeature
	unknownFeature
	noneFeature
	biasFeature
)

// pass calls add for every feature of a sentence and some skills, or none of them, that
// has a share in its score. A feature that several skills share is added for all of them
// at once.
type pass struct {
	*scorer
	s   *Sentence
	set *skillSet
	own int // the skill that the sentence is a wording of, -1 if it is none
}

// each calls all for features of all skills, operation for those of all skills with an
// operation, skill for those of one, and none for those of no skill.
func (p pass) each(all func(key uint32), operation, skill func(i int, key uint32), none func(key uint32)) {
	for i := range p.set.ids {
		skill(i, mix(biasFeature, p.set.ids[i]))
	}
	none(mix(biasFeature, noneFeature))
	for _, g := range p.s.grams {
		rarity := uint32(g.kind)<<8 | p.rarity.of(g)
		all(mix(unknownFeature, rarity))
		none(mix(noneFeature, g.key))
		none(mix(noneFeature, rarity))
		for i, op := range p.set.operations {
			operation(i, mix(op, g.key))
		}
		for _, at := range p.set.postings(g.key) {
			n, of := int(at.count), p.set.wordings[at.skill]
			if int(at.skill) == p.own {
				n--
			}
			if n == 0 {
				continue
			}
			skill(int(at.skill), mix(p.set.ids[at.skill], g.key))
			skill(int(at.skill), mix(knownFeature, rarity<<8|share(n, of)))
		}
	}
}

// share is about which part of a skill's wordings say something, from 0 for most.
func share(n, wordings int) uint32 { return uint32(min(4, wordings*2/(3*n+1))) }

// probabilities are how likely the sentence asks for each skill; the last is for none.
func (p pass) probabilities() []float64 {
	out := make([]float64, len(p.set.ids)+1)
	ofOperation := make([]float64, len(p.set.operations))
	ofAll, none := 0.0, len(p.set.ids)
	p.each(func(key uint32) { ofAll += p.weights.at(key) },
		func(i int, key uint32) { ofOperation[i] += p.weights.at(key) },
		func(i int, key uint32) { out[i] += p.weights.at(key) },
		func(key uint32) { out[none] += p.weights.at(key) })
	for i := range p.set.ids {
		out[i] += ofAll
		for _, op := range p.set.uses[i] {
			out[i] += ofOperation[op]
		}
	}
	for i := range out {
		out[i] *= p.s.scale()
	}
	softmax(out)
	return out
}

// scale makes a long sentence no surer than a short one.
func (s *Sentence) scale() float64 { return 1 / math.Sqrt(float64(len(s.grams)+1)) }

func softmax(x []float64) {
	most := math.Inf(-1)
	for _, v := range x {
		most = max(most, v)
	}
	sum := 0.0
	for i, v := range x {
		x[i] = math.Exp(v - most)
		sum += x[i]
	}
	for i := range x {
		x[i] /= sum
	}
}
