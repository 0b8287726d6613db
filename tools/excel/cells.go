package excel

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/xuri/excelize/v2"

	"legomem/tools"
	"legomem/tools/table"
)

func cellTools() []tools.Tool {
	return []tools.Tool{
		tools.Define("excel.set_cell", "Write a value into a cell, by name or by row and column. A plain number is stored as one, = begins a formula; with as auto, 15% and $300 are numbers too.",
			func(p setCellParams) []tools.Effect { return setsTo(p.File, p.Value) }, runSetCell),
		tools.Define("excel.set_range", "Write rows of values into a block of cells that begins at a cell.",
			func(p setRangeParams) []tools.Effect { return setsTo(p.File, p.Rows) }, runSetRange),
		tools.Define("excel.delete_cell", "Empty a cell, by name or by row and column. Those around it stay.",
			func(p deleteCellParams) []tools.Effect { return deletes(p.File) }, runDeleteCell),
		tools.Define("excel.delete_range", "Empty all cells of a range.",
			func(p deleteRangeParams) []tools.Effect { return deletes(p.File) }, runDeleteRange),
	}
}

type setCellParams struct {
	File   string `json:"file_path" jsonschema:"the file" kind:"file"`
	Sheet  string `json:"sheet,omitempty" jsonschema:"name or number; default active" kind:"phrase"`
	Cell   string `json:"cell,omitempty" jsonschema:"such as B3" kind:"cell"`
	Row    int    `json:"row,omitempty" jsonschema:"from 1" kind:"number"`
	Column string `json:"column,omitempty" jsonschema:"header, letter or number" kind:"phrase"`
	Value  any    `json:"value" jsonschema:"the value" kind:"phrase"`
	As     string `json:"as,omitempty" jsonschema:"auto (15%, $300, 1,250.50 as people mean them), text, number, percent or formula"`
}

type cellData struct {
	File     string `json:"file"`
	Sheet    string `json:"sheet"`
	Cell     string `json:"cell"`
	Value    any    `json:"value"`
	Previous any    `json:"previous"`
	Format   string `json:"format,omitempty"` // the number format that goes with the value
}

func runSetCell(_ context.Context, ws *tools.Workspace, p setCellParams) (tools.Result, error) {
	m, err := readAs(p.Value, p.As)
	if err != nil {
		return tools.Result{}, err
	}
	return changeCell(ws, p.File, p.Sheet, cellRef{p.Cell, p.Row, p.Column}, m)
}

// typed reads a text as typing it into a cell would.
func typed(v any) any {
	if s, ok := v.(string); ok {
		return table.Typed(s)
	}
	return v
}

// cellRef names a cell in one of two ways.
type cellRef struct {
	cell   string
	row    int
	column string
}

func (c cellRef) resolve(e *editor) (place, error) {
	switch {
	case c.cell != "" && (c.row != 0 || c.column != ""):
		return place{}, tools.Failf(tools.BadArguments, "name the cell either as cell or by row and column, not both")
	case c.cell != "":
		from, to, err := parseRange(c.cell)
		if err == nil && from != to {
			err = tools.Failf(tools.BadArguments, "%q is a range, not one cell", c.cell)
		}
		return from, err
	case c.row < 1 || c.row > excelize.TotalRows || c.column == "":
		return place{}, tools.Failf(tools.BadArguments, "name the cell as cell (such as B3) or by row (from 1) and column")
	}
	col, err := e.column(c.column)
	return place{c.row, col}, err
}

// column finds a column by number, or header, or letter, from 1. A number or
// a letter may be beyond the table.
func (e *editor) column(name string) (int, error) {
	if n, err := strconv.Atoi(strings.TrimSpace(name)); err == nil && n >= 1 && n <= excelize.MaxColumns {
		return n, nil
	}
	t, err := e.table(e.sheet.Name, 0)
	if err != nil {
		return 0, err
	}
	col, err := t.Column(name)
	if err == nil {
		return col + 1, nil
	}
	if n, letterErr := excelize.ColumnNameToNumber(strings.TrimSpace(name)); letterErr == nil && len(name) <= 2 {
		return n, nil
	}
	return 0, fmt.Errorf("%s: %w", e.file, err)
}

func changeCell(ws *tools.Workspace, file, sheet string, ref cellRef, m meant) (tools.Result, error) {
	var d cellData
	return edit(ws, file, sheet, func(e *editor) error {
		at, err := ref.resolve(e)
		if err != nil {
			return err
		}
		before := e.valueOf(e.sheet.Name, at.row, at.col, e.sheet.Cell(at.row, at.col))
		d = cellData{e.file, e.sheet.Name, cellName(at.row, at.col), m.value, before, m.format}
		if err := e.set(at.row, at.col, m.value); err != nil {
			return err
		}
		return e.show(at, m.format)
	}, func() tools.Result {
		text := fmt.Sprintf("%s, sheet %s: %s is now %s (was %s)", d.File, d.Sheet, d.Cell, spoken(m.value), spoken(d.Previous))
		return tools.Result{Text: text, Data: d}
	})
}

func spoken(v any) string {
	switch x := v.(type) {
	case nil:
		return "empty"
	case string:
		return strconv.Quote(x)
	case readText:
		return strconv.Quote(string(x))
	}
	return table.Text(v)
}

type setRangeParams struct {
	File  string `json:"file_path" jsonschema:"the file" kind:"file"`
	Sheet string `json:"sheet,omitempty" jsonschema:"name or number; default active" kind:"phrase"`
	Start string `json:"start_cell" jsonschema:"top left, such as B2" kind:"cell"`
	Rows  []any  `json:"rows" jsonschema:"lists of values"`
}

type rangeWritten struct {
	File  string `json:"file"`
	Sheet string `json:"sheet"`
	Range string `json:"range"`
}

func runSetRange(_ context.Context, ws *tools.Workspace, p setRangeParams) (tools.Result, error) {
	from, to, err := parseRange(p.Start)
	if err != nil {
		return tools.Result{}, err
	}
	if from != to || len(p.Rows) == 0 {
		return tools.Result{}, tools.Failf(tools.BadArguments, "set_range takes the first cell (such as B2) and at least one row")
	}
	d := rangeWritten{}
	return edit(ws, p.File, p.Sheet, func(e *editor) error {
		for i, r := range p.Rows {
			for j, v := range table.List(r) {
				to = place{max(to.row, from.row+i), max(to.col, from.col+j)}
				if err := e.set(from.row+i, from.col+j, v); err != nil {
					return err
				}
			}
		}
		d = rangeWritten{e.file, e.sheet.Name, cellName(from.row, from.col) + ":" + cellName(to.row, to.col)}
		return nil
	}, func() tools.Result {
		return tools.Result{Text: fmt.Sprintf("%s, sheet %s: wrote %s", d.File, d.Sheet, d.Range), Data: d}
	})
}

type deleteCellParams struct {
	File   string `json:"file_path" jsonschema:"the file" kind:"file"`
	Sheet  string `json:"sheet,omitempty" jsonschema:"name or number; default active" kind:"phrase"`
	Cell   string `json:"cell,omitempty" jsonschema:"such as B3" kind:"cell"`
	Row    int    `json:"row,omitempty" jsonschema:"from 1" kind:"number"`
	Column string `json:"column,omitempty" jsonschema:"header, letter or number" kind:"phrase"`
}

func runDeleteCell(_ context.Context, ws *tools.Workspace, p deleteCellParams) (tools.Result, error) {
	return changeCell(ws, p.File, p.Sheet, cellRef{p.Cell, p.Row, p.Column}, meant{})
}

type deleteRangeParams struct {
	File  string `json:"file_path" jsonschema:"the file" kind:"file"`
	Sheet string `json:"sheet,omitempty" jsonschema:"name or number; default active" kind:"phrase"`
	Range string `json:"range" jsonschema:"such as B2:D9" kind:"cell"`
}

func runDeleteRange(_ context.Context, ws *tools.Workspace, p deleteRangeParams) (tools.Result, error) {
	from, to, err := parseRange(p.Range)
	if err != nil {
		return tools.Result{}, err
	}
	var d rangeWritten
	return edit(ws, p.File, p.Sheet, func(e *editor) error {
		d = rangeWritten{e.file, e.sheet.Name, p.Range}
		for row, col := range e.sheet.Places() {
			if row < from.row || row > to.row || col < from.col || col > to.col {
				continue
			}
			if err := e.set(row, col, nil); err != nil {
				return err
			}
		}
		return nil
	}, func() tools.Result {
		return tools.Result{Text: fmt.Sprintf("%s, sheet %s: emptied %s", d.File, d.Sheet, d.Range), Data: d}
	})
}
