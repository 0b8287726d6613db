package reflex

import (
	"strings"
	"unicode/utf8"
)

// A condition belongs to the clause it stands in: "email it if it is over 100;
// also book" is not "email it; if it is over 100, also book".

// conditions are the words that begin a condition.
var conditions = set("if when where unless should provided")

// clauses marks the words of a pattern before which a clause ends, and the slots that
// stand in quotes.
func clauses(parts []patternPart, template string) {
	lower, end := strings.ToLower(template), 0
	for i, p := range parts {
		text := p.Word
		if p.Slot != "" {
			text = "{" + strings.ToLower(p.Slot) + "}"
		}
		at := strings.Index(lower[end:], text)
		if at < 0 {
			return
		}
		last, _ := utf8.DecodeLastRuneInString(lower[end : end+at])
		parts[i].quoted = p.Slot != "" && strings.ContainsRune("\"'“‘", last)
		parts[i].apart = i > 0 && strings.ContainsAny(lower[end:end+at], ".;:!?,")
		end += at + len(text)
	}
}

// attached says that word j begins a condition which the text joins to the
// clause before, where the pattern begins another with it; or the reverse.
func (a *aligner) attached(part patternPart, j int) bool {
	if j == 0 || !conditions[part.Word] {
		return false
	}
	return part.apart && !strings.ContainsAny(a.u.gap(j), ".;:!?,") && a.u.words[j-1].lower != "and"
}

// consequence is what a condition decides: the stem of the verb that is done where
// a state holds, "reserve" where a room is free. First says that the state is the
// first of those that exclude each other, as "free" is of "free" and "taken".
type consequence struct {
	class int
	first bool
	verb  string
}

// clauseWord is a word of a text or of a pattern, as conditions are read.
type clauseWord struct {
	lower, stem string
	apart       bool // a clause ends before it
	verb        bool // of a request
}

// consequences lists what the conditions of a text decide.
func (lx *lexicon) consequences(words []clauseWord) []consequence {
	var out []consequence
	for i, w := range words {
		if !conditions[w.lower] {
			continue
		}
		end := i + 1
		for end < len(words) && !words[end].apart {
			end++
		}
		begins := i == 0 || w.apart || words[i-1].lower == "and" || words[i-1].lower == "otherwise"
		verb := ""
		if begins {
			verb = verbIn(words[end:], false)
		}
		if verb == "" {
			verb = verbIn(words[:i], true)
		}
		denied := false
		for _, state := range words[i:end] {
			if class := lx.opposite[state.lower]; class != 0 && verb != "" {
				out = append(out, consequence{class: class, first: lx.pole[state.lower] != denied, verb: verb})
			}
			denied = denied != lx.negation[state.lower] // "unless it is taken", "is not free"
		}
	}
	return out
}

// verbIn is the first verb of some words, or the last.
func verbIn(words []clauseWord, last bool) string {
	found := ""
	for _, w := range words {
		if w.verb && (found == "" || last) {
			found = w.stem
		}
	}
	return found
}

// decisions are what the conditions of the family's wordings decide.
func (f *family) decisions() []consequence {
	var out []consequence
	for _, parts := range f.parts {
		words := make([]clauseWord, len(parts))
		for i, p := range parts {
			words[i] = clauseWord{lower: p.Word, stem: p.stem, apart: p.apart, verb: p.verb}
		}
		out = append(out, f.lx.consequences(words)...)
	}
	return out
}

// decidesOtherwise says that a condition of the text decides what the wordings do
// where the opposite holds, and never where this does: "if it is taken, reserve
// it".
func (r *reader) decidesOtherwise() bool {
	for _, c := range r.f.lx.consequences(r.clauseWords()) {
		same, other := false, false
		for _, d := range r.decisions {
			if d.class == c.class && r.f.lx.alike(d.verb, c.verb) {
				same, other = same || d.first == c.first, other || d.first != c.first
			}
		}
		if other && !same {
			return true
		}
	}
	return false
}

// clauseWords are the text's words.
func (r *reader) clauseWords() []clauseWord {
	lx := r.f.lx
	out := make([]clauseWord, len(r.u.words))
	for i, w := range r.u.words {
		noun := i > 0 && lx.nounPlace[r.u.words[i-1].lower]
		out[i] = clauseWord{lower: w.lower, stem: w.stem, verb: lx.begins(w.stem) && !noun && r.u.within[i] < 0,
			apart: i > 0 && strings.ContainsAny(r.u.gap(i), ".;:!?,")}
	}
	return out
}
