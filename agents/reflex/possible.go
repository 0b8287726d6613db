package reflex

import (
	"slices"
	"sort"

	"legomem/tools/value"
)

// possible says that a pattern may fit the text at less than the limit: there is
// something for each of its slots, and enough of its own words. What it refuses,
// no alignment within the limit could save; it takes a glance where an alignment
// takes a while.
func (f *family) possible(u *utterance, parts []patternPart, limit int) bool {
	content, missing := 0, 0
	for _, p := range parts {
		switch {
		case p.Slot != "":
			if !u.offers(*p.slot) {
				return false
			}
		case p.content:
			content++
			if !f.saidIn(u, p) {
				missing++
			}
		}
	}
	return content == 0 || missing <= mayOmit(content) && missing*costOmitted < limit
}

// mostTold is how many of a family's wordings are read to tell what is nearest.
const mostTold = 4

// worthReading lists the wordings to read a text with: all, to find what fits; to
// tell what is nearest, those that have most in common with it.
func (f *family) worthReading(u *utterance, limit int) []int {
	all := make([]int, len(f.parts))
	for i := range all {
		all[i] = i
	}
	if limit <= refused || len(all) <= mostTold {
		return all
	}
	common := make([]int, len(f.parts))
	for i, parts := range f.parts {
		common[i] = f.common(u, parts)
	}
	sort.SliceStable(all, func(i, j int) bool { return common[all[i]] > common[all[j]] })
	return all[:mostTold]
}

// common is about how near a pattern comes to the text: more for each of its words
// that is there, less for each slot that nothing could bind.
func (f *family) common(u *utterance, parts []patternPart) int {
	out := 0
	for _, p := range parts {
		switch {
		case p.Slot != "" && !u.offers(*p.slot):
			out -= costMissing
		case p.content && p.Slot == "" && f.saidIn(u, p):
			out += costUnexplained
		}
	}
	return out
}

// offers says that the text has a value that a typed slot could take.
func (u *utterance) offers(s Slot) bool {
	if isWords(s.Kind) || s.Kind == value.Person {
		return true
	}
	for _, spans := range u.values {
		if slices.ContainsFunc(spans, func(v span) bool { return v.kind == s.Kind && sameForm(s, v) }) {
			return true
		}
	}
	return false
}

// saidIn says that the text has a pattern's word, or one that may stand for it.
func (f *family) saidIn(u *utterance, p patternPart) bool {
	if u.said.words[p.Word] || u.said.stems[p.stem] {
		return true
	}
	if p.Fixed {
		return false
	}
	if p.lead {
		for stem := range u.said.stems {
			if f.leads[stem] {
				return true
			}
		}
	}
	return slices.ContainsFunc(f.lx.classes[p.stem], func(class int) bool { return u.said.classes[class] })
}

// said is what a text has: its words in lower case, their stems, and the classes
// of synonyms that these are of.
type said struct {
	words, stems map[string]bool
	classes      map[int]bool
}

func saidBy(text []word, lx *lexicon) said {
	s := said{words: map[string]bool{}, stems: map[string]bool{}, classes: map[int]bool{}}
	for _, w := range text {
		s.words[w.lower], s.stems[w.stem] = true, true
		for _, class := range lx.classes[w.stem] {
			s.classes[class] = true
		}
	}
	return s
}
