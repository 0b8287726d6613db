package value

import (
	"strings"

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
// split numbers (1,234.5, 14:00, 3/12/2026). A hyphen splits everything.
var (
	wordRun    = lazy(`[\p{L}\p{M}\p{N}_]+(?:['’.@][\p{L}\p{M}\p{N}_]+)*|\p{Nd}+(?:[.,:/]\p{Nd}+)+`)
	possessive = lazy(`(?i)['’]s$`)
)

// meaningful are the signs that are tokens.
const meaningful = `$€£₹¥%&+*=<>#@/\^~|`

// Tokens splits a text into words. The possessive is a token of its own
// ("Dana's" gives "Dana" and "'s"); a contraction stays one token ("don't").
// Punctuation is left out.
func Tokens(text string) []Token {
	var all []Token
	pos := 0
	for _, loc := range wordRun().FindAllStringIndex(text, -1) {
		all = append(all, signs(text, pos, loc[0])...)
		all = append(all, words(text, loc[0], loc[1])...)
		pos = loc[1]
	}
	return append(all, signs(text, pos, len(text))...)
}

// words is the token of a word, or the two of a possessive.
func words(text string, start, end int) []Token {
	if loc := possessive().FindStringIndex(text[start:end]); loc != nil && loc[0] > 0 {
		at := start + loc[0]
		return []Token{token(text, start, at), token(text, at, end)}
	}
	return []Token{token(text, start, end)}
}

func signs(text string, start, end int) []Token {
	var all []Token
	for i, r := range text[start:end] {
		if strings.ContainsRune(meaningful, r) {
			all = append(all, token(text, start+i, start+i+len(string(r))))
		}
	}
	return all
}

func token(text string, start, end int) Token {
	t := text[start:end]
	return Token{Text: t, Lower: strings.ToLower(strings.ReplaceAll(t, "’", "'")), Start: start, End: end}
}

// Stem is the stem of an English word, in lower case: "scheduling",
// "schedules" and "Schedule" have the same one.
func Stem(word string) string { return english.Stem(word, false) }
