package office

import (
	"slices"
	"strconv"
	"strings"

	"legomem/tools/value"
)

// Deletion is rows or columns to delete from a sheet, by number from 1.
type Deletion struct {
	Sheet   string
	Rows    []int
	Columns []int
}

// Formula gives a formula of the sheet home as it reads after the deletion:
// references to cells below or right of it move, ranges shrink, and a reference
// to nothing but deleted cells is #REF!.
func (d Deletion) Formula(formula, home string) string {
	var out strings.Builder
	done, sheet, known := 0, "", -1 // sheet is that of the reference that begins at known
	for _, at := range formulaRefs.FindAllStringIndex(formula, -1) {
		tok := formula[at[0]:at[1]]
		before := byte(0)
		if at[0] > 0 {
			before = formula[at[0]-1]
		}
		out.WriteString(formula[done:at[0]])
		done = at[1]
		switch {
		case strings.HasSuffix(tok, "!") && before != ']':
			sheet, known = strings.TrimSuffix(tok, "!"), at[1]
		case strings.HasPrefix(tok, "'") && strings.HasPrefix(formula[at[1]:], "!"):
			sheet, known = strings.ReplaceAll(strings.Trim(tok, "'"), "''", "'"), at[1]+1
		case before == '!' && (known != at[0] || !strings.EqualFold(sheet, d.Sheet)):
			// a reference to another sheet, several sheets or another file
		case before == '!' || strings.EqualFold(home, d.Sheet):
			tok = d.reference(tok)
		}
		out.WriteString(tok)
	}
	return out.String() + formula[done:]
}

// reference moves a cell, a range, or whole columns or rows; anything else
// stays.
func (d Deletion) reference(tok string) string {
	first, last, isRange := strings.Cut(tok, ":")
	if !isRange {
		last = first
	}
	a, okA := splitReference(first)
	b, okB := splitReference(last)
	if !okA || !okB || (a.column == "") != (b.column == "") || (a.row == "") != (b.row == "") || (!isRange && (a.row == "" || a.column == "")) {
		return tok
	}
	var ok bool
	if a.column, b.column, ok = moved(a.column, b.column, d.Columns, columnNumber, value.ColumnLetters); !ok {
		return refError
	}
	if a.row, b.row, ok = moved(a.row, b.row, d.Rows, rowNumber, strconv.Itoa); !ok {
		return refError
	}
	if !isRange {
		return a.String()
	}
	return a.String() + ":" + b.String()
}

// reference holds a reference's parts: "$B$3" is {$ B $ 3}; a whole column has no row.
type reference struct{ fixColumn, column, fixRow, row string }

func (r reference) String() string { return r.fixColumn + r.column + r.fixRow + r.row }

func splitReference(s string) (reference, bool) {
	if m := cellRef.FindStringSubmatch(s); m != nil {
		return reference{m[1], m[2], m[3], m[4]}, columnNumber(m[2]) > 0
	}
	if m := columnRef.FindStringSubmatch(s); m != nil {
		return reference{fixColumn: m[1], column: m[2]}, columnNumber(m[2]) > 0
	}
	if m := rowRef.FindStringSubmatch(s); m != nil {
		return reference{fixRow: m[1], row: m[2]}, true
	}
	return reference{}, false
}

func rowNumber(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		return 0
	}
	return n
}

// moved gives the ends of a range of rows or columns after some are deleted;
// not ok where none is left.
func moved(first, last string, gone []int, number func(string) int, name func(int) string) (string, string, bool) {
	if first == "" || len(gone) == 0 {
		return first, last, true
	}
	a, b := number(first), number(last)
	if a > b {
		first, last, ok := moved(last, first, gone, number, name)
		return last, first, ok
	}
	before := func(n int) (count int) {
		for _, g := range gone {
			if g < n {
				count++
			}
		}
		return count
	}
	for a <= b && slices.Contains(gone, a) {
		a++
	}
	for b >= a && slices.Contains(gone, b) {
		b--
	}
	if a > b {
		return "", "", false
	}
	return name(a - before(a)), name(b - before(b)), true
}
