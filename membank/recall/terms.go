package recall

import (
	"math"
	"strings"

	"github.com/kljensen/snowball/english"

	"legomem/membank/store"
	"legomem/reading"
)

// Most words that are compared of a text: of long ones the last say what is asked.
const mostCompared = 24

// terms are the stems of a text as features, and as they are without stop words.
type terms struct {
	all   []uint32 // each once
	stems map[string]bool
}

// stemmer remembers the stems of one call.
type stemmer map[string][]string

func (st stemmer) of(text string) []string {
	if known, ok := st[text]; ok {
		return known
	}
	words := store.Words(strings.ReplaceAll(text, "_", " "))
	words = words[max(0, len(words)-mostCompared):]
	st[text] = words
	return words
}

func (st stemmer) terms(class uint32, text string) terms {
	t := terms{stems: map[string]bool{}}
	for _, w := range st.of(text) {
		if t.stems[w] {
			continue
		}
		t.stems[w] = true
		t.all = append(t.all, reading.Feature(class, w))
	}
	for w := range t.stems {
		if english.IsStopWord(w) {
			delete(t.stems, w)
		}
	}
	return t
}

// share is how many words of t the other has too, in steps, 0 for none to 4 for all.
func (t terms) share(other terms) uint32 {
	if len(t.stems) == 0 || len(other.stems) == 0 {
		return 5
	}
	return uint32(math.Ceil(4 * t.part(other)))
}

// part is which part of the words of t the other has too.
func (t terms) part(other terms) float64 {
	if len(t.stems) == 0 {
		return 0
	}
	n := 0
	for w := range t.stems {
		if other.stems[w] {
			n++
		}
	}
	return float64(n) / float64(len(t.stems))
}
