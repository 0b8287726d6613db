package excel

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"legomem/tools"
	"legomem/tools/office"
	"legomem/tools/table"
	"legomem/words"
)

func copyRowsTool() tools.Tool {
	return tools.Define("excel.copy_rows", "Copy rows, all or those that meet conditions, into another workbook or sheet: under its last row, by header, or with the headers into a new one.",
		func(p copyRowsParams) []tools.Effect {
			return append(append(reads(p.File), changes(p.Target)...), tools.MakeEffects(false, p.Target)...)
		}, runCopyRows)
}

type copyRowsParams struct {
	File        string   `json:"file_path" jsonschema:"copied from" kind:"file"`
	Sheet       string   `json:"sheet,omitempty" jsonschema:"name or number; default active" kind:"phrase"`
	Column      string   `json:"column,omitempty" jsonschema:"of the condition: header, letter or number" kind:"phrase"`
	Op          string   `json:"op,omitempty" jsonschema:"eq (default), ne, gt, ge, lt, le, contains, in, empty, ..."`
	Value       any      `json:"value,omitempty" jsonschema:"a list for in" kind:"phrase"`
	Where       any      `json:"where,omitempty" jsonschema:"more conditions: [{column, op, value}] or {header: value}; a value {Header} is that column"`
	Match       string   `json:"match,omitempty" jsonschema:"all (default) or any"`
	Columns     []string `json:"columns,omitempty" jsonschema:"default all" kind:"phrase"`
	Target      string   `json:"target" jsonschema:"copied to" kind:"file"`
	TargetSheet string   `json:"target_sheet,omitempty" jsonschema:"made if missing; default active" kind:"phrase"`
}

// copiedData tells what was copied: Numbers are the rows' in the source, Written those in
// the target.
type copiedData struct {
	File        string   `json:"file"`
	Sheet       string   `json:"sheet"`
	Target      string   `json:"target"`
	TargetSheet string   `json:"target_sheet"`
	Made        bool     `json:"made"` // the target was missing
	Headers     []string `json:"headers"`
	Numbers     []int    `json:"row_numbers"`
	Written     []int    `json:"written_rows"`
	Count       int      `json:"count"`
}

func runCopyRows(_ context.Context, ws *tools.Workspace, p copyRowsParams) (tools.Result, error) {
	from, err := p.chosen(ws)
	if err != nil {
		return tools.Result{}, err
	}
	d := copiedData{File: from.file, Sheet: from.sheet, Headers: from.rows.Headers, Numbers: from.rows.Numbers(), Count: len(from.rows.Rows)}
	found, err := ws.Find(p.Target)
	switch {
	case tools.CodeOf(err) == tools.NotFound:
		err = p.make(ws, from, &d)
	case err == nil:
		err = p.add(ws, found, from, &d)
	}
	if err != nil {
		return tools.Result{}, err
	}
	text := fmt.Sprintf("copied %s of %s, sheet %s, to %s, sheet %s", words.Count(d.Count, "row"), d.File, d.Sheet, d.Target, d.TargetSheet)
	return tools.Result{Text: text, Data: d}, nil
}

// chosenRows are the rows to copy, with their cells as they are written: dates as dates.
type chosenRows struct {
	file, sheet string
	rows        *table.Table
}

func (p copyRowsParams) chosen(ws *tools.Workspace) (chosenRows, error) {
	b, err := openBook(ws, p.File)
	if err != nil {
		return chosenRows{}, err
	}
	defer b.close()
	t, err := b.table(p.Sheet, 0)
	if err != nil {
		return chosenRows{}, err
	}
	rows, err := p.meeting(t)
	if err != nil {
		return chosenRows{}, fmt.Errorf("%s: %w", t.file, err)
	}
	if b.xlsx != nil && !isCSV(p.Target) {
		s, err := b.sheet(t.sheet)
		if err != nil {
			return chosenRows{}, err
		}
		keepDates(rows, s)
	}
	columns, err := rows.Columns(p.Columns)
	if err != nil {
		return chosenRows{}, fmt.Errorf("%s: %w", t.file, err)
	}
	return chosenRows{t.file, t.sheet, rows.Pick(columns)}, nil
}

// meeting are the rows that meet the conditions; none is NotFound.
func (p copyRowsParams) meeting(t *sheetTable) (*table.Table, error) {
	cs, err := where(p.Column, p.Op, p.Value, p.Where)
	if err != nil {
		return nil, err
	}
	anyOne, err := matchAny(p.Match)
	if err != nil {
		return nil, err
	}
	rows, _, err := t.Filter(cs, anyOne)
	if err == nil && len(rows.Rows) == 0 {
		err = tools.Failf(tools.NotFound, "no row meets the conditions; nothing was copied. %s", t.glance(cs))
	}
	return rows, err
}

// keepDates puts the dates of cells back for the texts that rows have of them.
func keepDates(rows *table.Table, s *office.Sheet) {
	for i, r := range rows.Rows {
		values := make([]any, len(r.Values))
		for j, v := range r.Values {
			values[j] = readValue(v)
			if c := s.Cell(r.Number, j+1); c.Kind == office.DateCell && !c.Time.IsZero() {
				values[j] = c.Time
			}
		}
		rows.Rows[i].Values = values
	}
}

// make writes the rows to a new workbook.
func (p copyRowsParams) make(ws *tools.Workspace, from chosenRows, d *copiedData) (err error) {
	d.Made, d.TargetSheet = true, cmp.Or(p.TargetSheet, "Sheet1")
	for i := range d.Numbers {
		d.Written = append(d.Written, i+2)
	}
	d.Target, err = writeRows(ws, p.Target, d.TargetSheet, asRead(append([][]any{table.List(from.rows.Headers)}, from.rows.Lists()...)))
	return err
}

// add writes the rows under those of a workbook that is there.
func (p copyRowsParams) add(ws *tools.Workspace, target string, from chosenRows, d *copiedData) error {
	return rewrite(ws, target, "", func(e *editor) error {
		t, err := p.targetTable(e, from)
		if err != nil {
			return err
		}
		at, err := columnsFor(t, from.rows.Headers)
		if err != nil {
			return err
		}
		d.Target, d.TargetSheet = e.file, e.sheet.Name
		for i, r := range from.rows.Rows {
			row := t.last + 1 + i
			for j, v := range r.Values {
				if err := e.addCell(t, row, at[j], readValue(v)); err != nil {
					return err
				}
			}
			d.Written = append(d.Written, row)
		}
		return nil
	})
}

// targetTable turns to the sheet that receives the rows. A missing one is made, and an
// empty one gets the headers.
func (p copyRowsParams) targetTable(e *editor, from chosenRows) (*sheetTable, error) {
	missing := false
	if s, err := e.book.sheet(p.TargetSheet); err == nil {
		e.sheet = s
	} else {
		e.sheet, missing = &office.Sheet{Name: p.TargetSheet}, true
		if _, err := e.out.NewSheet(p.TargetSheet); err != nil {
			return nil, tools.Failf(tools.BadArguments, "sheet name %q: %w", p.TargetSheet, err)
		}
	}
	if e.file == from.file && e.sheet.Name == from.sheet {
		return nil, tools.Failf(tools.BadArguments, "%s, sheet %s: rows cannot be copied onto their own sheet; name another target or target_sheet", e.file, e.sheet.Name)
	}
	if !missing {
		t, err := e.table(e.sheet.Name, 0)
		if err != nil || t.header > 0 {
			return t, err
		}
	}
	t := &sheetTable{Table: &table.Table{Headers: from.rows.Headers}, file: e.file, sheet: e.sheet.Name, header: 1, last: 1}
	for i, h := range t.Headers {
		if err := e.set(1, i+1, readText(h)); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// columnsFor are the columns, from 1, of the target for each header; a header that it
// lacks is a failure, since its values would be lost.
func columnsFor(t *sheetTable, headers []string) ([]int, error) {
	at := make([]int, len(headers))
	var lacking []string
	for i, h := range headers {
		for j, other := range t.Headers {
			if at[i] == 0 && table.Equal(h, other) {
				at[i] = j + 1
			}
		}
		if at[i] == 0 && h != "" {
			lacking = append(lacking, h)
		}
	}
	if len(lacking) > 0 {
		return nil, tools.Failf(tools.BadArguments, "%s, sheet %s has no column %s; it has: %s. Name the columns to copy, or another target_sheet",
			t.file, t.sheet, strings.Join(lacking, ", "), strings.Join(t.Headers, ", "))
	}
	return at, nil
}

// addCell writes a cell under the table, in the style of the cell above it. A column
// without a header, which has no place, is left out.
func (e *editor) addCell(t *sheetTable, row, col int, v any) error {
	if col == 0 || v == nil {
		return nil
	}
	if err := e.set(row, col, v); err != nil {
		return err
	}
	if t.last <= t.header {
		return nil
	}
	style, err := e.out.GetCellStyle(e.sheet.Name, cellName(t.last, col))
	if err != nil || style == 0 {
		return err
	}
	return e.style(row, col, style)
}
