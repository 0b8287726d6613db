package excel

import (
	"bytes"
	"cmp"
	"context"
	"encoding/csv"
	"fmt"
	"strings"

	"legomem/tools"
	"legomem/tools/table"
	"legomem/words"
)

func createTools() []tools.Tool {
	return []tools.Tool{
		tools.Define("excel.create", "Create a workbook (.xlsx or .csv) from rows, replacing one that is there; folders are made. Values keep their types (5 is a number, \"5\" a text); = begins a formula.",
			func(p createParams) []tools.Effect { return makes(p.File) }, runCreate),
		tools.Define("excel.merge", "Put workbooks together in a new one: rows under each other by header, or side by side where the column by has the same value.",
			func(p mergeParams) []tools.Effect {
				return append(tools.ReadEffects(p.Sources...), makes(p.Target)...)
			}, runMerge),
	}
}

// placeFor is where a new file goes: as named, under data/ for a bare name.
func placeFor(ws *tools.Workspace, file string) (string, error) {
	p, err := ws.Clean(file)
	return tools.UnderData(p), err
}

type createParams struct {
	File      string   `json:"file_path" jsonschema:"the file" kind:"file"`
	Rows      []any    `json:"rows" jsonschema:"lists of values, or objects by header"`
	Headers   []string `json:"headers,omitempty" jsonschema:"the header row" kind:"phrase"`
	Sheet     string   `json:"sheet,omitempty" jsonschema:"default Sheet1" kind:"phrase"`
	Transpose bool     `json:"transpose,omitempty" jsonschema:"write rows as columns"`
	Numbers   bool     `json:"numbers,omitempty" jsonschema:"store \"5\" as 5"`
}

type writtenData struct {
	File  string `json:"file"`
	Sheet string `json:"sheet,omitempty"`
	Rows  int    `json:"rows_written"`
}

func runCreate(_ context.Context, ws *tools.Workspace, p createParams) (tools.Result, error) {
	rows, err := p.lists()
	if err != nil {
		return tools.Result{}, err
	}
	if p.Transpose {
		rows = table.Transpose(rows)
	}
	sheet := cmp.Or(p.Sheet, "Sheet1")
	file, err := writeRows(ws, p.File, sheet, rows)
	if err != nil {
		return tools.Result{}, err
	}
	return tools.Result{
		Text: fmt.Sprintf("created %s with %s", file, p.told(len(rows))),
		Data: writtenData{file, sheet, len(rows)},
	}, nil
}

// told is how many rows were written, the header apart.
func (p createParams) told(rows int) string {
	switch {
	case p.Transpose || !p.hasHeader():
		return words.Count(rows, "row")
	default:
		return "a header and " + words.Count(rows-1, "row")
	}
}

func (p createParams) hasHeader() bool { return len(p.Headers) > 0 || table.HasObjects(p.Rows) }

// lists returns the rows as lists, with the header first if there is one: the
// given one, or that of the objects.
func (p createParams) lists() ([][]any, error) {
	t, err := table.FromAny(p.Rows, p.Headers)
	if err != nil {
		return nil, err
	}
	rows := t.Lists()
	if p.Numbers {
		for _, row := range rows {
			typeTexts(row)
		}
	}
	if !p.hasHeader() {
		return rows, nil
	}
	return append([][]any{table.List(t.Headers)}, rows...), nil
}

func typeTexts(row []any) {
	for i, v := range row {
		if s, ok := v.(string); ok {
			row[i] = table.Typed(s)
		}
	}
}

func writeCSV(ws *tools.Workspace, file string, rows [][]any) error {
	var buf bytes.Buffer
	w := csv.NewWriter(&buf)
	if strings.HasSuffix(strings.ToLower(file), ".tsv") {
		w.Comma = '\t'
	}
	for _, row := range rows {
		texts := make([]string, len(row))
		for i, v := range row {
			texts[i] = csvText(v)
		}
		if err := w.Write(texts); err != nil {
			return fmt.Errorf("write %s: %w", file, err)
		}
	}
	w.Flush()
	return ws.WriteFile(file, buf.Bytes())
}

type mergeParams struct {
	Sources []string `json:"sources" jsonschema:"in order" kind:"file"`
	Target  string   `json:"target" jsonschema:"the new file" kind:"file"`
	By      string   `json:"by,omitempty" jsonschema:"a column of all" kind:"phrase"`
}

func runMerge(_ context.Context, ws *tools.Workspace, p mergeParams) (tools.Result, error) {
	if len(p.Sources) < 2 {
		return tools.Result{}, tools.Failf(tools.BadArguments, "merge takes two sources or more, not %d", len(p.Sources))
	}
	merged := &table.Table{}
	for i, source := range p.Sources {
		t, err := openTable(ws, source, "", 0)
		if err != nil {
			return tools.Result{}, err
		}
		if i == 0 {
			merged.Headers = append(merged.Headers, t.Headers...)
			merged.Rows = t.Rows
			continue
		}
		join := merged.Append
		if p.By != "" {
			join = func(other *table.Table) error { return merged.Join(other, p.By) }
		}
		if err := join(t.Table); err != nil {
			return tools.Result{}, fmt.Errorf("%s: %w", t.file, err)
		}
	}
	file, err := writeTable(ws, p.Target, merged)
	if err != nil {
		return tools.Result{}, err
	}
	return tools.Result{
		Text: fmt.Sprintf("merged %s into %s: %d rows\n", strings.Join(p.Sources, ", "), file, len(merged.Rows)) + merged.Render(shown),
		Data: writtenData{file, "Sheet1", len(merged.Rows)},
	}, nil
}
