package excel

import (
	"context"
	"fmt"

	"legomem/tools"
	"legomem/tools/office"
)

type inspectParams struct {
	File string `json:"file_path" kind:"file"`
	// Cells are wanted by exact comparisons alone; most read the dump.
	Cells bool `json:"cells,omitempty"`
}

// inspectData is the active sheet, which is all that the benchmark looks at.
type inspectData struct {
	Dump  string          `json:"dump"`
	Cells [][]inspectCell `json:"cells,omitempty"`
}

// inspectCell is a cell's type and its value as Python spells it: 5 is
// {int 5}, "5" is {text 5}.
type inspectCell struct {
	Type  office.CellKind `json:"t"`
	Value string          `json:"v"`
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
	var d inspectData
	if d.Dump, err = w.Dump(); err != nil { // over its cap, so the cells below are within it
		return tools.Result{}, fmt.Errorf("%s: %w", p.File, err)
	}
	if s := w.ActiveSheet(); s != nil && p.Cells {
		d.Cells = inspectOf(s)
	}
	return tools.Result{Text: fmt.Sprintf("%s: %d characters", p.File, len(d.Dump)), Data: d}, nil
}

func inspectOf(s *office.Sheet) [][]inspectCell {
	out := make([][]inspectCell, s.Rows)
	for row := range out {
		out[row] = make([]inspectCell, s.Columns)
		for col := range out[row] {
			c := s.Cell(row+1, col+1)
			out[row][col] = inspectCell{c.Kind, c.Text}
		}
	}
	return out
}
