package excel

import (
	"context"
	"fmt"
	"strings"

	"github.com/xuri/excelize/v2"

	"legomem/tools"
	"legomem/tools/table"
)

func queryTools() []tools.Tool {
	return []tools.Tool{
		tools.Define("excel.filter", "Choose rows by conditions, order them, take the first few, pick columns, drop repeats; with target, write them to a new workbook.",
			func(p filterParams) []tools.Effect { return append(reads(p.File), makes(p.Target)...) }, runFilter),
		tools.Define("excel.count", "Count a sheet's rows, all or those that meet conditions.",
			func(p countParams) []tools.Effect { return reads(p.File) }, runCount),
		tools.Define("excel.format_rows", "Fill a template such as \"{Student ID}, {Name}\" for each row, or each that meets conditions: a line a row.",
			func(p formatParams) []tools.Effect { return reads(p.File) }, runFormat),
	}
}

// where joins the one condition given by its parts with the further ones.
func where(column, op string, value, further any) ([]table.Condition, error) {
	all, err := table.Conditions(further)
	if err != nil {
		return nil, err
	}
	if column == "" {
		if op != "" || value != nil {
			return nil, tools.Failf(tools.BadArguments, "a condition needs the column it is about")
		}
		return all, nil
	}
	return append([]table.Condition{{Column: column, Op: op, Value: value}}, all...), nil
}

// matchAny reads "any" or "all".
func matchAny(match string) (bool, error) {
	switch strings.ToLower(match) {
	case "", "all", "and":
		return false, nil
	case "any", "or":
		return true, nil
	}
	return false, tools.Failf(tools.BadArguments, "match is all or any, not %q", match)
}

// descending reads an order's direction.
func descending(order string) (bool, error) {
	switch strings.ToLower(strings.TrimSpace(order)) {
	case "", "asc", "ascending", "a-z", "lowest first":
		return false, nil
	case "desc", "descending", "z-a", "highest first":
		return true, nil
	}
	return false, tools.Failf(tools.BadArguments, "order is asc or desc, not %q", order)
}

type filterParams struct {
	File    string   `json:"file_path" jsonschema:".xlsx or .csv" kind:"file"`
	Sheet   string   `json:"sheet,omitempty" jsonschema:"name or number; default active" kind:"phrase"`
	Column  string   `json:"column,omitempty" jsonschema:"of the condition: header, letter or number" kind:"phrase"`
	Op      string   `json:"op,omitempty" jsonschema:"eq (default), ne, gt, ge, lt, le, contains, not_contains, starts_with, ends_with, in, not_in, matches, empty, not_empty"`
	Value   any      `json:"value,omitempty" jsonschema:"a list for in" kind:"phrase"`
	Where   any      `json:"where,omitempty" jsonschema:"more conditions: [{column, op, value}] or {header: value}; a value {Header} is that column"`
	Match   string   `json:"match,omitempty" jsonschema:"all (default) or any"`
	Columns []string `json:"columns,omitempty" jsonschema:"in that order; default all" kind:"phrase"`
	SortBy  string   `json:"sort_by,omitempty" jsonschema:"a column" kind:"phrase"`
	Order   string   `json:"order,omitempty" jsonschema:"asc (default) or desc"`
	Near    *float64 `json:"near,omitempty" jsonschema:"nearest of sort_by to this first" kind:"number"`
	Limit   int      `json:"limit,omitempty" jsonschema:"only the first so many" kind:"number"`
	Unique  bool     `json:"unique,omitempty" jsonschema:"leave out repeated rows"`
	Header  int      `json:"header_row,omitempty" jsonschema:"the headers' row, if it is not found"`
	Target  string   `json:"target,omitempty" jsonschema:"written: .xlsx or .csv" kind:"file"`
}

// filterData is what was chosen. Names are the first column's values as texts;
// Row and Record the first row.
type filterData struct {
	tableData
	Names   []string       `json:"names"`
	Values  []any          `json:"values"`
	Row     []any          `json:"row"`
	Record  map[string]any `json:"record"`
	Skipped int            `json:"skipped,omitempty"`
	Target  string         `json:"target,omitempty"`
}

func (p filterParams) query() (q table.Query, err error) {
	q = table.Query{Sort: p.SortBy, Near: p.Near, Limit: p.Limit, Columns: p.Columns, Unique: p.Unique}
	if p.Near != nil && p.SortBy == "" {
		return q, tools.Failf(tools.BadArguments, "near needs sort_by, the column whose numbers are compared with it")
	}
	if p.Limit < 0 {
		return q, tools.Failf(tools.BadArguments, "limit is the number of rows to give, not %d", p.Limit)
	}
	if q.Where, err = where(p.Column, p.Op, p.Value, p.Where); err != nil {
		return q, err
	}
	if q.Any, err = matchAny(p.Match); err != nil {
		return q, err
	}
	q.Descending, err = descending(p.Order)
	return q, err
}

func runFilter(_ context.Context, ws *tools.Workspace, p filterParams) (tools.Result, error) {
	q, err := p.query()
	if err != nil {
		return tools.Result{}, err
	}
	t, err := openTable(ws, p.File, p.Sheet, p.Header)
	if err != nil {
		return tools.Result{}, err
	}
	chosen, skipped, err := t.Select(q)
	if err != nil {
		return tools.Result{}, fmt.Errorf("%s: %w", t.file, err)
	}
	d := filterData{tableData: t.data(chosen), Names: []string{}, Values: []any{}, Skipped: skipped}
	for i, r := range chosen.Rows {
		d.Names, d.Values = append(d.Names, table.Text(r.Value(0))), append(d.Values, r.Value(0))
		if i == 0 {
			d.Row, d.Record = d.Rows[0], d.Records[0]
		}
	}
	text := fmt.Sprintf("%d of %d rows of %s, sheet %s%s\n", len(chosen.Rows), len(t.Rows), t.file, t.sheet, skippedText(skipped)) + chosen.Render(shown)
	if len(chosen.Rows) == 0 {
		text += t.glance(q.Where) + "\n"
	}
	if p.Target != "" {
		if d.Target, err = writeTable(ws, p.Target, chosen); err != nil {
			return tools.Result{}, err
		}
		text += "written to " + d.Target + "\n"
	}
	return tools.Result{Text: text, Data: d}, nil
}

func skippedText(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf(" (%d rows left out: nothing there to compare)", n)
}

// writeTable writes a table that was read to a new file, with its header.
func writeTable(ws *tools.Workspace, target string, t *table.Table) (string, error) {
	return writeRows(ws, target, "Sheet1", asRead(append([][]any{table.List(t.Headers)}, t.Lists()...)))
}

type countParams struct {
	File   string `json:"file_path" jsonschema:".xlsx or .csv" kind:"file"`
	Sheet  string `json:"sheet,omitempty" jsonschema:"name or number; default active" kind:"phrase"`
	Column string `json:"column,omitempty" jsonschema:"of the condition: header, letter or number" kind:"phrase"`
	Op     string `json:"op,omitempty" jsonschema:"eq (default), ne, gt, ge, lt, le, contains, in, empty, ..."`
	Value  any    `json:"value,omitempty" jsonschema:"the value" kind:"phrase"`
	Where  any    `json:"where,omitempty" jsonschema:"more conditions: [{column, op, value}] or {header: value}; a value {Header} is that column"`
	Match  string `json:"match,omitempty" jsonschema:"all (default) or any"`
}

type countData struct {
	Count int    `json:"count"`
	Total int    `json:"total"`
	Text  string `json:"text"`
	File  string `json:"file"`
}

func runCount(_ context.Context, ws *tools.Workspace, p countParams) (tools.Result, error) {
	t, kept, skipped, err := matching(ws, p.File, p.Sheet, 0, p.Match, func() ([]table.Condition, error) {
		return where(p.Column, p.Op, p.Value, p.Where)
	})
	if err != nil {
		return tools.Result{}, err
	}
	d := countData{Count: len(kept.Rows), Total: len(t.Rows), Text: fmt.Sprint(len(kept.Rows)), File: t.file}
	text := fmt.Sprintf("%d of %d rows of %s%s", d.Count, d.Total, t.file, skippedText(skipped))
	if d.Count == 0 {
		cs, _ := where(p.Column, p.Op, p.Value, p.Where) // was read before
		text += "\n" + t.glance(cs)
	}
	return tools.Result{Text: text, Data: d}, nil
}

// matching opens a sheet and keeps the rows that meet the conditions.
func matching(ws *tools.Workspace, file, sheet string, header int, match string, conditions func() ([]table.Condition, error)) (*sheetTable, *table.Table, int, error) {
	cs, err := conditions()
	if err != nil {
		return nil, nil, 0, err
	}
	anyOne, err := matchAny(match)
	if err != nil {
		return nil, nil, 0, err
	}
	t, err := openTable(ws, file, sheet, header)
	if err != nil {
		return nil, nil, 0, err
	}
	kept, skipped, err := t.Filter(cs, anyOne)
	if err != nil {
		return nil, nil, 0, fmt.Errorf("%s: %w", t.file, err)
	}
	return t, kept, skipped, nil
}

type formatParams struct {
	File        string `json:"file_path" jsonschema:".xlsx or .csv" kind:"file"`
	Sheet       string `json:"sheet,omitempty" jsonschema:"name or number; default active" kind:"phrase"`
	Template    string `json:"template" jsonschema:"{Header} is a value, {Header:,.2} a number with thousands apart and two decimals, {#} the line's number"`
	WhereColumn string `json:"where_column,omitempty" jsonschema:"of the condition" kind:"phrase"`
	WhereOp     string `json:"where_op,omitempty" jsonschema:"eq (default), ne, gt, ge, lt, le, contains, in, empty, ..."`
	WhereValue  any    `json:"where_value,omitempty" jsonschema:"its value" kind:"phrase"`
	Where       any    `json:"where,omitempty" jsonschema:"more conditions: [{column, op, value}] or {header: value}; a value {Header} is that column"`
	SortBy      string `json:"sort_by,omitempty" jsonschema:"a column" kind:"phrase"`
	Order       string `json:"order,omitempty" jsonschema:"asc (default) or desc"`
	Limit       int    `json:"limit,omitempty" jsonschema:"only the first so many" kind:"number"`
}

type linesData struct {
	Lines []string `json:"lines"`
	Text  string   `json:"text"`
	Count int      `json:"count"`
}

func runFormat(_ context.Context, ws *tools.Workspace, p formatParams) (tools.Result, error) {
	cs, err := where(p.WhereColumn, p.WhereOp, p.WhereValue, p.Where)
	if err != nil {
		return tools.Result{}, err
	}
	down, err := descending(p.Order)
	if err != nil {
		return tools.Result{}, err
	}
	t, err := openTable(ws, p.File, p.Sheet, 0)
	if err != nil {
		return tools.Result{}, err
	}
	chosen, _, err := t.Select(table.Query{Where: cs, Sort: p.SortBy, Descending: down, Limit: p.Limit})
	if err != nil {
		return tools.Result{}, fmt.Errorf("%s: %w", t.file, err)
	}
	lines, err := chosen.Lines(p.Template)
	if err != nil {
		return tools.Result{}, fmt.Errorf("%s: %w", t.file, err)
	}
	text := strings.Join(lines, "\n")
	said := text
	if len(lines) == 0 {
		said = fmt.Sprintf("no row of %s was chosen. %s", t.file, t.glance(cs))
	}
	return tools.Result{Text: said, Data: linesData{lines, text, len(lines)}}, nil
}

// writeRows writes a new file of these rows, replacing one that is there.
func writeRows(ws *tools.Workspace, target, sheet string, rows [][]any) (string, error) {
	p, err := placeFor(ws, target)
	if err != nil {
		return "", err
	}
	if isCSV(p) {
		return p, writeCSV(ws, p, rows)
	}
	if !strings.HasSuffix(strings.ToLower(p), ".xlsx") {
		return "", tools.Failf(tools.BadArguments, "%s: a workbook's name ends in .xlsx, or .csv", target)
	}
	f := excelize.NewFile()
	defer f.Close()
	if sheet != "Sheet1" {
		if err := f.SetSheetName("Sheet1", sheet); err != nil {
			return "", tools.Failf(tools.BadArguments, "sheet name %q: %w", sheet, err)
		}
	}
	for i, row := range rows {
		for j, v := range row {
			if v == nil {
				continue
			}
			if err := setCell(f, sheet, i+1, j+1, v); err != nil {
				return "", err
			}
		}
	}
	return p, writeFile(ws, p, f)
}
