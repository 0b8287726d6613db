package excel

import (
	"context"
	"fmt"
	"strings"

	"legomem/tools"
	"legomem/tools/table"
)

func aggregateTools() []tools.Tool {
	return []tools.Tool{
		tools.Define("excel.aggregate", "Compute over a column, of all rows or those that meet conditions, by group if wanted.",
			func(p aggregateParams) []tools.Effect { return reads(p.File) }, runAggregate),
	}
}

type aggregateParams struct {
	File        string `json:"file_path" jsonschema:".xlsx or .csv" kind:"file"`
	Sheet       string `json:"sheet,omitempty" jsonschema:"name or number; default active" kind:"phrase"`
	Column      string `json:"column" jsonschema:"header, letter or number" kind:"phrase"`
	Op          string `json:"op" jsonschema:"sum, mean, min, max, count, median, variance, stdev, range, difference (last less first), product, first, last, mode, list, unique"`
	WhereColumn string `json:"where_column,omitempty" jsonschema:"of the condition" kind:"phrase"`
	WhereOp     string `json:"where_op,omitempty" jsonschema:"eq (default), ne, gt, ge, lt, le, contains, in, empty, ..."`
	WhereValue  any    `json:"where_value,omitempty" jsonschema:"its value" kind:"phrase"`
	Where       any    `json:"where,omitempty" jsonschema:"more conditions: [{column, op, value}] or {header: value}; a value {Header} is that column"`
	GroupBy     string `json:"group_by,omitempty" jsonschema:"for each value of this column" kind:"phrase"`
	Round       *int   `json:"round,omitempty" jsonschema:"decimals" kind:"number"`
	Rounding    string `json:"rounding,omitempty" jsonschema:"nearest (default), down or up"`
	Header      int    `json:"header_row,omitempty" jsonschema:"the headers' row, if it is not found"`
}

// aggregateData is the value, or one for each group: Groups in the order in
// which they first occur, Lines as "group: value".
type aggregateData struct {
	Value   any         `json:"value"`
	Text    string      `json:"text"`
	Count   int         `json:"count"`
	Skipped int         `json:"skipped,omitempty"`
	Values  []any       `json:"values,omitempty"`
	Groups  []groupData `json:"groups,omitempty"`
	Rows    [][]any     `json:"rows,omitempty"`
	Lines   []string    `json:"lines,omitempty"`
	File    string      `json:"file"`
}

type groupData struct {
	Group  any    `json:"group"`
	Value  any    `json:"value"`
	Text   string `json:"text"`
	Count  int    `json:"count"`
	Values []any  `json:"values,omitempty"`
}

func runAggregate(_ context.Context, ws *tools.Workspace, p aggregateParams) (tools.Result, error) {
	t, kept, _, err := matching(ws, p.File, p.Sheet, p.Header, "", func() ([]table.Condition, error) {
		return where(p.WhereColumn, p.WhereOp, p.WhereValue, p.Where)
	})
	if err != nil {
		return tools.Result{}, err
	}
	kept, total := kept.CutTotal()
	column, err := t.Column(p.Column)
	if err != nil {
		return tools.Result{}, fmt.Errorf("%s: %w", t.file, err)
	}
	if p.GroupBy != "" {
		return p.byGroup(t, kept, column, total)
	}
	g, skipped, err := p.one(kept, column)
	if err != nil {
		return tools.Result{}, fmt.Errorf("%s, column %s: %w", t.file, t.Headers[column], err)
	}
	d := aggregateData{Value: g.Value, Text: g.Text, Count: g.Count, Skipped: skipped, Values: g.Values, File: t.file}
	text := fmt.Sprintf("%s of %s in %s over %d values: %s", table.AggregateInWords(p.Op), t.Headers[column], t.file, d.Count, d.Text)
	return tools.Result{Text: text + leftOut(skipped, total), Data: d}, nil
}

// leftOut describes what was left out.
func leftOut(skipped int, total string) string {
	var out []string
	if skipped > 0 {
		out = append(out, fmt.Sprintf("%d values that are no numbers", skipped))
	}
	if total != "" {
		out = append(out, fmt.Sprintf("the row %q", total))
	}
	if len(out) == 0 {
		return ""
	}
	return " (" + strings.Join(out, " and ") + " left out)"
}

func (p aggregateParams) one(t *table.Table, column int) (groupData, int, error) {
	a, err := table.Aggregate(t.Values(column), p.Op)
	if err != nil {
		return groupData{}, 0, err
	}
	v, err := table.Rounded(a.Value, p.Round, p.Rounding)
	if err != nil {
		return groupData{}, 0, err
	}
	return groupData{Value: v, Text: table.Text(v), Count: a.Count, Values: a.Values}, a.Skipped, nil
}

func (p aggregateParams) byGroup(t *sheetTable, kept *table.Table, column int, total string) (tools.Result, error) {
	by, err := t.Column(p.GroupBy)
	if err != nil {
		return tools.Result{}, fmt.Errorf("%s: %w", t.file, err)
	}
	d := aggregateData{File: t.file}
	for _, group := range kept.Groups(by) {
		g, skipped, err := p.one(group.Table, column)
		if err != nil {
			return tools.Result{}, fmt.Errorf("%s, group %s: %w", t.file, table.Text(group.Value), err)
		}
		g.Group = group.Value
		d.Groups, d.Rows = append(d.Groups, g), append(d.Rows, []any{g.Group, g.Value})
		d.Lines = append(d.Lines, table.Text(g.Group)+": "+g.Text)
		d.Count += g.Count
		d.Skipped += skipped
	}
	d.Text = strings.Join(d.Lines, "\n")
	return tools.Result{Text: fmt.Sprintf("%s of %s by %s in %s%s:\n%s", table.AggregateInWords(p.Op), t.Headers[column], t.Headers[by], t.file, leftOut(d.Skipped, total), d.Text), Data: d}, nil
}
