package trim

import (
	"strings"
	"unicode"
)

// label is the slot that an utterance names in front of a colon, and the rest of it.
func (v *view) label(text string) (label, rest string) {
	before, after, found := strings.Cut(text, ":")
	if !found || strings.ContainsAny(before, " \t") && len(strings.Fields(before)) > 2 {
		return "", text
	}
	for _, h := range v.holders {
		for _, s := range h.slots {
			if strings.EqualFold(s.Name, strings.TrimSpace(before)) {
				return s.Name, strings.TrimSpace(after)
			}
		}
	}
	for _, s := range v.domain.Slots {
		if strings.EqualFold(s.Name, strings.TrimSpace(before)) {
			return s.Name, strings.TrimSpace(after)
		}
	}
	if v.domain.Shape == Shared && after != "" { // the whole that its parts are told of
		return strings.TrimSpace(before), strings.TrimSpace(after)
	}
	if len(v.domain.Slots) > 0 && !strings.ContainsFunc(before, unicode.IsSpace) && after != "" {
		return "", strings.TrimSpace(after) // a label that is no slot
	}
	return "", text
}

// names says that a text names something that the graph has: a slot, or a value.
func (v *view) names(text string) bool {
	for _, h := range v.holders {
		for _, n := range h.values {
			for _, word := range stemless(n.Value + " " + n.Slot) {
				if Likeness(word, text) == 1 && !common(word) {
					return true
				}
			}
		}
		for _, word := range stemless(h.root.Slot) {
			if Likeness(word, text) == 1 && !common(word) {
				return true
			}
		}
	}
	return false
}

// sentences are a text's sentences.
func sentences(text string) []string { return split(text, ".!?") }

// clauses are a text's sentences, and their parts between commas and the like.
func clauses(text string) []string { return split(text, ".!?,;–—") }

// split parts a text behind signs that a blank or the end follows.
func split(text, signs string) []string {
	var out []string
	start := 0
	for i, r := range text {
		end := i + len(string(r))
		if !strings.ContainsRune(signs, r) || end < len(text) && !unicode.IsSpace(rune(text[end])) {
			continue
		}
		if one := strings.TrimSpace(text[start:end]); strings.ContainsFunc(one, unicode.IsLetter) {
			out, start = append(out, one), end
		}
	}
	if one := strings.TrimSpace(text[start:]); strings.ContainsFunc(one, unicode.IsLetter) {
		out = append(out, one)
	}
	return out
}
