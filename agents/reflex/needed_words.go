package reflex

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"legomem/reading"
)

// To make a procedure's wordings ready takes thousands of times longer than to see that a
// sentence lacks a word that each of them has: of most procedures no more need be known.

// neededWords are, of each of the procedure's templates, words that a sentence must have to be
// said in that wording: those that are read as one word each whatever stands in the slots.
func (p *Procedure) neededWords() [][]string {
	var out [][]string
	for _, pattern := range p.Patterns {
		var needed []string
		pieces := p.pieces(pattern.Template)
		for i, piece := range pieces {
			needed = append(needed, plainWords(piece.text, i > 0, i < len(pieces)-1)...)
		}
		out = append(out, needed)
	}
	return out
}

// plainWords are the words of a text that consist of plain letters, in lower case, without
// those that touch what stands before or behind, and those that a wording may do without:
// articles, and the word before a day.
func plainWords(text string, before, behind bool) []string {
	words := strings.Fields(text)
	if first, _ := utf8.DecodeRuneInString(text); before && len(words) > 0 && !unicode.IsSpace(first) {
		words = words[1:]
	}
	if last, _ := utf8.DecodeLastRuneInString(text); behind && len(words) > 0 && !unicode.IsSpace(last) {
		words = words[:len(words)-1]
	}
	var out []string
	for _, w := range words {
		w = strings.ToLower(w)
		isPlain := !strings.ContainsFunc(w, func(r rune) bool { return r < 'a' || r > 'z' })
		if isPlain && !slices.Contains(dispensable, w) {
			out = append(out, w)
		}
	}
	return out
}

// dispensable are the words that package reading leaves out of a wording, or takes for
// another.
var dispensable = []string{"a", "an", "on"}

// lowerWords are the words of a sentence, in lower case.
func lowerWords(s *reading.Sentence) map[string]bool {
	out := map[string]bool{}
	for _, w := range s.Words {
		out[w.Lower] = true
	}
	return out
}

// mayHave says that a sentence of these words may be said in a wording of the family.
func (f *family) mayHave(words map[string]bool) bool {
	return slices.ContainsFunc(f.needed(), func(all []string) bool { return hasAll(words, all) })
}

func hasAll(words map[string]bool, needed []string) bool {
	return !slices.ContainsFunc(needed, func(w string) bool { return !words[w] })
}

// mayKnow says that a reader of the family may know a sentence of these words.
func (f *family) mayKnow(s *reading.Sentence, words map[string]bool) bool {
	needed := atMost(f.needed(), enough)
	for i, pattern := range atMost(f.Patterns, enough) {
		if !hasAll(words, needed[i]) {
			continue
		}
		if w, err := f.wording(pattern); err == nil && s.HasWordsOf(w) {
			return true
		}
	}
	return false
}
