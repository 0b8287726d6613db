package excel

import (
	"regexp"
	"strings"

	"github.com/xuri/excelize/v2"
)

// A value that a caller gives is a number where its spelling allows nothing else: an
// amount with its sign ($45), a percentage (12%), a number with its thousands apart
// (1,200.50). 007, a phone number and a text with words stay texts, and so does 5, where
// a tool keeps a text a text.

// surelyNumber matches those spellings.
var surelyNumber = regexp.MustCompile(`^[-−]?(?:[$€£] ?(?:` + digits + `)|(?:` + digits + `) ?[€%]|` + grouped + `)$`)

const (
	grouped = `\d{1,3}(?:,\d{3})+(?:\.\d+)?`
	digits  = grouped + `|\d+(?:\.\d+)?`
)

// maxDigits are as many as a cell's number keeps exactly; a longer one is rather a code.
const maxDigits = 15

// asSpelled reads a value that can only be a number as one, with the format that shows it
// as it was written. Any other stays as it is.
func asSpelled(v any) meant {
	s, ok := v.(string)
	s = strings.TrimSpace(s)
	if !ok || !surelyNumber.MatchString(s) || len(digitsOf(s)) > maxDigits {
		return meant{value: v}
	}
	m := asMeant(s)
	if _, text := m.value.(string); text { // such as $007
		return meant{value: v}
	}
	return m
}

// asTyped is asSpelled, but also reads a plain number, as typing it into a cell would.
func asTyped(v any) meant {
	m := asSpelled(v)
	m.value = typed(m.value)
	return m
}

func digitsOf(s string) string {
	return strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, s)
}

// write puts a value into a cell, and shows it as it is meant.
func (e *editor) write(at place, m meant) error {
	if err := e.set(at.row, at.col, m.value); err != nil {
		return err
	}
	return e.show(at, m.format)
}

// fillSheet writes rows into an empty sheet. The first of several may be the headers,
// which stay as they are spelled.
func fillSheet(f *excelize.File, sheet string, rows [][]any) error {
	for i, row := range rows {
		header := i == 0 && len(rows) > 1
		for j, v := range row {
			if v == nil {
				continue
			}
			m := meant{value: v}
			if !header {
				m = asSpelled(v)
			}
			if err := setCell(f, sheet, i+1, j+1, m.value); err != nil {
				return err
			}
			if err := showIn(f, sheet, place{i + 1, j + 1}, m.format); err != nil {
				return err
			}
		}
	}
	return nil
}
