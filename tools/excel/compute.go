package excel

import (
	"cmp"
	"strings"

	"github.com/xuri/excelize/v2"

	"legomem/tools/office"
	"legomem/tools/table"
)

// The caps on working out a workbook's formulas. The library that does it has
// none, so each formula is weighed first: what it would read, and how long a
// text it could give. A formula over a cap stays a formula.
const (
	maxCellsRead = 5_000_000 // by all formulas, counting a cell each time: some 8 seconds' work
	maxTextGiven = 64 << 20  // bytes, by all formulas
	maxTextOfOne = 1 << 15   // bytes, as much as a spreadsheet's cell holds
	maxChain     = 2_000     // formulas that need each other in turn
	maxNumber    = 32        // bytes of a number
	maxFormatted = 400       // bytes of a number in a custom format
)

// calculator works out the formulas that a file has no result for.
type calculator struct {
	book   *office.Workbook
	file   *excelize.File
	weighs map[cellAt]weight
	cells  int // what is left of maxCellsRead
	text   int // what is left of maxTextGiven
}

type cellAt struct {
	sheet string
	place
}

// weight is the longest text that a formula may give. ok is false if it is not
// worked out, and while it is being weighed, since it would need itself.
type weight struct {
	text int
	ok   bool
}

func (b *book) newCalculator() (*calculator, error) {
	f, err := b.openForEditing()
	if err != nil {
		return nil, err
	}
	return &calculator{book: b.xlsx, file: f, weighs: map[cellAt]weight{}, cells: maxCellsRead, text: maxTextGiven}, nil
}

// value works out a formula; one that cannot be worked out is returned unchanged.
func (c *calculator) value(at cellAt, formula string) any {
	if !c.weigh(at, formula, 0).ok {
		return formula
	}
	result, err := c.file.CalcCellValue(at.sheet, cellName(at.row, at.col), excelize.Options{RawCellValue: true})
	if err != nil {
		return formula
	}
	return table.Typed(result)
}

func (c *calculator) weigh(at cellAt, formula string, depth int) weight {
	if w, known := c.weighs[at]; known {
		return w
	}
	c.weighs[at] = weight{}
	f, ok := readFormula(formula)
	if !ok || depth > maxChain {
		return weight{}
	}
	longest, total := max(len(formula), maxNumber), len(formula)
	for _, r := range f.ranges {
		one, sum, ok := c.weighRange(at.sheet, r, depth)
		if !ok {
			return weight{}
		}
		longest, total = max(longest, one), total+sum
	}
	w := weight{text: longest, ok: true}
	switch {
	case f.repeats:
		w.text = total * longest
	case f.joins:
		w.text = total + maxFormatted
	}
	if c.text -= w.text; w.text > maxTextOfOne || c.text < 0 {
		return weight{}
	}
	c.weighs[at] = w
	return w
}

// weighRange weighs the cells of a range: the longest text among them, and all
// together.
func (c *calculator) weighRange(home string, r cellRange, depth int) (longest, sum int, ok bool) {
	r.sheet = cmp.Or(r.sheet, home)
	s := c.sheet(r.sheet)
	if s == nil {
		return 0, 0, false
	}
	// Whole columns and rows end with the sheet, for the library too.
	if r.to.row == excelize.TotalRows && s.LastRow > 0 {
		r.to.row = max(s.LastRow, r.from.row)
	}
	if r.to.col == excelize.MaxColumns && s.Columns > 0 {
		r.to.col = max(s.Columns, r.from.col)
	}
	// Cells beyond the sheet weigh nothing, but the library still reads them.
	if c.cells -= (r.to.row - r.from.row + 1) * (r.to.col - r.from.col + 1); c.cells < 0 {
		return 0, 0, false
	}
	for row := r.from.row; row <= min(r.to.row, s.Rows); row++ {
		for col := r.from.col; col <= min(r.to.col, s.Columns); col++ {
			cell := s.Cell(row, col)
			n := len(cell.Text)
			if cell.Kind == office.FormulaCell {
				w := c.weigh(cellAt{s.Name, place{row, col}}, cell.Text, depth+1)
				if !w.ok {
					return 0, 0, false
				}
				n = w.text
			}
			longest, sum = max(longest, n), sum+n
		}
	}
	return longest, sum, true
}

func (c *calculator) sheet(name string) *office.Sheet {
	for _, s := range c.book.Sheets {
		if strings.EqualFold(s.Name, name) {
			return s
		}
	}
	return nil
}
