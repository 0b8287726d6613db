package changes

import (
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// OddLetters says what in a name or an address may make it look like another one:
// letters that nobody sees, that turn the direction of writing, that mix scripts within
// a word, or that are look-alikes of common ones. It returns "" if nothing does. An
// address is held to ASCII.
func OddLetters(s string, address bool) string {
	for _, r := range s {
		if odd := oddLetter(r, address); odd != "" {
			return odd
		}
	}
	if compatibility(s) {
		return "letters that look like others"
	}
	for _, word := range strings.FieldsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) }) {
		if scripts := scriptsOf(word); len(scripts) > 1 && !writtenTogether(scripts) {
			return "letters of several scripts in one word: " + strings.Join(scripts, ", ")
		}
	}
	if address && strings.Contains(strings.ToLower(s), "xn--") {
		return "an encoded domain"
	}
	return ""
}

func oddLetter(r rune, address bool) string {
	switch {
	case unicode.Is(unicode.Bidi_Control, r):
		return "a letter that turns the direction of writing"
	case unicode.Is(unicode.Cf, r), unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r), unicode.Is(unicode.Variation_Selector, r):
		return "a letter that nobody sees"
	case unicode.IsControl(r):
		return "a control character"
	case r == unicode.ReplacementChar, unicode.Is(unicode.Co, r):
		return "a letter that has no meaning"
	case unicode.Is(unicode.Zs, r) && r != ' ':
		return "an unusual space"
	case address && r > unicode.MaxASCII:
		return "letters outside ASCII in an address"
	}
	return ""
}

// compatibility reports whether a text has letters that Unicode holds to be forms of
// other ones: full-width, mathematical, circled. Composed letters are none.
func compatibility(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool {
		return unicode.IsLetter(r) && norm.NFKC.String(string(r)) != norm.NFC.String(string(r))
	})
}

// scriptsOf names the scripts of a word's letters, in order.
func scriptsOf(word string) []string {
	found := map[string]bool{}
	for _, r := range word {
		if r < utf8.RuneSelf {
			found["Latin"] = true
			continue
		}
		if unicode.In(r, unicode.Common, unicode.Inherited) {
			continue
		}
		for name, table := range unicode.Scripts {
			if unicode.Is(table, r) {
				found[name] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(found))
}

// together are the scripts that languages write in one word.
var together = [][]string{
	{"Han", "Hiragana", "Katakana"},
	{"Han", "Hangul"},
	{"Bopomofo", "Han"},
}

func writtenTogether(scripts []string) bool {
	return slices.ContainsFunc(together, func(group []string) bool {
		return !slices.ContainsFunc(scripts, func(s string) bool { return !slices.Contains(group, s) })
	})
}
