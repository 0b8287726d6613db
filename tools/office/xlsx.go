package office

import (
	"cmp"
	"fmt"
	"iter"
	"maps"
	"slices"
	"time"
)

// Workbook is an xlsx file as read: the sheets in order and the one that was
// active when it was saved.
type Workbook struct {
	Sheets []*Sheet
	Active int // index into Sheets; out of range in a damaged file
}

// Sheet is one worksheet: its cells, sparse, and how far it reaches.
type Sheet struct {
	Name string
	// Rows and Columns are the last ones that hold a cell, styled or filled, or
	// that a merged range covers. Both are 0 for an empty sheet.
	Rows, Columns int
	// LastRow is the last row that the file names, even one without a cell.
	LastRow int

	cells map[position]Cell
}

type position struct{ row, column int }

// CellKind is what a cell holds.
type CellKind string

// The kinds of cell. The typed comparison of two workbooks tells them apart:
// the number 5 is not the text "5", nor the float 5.0.
const (
	EmptyCell    CellKind = "empty"
	TextCell     CellKind = "text"
	IntCell      CellKind = "int"
	FloatCell    CellKind = "float"
	BoolCell     CellKind = "bool"
	DateCell     CellKind = "date"     // a date with or without a time of day
	TimeCell     CellKind = "time"     // a time of day
	DurationCell CellKind = "duration" // an elapsed time
	ErrorCell    CellKind = "error"    // "#DIV/0!"
	FormulaCell  CellKind = "formula"
)

// Cell is a cell's value.
type Cell struct {
	Kind CellKind
	// Text is a text, an error or a formula as written; an int's digits; a float as
	// the file spells it (5.0, 1E-5); TRUE or FALSE; a date, time or duration in plain
	// digits: 2024-05-01 00:00:00, 14:30:00, 1 day, 2:30:00.
	Text   string
	Number float64   // of an int, a float, a bool; of a date, time or duration its serial, where it has one
	Time   time.Time // of a date, in UTC; of a time, on the first day of year 1
	// Cached is a formula's result when the file was last calculated; nil if the
	// file does not have it.
	Cached *Cell
	// Shared marks a formula that the file writes once for several cells.
	Shared bool
}

// Cell returns the cell at a row and column, both from 1; an empty one if the
// file has none.
func (s *Sheet) Cell(row, column int) Cell {
	if c, ok := s.cells[position{row, column}]; ok {
		return c
	}
	return Cell{Kind: EmptyCell}
}

// ActiveSheet returns the sheet that was active, or the first if the file names
// one that it does not have; nil when there is none at all.
func (w *Workbook) ActiveSheet() *Sheet {
	switch {
	case len(w.Sheets) == 0:
		return nil
	case w.Active < 0 || w.Active >= len(w.Sheets):
		return w.Sheets[0]
	}
	return w.Sheets[w.Active]
}

// Names lists the sheets in order.
func (w *Workbook) Names() []string {
	var names []string
	for _, s := range w.Sheets {
		names = append(names, s.Name)
	}
	return names
}

// ReadWorkbook reads an xlsx file as openpyxl 3.0.9 does (without its
// rewriting of styles): formulas as formulas, numbers under a date format as
// dates, cells inside a merged range empty. A file it cannot read is
// ErrCorrupt, one over a cap ErrTooLarge.
func ReadWorkbook(data []byte) (*Workbook, error) {
	pkg, err := openPackage(data)
	if err != nil {
		return nil, err
	}
	r := &workbookReader{pkg: pkg, left: maxCells, text: maxCellText, steps: maxSteps}
	w, err := r.read()
	if err != nil {
		return nil, fmt.Errorf("read workbook: %w", err)
	}
	return w, nil
}

// Places lists the cells that the file has, by row and then by column, as row
// and column. The grid that Rows and Columns span may be a million times larger.
func (s *Sheet) Places() iter.Seq2[int, int] {
	places := slices.SortedFunc(maps.Keys(s.cells), func(a, b position) int {
		return cmp.Or(cmp.Compare(a.row, b.row), cmp.Compare(a.column, b.column))
	})
	return func(yield func(row, column int) bool) {
		for _, p := range places {
			if !yield(p.row, p.column) {
				return
			}
		}
	}
}

// Spread is how many cells the workbook has if every row is filled up to its
// last one, as a library that writes workbooks holds it.
func (w *Workbook) Spread() int {
	total := 0
	for _, s := range w.Sheets {
		last := map[int]int{}
		for p := range s.cells {
			last[p.row] = max(last[p.row], p.column)
		}
		for _, n := range last {
			total += n
		}
	}
	return total
}

func (s *Sheet) put(row, column int, c Cell) {
	if s.cells == nil {
		s.cells = map[position]Cell{}
	}
	s.cells[position{row, column}] = c
	s.reach(row, column)
}

func (s *Sheet) reach(row, column int) {
	s.Rows, s.Columns = max(s.Rows, row), max(s.Columns, column)
	s.LastRow = max(s.LastRow, row)
}
