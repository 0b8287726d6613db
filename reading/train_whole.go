package reading

import (
	"math/rand/v2"
	"slices"
	"strings"

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
	text  string
	kind  value.Kind
	whole bool
}

// trainWhole learns from the open values of all wordings, and from the same with some
// words of another request behind or before them.
func trainWhole(d Data, seed uint64) whole {
	random := rand.New(rand.NewPCG(seed, seed+4))
	all := d.opened(random)
	w := whole{newWeights(wholeBits)}
	l := newLearner(w.weights, wholeRate, wholeDecay)
	mean := newWeights(wholeBits)
	for epoch := range wholeEpochs {
		for _, i := range random.Perm(len(all)) {
			w.learn(l, all[i], d.Reference)
		}
		if epoch >= wholeEpochs/2 {
			mean.addShare(w.weights, wholeEpochs-wholeEpochs/2)
		}
	}
	return whole{mean}
}

func (w whole) learn(l *learner, o opened, ref value.Reference) {
	s, err := NewSentence(o.text, ref, nil)
	if err != nil || len(s.Words) == 0 {
		return
	}
	last := len(s.Words) - 1
	off := w.of(s, 0, last, o.kind)
	if o.whole {
		off--
	}
	w.features(s, 0, last, o.kind, func(key uint32) { l.move(key, off) })
}

// opened are the values of all wordings, each once, and what else might stand in their
// places.
func (d Data) opened(random *rand.Rand) []opened {
	skills := slices.Concat(d.Skills, d.Practised)
	requests := requestsOf(skills)
	for _, r := range d.Requests {
		requests = append(requests, r.Text)
	}
	pool := openValues(skills)
	var out []opened
	for _, kind := range []value.Kind{value.Phrase, value.Message} {
		values := slices.Compact(slices.Sorted(slices.Values(pool[kind])))
		for _, text := range values {
			out = append(out, opened{text, kind, true})
			for range swallowed {
				more := piece(requests[random.IntN(len(requests))], random)
				if random.IntN(beforeShare) == 0 {
					out = append(out, opened{more + " " + text, kind, false})
				} else {
					out = append(out, opened{text + " " + more, kind, false})
				}
			}
		}
	}
	return out
}

// requestsOf are what stands between the values of wordings, with the values that are
// told by their form: "and email the total to Omar".
func requestsOf(skills []*Skill) []string {
	var out []string
	for _, k := range skills {
		for _, w := range k.Wordings {
			end := 0
			for _, m := range w.Marks {
				if slot, ok := k.slot(m.Slot); ok && open(slot) {
					out = append(out, w.Text[end:m.Start])
					end = m.End
				}
			}
			out = append(out, w.Text[end:])
		}
	}
	return slices.DeleteFunc(out, func(s string) bool { return len(strings.Fields(s)) == 0 })
}

// piece is some words of a text that stand together.
func piece(text string, random *rand.Rand) string {
	words := strings.Fields(text)
	n := min(1+random.IntN(mostBehind), len(words))
	first := random.IntN(len(words) - n + 1)
	return strings.Join(words[first:first+n], " ")
}
