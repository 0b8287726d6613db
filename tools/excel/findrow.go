package excel

import (
	"context"
	"fmt"

	"legomem/tools"
	"legomem/tools/table"
	"legomem/tools/value"
)

func findRowTool() tools.Tool {
	return tools.Define("excel.find_row", "Find the one row with a cell that is a text, or else holds it: its number, and its values by header.",
		func(p findRowParams) []tools.Effect { return reads(p.File) }, runFindRow)
}

type findRowParams struct {
	File   string `json:"file_path" jsonschema:".xlsx or .csv" kind:"file"`
	Sheet  string `json:"sheet,omitempty" jsonschema:"name or number; default active" kind:"phrase"`
	Text   any    `json:"text" jsonschema:"the text" kind:"phrase"`
	Header int    `json:"header_row,omitempty" jsonschema:"the headers' row, if it is not found"`
}

// foundRow is a row with the cell by which it was found.
type foundRow struct {
	File    string         `json:"file"`
	Sheet   string         `json:"sheet"`
	Number  int            `json:"row_number"`
	Cell    string         `json:"cell"`
	Column  string         `json:"column"` // its header
	Headers []string       `json:"headers"`
	Row     []any          `json:"row"`
	Record  map[string]any `json:"record"`
}

func runFindRow(_ context.Context, ws *tools.Workspace, p findRowParams) (tools.Result, error) {
	if table.Empty(p.Text) {
		return tools.Result{}, tools.Failf(tools.BadArguments, "say what the row is to hold")
	}
	t, err := openTable(ws, p.File, p.Sheet, p.Header)
	if err != nil {
		return tools.Result{}, err
	}
	found, column := t.rowsHolding(p.Text)
	switch {
	case len(found.Rows) == 0:
		return tools.Result{}, tools.Failf(tools.NotFound, "%s, sheet %s: no row holds %q. %s", t.file, t.sheet, table.Text(p.Text), t.glance(nil))
	case len(found.Rows) > 1:
		return tools.Result{}, tools.Failf(tools.Ambiguous, "%s, sheet %s: %d rows hold %q; say more of the one that is meant:\n%s", t.file, t.sheet, len(found.Rows), table.Text(p.Text), found.Render(listedRows))
	}
	row := found.Rows[0]
	d := foundRow{File: t.file, Sheet: t.sheet, Number: row.Number, Cell: value.CellName(row.Number, column+1), Column: t.Headers[column],
		Headers: t.Headers, Row: found.Lists()[0], Record: found.Records()[0]}
	return tools.Result{Text: fmt.Sprintf("%s, sheet %s, row %d: %s", d.File, d.Sheet, d.Number, recordText(t.Headers, row)), Data: d}, nil
}

// listedRows is how many rows a failure lists.
const listedRows = 12

// rowsHolding are the rows with a cell that equals what is wanted, or if there are none,
// those with one that contains it; column is that of the last one's cell.
func (t *sheetTable) rowsHolding(wanted any) (found *table.Table, column int) {
	for _, op := range []string{"eq", "contains"} {
		found = &table.Table{Headers: t.Headers}
		for _, r := range t.Rows {
			if at := columnHolding(r, op, wanted); at >= 0 {
				found.Rows, column = append(found.Rows, r), at
			}
		}
		if len(found.Rows) > 0 {
			break
		}
	}
	return found, column
}

// columnHolding is the first column for whose cell op holds, -1 for none.
func columnHolding(r table.Row, op string, wanted any) int {
	for i, v := range r.Values {
		if holds, _, err := table.Holds(v, op, wanted); err == nil && holds {
			return i
		}
	}
	return -1
}
