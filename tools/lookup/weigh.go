package lookup

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strings"
	"unicode"

	"legomem/tools/value"
)

const (
	mostTold = 5   // passages
	nearBest = 0.5 // of the best passage's worth, for another to be told too
	ofNearby = 0.7 // of a word's worth, where it is spelled otherwise
)

// wordsOf are a text's words by their stems.
func wordsOf(text string) map[string]string {
	out := map[string]string{}
	for f := range strings.FieldsFuncSeq(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		out[value.Stem(f)] = f
	}
	return out
}

// index is which passages have a stem, and how it is spelled.
type index struct {
	passages int
	has      map[string][]int
	spelled  map[string]string
}

func newIndex(all []string) *index {
	x := &index{passages: len(all), has: map[string][]int{}, spelled: map[string]string{}}
	for i, p := range all {
		for stem, word := range wordsOf(p) {
			x.has[stem] = append(x.has[stem], i)
			x.spelled[stem] = word
		}
	}
	return x
}

// telling are the passages that share the most telling words with what is asked, in their
// order. One that only says what was asked, as a heading does, has the next with it.
func telling(all []string, about string) []string {
	asked := wordsOf(about)
	worth := newIndex(all).weigh(asked)
	order := make([]int, len(all))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(worth[b], worth[a]) })
	var chosen []int
	for _, i := range order {
		if worth[i] == 0 || worth[i] < nearBest*worth[order[0]] {
			break
		}
		chosen = append(chosen, i)
		if i+1 < len(all) && within(wordsOf(all[i]), asked) {
			chosen = append(chosen, i+1)
		}
	}
	chosen = distinct(chosen, mostTold)
	slices.Sort(chosen)
	var out []string
	for _, i := range chosen {
		out = append(out, all[i])
	}
	return out
}

// distinct are the first so many different numbers.
func distinct(all []int, most int) []int {
	var out []int
	for _, n := range all {
		if !slices.Contains(out, n) && len(out) < most {
			out = append(out, n)
		}
	}
	return out
}

func within(words, all map[string]string) bool {
	for stem := range words {
		if _, ok := all[stem]; !ok {
			return false
		}
	}
	return true
}

// weigh is what the asked words in each passage are worth: a word that few have more.
func (x *index) weigh(asked map[string]string) []float64 {
	out := make([]float64, x.passages)
	for _, stem := range slices.Sorted(maps.Keys(asked)) { // sums come out the same each time
		stems, share := []string{stem}, 1.0
		if len(x.has[stem]) == 0 {
			stems, share = x.nearly(asked[stem]), ofNearby
		}
		for i, has := range x.holding(stems) {
			if has {
				out[i] += share * x.rarity(stems)
			}
		}
	}
	return out
}

// holding are the passages that have one of the stems.
func (x *index) holding(stems []string) map[int]bool {
	out := map[int]bool{}
	for _, s := range stems {
		for _, i := range x.has[s] {
			out[i] = true
		}
	}
	return out
}

func (x *index) rarity(stems []string) float64 {
	return math.Log(1 + float64(x.passages)/float64(len(x.holding(stems))))
}

// nearly are the stems of words that are spelled nearly as one, or are it in short.
func (x *index) nearly(word string) []string {
	var out []string
	for stem, spelled := range x.spelled {
		if value.Near(word, spelled) || short(word, spelled) || short(spelled, word) {
			out = append(out, stem)
		}
	}
	return out
}

// short says that a word is a longer one's beginning: fri of friday.
func short(word, longer string) bool { return len(word) >= 3 && strings.HasPrefix(longer, word) }
