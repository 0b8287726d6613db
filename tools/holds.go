package tools

import (
	"encoding/json"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Missing returns the first text that the observation does not hold, or false
// if it holds them all.
func (o Observation) Missing(texts []string) (string, bool) {
	for _, t := range texts {
		if !o.Holds(t) {
			return t, true
		}
	}
	return "", false
}

// Holds reports whether Text, or a value in Data, contains the given text as
// whole words, ignoring case and differences in white space.
func (o Observation) Holds(text string) bool {
	want := fold(text)
	return foldedHolds(fold(o.Text), want) || heldBy(o.Value(), want)
}

func heldBy(v any, want string) bool {
	switch v := v.(type) {
	case string:
		return foldedHolds(fold(v), want)
	case float64, bool:
		b, err := json.Marshal(v)
		return err == nil && string(b) == want
	case []any:
		for _, one := range v {
			if heldBy(one, want) {
				return true
			}
		}
	case map[string]any:
		for _, one := range v {
			if heldBy(one, want) {
				return true
			}
		}
	}
	return false
}

// fold puts a text in lower case with single blanks.
func fold(s string) string { return strings.Join(strings.Fields(strings.ToLower(s)), " ") }

// HoldsWords reports whether a text contains some words as whole words,
// ignoring case and differences in white space.
func HoldsWords(text, words string) bool { return foldedHolds(fold(text), fold(words)) }

func foldedHolds(text, want string) bool {
	for at := 0; want != ""; {
		n := strings.Index(text[at:], want)
		if n < 0 {
			return false
		}
		start, end := at+n, at+n+len(want)
		if !CutsWord(text, start) && !CutsWord(text, end) {
			return true
		}
		_, size := utf8.DecodeRuneInString(text[start:])
		at = start + size
	}
	return false
}

// CutsWord reports whether byte i of the text is inside a word, or inside a number
// such as 12.5 or 1,200.
func CutsWord(text string, i int) bool {
	before, size := utf8.DecodeLastRuneInString(text[:i])
	after, width := utf8.DecodeRuneInString(text[i:])
	if wordRune(before) && wordRune(after) {
		return true
	}
	next, _ := utf8.DecodeRuneInString(text[i+width:])
	last, _ := utf8.DecodeLastRuneInString(text[:i-size])
	return point(after) && unicode.IsDigit(before) && unicode.IsDigit(next) ||
		point(before) && unicode.IsDigit(last) && unicode.IsDigit(after)
}

func wordRune(r rune) bool { return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r)) }

func point(r rune) bool { return r == '.' || r == ',' }
