package excel

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"legomem/tools"
	"legomem/tools/office"
	"legomem/tools/table"
)

func rowTools() []tools.Tool {
	return []tools.Tool{
		tools.Define("excel.append_row", "Add a row under a sheet's last one. Texts that spell plain numbers are stored as numbers.",
			func(p appendRowParams) []tools.Effect { return changes(p.File) }, runAppendRow),
		tools.Define("excel.append_rows", "Add rows under a sheet's last one; values keep their types.",
			func(p appendRowsParams) []tools.Effect { return changes(p.File) }, runAppendRows),
		tools.Define("excel.update", "In every row that meets the condition, set a column to a value, or to an expression over the row.",
			func(p updateParams) []tools.Effect { return p.effects() }, runUpdate),
		tools.Define("excel.delete_rows", "Delete rows, by number or by condition; those under them move up.",
			func(p deleteRowsParams) []tools.Effect { return deletes(p.File) }, runDeleteRows),
		tools.Define("excel.sort", "Sort a sheet's rows in the file by a column; the header stays.",
			func(p sortParams) []tools.Effect { return changes(p.File) }, runSort),
		tools.Define("excel.swap", "Swap two rows, or two columns with their headers.",
			func(p swapParams) []tools.Effect { return changes(p.File) }, runSwap),
	}
}

type appendRowParams struct {
	File   string `json:"file_path" jsonschema:"the file" kind:"file"`
	Sheet  string `json:"sheet,omitempty" jsonschema:"name or number; default active" kind:"phrase"`
	Values any    `json:"values" jsonschema:"a list, or an object by header" kind:"phrase"`
}

type appendRowsParams struct {
	File  string `json:"file_path" jsonschema:"the file" kind:"file"`
	Sheet string `json:"sheet,omitempty" jsonschema:"name or number; default active" kind:"phrase"`
	Rows  []any  `json:"rows" jsonschema:"lists of values, or objects by header"`
}

type rowsData struct {
	File    string `json:"file"`
	Sheet   string `json:"sheet"`
	Numbers []int  `json:"row_numbers"`
	Count   int    `json:"count"`
}

func (d rowsData) result(did string) tools.Result {
	d.Count = len(d.Numbers)
	if d.Numbers == nil {
		d.Numbers = []int{}
	}
	return tools.Result{Text: fmt.Sprintf("%s, sheet %s: %s %d rows (%s)", d.File, d.Sheet, did, d.Count, numbersText(d.Numbers)), Data: d}
}

func runAppendRow(_ context.Context, ws *tools.Workspace, p appendRowParams) (tools.Result, error) {
	row := p.Values
	switch x := row.(type) {
	case map[string]any:
		typedRow := map[string]any{}
		for k, v := range x {
			typedRow[k] = typed(v)
		}
		row = typedRow
	default:
		list := slices.Clone(table.List(x))
		typeTexts(list)
		row = list
	}
	return appendRows(ws, p.File, p.Sheet, []any{row})
}

func runAppendRows(_ context.Context, ws *tools.Workspace, p appendRowsParams) (tools.Result, error) {
	return appendRows(ws, p.File, p.Sheet, p.Rows)
}

func appendRows(ws *tools.Workspace, file, sheet string, rows []any) (tools.Result, error) {
	var d rowsData
	return edit(ws, file, sheet, func(e *editor) error {
		t, err := e.table(e.sheet.Name, 0)
		if err != nil {
			return err
		}
		d.File, d.Sheet = e.file, e.sheet.Name
		for i, r := range rows {
			at := t.last + 1 + i
			if err := e.appendRow(t, at, r); err != nil {
				return err
			}
			d.Numbers = append(d.Numbers, at)
		}
		return nil
	}, func() tools.Result { return d.result("added") })
}

// appendRow writes a row under the table, in the style of the row above it.
func (e *editor) appendRow(t *sheetTable, row int, v any) error {
	values := map[int]any{}
	if record, ok := v.(map[string]any); ok {
		for name, one := range record {
			col, err := t.Column(name)
			if err != nil {
				return fmt.Errorf("%s: %w", e.file, err)
			}
			values[col+1] = one
		}
	} else {
		for i, one := range table.List(v) {
			values[t.firstColumn()+i] = one
		}
	}
	for col, one := range values {
		if err := e.set(row, col, one); err != nil {
			return err
		}
		if t.last <= t.header {
			continue // the row above is the header, whose style is its own
		}
		style, err := e.out.GetCellStyle(e.sheet.Name, cellName(t.last, col))
		if err != nil {
			return err
		}
		if err := e.style(row, col, style); err != nil {
			return err
		}
	}
	return nil
}

type updateParams struct {
	File        string `json:"file_path" jsonschema:"the file" kind:"file"`
	Sheet       string `json:"sheet,omitempty" jsonschema:"name or number; default active" kind:"phrase"`
	WhereColumn string `json:"where_column,omitempty" jsonschema:"of the condition" kind:"phrase"`
	WhereOp     string `json:"where_op,omitempty" jsonschema:"eq (default), ne, gt, ge, lt, le, contains, in, empty, ..."`
	WhereValue  any    `json:"where_value,omitempty" jsonschema:"its value" kind:"phrase"`
	Where       any    `json:"where,omitempty" jsonschema:"more conditions: [{column, op, value}] or {header: value}; a value {Header} is that column"`
	Column      string `json:"column" jsonschema:"header, letter or number" kind:"phrase"`
	Value       any    `json:"value,omitempty" jsonschema:"the value" kind:"phrase"`
	Expression  string `json:"expression,omitempty" jsonschema:"instead of value, such as {price} * 1.1"`
}

func (p updateParams) effects() []tools.Effect {
	if p.Expression != "" { // its results depend on the rows
		return changes(p.File)
	}
	return setsTo(p.File, p.Value)
}

func runUpdate(_ context.Context, ws *tools.Workspace, p updateParams) (tools.Result, error) {
	if (p.Value == nil) == (p.Expression == "") {
		return tools.Result{}, tools.Failf(tools.BadArguments, "give value or expression, one of them; to empty cells use excel.delete_range")
	}
	cs, err := where(p.WhereColumn, p.WhereOp, p.WhereValue, p.Where)
	if err != nil {
		return tools.Result{}, err
	}
	if len(cs) == 0 {
		return tools.Result{}, tools.Failf(tools.BadArguments, "say which rows: where_column and where_value, or where")
	}
	var d rowsData
	return edit(ws, p.File, p.Sheet, func(e *editor) error {
		t, rows, err := e.matching(cs)
		if err != nil {
			return err
		}
		col, err := t.Column(p.Column)
		if err != nil {
			return fmt.Errorf("%s: %w", e.file, err)
		}
		value, err := rowValue(t.Table, p.Value, p.Expression)
		if err != nil {
			return err
		}
		d = rowsData{File: e.file, Sheet: e.sheet.Name, Numbers: rows.Numbers()}
		return e.fill(rows, col+1, value)
	}, func() tools.Result { return d.result("updated " + p.Column + " in") })
}

// matching finds the rows that meet the conditions; none is NotFound.
func (e *editor) matching(cs []table.Condition) (*sheetTable, *table.Table, error) {
	t, err := e.table(e.sheet.Name, 0)
	if err != nil {
		return nil, nil, err
	}
	rows, _, err := t.Filter(cs, false)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", e.file, err)
	}
	if len(rows.Rows) == 0 {
		var parts []string
		for _, c := range cs {
			parts = append(parts, strings.TrimSpace(c.Column+" "+c.Op)+" "+spoken(c.Value))
		}
		return nil, nil, tools.Failf(tools.NotFound, "%s, sheet %s: no row has %s; nothing was changed. %s", e.file, e.sheet.Name, strings.Join(parts, " and "), t.glance(cs))
	}
	return t, rows, nil
}

// rowValue gives each row's new value: the same for all, or computed.
func rowValue(t *table.Table, value any, expression string) (func(table.Row) (any, error), error) {
	if expression == "" {
		v := typed(value)
		return func(table.Row) (any, error) { return v, nil }, nil
	}
	e, err := table.ParseExpression(expression)
	if err != nil {
		return nil, err
	}
	return func(r table.Row) (any, error) {
		v, err := e.Eval(t.Row(r))
		return readValue(v), err
	}, nil
}

func (e *editor) fill(rows *table.Table, col int, value func(table.Row) (any, error)) error {
	for _, r := range rows.Rows {
		v, err := value(r)
		if err != nil {
			return fmt.Errorf("%s, row %d: %w", e.file, r.Number, err)
		}
		if err := e.set(r.Number, col, v); err != nil {
			return err
		}
	}
	return nil
}

type deleteRowsParams struct {
	File   string `json:"file_path" jsonschema:"the file" kind:"file"`
	Sheet  string `json:"sheet,omitempty" jsonschema:"name or number; default active" kind:"phrase"`
	Rows   []int  `json:"rows,omitempty" jsonschema:"by number from 1, the header's row too" kind:"number"`
	Column string `json:"column,omitempty" jsonschema:"or of the condition: header, letter or number" kind:"phrase"`
	Op     string `json:"op,omitempty" jsonschema:"eq (default), ne, gt, ge, lt, le, contains, in, empty, ..."`
	Value  any    `json:"value,omitempty" jsonschema:"the value" kind:"phrase"`
	Where  any    `json:"where,omitempty" jsonschema:"more conditions: [{column, op, value}] or {header: value}; a value {Header} is that column"`
}

func runDeleteRows(_ context.Context, ws *tools.Workspace, p deleteRowsParams) (tools.Result, error) {
	cs, err := where(p.Column, p.Op, p.Value, p.Where)
	if err != nil {
		return tools.Result{}, err
	}
	if (len(cs) == 0) == (len(p.Rows) == 0) {
		return tools.Result{}, tools.Failf(tools.BadArguments, "say which rows: either rows (numbers) or a condition (column, op, value)")
	}
	var d rowsData
	return edit(ws, p.File, p.Sheet, func(e *editor) error {
		d = rowsData{File: e.file, Sheet: e.sheet.Name, Numbers: slices.Compact(slices.Sorted(slices.Values(p.Rows)))}
		if len(cs) > 0 {
			_, rows, err := e.matching(cs)
			if err != nil {
				return err
			}
			d.Numbers = rows.Numbers()
		}
		for _, n := range d.Numbers {
			if n < 1 || n > e.sheet.Rows {
				return tools.Failf(tools.NotFound, "%s, sheet %s has no row %d; it has %d", e.file, e.sheet.Name, n, e.sheet.Rows)
			}
		}
		return e.remove(office.Deletion{Sheet: e.sheet.Name, Rows: d.Numbers})
	}, func() tools.Result { return d.result("deleted") })
}

type sortParams struct {
	File   string `json:"file_path" jsonschema:"the file" kind:"file"`
	Sheet  string `json:"sheet,omitempty" jsonschema:"name or number; default active" kind:"phrase"`
	Column string `json:"column" jsonschema:"header, letter or number" kind:"phrase"`
	Order  string `json:"order,omitempty" jsonschema:"asc (default) or desc"`
}

func runSort(_ context.Context, ws *tools.Workspace, p sortParams) (tools.Result, error) {
	down, err := descending(p.Order)
	if err != nil {
		return tools.Result{}, err
	}
	var d rowsData
	return edit(ws, p.File, p.Sheet, func(e *editor) error {
		t, err := e.table(e.sheet.Name, 0)
		if err != nil {
			return err
		}
		col, err := t.Column(p.Column)
		if err != nil {
			return fmt.Errorf("%s: %w", e.file, err)
		}
		d = rowsData{File: e.file, Sheet: e.sheet.Name, Numbers: t.Numbers()}
		return e.permute(t.Sorted(col, down).Numbers(), t.Numbers())
	}, func() tools.Result { return d.result("sorted by " + p.Column) })
}

type swapParams struct {
	File    string   `json:"file_path" jsonschema:"the file" kind:"file"`
	Sheet   string   `json:"sheet,omitempty" jsonschema:"name or number; default active" kind:"phrase"`
	Rows    []int    `json:"rows,omitempty" jsonschema:"two, by number" kind:"number"`
	Columns []string `json:"columns,omitempty" jsonschema:"two columns" kind:"phrase"`
}

type swapData struct {
	File    string   `json:"file"`
	Sheet   string   `json:"sheet"`
	Swapped []string `json:"swapped"`
}

func runSwap(_ context.Context, ws *tools.Workspace, p swapParams) (tools.Result, error) {
	if len(p.Rows)+len(p.Columns) != 2 || len(p.Rows) == 1 {
		return tools.Result{}, tools.Failf(tools.BadArguments, "swap takes two rows or two columns")
	}
	var d swapData
	return edit(ws, p.File, p.Sheet, func(e *editor) error {
		d = swapData{e.file, e.sheet.Name, slices.Clone(p.Columns)}
		if len(p.Columns) == 2 {
			return e.swapColumns(p.Columns)
		}
		for _, n := range p.Rows {
			if n < 1 || n > e.sheet.Rows {
				return tools.Failf(tools.NotFound, "%s, sheet %s has no row %d; it has %d", e.file, e.sheet.Name, n, e.sheet.Rows)
			}
			d.Swapped = append(d.Swapped, fmt.Sprintf("row %d", n))
		}
		return e.permute(p.Rows, []int{p.Rows[1], p.Rows[0]})
	}, func() tools.Result {
		return tools.Result{Text: fmt.Sprintf("%s, sheet %s: swapped %s", d.File, d.Sheet, strings.Join(d.Swapped, " and ")), Data: d}
	})
}

func (e *editor) swapColumns(names []string) error {
	a, err := e.column(names[0])
	if err != nil {
		return err
	}
	b, err := e.column(names[1])
	if err != nil {
		return err
	}
	for _, row := range e.rowsWith(a, b) {
		left, err := e.heldAt(row, a)
		if err != nil {
			return err
		}
		right, err := e.heldAt(row, b)
		if err != nil {
			return err
		}
		if err := e.put(row, a, right, 0); err != nil {
			return err
		}
		if err := e.put(row, b, left, 0); err != nil {
			return err
		}
	}
	return nil
}

// rowsWith lists the rows that have a cell in one of the columns.
func (e *editor) rowsWith(columns ...int) []int {
	var rows []int
	for row, col := range e.sheet.Places() {
		if slices.Contains(columns, col) && (len(rows) == 0 || rows[len(rows)-1] != row) {
			rows = append(rows, row)
		}
	}
	return rows
}
