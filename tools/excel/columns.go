package excel

import (
	"context"
	"fmt"
	"strings"
	"time"

	"legomem/tools"
	"legomem/tools/office"
	"legomem/tools/table"
)

func columnTools() []tools.Tool {
	return []tools.Tool{
		tools.Define("excel.add_column", "Add a column after the last one: value, values, an expression (IF({Unit} == \"day\", 8, 1) * {Hours}), or a series from start by step.",
			func(p addColumnParams) []tools.Effect { return changes(p.File) }, runAddColumn),
		tools.Define("excel.delete_column", "Delete a column with its header; those right of it move left.",
			func(p deleteColumnParams) []tools.Effect { return deletes(p.File) }, runDeleteColumn),
	}
}

type addColumnParams struct {
	File        string  `json:"file_path" jsonschema:"the file" kind:"file"`
	Sheet       string  `json:"sheet,omitempty" jsonschema:"name or number; default active" kind:"phrase"`
	Header      string  `json:"header" jsonschema:"its header" kind:"phrase"`
	Value       any     `json:"value,omitempty" jsonschema:"the same for every row" kind:"phrase"`
	Values      []any   `json:"values,omitempty" jsonschema:"one for each row"`
	Expression  string  `json:"expression,omitempty" jsonschema:"over the row's columns in braces"`
	Start       string  `json:"start,omitempty" jsonschema:"a series' first: a time, a date or a number" kind:"phrase"`
	Step        float64 `json:"step,omitempty" jsonschema:"minutes for a time, days for a date" kind:"number"`
	WhereColumn string  `json:"where_column,omitempty" jsonschema:"fill only rows that meet this condition" kind:"phrase"`
	WhereOp     string  `json:"where_op,omitempty" jsonschema:"eq (default), ne, gt, ge, lt, le, contains, in, empty, ..."`
	WhereValue  any     `json:"where_value,omitempty" jsonschema:"its value" kind:"phrase"`
}

type columnData struct {
	File   string `json:"file"`
	Sheet  string `json:"sheet"`
	Header string `json:"header"`
	Column int    `json:"column"`
	Count  int    `json:"count"`
}

func runAddColumn(_ context.Context, ws *tools.Workspace, p addColumnParams) (tools.Result, error) {
	cs, err := where(p.WhereColumn, p.WhereOp, p.WhereValue, nil)
	if err != nil {
		return tools.Result{}, err
	}
	var d columnData
	return edit(ws, p.File, p.Sheet, func(e *editor) error {
		t, err := e.table(e.sheet.Name, 0)
		if err != nil {
			return err
		}
		rows, _, err := t.Filter(cs, false)
		if err != nil {
			return fmt.Errorf("%s: %w", e.file, err)
		}
		value, err := p.filler(t.Table, len(rows.Rows))
		if err != nil {
			return err
		}
		header, col := max(t.header, 1), t.width()+1
		d = columnData{e.file, e.sheet.Name, p.Header, col, len(rows.Rows)}
		if err := e.set(header, col, p.Header); err != nil {
			return err
		}
		return e.fill(rows, col, value)
	}, func() tools.Result {
		return tools.Result{Text: fmt.Sprintf("%s, sheet %s: added column %s (column %d) with %d values", d.File, d.Sheet, d.Header, d.Column, d.Count), Data: d}
	})
}

// width is the number of columns up to the last that has a header or a value.
func (t *sheetTable) width() int {
	width := 0
	for i, h := range t.Headers {
		if h != "" {
			width = i + 1
		}
	}
	for _, r := range t.Rows {
		for i, v := range r.Values {
			if !table.Empty(v) {
				width = max(width, i+1)
			}
		}
	}
	return width
}

// filler gives the rows their values, in the one way that was asked for.
func (p addColumnParams) filler(t *table.Table, rows int) (func(table.Row) (any, error), error) {
	given := 0
	for _, one := range []bool{p.Value != nil, p.Values != nil, p.Expression != "", p.Start != ""} {
		if one {
			given++
		}
	}
	switch {
	case given > 1:
		return nil, tools.Failf(tools.BadArguments, "fill the column by value, values, expression or start and step: one of them")
	case p.Start != "":
		return series(p.Start, p.Step)
	case p.Values != nil:
		if len(p.Values) != rows {
			return nil, tools.Failf(tools.BadArguments, "%d values for %d rows", len(p.Values), rows)
		}
		next := -1
		return func(table.Row) (any, error) { next++; return p.Values[next], nil }, nil
	}
	return rowValue(t, p.Value, p.Expression)
}

// series counts up from a time of day, a date or a number, spelled like its
// start.
func series(start string, step float64) (func(table.Row) (any, error), error) {
	if step == 0 {
		return nil, tools.Failf(tools.BadArguments, "a series from %s needs a step", start)
	}
	n := -1.0
	next := func() float64 { n++; return n * step }
	first := table.Typed(start)
	if f, ok := table.Number(first); ok {
		return func(table.Row) (any, error) { return table.Clean(f + next()), nil }, nil
	}
	units := []struct {
		layout string
		unit   time.Duration
	}{
		{"15:04", time.Minute}, {"15:04:05", time.Minute}, {"3:04 PM", time.Minute}, {"3:04PM", time.Minute}, {"3:04 pm", time.Minute},
		{"2006-01-02", 24 * time.Hour}, {"2006-01-02 15:04:05", 24 * time.Hour},
	}
	for _, u := range units {
		at, err := time.Parse(u.layout, strings.TrimSpace(start))
		if err != nil {
			continue
		}
		layout := u.layout
		return func(table.Row) (any, error) {
			s := at.Add(time.Duration(next() * float64(u.unit))).Format(layout)
			if !strings.HasPrefix(strings.TrimSpace(start), "0") && strings.HasPrefix(layout, "15") {
				s = strings.TrimPrefix(s, "0") // 8:00, as it began
			}
			return s, nil
		}, nil
	}
	return nil, tools.Failf(tools.BadArguments, "%q begins no series; write a number, a time such as 8:00 or a date such as 2024-05-01", start)
}

type deleteColumnParams struct {
	File   string `json:"file_path" jsonschema:"the file" kind:"file"`
	Sheet  string `json:"sheet,omitempty" jsonschema:"name or number; default active" kind:"phrase"`
	Column string `json:"column" jsonschema:"header, letter or number" kind:"phrase"`
}

func runDeleteColumn(_ context.Context, ws *tools.Workspace, p deleteColumnParams) (tools.Result, error) {
	var d columnData
	return edit(ws, p.File, p.Sheet, func(e *editor) error {
		col, err := e.column(p.Column)
		if err != nil {
			return err
		}
		if col > e.sheet.Columns {
			return tools.Failf(tools.NotFound, "%s, sheet %s has no column %s; it has %d", e.file, e.sheet.Name, p.Column, e.sheet.Columns)
		}
		d = columnData{File: e.file, Sheet: e.sheet.Name, Header: p.Column, Column: col}
		return e.remove(office.Deletion{Sheet: e.sheet.Name, Columns: []int{col}})
	}, func() tools.Result {
		return tools.Result{Text: fmt.Sprintf("%s, sheet %s: deleted column %s", d.File, d.Sheet, p.Column), Data: d}
	})
}
