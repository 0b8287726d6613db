package excel

import (
	"strings"

	"legomem/tools"
	"legomem/tools/table"
)

// sheetTable is a sheet seen as a table: a header row and the rows under it,
// each with its number in the sheet. Blank rows are left out.
type sheetTable struct {
	*table.Table
	file      string
	sheet     string
	header    int // the header's row in the sheet; 0 in an empty one
	last      int // the last row with a value
	bookNames []string
	grid      *grid
}

// openTable reads a sheet as a table; header is its header's row, 0 to search for it.
func openTable(ws *tools.Workspace, file, sheet string, header int) (*sheetTable, error) {
	b, err := openBook(ws, file)
	if err != nil {
		return nil, err
	}
	defer b.close()
	return b.table(sheet, header)
}

func (b *book) table(sheet string, header int) (*sheetTable, error) {
	g, err := b.grid(sheet)
	if err != nil {
		return nil, err
	}
	if header < 0 || header > len(g.cells) {
		return nil, tools.Failf(tools.BadArguments, "%s: sheet %s has no row %d for a header; it has %d rows", b.file, g.sheet, header, len(g.cells))
	}
	if header == 0 {
		header = findHeader(g.cells)
	}
	t := &sheetTable{Table: &table.Table{}, file: b.file, sheet: g.sheet, header: header, bookNames: b.names(), grid: g}
	if header == 0 {
		return t, nil
	}
	for _, h := range g.cells[header-1] {
		t.Headers = append(t.Headers, strings.TrimSpace(table.Text(h)))
	}
	t.last = header
	for i, row := range g.cells[header:] {
		if filled(row) > 0 {
			t.last = header + 1 + i
			t.Rows = append(t.Rows, table.Row{Number: t.last, Values: row})
		}
	}
	return t, nil
}

// headerSearch is how many rows are searched for a header.
const headerSearch = 50

// findHeader finds the header's row: the first with two values or more that
// has such a row right under it, so that titles and notes above are skipped;
// else the first with a value. 0 in an empty sheet.
func findHeader(cells [][]any) int {
	for i := 0; i+1 < len(cells) && i < headerSearch; i++ {
		if filled(cells[i]) > 1 && filled(cells[i+1]) > 1 {
			return i + 1
		}
	}
	for i, row := range cells {
		if filled(row) > 0 {
			return i + 1
		}
	}
	return 0
}

func filled(row []any) int {
	n := 0
	for _, v := range row {
		if !table.Empty(v) {
			n++
		}
	}
	return n
}

// firstColumn is the first column with a header, from 1: it is where rows begin,
// also in a table that does not begin at A.
func (t *sheetTable) firstColumn() int {
	for i, h := range t.Headers {
		if h != "" {
			return i + 1
		}
	}
	return 1
}
