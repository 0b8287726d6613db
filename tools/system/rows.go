package system

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"legomem/tools"
	"legomem/tools/table"
)

func rowTools() []tools.Tool {
	return []tools.Tool{
		tools.Define("system.filter", "Choose from rows that another tool gave: by conditions, in an order, the first few, some columns.",
			nothing[filterParams], runFilter),
		tools.Define("system.sort", "Sort a list of values, or rows by a column.",
			nothing[sortParams], runSort),
		tools.Define("system.lookup", "Find the one row with a value in a column, and give its value in another.",
			nothing[lookupParams], runLookup),
	}
}

func sorted(names []string) string {
	slices.Sort(names)
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, ", ")
}

type filterParams struct {
	Rows    []any    `json:"rows" jsonschema:"objects, lists or single values"`
	Headers []string `json:"headers,omitempty" jsonschema:"columns' names, for lists; default 1, 2, ..."`
	Column  string   `json:"column,omitempty" jsonschema:"the condition's, by name or number; default the first" kind:"phrase"`
	Op      string   `json:"op,omitempty" jsonschema:"eq (default), ne, gt, ge, lt, le, contains, not_contains, starts_with, ends_with, in, not_in, matches, empty, not_empty"`
	Value   any      `json:"value,omitempty" jsonschema:"the condition's; a list for in" kind:"phrase"`
	Where   any      `json:"where,omitempty" jsonschema:"more conditions: [{column, op, value}] or {name: value}; a value {name} is that column's in the row"`
	Match   string   `json:"match,omitempty" jsonschema:"all (default) or any of them"`
	Columns []string `json:"columns,omitempty" jsonschema:"to give; default all" kind:"phrase"`
	SortBy  string   `json:"sort_by,omitempty" jsonschema:"column" kind:"phrase"`
	Order   string   `json:"order,omitempty" jsonschema:"asc (default), desc"`
	Near    *float64 `json:"near,omitempty" jsonschema:"order by how near sort_by is to this" kind:"number"`
	Limit   int      `json:"limit,omitempty" jsonschema:"the first so many" kind:"number"`
	Unique  bool     `json:"unique,omitempty" jsonschema:"no repeats"`
}

// rowsData is what was chosen: Names and Values are the first column, Row and
// Record the first row.
type rowsData struct {
	Headers []string         `json:"headers"`
	Rows    [][]any          `json:"rows"`
	Records []map[string]any `json:"records"`
	Names   []string         `json:"names"`
	Values  []any            `json:"values"`
	Value   any              `json:"value"`
	Row     []any            `json:"row"`
	Record  map[string]any   `json:"record"`
	Numbers []int            `json:"row_numbers"`
	Count   int              `json:"count"`
	Text    string           `json:"text"`
}

func dataOf(t *table.Table) rowsData {
	d := rowsData{Headers: t.Headers, Rows: t.Lists(), Records: t.Records(), Names: []string{}, Values: []any{}, Numbers: t.Numbers(), Count: len(t.Rows)}
	for _, r := range t.Rows {
		d.Names, d.Values = append(d.Names, table.Text(r.Value(0))), append(d.Values, r.Value(0))
	}
	if d.Count > 0 {
		d.Value, d.Row, d.Record = d.Values[0], d.Rows[0], d.Records[0]
	}
	var text []string
	for _, row := range d.Rows {
		text = append(text, table.Join(row))
	}
	d.Text = strings.Join(text, "\n")
	return d
}

func (p filterParams) query() (q table.Query, err error) {
	q = table.Query{Sort: p.SortBy, Near: p.Near, Limit: max(p.Limit, 0), Columns: p.Columns, Unique: p.Unique}
	if q.Where, err = table.Conditions(p.Where); err != nil {
		return q, err
	}
	if p.Column == "" && (p.Op != "" || p.Value != nil) {
		p.Column = "1"
	}
	if p.Column != "" {
		q.Where = append([]table.Condition{{Column: p.Column, Op: p.Op, Value: p.Value}}, q.Where...)
	}
	switch strings.ToLower(p.Match) {
	case "", "all":
	case "any":
		q.Any = true
	default:
		return q, tools.Failf(tools.BadArguments, "match is all or any, not %q", p.Match)
	}
	q.Descending, err = descending(p.Order)
	return q, err
}

func descending(order string) (bool, error) {
	switch strings.ToLower(strings.TrimSpace(order)) {
	case "", "asc", "ascending":
		return false, nil
	case "desc", "descending":
		return true, nil
	}
	return false, tools.Failf(tools.BadArguments, "order is asc or desc, not %q", order)
}

func runFilter(_ context.Context, _ *tools.Workspace, p filterParams) (tools.Result, error) {
	t, err := table.FromAny(p.Rows, p.Headers)
	if err != nil {
		return tools.Result{}, err
	}
	if len(p.Rows) == 0 {
		return tools.Result{Text: "0 of 0 rows", Data: dataOf(t)}, nil
	}
	q, err := p.query()
	if err != nil {
		return tools.Result{}, err
	}
	chosen, _, err := t.Select(q)
	if err != nil {
		return tools.Result{}, err
	}
	d := dataOf(chosen)
	return tools.Result{Text: fmt.Sprintf("%d of %d rows\n%s", d.Count, len(t.Rows), d.Text), Data: d}, nil
}

type sortParams struct {
	Rows    []any    `json:"values" jsonschema:"values, or rows: objects or lists"`
	Headers []string `json:"headers,omitempty" jsonschema:"columns' names, for lists; default 1, 2, ..."`
	By      string   `json:"by,omitempty" jsonschema:"column, by name or number; default the first" kind:"phrase"`
	Order   string   `json:"order,omitempty" jsonschema:"asc (default), desc"`
}

func runSort(_ context.Context, _ *tools.Workspace, p sortParams) (tools.Result, error) {
	down, err := descending(p.Order)
	if err != nil {
		return tools.Result{}, err
	}
	t, err := table.FromAny(p.Rows, p.Headers)
	if err != nil {
		return tools.Result{}, err
	}
	if len(p.Rows) > 0 {
		by, err := t.Column(cmp.Or(p.By, "1"))
		if err != nil {
			return tools.Result{}, err
		}
		t = t.Sorted(by, down)
	}
	d := dataOf(t)
	return tools.Result{Text: d.Text, Data: d}, nil
}

type lookupParams struct {
	Rows    []any    `json:"rows" jsonschema:"objects or lists"`
	Headers []string `json:"headers,omitempty" jsonschema:"columns' names, for lists; default 1, 2, ..."`
	Column  string   `json:"column" jsonschema:"by name or number" kind:"phrase"`
	Value   any      `json:"value" jsonschema:"to find" kind:"phrase"`
	Return  string   `json:"return_column,omitempty" jsonschema:"whose value is wanted; default the row" kind:"phrase"`
}

type lookupData struct {
	Value  any            `json:"value"`
	Text   string         `json:"text"`
	Row    []any          `json:"row"`
	Record map[string]any `json:"record"`
	Number int            `json:"row_number"`
}

func runLookup(_ context.Context, _ *tools.Workspace, p lookupParams) (tools.Result, error) {
	t, err := table.FromAny(p.Rows, p.Headers)
	if err != nil {
		return tools.Result{}, err
	}
	found, _, err := t.Filter([]table.Condition{{Column: p.Column, Value: p.Value}}, false)
	if err != nil {
		return tools.Result{}, err
	}
	if len(found.Rows) == 0 {
		return tools.Result{}, tools.Failf(tools.NotFound, "no row has %q in column %s", table.Text(p.Value), p.Column)
	}
	d := lookupData{Row: found.Lists()[0], Record: found.Records()[0], Number: found.Rows[0].Number}
	var answers []any
	if p.Return == "" {
		d.Value, answers = d.Record, make([]any, len(found.Rows))
		for i, r := range found.Rows {
			answers[i] = r.Number
		}
	} else {
		column, err := found.Column(p.Return)
		if err != nil {
			return tools.Result{}, err
		}
		answers = found.Values(column)
		d.Value = answers[0]
	}
	if several := table.Unique(answers); len(several) > 1 {
		return tools.Result{}, tools.Failf(tools.Ambiguous, "%d rows have %q in column %s and differ; use system.filter to choose among them", len(found.Rows), table.Text(p.Value), p.Column)
	}
	d.Text = table.Text(d.Value)
	return tools.Result{Text: d.Text, Data: d}, nil
}
