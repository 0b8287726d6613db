package word

import (
	"context"
	"fmt"

	"legomem/tools"
	"legomem/tools/office"
	"legomem/tools/table"
	"legomem/words"
)

type tableParams struct {
	File    string   `json:"file_path" jsonschema:"the .docx file" kind:"file"`
	Headers []string `json:"headers,omitempty" jsonschema:"the header row; for objects also the order of the columns" kind:"phrase"`
	Rows    []any    `json:"rows" jsonschema:"the rows, as lists of values or as objects by header"`
}

type tableWritten struct {
	File string `json:"file"`
	Rows int    `json:"rows_written"` // without the header
}

// maxCells keeps a table to what Word can still show.
const maxCells = 100_000

func runAddTable(_ context.Context, ws *tools.Workspace, p tableParams) (tools.Result, error) {
	headers, rows, err := p.cells()
	if err != nil {
		return tools.Result{}, err
	}
	file, err := change(ws, p.File, func(data []byte) ([]byte, error) { return office.AppendTable(data, headers, rows) })
	if err != nil {
		return tools.Result{}, err
	}
	return tools.Result{Text: fmt.Sprintf("added a table with %s to %s", words.Count(len(rows), "row"), file), Data: tableWritten{file, len(rows)}}, nil
}

// cells gives the table as text. Lists need no header; objects bring one.
func (p tableParams) cells() (headers []string, rows [][]string, err error) {
	if len(p.Headers) == 0 && len(p.Rows) == 0 {
		return nil, nil, tools.Failf(tools.BadArguments, "the table is empty: give rows, or at least headers")
	}
	t, err := table.FromAny(p.Rows, p.Headers)
	if err != nil {
		return nil, nil, err
	}
	if cells := (len(t.Rows) + 1) * len(t.Headers); cells > maxCells {
		return nil, nil, tools.Failf(tools.TooLarge, "the table has %d cells, over the cap of %d; a workbook holds more", cells, maxCells)
	}
	headers = p.Headers
	for _, r := range t.Rows {
		row := make([]string, len(r.Values))
		for i, v := range r.Values {
			row[i] = table.Text(v)
		}
		rows = append(rows, row)
	}
	if table.HasObjects(p.Rows) {
		headers = t.Headers
	}
	return headers, rows, nil
}
