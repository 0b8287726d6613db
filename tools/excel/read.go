package excel

import (
	"context"
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/xuri/excelize/v2"

	"legomem/tools"
	"legomem/tools/table"
)

// shown is the number of rows that a text for a model prints; data has all.
const shown = 100

func readTools() []tools.Tool {
	return []tools.Tool{
		tools.AsStaple(tools.Define("excel.read", "Read a sheet as a table, or the cells of a range; formulas give their results.",
			func(p readParams) []tools.Effect { return reads(p.File) }, runRead)),
		tools.Define("excel.lookup", "Find the one row whose column has a value, and give it, or what it has in another column.",
			func(p lookupParams) []tools.Effect { return reads(p.File) }, runLookup),
		tools.Hide(tools.Define("excel.inspect", "For evaluators: the active sheet as typed cells.",
			func(p inspectParams) []tools.Effect { return reads(p.File) }, runInspect)),
		reviewTool(),
	}
}

type readParams struct {
	File   string `json:"file_path" jsonschema:".xlsx or .csv" kind:"file"`
	Sheet  string `json:"sheet,omitempty" jsonschema:"name or number; default active" kind:"phrase"`
	Range  string `json:"range,omitempty" jsonschema:"only these cells: B2:D9" kind:"cell"`
	Header int    `json:"header_row,omitempty" jsonschema:"the headers' row, if it is not found"`
}

// tableData is a table as the tools return it.
type tableData struct {
	File    string           `json:"file"`
	Sheet   string           `json:"sheet"`
	Headers []string         `json:"headers"`
	Rows    [][]any          `json:"rows"`
	Records []map[string]any `json:"records"`
	Numbers []int            `json:"row_numbers"`
	Count   int              `json:"row_count"`
	Columns int              `json:"column_count"`
}

func (t *sheetTable) data(of *table.Table) tableData {
	return tableData{
		File: t.file, Sheet: t.sheet, Headers: of.Headers, Rows: of.Lists(), Records: of.Records(),
		Numbers: of.Numbers(), Count: len(of.Rows), Columns: len(of.Headers),
	}
}

type readData struct {
	tableData
	Sheets    []string          `json:"sheets"`
	HeaderRow int               `json:"header_row"`
	LastRow   int               `json:"last_row"` // the last row with a value
	Cells     [][]any           `json:"cells"`
	Formulas  map[string]string `json:"formulas,omitempty"`
}

func runRead(_ context.Context, ws *tools.Workspace, p readParams) (tools.Result, error) {
	if p.Range != "" {
		return readRange(ws, p)
	}
	t, err := openTable(ws, p.File, p.Sheet, p.Header)
	if err != nil {
		return tools.Result{}, err
	}
	data := readData{tableData: t.data(t.Table), Sheets: t.bookNames, HeaderRow: t.header, LastRow: t.last, Cells: t.grid.cells, Formulas: t.grid.formulas}
	text := fmt.Sprintf("%s, sheet %s (of %s): %d rows x %d columns under the header in row %d\n", t.file, t.sheet, strings.Join(t.bookNames, ", "), data.Count, data.Columns, t.header)
	if t.header == 0 {
		text = fmt.Sprintf("%s, sheet %s (of %s) is empty\n", t.file, t.sheet, strings.Join(t.bookNames, ", "))
	}
	return tools.Result{Text: text + t.Render(shown) + formulaText(t.grid.formulas), Data: data}, nil
}

func formulaText(formulas map[string]string) string {
	if len(formulas) == 0 {
		return ""
	}
	var parts []string
	for at, f := range formulas {
		parts = append(parts, at+": "+f)
	}
	sort.Strings(parts)
	if len(parts) > shown {
		parts = append(parts[:shown], fmt.Sprintf("and %d more", len(parts)-shown))
	}
	return "formulas: " + strings.Join(parts, "; ") + "\n"
}

// rangeData is a range of cells. Value is the first cell's.
type rangeData struct {
	File   string  `json:"file"`
	Sheet  string  `json:"sheet"`
	Range  string  `json:"range"`
	Cells  [][]any `json:"cells"`
	Values []any   `json:"values"`
	Value  any     `json:"value"`
}

func readRange(ws *tools.Workspace, p readParams) (tools.Result, error) {
	from, to, err := parseRange(p.Range)
	if err != nil {
		return tools.Result{}, err
	}
	b, err := openBook(ws, p.File)
	if err != nil {
		return tools.Result{}, err
	}
	defer b.close()
	g, err := b.grid(p.Sheet)
	if err != nil {
		return tools.Result{}, err
	}
	if (to.row-from.row+1)*(to.col-from.col+1) > maxGrid {
		return tools.Result{}, tools.Failf(tools.TooLarge, "range %s has more than %d cells", p.Range, maxGrid)
	}
	d := rangeData{File: b.file, Sheet: g.sheet, Range: p.Range, Values: []any{}}
	var text strings.Builder
	for row := from.row; row <= to.row; row++ {
		line := make([]any, 0, to.col-from.col+1)
		var texts []string
		for col := from.col; col <= to.col; col++ {
			v := g.at(row, col)
			line, texts = append(line, v), append(texts, table.Text(v))
		}
		d.Cells, d.Values = append(d.Cells, line), append(d.Values, line...)
		fmt.Fprintf(&text, "%d | %s\n", row, strings.Join(texts, " | "))
	}
	d.Value = d.Values[0]
	return tools.Result{Text: fmt.Sprintf("%s, sheet %s, %s:\n%s", b.file, g.sheet, p.Range, text.String()), Data: d}, nil
}

func (g *grid) at(row, col int) any {
	if row > len(g.cells) || col > len(g.cells[row-1]) {
		return nil
	}
	return g.cells[row-1][col-1]
}

type place struct{ row, col int }

// parseRange reads "B2:D9" or "B2".
func parseRange(ref string) (from, to place, err error) {
	first, last, two := strings.Cut(strings.ReplaceAll(strings.TrimSpace(ref), "$", ""), ":")
	if !two {
		last = first
	}
	from.col, from.row, err = excelize.CellNameToCoordinates(strings.TrimSpace(first))
	if err == nil {
		to.col, to.row, err = excelize.CellNameToCoordinates(strings.TrimSpace(last))
	}
	if err != nil {
		return from, to, tools.Failf(tools.BadArguments, "%q is no range of cells; write B3 or B3:D9", ref)
	}
	if from.row > to.row || from.col > to.col {
		from, to = place{min(from.row, to.row), min(from.col, to.col)}, place{max(from.row, to.row), max(from.col, to.col)}
	}
	return from, to, nil
}

type lookupParams struct {
	File   string `json:"file_path" jsonschema:".xlsx or .csv" kind:"file"`
	Sheet  string `json:"sheet,omitempty" jsonschema:"name or number; default active" kind:"phrase"`
	Column string `json:"column" jsonschema:"header, letter or number" kind:"phrase"`
	Value  any    `json:"value" jsonschema:"the value" kind:"phrase"`
	Return string `json:"return_column,omitempty" jsonschema:"the column that is wanted" kind:"phrase"`
}

type lookupData struct {
	Value  any            `json:"value"`
	Text   string         `json:"text"`
	Row    []any          `json:"row"`
	Record map[string]any `json:"record"`
	Number int            `json:"row_number"`
	File   string         `json:"file"`
}

func runLookup(_ context.Context, ws *tools.Workspace, p lookupParams) (tools.Result, error) {
	t, err := openTable(ws, p.File, p.Sheet, 0)
	if err != nil {
		return tools.Result{}, err
	}
	found, _, err := t.Filter([]table.Condition{{Column: p.Column, Value: p.Value}}, false)
	if err != nil {
		return tools.Result{}, fmt.Errorf("%s: %w", t.file, err)
	}
	if len(found.Rows) == 0 {
		return tools.Result{}, tools.Failf(tools.NotFound, "%s: no row has %q in column %s. %s", t.file, table.Text(p.Value), p.Column, t.glance([]table.Condition{{Column: p.Column}}))
	}
	row := found.Rows[0]
	d := lookupData{Row: found.Lists()[0], Record: found.Records()[0], Number: row.Number, File: t.file}
	d.Value = d.Record
	text := fmt.Sprintf("row %d: %s", row.Number, recordText(found.Headers, row))
	if p.Return != "" {
		column, err := t.Column(p.Return)
		if err != nil {
			return tools.Result{}, fmt.Errorf("%s: %w", t.file, err)
		}
		if err := sameValue(found, column, p); err != nil {
			return tools.Result{}, fmt.Errorf("%s: %w", t.file, err)
		}
		d.Value, d.Text = row.Value(column), table.Text(row.Value(column))
		text = fmt.Sprintf("%s of %s = %s: %s (row %d)", t.Headers[column], p.Column, table.Text(p.Value), d.Text, row.Number)
	} else if len(found.Rows) > 1 {
		return tools.Result{}, severalRows(t.file, found, p)
	}
	return tools.Result{Text: text, Data: d}, nil
}

// sameValue refuses to choose among several rows that differ in the column.
func sameValue(found *table.Table, column int, p lookupParams) error {
	if values := table.Unique(found.Values(column)); len(values) > 1 {
		return severalRows("the sheet", found, p)
	}
	return nil
}

func severalRows(file string, found *table.Table, p lookupParams) error {
	return tools.Failf(tools.Ambiguous, "%s: %d rows have %q in column %s: rows %s; use excel.filter to choose among them",
		file, len(found.Rows), table.Text(p.Value), p.Column, numbersText(found.Numbers()))
}

func numbersText(numbers []int) string {
	var parts []string
	for _, n := range numbers {
		parts = append(parts, fmt.Sprint(n))
	}
	if len(parts) > 12 {
		parts = append(slices.Clone(parts[:12]), fmt.Sprintf("and %d more", len(parts)-12))
	}
	return strings.Join(parts, ", ")
}

func recordText(headers []string, row table.Row) string {
	var parts []string
	for i, h := range headers {
		parts = append(parts, h+": "+table.Text(row.Value(i)))
	}
	return strings.Join(parts, "; ")
}
