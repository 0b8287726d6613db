package desk

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"legomem/tools"
	"legomem/tools/sandbox"
	"legomem/tools/table"
)

// isWorkbook reports whether a batch's file is a workbook instead of text.
func isWorkbook(file string) bool {
	return slices.Contains([]string{".xlsx", ".xlsm"}, strings.ToLower(filepath.Ext(file)))
}

// readWorkbook reads the rows of a workbook's active sheet, whose first row names
// the columns. A workbook is a stranger's file: it is read in a sandbox.
func (d *Desk) readWorkbook(ctx context.Context, file string) ([]table.Record, error) {
	dir, err := os.MkdirTemp("", "legomem-batch-")
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", file, err)
	}
	defer os.RemoveAll(dir)
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, BadInput("--batch: %v", err)
	}
	const name = "list.xlsx"
	if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
		return nil, fmt.Errorf("read %s: %w", file, err)
	}
	box, done, err := d.openBox(ctx, sandbox.Spec{Run: "batch", Testbed: dir, User: LoginName(), Now: d.Now().In(d.config.Dates.Location())})
	if err != nil {
		return nil, err
	}
	defer done()
	seen, err := box.Call(ctx, tools.Action{Tool: "excel.read", Args: map[string]any{"file_path": name, "header_row": 1}})
	switch {
	case err != nil:
		return nil, err
	case seen.Failed:
		return nil, BadInput("%s: %s", file, strings.ReplaceAll(seen.Text, name, filepath.Base(file)))
	}
	return recordsOf(seen)
}

// recordsOf returns the rows that excel.read has found, as texts.
func recordsOf(seen tools.Observation) ([]table.Record, error) {
	var sheet struct {
		Headers []any   `json:"headers"`
		Rows    [][]any `json:"rows"`
		Numbers []int   `json:"row_numbers"`
	}
	if err := json.Unmarshal(seen.Data, &sheet); err != nil {
		return nil, fmt.Errorf("read a workbook's rows: %w", err)
	}
	if len(sheet.Numbers) != len(sheet.Rows) {
		return nil, fmt.Errorf("read a workbook's rows: %d rows with %d numbers", len(sheet.Rows), len(sheet.Numbers))
	}
	out := []table.Record{{Line: 1, Fields: cellTexts(sheet.Headers)}}
	for i, row := range sheet.Rows {
		fields := cellTexts(row)
		if strings.Join(fields, "") != "" {
			out = append(out, table.Record{Line: sheet.Numbers[i], Fields: fields})
		}
	}
	return out, nil
}

func cellTexts(row []any) []string {
	var out []string
	for _, v := range row {
		text := ""
		if v != nil {
			text = strings.TrimSpace(table.Text(v))
		}
		out = append(out, text)
	}
	return out
}
