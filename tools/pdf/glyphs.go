package pdf

import (
	"strings"
	"unicode"

	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"
)

// typeface is the built-in font: Latin, Greek and Cyrillic, and the common
// signs.
type typeface struct {
	regular, bold []byte
	glyphs        *sfnt.Font
}

func builtIn() (typeface, error) {
	glyphs, err := sfnt.Parse(goregular.TTF)
	return typeface{regular: goregular.TTF, bold: gobold.TTF, glyphs: glyphs}, err
}

// fit returns the lines as the typeface can show them. Signs that it lacks,
// such as emoji, are left out and listed in dropped; letters that it lacks,
// which nobody could do without, are listed in missing.
func (t typeface) fit(lines []string) (fitting []string, dropped, missing string) {
	var buf sfnt.Buffer
	seen := map[rune]bool{}
	show := func(r rune) rune {
		if r == '\t' {
			return ' '
		}
		if i, err := t.glyphs.GlyphIndex(&buf, r); err == nil && i != 0 && r <= 0xffff && !unicode.IsControl(r) {
			return r
		}
		if !seen[r] {
			seen[r] = true
			switch {
			case unicode.IsLetter(r), unicode.IsMark(r) && !unicode.Is(unicode.Variation_Selector, r), unicode.IsDigit(r):
				missing += string(r)
			case unicode.IsGraphic(r) && !unicode.Is(unicode.Variation_Selector, r):
				dropped += string(r)
			}
		}
		return -1
	}
	for _, line := range lines {
		fitting = append(fitting, strings.Map(show, expand(line)))
	}
	return fitting, dropped, missing
}

// expand puts a tab stop at every eighth letter, and replaces odd spaces by plain ones.
func expand(line string) string {
	var b strings.Builder
	column := 0
	for _, r := range line {
		switch {
		case r == '\t':
			b.WriteString(strings.Repeat(" ", 8-column%8))
			column += 8 - column%8
			continue
		case unicode.IsSpace(r):
			r = ' '
		}
		b.WriteRune(r)
		column++
	}
	return b.String()
}
