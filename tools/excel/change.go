package excel

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"legomem/tools"
	"legomem/tools/office"
	"legomem/tools/table"
	"legomem/words"
)

func changeTool() tools.Tool {
	return tools.Unprompt(tools.Define("excel.change_numbers", "Raise, or lower, all numbers of a column by a percentage (5%) or an amount (2.50). Formulas, dates, texts and a last row of totals stay as they are.",
		func(p changeParams) []tools.Effect { return changes(p.File) }, runChange))
}

type changeParams struct {
	File   string `json:"file_path" jsonschema:"the file" kind:"file"`
	Sheet  string `json:"sheet,omitempty" jsonschema:"name or number; default active" kind:"phrase"`
	Column string `json:"column" jsonschema:"the column, by header, letter or number" kind:"phrase"`
	By     string `json:"by" jsonschema:"by how much: a percentage such as 5%, or an amount such as 2.50" kind:"phrase"`
	Down   bool   `json:"down,omitempty" jsonschema:"lower the numbers instead of raising them"`
}

// changedData is what became of a column: how many numbers are others now, and how many
// formulas and other values stayed; Total is the label of a last row of totals that stayed.
type changedData struct {
	File     string `json:"file"`
	Sheet    string `json:"sheet"`
	Column   string `json:"column"`
	Count    int    `json:"count"`
	Formulas int    `json:"formulas"`
	Others   int    `json:"others"`
	Total    string `json:"total"`
}

func (d changedData) result() tools.Result {
	text := fmt.Sprintf("%s, sheet %s: changed %s of %s", d.File, d.Sheet, words.Count(d.Count, "number"), d.Column)
	return tools.Result{Text: text + d.stayed(), Data: d}
}

// stayed tells what was left as it was.
func (d changedData) stayed() string {
	var parts []string
	if d.Formulas > 0 {
		parts = append(parts, words.Count(d.Formulas, "formula"))
	}
	if d.Others > 0 {
		parts = append(parts, words.Count(d.Others, "value")+" that are no numbers")
	}
	if d.Total != "" {
		parts = append(parts, "the row "+d.Total)
	}
	if len(parts) == 0 {
		return ""
	}
	return " (left as they are: " + strings.Join(parts, ", ") + ")"
}

func runChange(_ context.Context, ws *tools.Workspace, p changeParams) (tools.Result, error) {
	by, err := readStep(p.By, p.Down)
	if err != nil {
		return tools.Result{}, err
	}
	var d changedData
	return edit(ws, p.File, p.Sheet, func(e *editor) error {
		t, err := e.table(e.sheet.Name, 0)
		if err != nil {
			return err
		}
		col, err := t.Column(p.Column)
		if err != nil {
			return fmt.Errorf("%s: %w", e.file, err)
		}
		d = changedData{File: e.file, Sheet: e.sheet.Name, Column: t.Headers[col]}
		return e.change(t, col+1, by, &d)
	}, func() tools.Result { return d.result() })
}

// change changes the numbers of a column, and counts in d.
func (e *editor) change(t *sheetTable, col int, by step, d *changedData) error {
	rows, total := t.CutTotal()
	if total != "" && isNumber(e.sheet.Cell(t.last, col)) {
		d.Total = total
	}
	for _, r := range rows.Rows {
		switch c := e.sheet.Cell(r.Number, col); {
		case c.Kind == office.FormulaCell:
			d.Formulas++
		case isNumber(c):
			if err := e.changeCell(place{r.Number, col}, c.Number, by); err != nil {
				return err
			}
			d.Count++
		case c.Kind != office.EmptyCell:
			d.Others++
		}
	}
	if d.Count == 0 {
		return tools.Failf(tools.NotFound, "%s, sheet %s: the column %s has no numbers to change%s", e.file, e.sheet.Name, d.Column, d.stayed())
	}
	return nil
}

func isNumber(c office.Cell) bool { return c.Kind == office.IntCell || c.Kind == office.FloatCell }

// changeCell writes the changed number, with no more decimals than it or the step has, or
// two; a percentage has two more.
func (e *editor) changeCell(at place, n float64, by step) error {
	places, err := e.decimalsOf(at)
	if err != nil {
		return err
	}
	changed, err := table.Round(by.of(n), max(places, decimalsIn(n), by.decimals), "")
	if err != nil {
		return fmt.Errorf("%s, %s: %w", e.file, cellName(at.row, at.col), err)
	}
	return e.set(at.row, at.col, table.Clean(changed))
}

// decimalsOf is how many decimals a cell's number may get by its format.
func (e *editor) decimalsOf(at place) (int, error) {
	id, err := e.out.GetCellStyle(e.sheet.Name, cellName(at.row, at.col))
	if err != nil || id == 0 {
		return 2, err
	}
	style, err := e.out.GetStyle(id)
	if err == nil && !takesFormat(style, "%") {
		return 4, nil
	}
	return 2, err
}

// maxDecimals is more than anybody writes, and than a number can be rounded to.
const maxDecimals = 12

func decimalsIn(n float64) int {
	_, frac, _ := strings.Cut(strconv.FormatFloat(n, 'f', -1, 64), ".")
	return min(len(frac), maxDecimals)
}

// step is by how much numbers change: in parts of themselves, or by an amount.
type step struct {
	part, amount float64
	decimals     int
}

func (s step) of(n float64) float64 { return n + n*s.part + s.amount }

// readStep reads 5% or 2.50.
func readStep(text string, down bool) (step, error) {
	bare, percent := strings.CutSuffix(strings.TrimSpace(text), "%")
	m, ok := asNumber(strings.TrimSpace(bare))
	n, isFloat := table.Number(m.value)
	if !ok || !isFloat || n <= 0 {
		return step{}, tools.Failf(tools.BadArguments, "%q is not by how much numbers can change: accepted are a percentage such as 5%%, or an amount such as 2.50", text)
	}
	if down {
		n = -n
	}
	if percent {
		return step{part: n / 100}, nil
	}
	return step{amount: n, decimals: decimalsIn(n)}, nil
}
