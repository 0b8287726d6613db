package value

import (
	"fmt"
	"strings"
)

var (
	cellRange = needing(`\$?[A-Z]{1,3}\$?[1-9]\d{0,6}(:\$?[A-Z]{1,3}\$?[1-9]\d{0,6})?`)
	namedCell = needing(`(?i)(?:cells?|range)`+space+`(\$?[A-Z]{1,3}\$?[1-9]\d{0,6}(?::\$?[A-Z]{1,3}\$?[1-9]\d{0,6})?)`, "cell", "range")
	rowColumn = needing(`(?i)row`+space+`(\d+),?`+space+`(?:and`+space+`)?col(?:umn)?`+space+`(\d+|[A-Z]{1,3})|col(?:umn)?`+space+`(\d+|[A-Z]{1,3}),?`+space+`(?:and`+space+`)?row`+space+`(\d+)`, "row")
)

// readCells finds cells and ranges: B3 in capitals, b3 after the word cell, and
// row 3 column 2. Three letters without the word may be some other name (ABC12),
// and are read in ranges only.
func readCells(text string) []reading {
	var all []reading
	scan(cellRange, text, `.,-/\@$:`, func(m match) {
		canon, ok := canonCell(m.group(0))
		if ok && (m.has(1) || strings.IndexAny(canon, "123456789") <= 2) {
			all = append(all, m.mention(Cell, canon))
		}
	})
	scan(namedCell, text, `.,-/\@$:`, func(m match) {
		if canon, ok := canonCell(m.group(1)); ok {
			all = append(all, m.mentionOf(1, Cell, canon))
		}
	})
	scan(rowColumn, text, `.,-/\@$:`, func(m match) {
		if canon, ok := cellAt(m.group(1)+m.group(4), m.group(2)+m.group(3)); ok {
			all = append(all, m.mention(Cell, canon))
		}
	})
	return all
}

// parseCell reads a cell in either case, with or without the word before it.
func parseCell(text string) (string, error) {
	if canon, err := whole(Cell, text, readCells(text)); err == nil {
		return canon, nil
	}
	bare := strings.TrimSpace(namedCell.re().ReplaceAllString(text, "$1"))
	if canon, ok := canonCell(bare); ok {
		return canon, nil
	}
	return "", notA(Cell, text)
}

// canonCell is B3 or B3:D9, without $ signs, in capitals.
func canonCell(text string) (string, bool) {
	bare := strings.ToUpper(strings.ReplaceAll(text, "$", ""))
	from, to, ranged := strings.Cut(bare, ":")
	if !isCell(from) || ranged && !isCell(to) {
		return "", false
	}
	return bare, true
}

// isCell reports whether a reference is on a sheet (16384 columns, 1048576 rows).
func isCell(ref string) bool {
	letters, row := splitCell(ref)
	n := ColumnNumber(letters)
	return n >= 1 && n <= 16384 && row >= 1 && row <= 1048576 && fmt.Sprintf("%s%d", letters, row) == ref
}

// splitCell splits "B3" into its column's letters and its row.
func splitCell(ref string) (string, int) {
	i := strings.IndexAny(ref, "0123456789")
	if i < 0 {
		return ref, 0
	}
	return ref[:i], atoi(ref[i:])
}

// ColumnNumber turns "A" into 1 and "XFD" into 16384; anything else becomes 0 or a
// number beyond the grid.
func ColumnNumber(letters string) int {
	n := 0
	for _, r := range letters {
		if r < 'A' || r > 'Z' || n > 16384 {
			return 0
		}
		n = n*26 + int(r-'A') + 1
	}
	return n
}

// ColumnLetters is the reverse of ColumnNumber.
func ColumnLetters(n int) string {
	s := ""
	for ; n > 0; n = (n - 1) / 26 {
		s = string(rune('A'+(n-1)%26)) + s
	}
	return s
}

// CellName names the cell at a row and column, both from 1: "B3".
func CellName(row, column int) string { return fmt.Sprintf("%s%d", ColumnLetters(column), row) }

// cellAt is the cell of a row's number and a column's number or letters.
func cellAt(row, column string) (string, bool) {
	if n := atoi(column); n > 0 && n <= 16384 {
		column = ColumnLetters(n)
	}
	canon := strings.ToUpper(column) + strings.TrimLeft(row, "0")
	return canon, isCell(canon)
}
