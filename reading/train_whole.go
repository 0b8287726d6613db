package reading

import (
	"math/rand/v2"
	"slices"
	"strings"
	"unicode"

	"legomem/tools/value"
)

// The settings that whole is trained with.
const (
	wholeEpochs = 12
	wholeRate   = 0.1
	wholeDecay  = 1e-4
	swallowed   = 3 // values with more in them, for each that is whole
	mostBehind  = 6 // words of a request that a value has swallowed
	beforeShare = 4 // one in so many has them before it
)

// opened is a value of a wording, or one that has swallowed some of a request.
type opened struct {
	text string
	kind value.Kind
	seam int // the byte at which the first of the two ends, 0 where nothing is swallowed
	more side
}

// side is where a value has swallowed something.
type side int

const (
	nowhere side = iota
	before
	behind
)

// trainWhole learns from the open values of all wordings, and from the same with some
// words of another request behind or before them.
func trainWhole(d Data, rarity rarities, seed uint64) whole {
	random := rand.New(rand.NewPCG(seed, seed+4))
	all := d.opened(random)
	l := newLearner(wholeBits, wholeRate, wholeDecay)
	w := whole{weights: l.w, rarity: rarity}
	mean := newWeights(wholeBits)
	for epoch := range wholeEpochs {
		for _, i := range random.Perm(len(all)) {
			w.learn(l, all[i], d.Reference)
		}
		if epoch >= wholeEpochs/2 {
			mean.addShare(w.weights, wholeEpochs-wholeEpochs/2)
		}
	}
	return whole{weights: mean, rarity: rarity}
}

func (w whole) learn(l *learner, o opened, ref value.Reference) {
	s, err := NewSentence(o.text, ref, nil)
	if err != nil || len(s.Words) == 0 {
		return
	}
	last := len(s.Words) - 1
	for i := 0; i <= last+1; i++ {
		off := w.seam(s, 0, i, last, o.kind)
		if o.hasSeam(s, i) {
			off--
		}
		w.features(s, 0, i, last, o.kind, func(key uint32) { l.move(key, off) })
	}
}

// hasSeam says that the value and what it has swallowed meet before word i, or that the
// words begin or end there with what it has swallowed.
func (o opened) hasSeam(s *Sentence, i int) bool {
	switch {
	case i == 0:
		return o.more == before
	case i == len(s.Words):
		return o.more == behind
	}
	return o.more != nowhere && s.Words[i-1].End <= o.seam && o.seam <= s.Words[i].Start
}

// opened are the values of all wordings, each once, and what else might stand in their
// places: with the beginning of what asks for something behind them, or its end before them.
func (d Data) opened(random *rand.Rand) []opened {
	skills := slices.Concat(d.Skills, d.Practised)
	ends := gapsOf(skills)
	beginnings := slices.Clone(ends)
	for _, r := range d.Requests {
		beginnings = append(beginnings, strings.Fields(r.Text))
	}
	pool := openValues(skills)
	var out []opened
	for _, kind := range []value.Kind{value.Phrase, value.Message} {
		values := slices.Compact(slices.Sorted(slices.Values(pool[kind])))
		for _, text := range values {
			out = append(out, opened{text: text, kind: kind})
			for range swallowed {
				n := 1 + random.IntN(mostBehind)
				if random.IntN(beforeShare) == 0 {
					words := ends[random.IntN(len(ends))]
					more := strings.Join(words[max(0, len(words)-n):], " ")
					out = append(out, opened{more + " " + text, kind, len(more), before})
				} else {
					words := beginnings[random.IntN(len(beginnings))]
					more := strings.Join(words[:min(n, len(words))], " ")
					out = append(out, opened{text + " " + more, kind, len(text), behind})
				}
			}
		}
	}
	return out
}

// gapsOf are the words that stand between the open values of wordings, with the values that
// are told by their form: "and email the total to Omar".
func gapsOf(skills []*Skill) [][]string {
	var out [][]string
	add := func(text string) {
		if words := slices.DeleteFunc(strings.Fields(text), isSign); len(words) > 0 {
			out = append(out, words)
		}
	}
	for _, k := range skills {
		for _, w := range k.Wordings {
			end := 0
			for _, m := range w.Marks {
				if slot, ok := k.slot(m.Slot); ok && open(slot) {
					add(w.Text[end:m.Start])
					end = m.End
				}
			}
			add(w.Text[end:])
		}
	}
	return out
}

// isSign says that a text has nothing that is read out: it asks for nothing.
func isSign(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
}
