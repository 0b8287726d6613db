package everyday

import (
	"slices"

	"github.com/agnivade/levenshtein"

	"legomem/reading"
	"legomem/tools/value"
)

// A word that few wordings have, and that is nearly one that many have, is taken for that:
// "foldr" for folder. The values keep their spelling.
const (
	slipped = 4 // letters of a word in which two may have changed places
	missed  = 5 // of one in which a letter may be wrong
)

// meant is the word that a slip of the hand has made another of; "" where it is none.
func (k *knownWords) meant(word string) string {
	if len(word) < slipped || k.known[word] {
		return ""
	}
	for _, other := range k.often {
		if isSlip(word, other) {
			return other
		}
	}
	return ""
}

// addMisspelledDays notes the words of a sentence that are days, but for their spelling, and
// returns where they begin.
func (t *task) addMisspelledDays() (at []int) {
	for i, w := range t.sentence.Words {
		if len(t.sentence.Spans[i]) > 0 || len(w.Text) < slipped {
			continue
		}
		for _, text := range value.Respelled(w.Text) {
			if canon, err := value.Parse(value.Date, text, t.ref); err == nil {
				t.sentence.AddLikely(value.Date, i, canon)
				at = append(at, w.Start)
				break
			}
		}
	}
	return at
}

// asSpelled leaves a reading's values that begin at some places as they are spelled, for the
// binder, which doubts what it makes of them.
func asSpelled(r reading.Reading, at []int) reading.Reading {
	r.Values = slices.Clone(r.Values)
	for i, v := range r.Values {
		if slices.Contains(at, v.Start) {
			r.Values[i].Canon = ""
		}
	}
	return r
}

// isSlip says that two letters of a word have changed places in the other, or that one or
// two of a longer one are wrong.
func isSlip(word, other string) bool {
	if len(word) == len(other) && swapped(word, other) {
		return true
	}
	longer := max(len(word), len(other))
	most := longer / missed
	return min(len(word), len(other)) >= slipped && longer >= missed && longer-min(len(word), len(other)) <= most && levenshtein.ComputeDistance(word, other) <= min(most, 2)
}

func swapped(a, b string) bool {
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	return i+1 < len(a) && a[i] == b[i+1] && a[i+1] == b[i] && a[i+2:] == b[i+2:]
}
