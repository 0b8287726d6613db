package reading

import (
	"math"

	"legomem/tools/value"
)

// whole tells whether some words are one value, or a value with more of the request behind
// or before it: "Keys", and not "Keys and cc Tom". It knows nothing of the sentence around
// them, nor of the skill: a logistic regression over the words, hashed.
type whole struct{ weights *weights }

// wholeBits is how many cells it has, as a power of two.
const wholeBits = 16

// The classes of its features, as seeds of their hashes.
const (
	wholeWord uint32 = iota + 400
	wholeFirst
	wholeLast
	wholePair
	wholeLength
	wholeShape
	wholeKind
	wholeBias
)

// of is how likely words first to last are one value of the kind.
func (w whole) of(s *Sentence, first, last int, k value.Kind) float64 {
	sum := 0.0
	w.features(s, first, last, k, func(key uint32) { sum += w.weights.at(key) })
	return 1 / (1 + math.Exp(-sum))
}

// features calls add for each feature of the words.
func (w whole) features(s *Sentence, first, last int, k value.Kind, add func(key uint32)) {
	kind := hash(kindOfValue, string(k))
	add(mix(wholeBias, kind))
	add(mix(mix(wholeLength, kind), uint32(min(last-first, longest))))
	add(hash(wholeFirst, s.Words[first].Stem))
	add(hash(wholeLast, s.Words[last].Stem))
	for i := first; i <= last; i++ {
		add(hash(wholeWord, s.Words[i].Stem))
		add(mix(hash(wholeWord, s.Words[i].Stem), kind))
		for _, span := range s.Spans[i] {
			if span.Last <= last && span.Kind != value.Person {
				add(mix(hash(wholeKind, string(span.Kind)), kind))
			}
		}
		if i == first {
			continue
		}
		add(hash(wholePair, s.Words[i-1].Stem, s.Words[i].Stem))
		add(mix(wholeShape, flags(s.Words[i].Break, capital(s, i-1), capital(s, i))))
	}
}

func capital(s *Sentence, i int) bool { return s.Words[i].Text != s.Words[i].Lower }
