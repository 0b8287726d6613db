package excel

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"github.com/xuri/excelize/v2"

	"legomem/tools"
	"legomem/tools/office"
	"legomem/tools/table"
)

// maxGrid is the number of cells that the tools may load at once.
const maxGrid = 500_000

// book is a spreadsheet file as read. A csv file is a book of one sheet.
type book struct {
	file  string // as found in the workspace
	data  []byte
	csv   [][]any          // of a csv file, else nil
	xlsx  *office.Workbook // of a workbook, else nil
	calc  *calculator      // made when a formula must be computed
	never bool             // no formula can be computed: the library refuses the file
}

func openBook(ws *tools.Workspace, file string) (*book, error) {
	found, data, err := ws.ReadFound(file)
	if err != nil {
		return nil, err
	}
	b := &book{file: found, data: data}
	if isCSV(found) {
		b.csv, err = table.ReadCSV(data)
	} else {
		b.xlsx, err = office.ReadWorkbook(data)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", found, err)
	}
	return b, nil
}

func isCSV(file string) bool {
	f := strings.ToLower(file)
	return strings.HasSuffix(f, ".csv") || strings.HasSuffix(f, ".tsv")
}

func (b *book) close() {
	if b.calc != nil {
		_ = b.calc.file.Close() // removes its temporary files; nothing is written
	}
}

// names lists the sheets; a csv file's only one has the name "csv".
func (b *book) names() []string {
	if b.xlsx == nil {
		return []string{"csv"}
	}
	return b.xlsx.Names()
}

// sheet finds a sheet by name (without regard to case) or number from 1; the
// active one when none is named.
func (b *book) sheet(name string) (*office.Sheet, error) {
	if name == "" {
		return b.xlsx.ActiveSheet(), nil
	}
	for _, s := range b.xlsx.Sheets {
		if s.Name == name {
			return s, nil
		}
	}
	for _, s := range b.xlsx.Sheets {
		if strings.EqualFold(strings.TrimSpace(s.Name), strings.TrimSpace(name)) {
			return s, nil
		}
	}
	if n, err := strconv.Atoi(name); err == nil && n >= 1 && n <= len(b.xlsx.Sheets) {
		return b.xlsx.Sheets[n-1], nil
	}
	return nil, tools.Failf(tools.NotFound, "%s has no sheet %q; there are: %s", b.file, name, strings.Join(b.names(), ", "))
}

// grid is a sheet's values, all rows of one width, and its formulas by cell.
type grid struct {
	sheet    string
	cells    [][]any
	formulas map[string]string
}

func (b *book) grid(name string) (*grid, error) {
	if b.xlsx == nil {
		return csvGrid(b.file, b.csv)
	}
	s, err := b.sheet(name)
	if err != nil {
		return nil, err
	}
	if s.Rows*s.Columns > maxGrid {
		return nil, tools.Failf(tools.TooLarge, "%s: sheet %s reaches over %d x %d cells, more than %d; split it", b.file, s.Name, s.Rows, s.Columns, maxGrid)
	}
	g := &grid{sheet: s.Name, formulas: map[string]string{}}
	for row := 1; row <= s.Rows; row++ {
		line := make([]any, s.Columns)
		for col := range line {
			c := s.Cell(row, col+1)
			line[col] = b.valueOf(s.Name, row, col+1, c)
			if c.Kind == office.FormulaCell {
				g.formulas[cellName(row, col+1)] = c.Text
			}
		}
		g.cells = append(g.cells, line)
	}
	return g, nil
}

func csvGrid(file string, rows [][]any) (*grid, error) {
	width := table.Width(rows)
	if width*len(rows) > maxGrid {
		return nil, tools.Failf(tools.TooLarge, "%s reaches over %d x %d cells, more than %d; split it", file, len(rows), width, maxGrid)
	}
	g := &grid{sheet: "csv"}
	for _, r := range rows {
		line := make([]any, width)
		copy(line, r)
		g.cells = append(g.cells, line)
	}
	return g, nil
}

// valueOf gives a cell's value as the tools return it: numbers as numbers, a
// date as 2024-05-01 (with its time of day if it has one), a formula as its
// result.
func (b *book) valueOf(sheet string, row, col int, c office.Cell) any {
	switch c.Kind {
	case office.EmptyCell:
		return nil
	case office.IntCell:
		if n, err := strconv.ParseInt(c.Text, 10, 64); err == nil {
			return n
		}
		return c.Number
	case office.FloatCell:
		return table.Clean(c.Number)
	case office.BoolCell:
		return c.Number != 0
	case office.DateCell:
		return strings.TrimSuffix(c.Text, " 00:00:00")
	case office.FormulaCell:
		if c.Cached != nil {
			return b.valueOf(sheet, row, col, *c.Cached)
		}
		return b.compute(sheet, row, col, c.Text)
	}
	return c.Text
}

// compute works out a formula that the file has no result for; one that
// cannot be worked out is returned unchanged.
func (b *book) compute(sheet string, row, col int, formula string) any {
	if b.calc == nil && !b.never {
		c, err := b.newCalculator()
		b.calc, b.never = c, err != nil
	}
	if b.never {
		return formula
	}
	return b.calc.value(cellAt{sheet, place{row, col}}, formula)
}

// maxSpread is the number of cells that the library that writes workbooks may
// hold, with every row filled up to its last cell, at some 200 bytes each.
const maxSpread = 1_500_000

// openForEditing opens the workbook with the library that writes them, which
// has few bounds of its own.
func (b *book) openForEditing() (*excelize.File, error) {
	if n := b.xlsx.Spread(); n > maxSpread {
		return nil, tools.Failf(tools.TooLarge, "%s: its rows reach over %d cells, more than the %d that can be changed or computed; delete what stands far to the right, or split it", b.file, n, maxSpread)
	}
	if err := office.CheckPackage(b.data); err != nil {
		return nil, fmt.Errorf("%s: %w", b.file, err)
	}
	f, err := excelize.OpenReader(bytes.NewReader(b.data), excelize.Options{UnzipSizeLimit: 256 << 20, UnzipXMLSizeLimit: 256 << 20})
	if err != nil {
		return nil, tools.Failf(tools.Corrupt, "%s cannot be opened for writing: %w", b.file, err)
	}
	return f, nil
}

func cellName(row, col int) string {
	name, err := excelize.CoordinatesToCellName(col, row)
	if err != nil {
		return fmt.Sprintf("R%dC%d", row, col) // beyond the grid; only ever shown
	}
	return name
}
