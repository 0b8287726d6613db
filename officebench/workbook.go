package officebench

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// workbook is what excel.inspect returns for a file's active sheet.
type workbook struct {
	Cells [][]typedCell `json:"cells"` // by row, then column
}

// dump prints the sheet as the benchmark's evaluators do: row by row, each cell as
// "(r, c): v" and a tab.
func (w workbook) dump() string {
	var b strings.Builder
	for row, cells := range w.Cells {
		for column, c := range cells {
			value := c.Value
			if c.Type == "empty" {
				value = "[Empty Cell]"
			}
			fmt.Fprintf(&b, "(%d, %d): %s\t", row+1, column+1, value)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// typedCell is a cell's value with its type, as openpyxl would have them:
// "empty", "text", "int", "float", "bool", "date", "time", "duration",
// "error" or "formula", and the value as Python writes it.
type typedCell struct {
	Type  string `json:"t"`
	Value string `json:"v"`
}

// UnmarshalJSON reads a cell as excel.inspect gives it. Dates, times and durations
// are there as Python's str() writes them.
func (c *typedCell) UnmarshalJSON(data []byte) error {
	switch data[0] {
	case '{':
		type plain typedCell
		return json.Unmarshal(data, (*plain)(c))
	case '"':
		c.Type = "text"
		return json.Unmarshal(data, &c.Value)
	case 'n':
		*c = typedCell{Type: "empty"}
	case 't', 'f':
		*c = typedCell{"bool", pythonText(data[0] == 't')}
	default:
		*c = numberCell(json.Number(data))
	}
	return nil
}

func numberCell(n json.Number) typedCell {
	if isJSONFloat(n) {
		return typedCell{"float", pythonText(n)}
	}
	return typedCell{"int", pythonText(n)}
}

// equals compares as Python's == does: numbers and booleans by value, what openpyxl
// treats as text (errors and formulas, too) as text, all else only with its own kind.
func (c typedCell) equals(d typedCell) bool {
	if c.Type == d.Type || (c.isText() && d.isText()) {
		return c.Value == d.Value
	}
	x, isNumber := c.number()
	y, areNumbers := d.number()
	return isNumber && areNumbers && x == y
}

func (c typedCell) isText() bool {
	return c.Type == "text" || c.Type == "error" || c.Type == "formula"
}

func (c typedCell) number() (float64, bool) {
	switch c.Type {
	case "int", "float":
		f, err := strconv.ParseFloat(c.Value, 64)
		return f, err == nil
	case "bool":
		return map[string]float64{"True": 1}[c.Value], true
	}
	return 0, false
}

func (c typedCell) String() string {
	if c.Type == "empty" {
		return "empty"
	}
	return fmt.Sprintf("the %s %q", c.Type, c.Value)
}

// at is a cell by row and column from 0, empty outside the used range.
func (w workbook) at(row, column int) typedCell {
	if row < len(w.Cells) && column < len(w.Cells[row]) {
		return w.Cells[row][column]
	}
	return typedCell{Type: "empty"}
}

// differsFrom names the first cell in which two workbooks differ, "" when
// none does.
func (w workbook) differsFrom(want workbook) string {
	for row := range max(len(w.Cells), len(want.Cells)) {
		for column := range max(w.width(row), want.width(row)) {
			if got, expected := w.at(row, column), want.at(row, column); !got.equals(expected) {
				return fmt.Sprintf("cell (%d, %d) is %s, not %s", row+1, column+1, got, expected)
			}
		}
	}
	return ""
}

func (w workbook) width(row int) int {
	if row >= len(w.Cells) {
		return 0
	}
	return len(w.Cells[row])
}
