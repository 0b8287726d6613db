package reflex

import (
	"slices"

	"legomem/tools/value"
)

// possible says that a pattern may fit the text: there is something for each of
// its slots, and enough of its own words. What it refuses, no alignment within
// the limit could save; it takes a glance where an alignment takes a while.
func (f *family) possible(u *utterance, parts []patternPart) bool {
	content, missing := 0, 0
	for _, p := range parts {
		switch {
		case p.Slot != "":
			if !u.offers(p.slot) {
				return false
			}
		case p.content:
			content++
			if !f.saidIn(u, p) {
				missing++
			}
		}
	}
	return content == 0 || missing <= mayOmit(content)
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
	return slices.ContainsFunc(u.words, func(w word) bool {
		return p.Word == w.lower || p.stem == w.stem || !p.Fixed && (f.lx.synonyms(p.stem, w.stem) || p.lead && f.leads[w.stem])
	})
}
