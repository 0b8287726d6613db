package reading

import (
	"math/rand/v2"
	"strings"
)

// What nothing accounts for stands in no wording, so the labeller learns it from
// disturbed ones: a few words of another sentence are put into one.

// The share of lessons that are disturbed too, as one in so many, and the most words that
// are put into one.
const (
	disturbedShare = 4
	mostExtra      = 4
)

// disturbed are lessons with words in them that nothing accounts for.
func (d Data) disturbed(all []lesson, seed uint64) []lesson {
	random := rand.New(rand.NewPCG(seed, seed+1))
	var out []lesson
	for _, l := range all {
		if l.skill == nothing || random.IntN(disturbedShare) > 0 {
			continue
		}
		other := all[random.IntN(len(all))]
		if other.skill == l.skill {
			continue
		}
		if more, ok := l.disturb(fragment(other.sentence, random), random, d); ok {
			out = append(out, more)
		}
	}
	return out
}

// fragment is a few words of a sentence that stand together.
func fragment(s *Sentence, random *rand.Rand) string {
	n := min(1+random.IntN(mostExtra), len(s.Words))
	first := random.IntN(len(s.Words) - n + 1)
	return s.Slice(first, first+n-1)
}

// disturb puts a fragment between two labels, where it is of no value.
func (l lesson) disturb(fragment string, random *rand.Rand, d Data) (lesson, bool) {
	at := random.IntN(len(l.labels) + 1)
	if l.inValue(at) {
		return lesson{}, false
	}
	word := len(l.sentence.Words)
	if at < len(l.labels) {
		word = l.labels[at].first
	}
	s, err := NewSentence(insert(l.sentence, word, fragment), d.Reference, nil)
	if err != nil {
		return lesson{}, false
	}
	n := len(s.Words) - len(l.sentence.Words)
	out := lesson{sentence: s, skill: l.skill, wording: l.wording, labels: append([]labelled{}, l.labels[:at]...)}
	out.labels = append(out.labels, sameLabel(extra, word, word+n)...)
	for _, later := range l.labels[at:] {
		later.first, later.last = later.first+n, later.last+n
		out.labels = append(out.labels, later)
	}
	return out, n > 0 && out.stands()
}

// inValue says that what is put before a label would be taken for part of a value.
func (l lesson) inValue(at int) bool {
	behind := at > 0 && (l.labels[at-1].part == begin || l.labels[at-1].part == inner)
	return behind || at < len(l.labels) && l.labels[at].part == inner
}

// insert puts a text before a word of a sentence.
func insert(s *Sentence, word int, text string) string {
	if word == len(s.Words) {
		return strings.TrimRight(s.Text, ".!?") + " " + text
	}
	at := s.Words[word].Start
	return s.Text[:at] + text + " " + s.Text[at:]
}

// stands says that the values which are told by their form are still there.
func (l lesson) stands() bool {
	for _, one := range l.labels {
		if one.part != typed {
			continue
		}
		found := false
		for _, span := range l.sentence.Spans[one.first] {
			found = found || span.Last == one.last
		}
		if !found {
			return false
		}
	}
	return true
}
