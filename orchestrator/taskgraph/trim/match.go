package trim

import (
	"slices"
	"strings"

	"legomem/reading"
	"legomem/tools/value"
)

// stems are the stems of a text's words, without common ones such as "the" unless there are
// no others.
func stems(text string) []string {
	var all, rare []string
	for _, t := range value.Tokens(text) {
		stem := value.Stem(t.Lower)
		all = append(all, stem)
		if !reading.Common(t.Lower) {
			rare = append(rare, stem)
		}
	}
	if len(rare) > 0 {
		return rare
	}
	return all
}

// Likeness is which share of a mention's words a text has, from 0 to 1: "the clear case" is
// in "iPhone case (clear)". Words that are spelled nearly alike, and begin alike, are the
// same: "Kate" is no "date".
func Likeness(mention, text string) float64 {
	words, in := stems(mention), stems(text)
	if len(words) == 0 {
		return 0
	}
	found := 0
	for _, w := range words {
		if slices.ContainsFunc(in, func(o string) bool { return o == w || o[:1] == w[:1] && value.Near(o, w) }) {
			found++
		}
	}
	return float64(found) / float64(len(words))
}

// same says that two values are spelled alike, but for case and common words.
func same(a, b string) bool {
	if strings.EqualFold(strings.TrimSpace(a), strings.TrimSpace(b)) {
		return true
	}
	x, y := stems(a), stems(b)
	return len(x) > 0 && slices.Equal(x, y)
}

// canon is a text's canonical form as a value of a kind; false where it is none.
func canon(kind value.Kind, text string, ref value.Reference) (string, bool) {
	for _, spelled := range append([]string{text}, value.Respelled(text)...) {
		if c, err := value.Parse(kind, spelled, ref); err == nil {
			return c, true
		}
	}
	// "at 4 PM" has the time in it, and nothing besides.
	for _, m := range value.FindAll(text, ref) {
		if m.Kind == kind && len(stems(text[:m.Start]+" "+text[m.End:])) == 0 {
			return m.Canon, true
		}
	}
	return "", false
}

// typed are kinds whose values are told by their form.
var typed = []value.Kind{value.Date, value.Time, value.Number, value.Money, value.Email, value.Duration, value.Cell}

// SaysNothing says that a mention names nothing by itself: "it", "that one".
func SaysNothing(mention string) bool {
	for _, t := range value.Tokens(mention) {
		if !reading.Common(t.Lower) {
			return false
		}
	}
	return true
}

// isTyped says that a text is wholly a value that is told by its form.
func isTyped(text string, ref value.Reference) bool {
	return slices.ContainsFunc(typed, func(k value.Kind) bool {
		_, err := value.Parse(k, text, ref)
		return err == nil
	})
}

// fit is how well a text does as a value of a kind: below 0 for not at all.
func fit(kind value.Kind, text string, ref value.Reference) (score float64, canonical string) {
	switch kind {
	case "", value.Phrase, value.Message:
		if isTyped(text, ref) {
			return -1.5, ""
		}
		return 0, ""
	}
	if c, ok := canon(kind, text, ref); ok {
		return 2, c
	}
	for _, spelled := range append([]string{text}, value.Respelled(text)...) {
		if hour, ok := value.DayHour(spelled, ref); ok && kind == value.Time {
			return 1.5, hour
		}
	}
	switch {
	case slices.Contains(typed, kind), isTyped(text, ref):
		return notAtAll, ""
	case kind == value.Person:
		if len(value.Tokens(text)) > 3 {
			return notAtAll, ""
		}
		return 0.5, ""
	}
	return 0, ""
}

// fit is how well a text does as a value of a kind. Where the people are known, others are
// rarely meant.
func (v *view) fit(kind value.Kind, text string, ref value.Reference) (score float64, canonical string) {
	score, canonical = fit(kind, text, ref)
	if kind != value.Person || v.people == nil || score <= notAtAll || strings.Contains(text, "@") {
		return score, canonical
	}
	for _, name := range v.people() {
		if Likeness(text, name) == 1 || Likeness(name, text) == 1 {
			return 2, name
		}
	}
	return -1.5, canonical
}

// notAtAll is the score of what cannot be.
const notAtAll = -100
