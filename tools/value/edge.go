package value

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// lazy compiles a pattern when it is first used: a program that reads no
// values starts without paying for it. Matches are the longest, not the first.
func lazy(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp {
		re := regexp.MustCompile(expr)
		re.Longest()
		return re
	})
}

// pattern is an expression and words (in lower case), one of which a text must
// hold to match it; looking for these first is ten times as fast.
type pattern struct {
	re    func() *regexp.Regexp
	needs []string
}

func needing(expr string, needs ...string) pattern { return pattern{lazy(expr), needs} }

func (p pattern) mayMatch(text string) bool {
	if len(p.needs) == 0 {
		return true
	}
	lower := strings.ToLower(text)
	return slices.ContainsFunc(p.needs, func(n string) bool { return strings.Contains(lower, n) })
}

// space is the white space between the words of a value; it stays on a line.
const space = `[ \t\x{a0}]+`

func isWord(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) || r == '_'
}

func runeBefore(text string, i int) rune {
	r, n := utf8.DecodeLastRuneInString(text[:i])
	if n == 0 {
		return ' '
	}
	return r
}

func runeAt(text string, i int) rune {
	r, n := utf8.DecodeRuneInString(text[i:])
	if n == 0 {
		return ' '
	}
	return r
}

// freeBefore reports whether what begins at i is not the tail of something longer:
// no word rune precedes it, and no joiner that itself follows a word rune.
func freeBefore(text string, i int, joiners string) bool {
	r := runeBefore(text, i)
	if r == utf8.RuneError || isWord(r) {
		return false
	}
	return !strings.ContainsRune(joiners, r) || !isWord(runeBefore(text, i-utf8.RuneLen(r)))
}

// freeAfter is freeBefore for the other end.
func freeAfter(text string, i int, joiners string) bool {
	r := runeAt(text, i)
	if r == utf8.RuneError || isWord(r) {
		return false
	}
	return !strings.ContainsRune(joiners, r) || !isWord(runeAt(text, i+utf8.RuneLen(r)))
}

// wordEnd is the end of the run of word runes at i, and always past i.
func wordEnd(text string, i int) int {
	_, first := utf8.DecodeRuneInString(text[i:])
	i += first
	for i < len(text) {
		r, n := utf8.DecodeRuneInString(text[i:])
		if !isWord(r) {
			break
		}
		i += n
	}
	return i
}

// wordBefore is the word that ends just before i, white space aside, in lower
// case; "" if punctuation comes between.
func wordBefore(text string, i int) string {
	head := strings.TrimRight(text[:i], " \t\u00a0")
	start := len(head)
	for start > 0 {
		r, n := utf8.DecodeLastRuneInString(head[:start])
		if !isWord(r) {
			break
		}
		start -= n
	}
	return strings.ToLower(head[start:])
}
