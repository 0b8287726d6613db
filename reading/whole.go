package reading

import (
	"math"

	"legomem/tools/value"
)

// whole tells whether some words are one value, or a value with more of the request behind
// or before it: "Keys", and not "Keys and cc Tom". Between each two words, and at both ends,
// it looks for a seam of the two. It knows nothing of the sentence around them, nor of the
// skill: a logistic regression over the words beside a seam, hashed.
type whole struct {
	weights *weights
	rarity  rarities // tells the words of requests, which many have, from those of names
}

// wholeBits is how many cells it has, as a power of two.
const wholeBits = 16

// The classes of its features, as seeds of their hashes.
const (
	seamBias uint32 = iota + 400
	seamBefore
	seamBehind
	seamPair
	seamAhead
	seamBack
	seamSpan
	seamShape
	seamRare
	seamPlace
)

// of is how likely words first to last are one value of the kind: as likely as there is no
// seam where one is likeliest.
func (w whole) of(s *Sentence, first, last int, k value.Kind) float64 {
	least := 1.0
	for i := first; i <= last+1; i++ {
		least = min(least, 1-w.seam(s, first, i, last, k))
	}
	return least
}

// seam is how likely the value ends or begins before word i, with something else on the
// other side; at an end of the words, how likely they begin or end with something else.
func (w whole) seam(s *Sentence, first, i, last int, k value.Kind) float64 {
	sum := 0.0
	w.features(s, first, i, last, k, func(key uint32) { sum += w.weights.at(key) })
	return 1 / (1 + math.Exp(-sum))
}

// features calls add for each feature of the seam before word i.
func (w whole) features(s *Sentence, first, i, last int, k value.Kind, add func(key uint32)) {
	kind := hash(kindOfValue, string(k))
	stem := func(i int) string {
		if i < first || i > last {
			return ""
		}
		return s.Words[i].Stem
	}
	rare := func(i int) uint32 {
		if i < first || i > last {
			return rarest + 1
		}
		return w.rarity.ofStem(s.Words[i].Stem)
	}
	add(mix(seamBias, kind))
	add(hash(seamBefore, stem(i-1)))
	add(hash(seamBehind, stem(i)))
	add(mix(hash(seamBehind, stem(i)), kind))
	add(hash(seamPair, stem(i-1), stem(i)))
	add(hash(seamAhead, stem(i), stem(i+1)))
	add(hash(seamBack, stem(i-2), stem(i-1)))
	if i <= last {
		for _, span := range s.Spans[i] {
			if span.Last <= last && span.Kind != value.Person {
				add(mix(hash(seamSpan, string(span.Kind)), kind))
			}
		}
	}
	if first < i && i <= last {
		add(mix(mix(seamShape, kind), flags(s.Words[i].Break, capital(s, i-1), capital(s, i))))
	}
	add(mix(mix(mix(seamRare, rare(i-1)), rare(i)), rare(i+1)))
	add(mix(mix(seamPlace, uint32(min(i-first, longest))), uint32(min(last+1-i, longest))))
}

func capital(s *Sentence, i int) bool { return s.Words[i].Text != s.Words[i].Lower }
