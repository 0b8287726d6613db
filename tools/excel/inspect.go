package excel

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"strconv"

	"legomem/tools"
	"legomem/tools/office"
)

type inspectParams struct {
	File string `json:"file_path" jsonschema:"the file" kind:"file"`
}

// inspectData is the active sheet, which is all that the benchmark looks at: its
// cells by row and by column. An empty cell, a text, a bool and a number are plain
// JSON, and a number with an exponent is a float. Any other cell is an inspectCell.
type inspectData struct {
	Cells [][]any `json:"cells"`
}

type inspectCell struct {
	Type office.CellKind `json:"t"`
	Text string          `json:"v"`
}

func runInspect(_ context.Context, ws *tools.Workspace, p inspectParams) (tools.Result, error) {
	data, err := ws.ReadFile(p.File)
	if err != nil {
		return tools.Result{}, err
	}
	w, err := office.ReadWorkbook(data)
	if err != nil {
		return tools.Result{}, fmt.Errorf("%s: %w", p.File, err)
	}
	s := w.ActiveSheet()
	if s == nil {
		s = &office.Sheet{}
	}
	if s.Rows*s.Columns > maxGrid {
		return tools.Result{}, fmt.Errorf("%s: %w: sheet %q reaches over %d x %d cells, more than %d", p.File, office.ErrTooLarge, s.Name, s.Rows, s.Columns, maxGrid)
	}
	return tools.Result{Text: fmt.Sprintf("%s: %d x %d cells", p.File, s.Rows, s.Columns), Data: inspectOf(s)}, nil
}

func inspectOf(s *office.Sheet) inspectData {
	d := inspectData{Cells: make([][]any, s.Rows)}
	for row := range d.Cells {
		d.Cells[row] = make([]any, s.Columns)
		for col := range d.Cells[row] {
			d.Cells[row][col] = typedValue(s.Cell(row+1, col+1))
		}
	}
	return d
}

func typedValue(c office.Cell) any {
	switch c.Kind {
	case office.EmptyCell:
		return nil
	case office.TextCell:
		return c.Text
	case office.BoolCell:
		return c.Number != 0
	case office.IntCell:
		return json.Number(c.Text)
	case office.FloatCell:
		return floatNumber(c.Number)
	}
	return inspectCell{c.Kind, c.Text}
}

// floatNumber spells a float so that it is read as one: 5 is 5e+00. An infinite one
// becomes a number too large for any float.
func floatNumber(f float64) json.Number {
	if math.IsInf(f, 0) {
		return json.Number(fmt.Sprintf("%.0fe999", math.Copysign(1, f)))
	}
	return json.Number(strconv.FormatFloat(f, 'e', -1, 64))
}
