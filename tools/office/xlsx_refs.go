package office

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"legomem/tools/value"
)

// area is a range of cells, corners included.
type area struct{ from, to position }

func (a area) size() int {
	return (a.to.row - a.from.row + 1) * (a.to.column - a.from.column + 1)
}

func (a area) contains(p position) bool {
	return p.row >= a.from.row && p.row <= a.to.row && p.column >= a.from.column && p.column <= a.to.column
}

// parseArea reads "B3:D9" or "B3".
func parseArea(ref string) (area, error) {
	first, last, two := strings.Cut(ref, ":")
	from, err := parseCell(first)
	if err != nil {
		return area{}, err
	}
	if !two {
		return area{from, from}, nil
	}
	to, err := parseCell(last)
	if err != nil {
		return area{}, err
	}
	return area{
		position{min(from.row, to.row), min(from.column, to.column)},
		position{max(from.row, to.row), max(from.column, to.column)},
	}, nil
}

// parseCell reads "B3" or "$B$3".
func parseCell(ref string) (position, error) {
	bare := strings.ReplaceAll(ref, "$", "")
	letters := strings.TrimRight(bare, "0123456789")
	column := columnNumber(letters)
	row, err := strconv.Atoi(bare[len(letters):])
	if err != nil || column == 0 || row < 1 || row > maxRow {
		return position{}, fmt.Errorf("%w: %q is no cell", ErrCorrupt, ref)
	}
	return position{row, column}, nil
}

// columnNumber turns "A" into 1 and "XFD" into 16384; anything else into 0.
func columnNumber(letters string) int {
	n := value.ColumnNumber(strings.ToUpper(letters))
	if n > maxColumn {
		return 0
	}
	return n
}

func cellName(p position) string { return value.CellName(p.row, p.column) }

// sharedFormula is written out once, at its first cell, and used by others
// with its relative references shifted.
type sharedFormula struct {
	text  string
	home  position
	parts []formulaPart
}

// formulaRefs matches a formula's quoted texts, quoted sheet names and bracketed
// names, which are kept; then cells, columns ("A:A") and rows ("1:3"), with enough
// of what follows to tell them from names and functions.
var formulaRefs = regexp.MustCompile(`"(?:[^"]|"")*"|'(?:[^']|'')*'|\[[^\]]*\]|` +
	`[A-Za-z0-9_.$\\]+(?:\(|!)?(?::\$?[A-Za-z0-9$]+)?`)

var (
	cellRef   = regexp.MustCompile(`^(\$?)([A-Za-z]{1,3})(\$?)([0-9]{1,7})$`)
	columnRef = regexp.MustCompile(`^(\$?)([A-Za-z]{1,3})$`)
	rowRef    = regexp.MustCompile(`^(\$?)([0-9]{1,7})$`)
)

// at gives the formula as it reads in another cell.
func (f sharedFormula) at(p position) string {
	var b strings.Builder
	for _, part := range f.parts {
		part.shift(&b, p.row-f.home.row, p.column-f.home.column)
	}
	return b.String()
}

// share parses a formula once, for the thousands of cells that use it.
func share(text string, home position) sharedFormula {
	f := sharedFormula{text: text, home: home}
	done := 0
	for _, at := range formulaRefs.FindAllStringIndex(text, -1) {
		f.parts = append(f.parts, formulaPart{text: text[done:at[0]]})
		f.parts = append(f.parts, formulaParts(text[at[0]:at[1]])...)
		done = at[1]
	}
	f.parts = append(f.parts, formulaPart{text: text[done:]})
	return f
}

// formulaPart is a piece of a formula: a reference that moves, or a text.
type formulaPart struct {
	text              string
	reference         reference
	hasColumn, hasRow bool // of the reference; a text has neither
}

func (p formulaPart) shift(b *strings.Builder, rows, columns int) {
	column, row := p.reference.fixColumn+p.reference.column, p.reference.fixRow+p.reference.row
	if p.hasColumn {
		column = shiftColumn(column, columns)
	}
	if p.hasRow {
		row = shiftRow(row, rows)
	}
	switch {
	case !p.hasColumn && !p.hasRow:
		b.WriteString(p.text)
	case column == refError || row == refError:
		b.WriteString(refError)
	default:
		b.WriteString(column)
		b.WriteString(row)
	}
}

// formulaParts splits a token into parts: a cell, a range of cells, columns or
// rows, or else a text.
func formulaParts(tok string) []formulaPart {
	first, last, isRange := strings.Cut(tok, ":")
	if !isRange {
		return []formulaPart{cellPart(tok)}
	}
	between := formulaPart{text: ":"}
	whole := func(ref string) formulaPart { r, _ := splitWhole(ref); return r }
	if _, ok := splitWhole(first); ok {
		if _, ok := splitWhole(last); ok && whole(first).hasColumn == whole(last).hasColumn {
			return []formulaPart{whole(first), between, whole(last)}
		}
	}
	return []formulaPart{cellPart(first), between, cellPart(last)}
}

// splitWhole reads a whole column or row, "$A" or "3".
func splitWhole(ref string) (formulaPart, bool) {
	if m := columnRef.FindStringSubmatch(ref); m != nil {
		return formulaPart{text: ref, reference: reference{fixColumn: m[1], column: m[2]}, hasColumn: true}, true
	}
	if m := rowRef.FindStringSubmatch(ref); m != nil {
		return formulaPart{text: ref, reference: reference{fixRow: m[1], row: m[2]}, hasRow: true}, true
	}
	return formulaPart{}, false
}

func cellPart(ref string) formulaPart {
	m := cellRef.FindStringSubmatch(ref)
	if m == nil {
		return formulaPart{text: ref}
	}
	return formulaPart{text: ref, reference: reference{m[1], m[2], m[3], m[4]}, hasColumn: true, hasRow: true}
}

// ShiftFormula gives a formula as it reads when copied so many rows down and
// columns right: relative references move, those with $ stay, and one that
// would leave the sheet is #REF!.
func ShiftFormula(formula string, rows, columns int) string {
	return share(formula, position{}).at(position{rows, columns})
}

// refError replaces a reference to a cell that does not exist.
const refError = "#REF!"

func shiftColumn(ref string, by int) string {
	n := columnNumber(ref)
	if strings.HasPrefix(ref, "$") || n == 0 {
		return ref
	}
	if n += by; n < 1 || n > maxColumn {
		return refError
	}
	return value.ColumnLetters(n)
}

func shiftRow(ref string, by int) string {
	n, err := strconv.Atoi(ref)
	if err != nil {
		return ref // "$3"
	}
	if n += by; n < 1 || n > maxRow {
		return refError
	}
	return strconv.Itoa(n)
}
