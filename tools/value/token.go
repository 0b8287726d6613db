package value

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/kljensen/snowball/english"
)

// Token is a word of a text, or a sign that means something ($, %, +), at
// text[Start:End].
type Token struct {
	Text       string
	Lower      string // in lower case, with straight apostrophes
	Start, End int
}

// Apostrophes do not split a word (don't, O'Brien); dots, underscores and @ do not
// split names of files and addresses, nor do points, commas, colons and slashes
// split numbers (1,234.5, 14:00, 3/12/2026). A hyphen splits everything. The text is
// scanned by hand: every sentence passes here, and an expression takes ten times as long.
const (
	joinsWords   = "'’.@"
	joinsNumbers = ".,:/"
)

// meaningful are the signs that are tokens.
const meaningful = `$€£₹¥%&+*=<>#@/\^~|`

// Tokens splits a text into words. The possessive is a token of its own
// ("Dana's" gives "Dana" and "'s"); a contraction stays one token ("don't").
// Punctuation is left out.
func Tokens(text string) []Token {
	var all []Token
	pos := 0
	for pos < len(text) {
		if end := tokenEnd(text, pos); end > pos {
			all = appendWord(all, text, pos, end)
			pos = end
			continue
		}
		r, size := utf8.DecodeRuneInString(text[pos:])
		if strings.ContainsRune(meaningful, r) {
			all = append(all, token(text, pos, pos+size))
		}
		pos += size
	}
	return all
}

// tokenEnd is the end of the word, or of the number with signs within, that begins at a
// place; the place itself where neither does. The longer of the two counts.
func tokenEnd(text string, at int) int {
	return max(joinedEnd(text, at, inWord, joinsWords), joinedEnd(text, at, unicode.IsDigit, joinsNumbers))
}

// joinedEnd is the end of runs of letters of one sort, with one sign between two runs.
func joinedEnd(text string, at int, of func(rune) bool, joins string) int {
	end := runEnd(text, at, of)
	if end == at {
		return at
	}
	for {
		sign, size := utf8.DecodeRuneInString(text[end:])
		if size == 0 || !strings.ContainsRune(joins, sign) {
			return end
		}
		next := runEnd(text, end+size, of)
		if next == end+size {
			return end
		}
		end = next
	}
}

func runEnd(text string, at int, of func(rune) bool) int {
	for at < len(text) {
		r, size := utf8.DecodeRuneInString(text[at:])
		if !of(r) {
			break
		}
		at += size
	}
	return at
}

func inWord(r rune) bool {
	return r == '_' || unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r)
}

// appendWord adds the token of a word, or the two of a possessive.
func appendWord(all []Token, text string, start, end int) []Token {
	if at := start + possessive(text[start:end]); at > start && at < end {
		return append(all, token(text, start, at), token(text, at, end))
	}
	return append(all, token(text, start, end))
}

// possessive is where a word's 's begins, its end where it has none.
func possessive(word string) int {
	s, size := utf8.DecodeLastRuneInString(word)
	sign, before := utf8.DecodeLastRuneInString(word[:len(word)-size])
	if (s == 's' || s == 'S' || s == 'ſ') && (sign == '\'' || sign == '’') {
		return len(word) - size - before
	}
	return len(word)
}

func token(text string, start, end int) Token {
	t := text[start:end]
	return Token{Text: t, Lower: strings.ToLower(strings.ReplaceAll(t, "’", "'")), Start: start, End: end}
}

// Stem is the stem of an English word, in lower case: "scheduling",
// "schedules" and "Schedule" have the same one.
func Stem(word string) string {
	const longest = 32 // of a word that is remembered
	if len(word) > longest {
		return english.Stem(word, false)
	}
	if stem, ok := stems.Get(word); ok {
		return stem
	}
	stem := english.Stem(word, false)
	stems.Add(strings.Clone(word), stem)
	return stem
}
