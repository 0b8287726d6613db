package store

import (
	"strings"
	"unicode"

	"github.com/kljensen/snowball/english"
	"golang.org/x/text/unicode/norm"
)

// Words returns the words of a text as a lexical search compares them: letters and
// digits in lower case, without accents, English ones by their stem. It is for stores
// without a tokenizer of their own, and comes close to the tokenizers of the others.
func Words(text string) []string {
	plain := strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return unicode.ToLower(r)
	}, norm.NFD.String(text))
	words := strings.FieldsFunc(plain, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) })
	for i, w := range words {
		words[i] = english.Stem(w, true)
	}
	return words
}
