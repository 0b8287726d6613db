package office

import (
	"fmt"
	"strconv"
	"strings"
)

// maxDump is the number of cells a dump spells out: a single cell in the last
// corner would else make thousands of millions.
const maxDump = 500_000

// Dump prints the active sheet as the OfficeBench evaluators do: every cell
// of the used range, row by row, as "(r, c): v" and a tab, an empty one as
// "[Empty Cell]".
func (w *Workbook) Dump() (string, error) {
	s := w.ActiveSheet()
	if s == nil {
		return "", nil
	}
	if s.Rows*s.Columns > maxDump {
		return "", fmt.Errorf("%w: sheet %q reaches over %d x %d cells, more than %d", ErrTooLarge, s.Name, s.Rows, s.Columns, maxDump)
	}
	var b strings.Builder
	for row := 1; row <= s.Rows; row++ {
		for col := 1; col <= s.Columns; col++ {
			b.WriteString("(" + strconv.Itoa(row) + ", " + strconv.Itoa(col) + "): ")
			if c := s.Cell(row, col); c.Kind == EmptyCell {
				b.WriteString("[Empty Cell]")
			} else {
				b.WriteString(c.Text)
			}
			b.WriteByte('\t')
		}
		b.WriteByte('\n')
	}
	return b.String(), nil
}
