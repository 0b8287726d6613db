package words

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// What a file, a model, a log or a name says may hold characters that a terminal obeys,
// that reorder a line, or that nobody sees. The functions here write such a character's
// code in its place, and leave all other text as it is. Code that is written once is
// plain text, so that showing a text twice shows the same.
//
// A few invisible characters stay where they are part of how a script or an emoji is
// spelled, since the text cannot be read without them: joiners between two letters of a
// script that has joined forms, word breaks of scripts that write no blanks, joiners and
// one selector in an emoji. Anywhere else, as between Latin letters, they are shown.
// Tags (as in the flag of Wales) are always shown: they can carry any hidden text.

// Visible shows a block of text; line breaks and tabs stay. A carriage return that is
// part of a line break goes, and any other is shown.
func Visible(s string) string {
	return rewrite(strings.ReplaceAll(s, "\r\n", "\n"), "\n\t", codeForPeople)
}

// OnLine shows a text on one line: what would break it or move along it is shown, too.
func OnLine(s string) string { return rewrite(s, "", codeForPeople) }

// Indented shows a block of text whose lines after the first begin with the indent, so
// that none of them looks like a line of the program's own.
func Indented(s, indent string) string {
	return strings.ReplaceAll(Visible(s), "\n", "\n"+indent)
}

// EscapeJSON writes the invisible characters of JSON as escapes. It holds the same values
// as before.
func EscapeJSON(s string) string { return rewrite(s, "\n\t", codeInJSON) }

// EscapeYAML writes the invisible characters of YAML as escapes. Each of them must stand
// between double quotes.
func EscapeYAML(s string) string { return rewrite(s, "\n\t", codeInYAML) }

// rewrite replaces what is not readable, and not one of the layout characters, by code.
// Of a byte that is no UTF-8 the rune is below zero: -255 to -128.
func rewrite(s, layout string, code func(rune) string) string {
	var b strings.Builder
	b.Grow(len(s))
	before := rune(0)
	for len(s) > 0 {
		r, size := utf8.DecodeRuneInString(s)
		if r == utf8.RuneError && size == 1 {
			r = -rune(s[0])
		}
		s = s[size:]
		after, width := utf8.DecodeRuneInString(s)
		if after == utf8.RuneError && width < 2 {
			after = 0
		}
		if strings.ContainsRune(layout, r) && r > 0 || readable(before, r, after) {
			b.WriteRune(r)
			before = r
			continue
		}
		b.WriteString(code(r))
		before = 0
	}
	return b.String()
}

// readable reports whether a reader sees a character for what it is, between its
// neighbours as they are written; 0 is none.
func readable(before, r, after rune) bool {
	switch {
	case r < 0:
		return false
	case r < utf8.RuneSelf:
		return ' ' <= r && r <= '~'
	case unicode.Is(unicode.Variation_Selector, r):
		return selects(before, r, after)
	case r == joiner && isSymbol(after):
		return isSymbol(before) || before == emojiStyle
	case r == joiner, r == nonJoiner:
		return isWritten(after, joined) && (unicode.In(before, joined...) || unicode.IsMark(before))
	case r == wordBreak:
		return isWritten(after, unspaced) && (unicode.In(before, unspaced...) || unicode.IsMark(before))
	case unicode.Is(unicode.Prepended_Concatenation_Mark, r):
		return true // a format character that is drawn: a sign under Arabic digits
	}
	return unicode.IsGraphic(r) && !unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r)
}

// isWritten reports whether a character is a visible letter or sign of one of the
// scripts.
func isWritten(r rune, scripts []*unicode.RangeTable) bool {
	hidden := unicode.In(r, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point)
	return !hidden && unicode.In(r, unicode.L, unicode.M) && unicode.In(r, scripts...)
}

const (
	wordBreak  = '\u200b'
	nonJoiner  = '\u200c'
	joiner     = '\u200d'
	keycap     = '\u20e3'
	textStyle  = '\ufe0e'
	emojiStyle = '\ufe0f'
)

// joined are scripts whose letters have joined forms, which joiners choose.
var joined = []*unicode.RangeTable{
	unicode.Arabic, unicode.Syriac, unicode.Mongolian, unicode.Nko, unicode.Devanagari, unicode.Bengali, unicode.Gurmukhi, unicode.Gujarati,
	unicode.Oriya, unicode.Tamil, unicode.Telugu, unicode.Kannada, unicode.Malayalam, unicode.Sinhala, unicode.Khmer, unicode.Myanmar,
}

// unspaced are scripts that write no blanks between words.
var unspaced = []*unicode.RangeTable{unicode.Khmer, unicode.Lao, unicode.Myanmar, unicode.Thai, unicode.Tibetan}

// isSymbol reports whether a character may be part of an emoji.
func isSymbol(r rune) bool { return r > unicode.MaxASCII && unicode.Is(unicode.S, r) }

// selects reports whether a variation selector follows what it can select a form of.
func selects(before, r, after rune) bool {
	if r == textStyle || r == emojiStyle {
		return after == keycap || isSymbol(before) || before > unicode.MaxASCII && unicode.IsPunct(before)
	}
	return unicode.In(before, unicode.Han, unicode.Mongolian, unicode.Phags_Pa, unicode.Myanmar, unicode.Sm)
}

func codeForPeople(r rune) string {
	switch {
	case r < 0:
		return fmt.Sprintf(`\x%02x`, -r)
	case r == '\n':
		return `\n`
	case r == '\r':
		return `\r`
	case r == '\t':
		return `\t`
	case r < utf8.RuneSelf:
		return fmt.Sprintf(`\x%02x`, r)
	}
	return fmt.Sprintf("<U+%04X>", r)
}

func codeInJSON(r rune) string {
	if r < 0 {
		r = utf8.RuneError // JSON holds no bytes
	}
	if high, low := utf16.EncodeRune(r); high != utf8.RuneError {
		return fmt.Sprintf(`\u%04x\u%04x`, high, low)
	}
	return fmt.Sprintf(`\u%04x`, r)
}

func codeInYAML(r rune) string {
	switch {
	case r < 0:
		return `\ufffd` // YAML holds no bytes
	case r > 0xffff:
		return fmt.Sprintf(`\U%08x`, r)
	}
	return fmt.Sprintf(`\u%04x`, r)
}
