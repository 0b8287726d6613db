package gazetteer

import (
	"math"
	"slices"
	"strings"

	"legomem/tools/value"
)

// Things are what there is of a kind, made ready to be found by the words of their names.
type Things struct {
	All []Thing
	// has says, for a stem, which things have it, and spelled, how a stem stands there.
	has     map[string][]holder
	spelled map[string]string
	near    map[string][]string // stems by a word that is spelled nearly so
}

// holder is a thing with a word: how much that counts.
type holder struct {
	thing int
	share float64
}

// What a word counts of the title, of what goes with it, and where it is spelled nearly so.
const (
	ofTitle  = 1
	ofRest   = 0.9
	ofNearby = 0.7
)

// NewThings makes things ready.
func NewThings(all []Thing) *Things {
	t := &Things{All: all, has: map[string][]holder{}, spelled: map[string]string{}, near: map[string][]string{}}
	for i, one := range all {
		title := Spoken(one.Title)
		t.add(i, title, ofTitle)
		rest := Spoken(strings.Join(one.Also, " "))
		for stem := range title {
			delete(rest, stem)
		}
		t.add(i, rest, ofRest)
	}
	return t
}

func (t *Things) add(thing int, words map[string]string, share float64) {
	for stem, word := range words {
		t.has[stem] = append(t.has[stem], holder{thing, share})
		t.spelled[stem] = word
	}
}

// worth is more for a word that few things have.
func (t *Things) worth(stem string) float64 {
	return math.Log(1 + float64(len(t.All))/float64(len(t.has[stem])))
}

// score is how well a thing fits a text.
type score struct {
	found float64 // the worth of the words that it has
	lost  int     // words of worth that it has not
	near  bool    // a word is only near one of its
}

// scores weigh the words of a text for each thing. A word that is common counts where a
// thing has it, and is not missed where it has not.
func (t *Things) scores(words map[string]string, w Words) []score {
	out := make([]score, len(t.All))
	for _, stem := range sortedKeys(words) {
		common := w.Common(stem)
		if !common {
			for i := range out {
				out[i].lost++
			}
		}
		stems, share := []string{stem}, 1.0
		if _, there := t.has[stem]; !there && !common {
			stems, share = t.nearly(words[stem]), ofNearby
		}
		t.count(out, stems, share, common)
	}
	return out
}

// count gives the things that have one of the stems what it is worth, once.
func (t *Things) count(out []score, stems []string, share float64, common bool) {
	counted := map[int]bool{}
	for _, stem := range stems {
		for _, h := range t.has[stem] {
			if counted[h.thing] {
				continue
			}
			counted[h.thing] = true
			s := &out[h.thing]
			s.found += t.worth(stem) * h.share * share
			s.near = s.near || share < 1
			if !common {
				s.lost--
			}
		}
	}
}

// nearly are the stems of words that are spelled nearly as one.
func (t *Things) nearly(word string) []string {
	if known, ok := t.near[word]; ok {
		return known
	}
	var out []string
	for stem, spelled := range t.spelled {
		if value.Near(word, spelled) {
			out = append(out, stem)
		}
	}
	slices.Sort(out)
	t.near[word] = out
	return out
}

func sortedKeys(words map[string]string) []string {
	out := make([]string, 0, len(words))
	for w := range words {
		out = append(out, w)
	}
	slices.Sort(out)
	return out
}
