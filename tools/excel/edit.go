package excel

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/xuri/excelize/v2"

	"legomem/tools"
	"legomem/tools/office"
	"legomem/tools/table"
)

// editor is a workbook that is being changed: as it was read, and as it will
// be written.
type editor struct {
	*book
	sheet *office.Sheet
	out   *excelize.File
}

// edit changes a workbook and returns the result.
func edit(ws *tools.Workspace, file, sheet string, change func(*editor) error, result func() tools.Result) (tools.Result, error) {
	if err := rewrite(ws, file, sheet, change); err != nil {
		return tools.Result{}, err
	}
	return result(), nil
}

// rewrite opens a workbook and a sheet of it, lets change do its work, and writes
// the workbook back, whole or not at all.
func rewrite(ws *tools.Workspace, file, sheet string, change func(*editor) error) error {
	b, err := openBook(ws, file)
	if err != nil {
		return err
	}
	defer b.close()
	if b.xlsx == nil {
		return tools.Failf(tools.BadArguments, "%s is a csv file, which is only read; make a workbook of it with excel.filter and target", b.file)
	}
	e := &editor{book: b}
	if e.sheet, err = b.sheet(sheet); err != nil {
		return err
	}
	if e.out, err = b.openForEditing(); err != nil {
		return err
	}
	defer e.out.Close()
	if err := e.unshare(); err != nil {
		return err
	}
	if err := change(e); err != nil {
		return err
	}
	return e.save(ws)
}

func (e *editor) save(ws *tools.Workspace) error {
	// The formulas' results from before the change would be read as if they still held.
	if err := e.out.UpdateLinkedValue(); err != nil {
		return fmt.Errorf("write %s: %w", e.file, err)
	}
	return writeFile(ws, e.file, e.out)
}

func writeFile(ws *tools.Workspace, file string, f *excelize.File) error {
	buf, err := f.WriteToBuffer()
	if err != nil {
		return fmt.Errorf("write %s: %w", file, err)
	}
	return ws.WriteFile(file, buf.Bytes())
}

// unshare writes out each formula that the file holds once for several cells:
// otherwise a change of the first cell would remove the others' formulas. The
// first is written last.
func (e *editor) unshare() error {
	for _, s := range e.xlsx.Sheets {
		var shared []place
		for row, col := range s.Places() {
			if s.Cell(row, col).Shared {
				shared = append(shared, place{row, col})
			}
		}
		for _, at := range slices.Backward(shared) {
			formula := strings.TrimPrefix(s.Cell(at.row, at.col).Text, "=")
			if err := e.out.SetCellFormula(s.Name, cellName(at.row, at.col), formula); err != nil {
				return fmt.Errorf("%s: %w", e.file, err)
			}
		}
	}
	return nil
}

// set puts a value into a cell, keeping its style: nil empties it, a text that
// begins with "=" is a formula, numbers without a fraction are integers.
func (e *editor) set(row, col int, v any) error {
	return setCell(e.out, e.sheet.Name, row, col, v)
}

func setCell(f *excelize.File, sheet string, row, col int, v any) error {
	at, err := excelize.CoordinatesToCellName(col, row)
	if err != nil {
		return tools.Failf(tools.BadArguments, "row %d, column %d is no cell: rows are 1 to 1048576, columns 1 to 16384", row, col)
	}
	switch x := v.(type) {
	case string:
		switch {
		case len(x) > 1 && strings.HasPrefix(x, "="):
			return setFormula(f, sheet, at, x)
		case strings.HasPrefix(x, "'="): // as one types a text that looks like a formula
			return setText(f, sheet, at, x[1:])
		case x != "":
			return setText(f, sheet, at, x)
		}
		v = nil
	case readText:
		if x != "" {
			return setText(f, sheet, at, string(x))
		}
		v = nil
	case float64:
		if x == math.Trunc(x) && math.Abs(x) < 1<<53 {
			v = int64(x)
		}
	case []any, map[string]any:
		return setText(f, sheet, at, table.Join(x))
	}
	return f.SetCellValue(sheet, at, v)
}

func setText(f *excelize.File, sheet, at, text string) error {
	if n := len([]rune(text)); n > excelize.TotalCellChars {
		return tools.Failf(tools.TooLarge, "the text for %s has %d characters; a cell holds %d", at, n, excelize.TotalCellChars)
	}
	return f.SetCellStr(sheet, at, text)
}

// kept is a cell's content and style, to be put elsewhere.
type kept struct {
	cell  office.Cell
	style int
}

func (e *editor) heldAt(row, col int) (kept, error) {
	style, err := e.out.GetCellStyle(e.sheet.Name, cellName(row, col))
	return kept{e.sheet.Cell(row, col), style}, err
}

// put writes a kept cell; a formula's relative references move with it by so
// many rows.
func (e *editor) put(row, col int, k kept, rows int) error {
	var v any
	switch k.cell.Kind {
	case office.FormulaCell: // it was there: kept, whatever it calls
		formula := strings.TrimPrefix(office.ShiftFormula(k.cell.Text, rows, 0), "=")
		if err := e.out.SetCellFormula(e.sheet.Name, cellName(row, col), formula); err != nil {
			return err
		}
		return e.style(row, col, k.style)
	case office.IntCell, office.FloatCell: // as spelled: 5.0 stays a float
		if err := e.out.SetCellDefault(e.sheet.Name, cellName(row, col), k.cell.Text); err != nil {
			return err
		}
		return e.style(row, col, k.style)
	case office.DateCell, office.TimeCell, office.DurationCell:
		if v = k.cell.Number; v == 0.0 && k.cell.Kind == office.DateCell {
			v = k.cell.Time // it was written out, not as a serial
		}
	case office.BoolCell:
		v = k.cell.Number != 0
	case office.TextCell, office.ErrorCell:
		return e.putText(row, col, k)
	}
	if err := e.set(row, col, v); err != nil {
		return err
	}
	return e.style(row, col, k.style)
}

// putText writes a text as it is, even if it begins with "=".
func (e *editor) putText(row, col int, k kept) error {
	if err := e.out.SetCellStr(e.sheet.Name, cellName(row, col), k.cell.Text); err != nil {
		return err
	}
	return e.style(row, col, k.style)
}

func (e *editor) style(row, col, style int) error {
	err := e.out.SetCellStyle(e.sheet.Name, cellName(row, col), cellName(row, col), style)
	if style == 0 {
		return nil // the plain style, which a workbook without styles does not even have
	}
	return err
}

// permute moves whole rows: row to[i] gets what row from[i] held.
func (e *editor) permute(from, to []int) error {
	held := make([][]kept, len(from))
	for i, row := range from {
		for col := 1; col <= e.sheet.Columns; col++ {
			k, err := e.heldAt(row, col)
			if err != nil {
				return err
			}
			held[i] = append(held[i], k)
		}
	}
	for i, row := range to {
		for col, k := range held[i] {
			if err := e.put(row, col+1, k, row-from[i]); err != nil {
				return err
			}
		}
	}
	return nil
}

// remove deletes rows or columns from the sheet; what is under or right of
// them moves up or left. Excelize adjusts the formulas' references, but wrongly
// where a range begins at a deleted row, so they are corrected afterwards.
func (e *editor) remove(d office.Deletion) error {
	for _, row := range slices.Backward(slices.Sorted(slices.Values(d.Rows))) {
		if err := e.out.RemoveRow(e.sheet.Name, row); err != nil {
			return fmt.Errorf("delete row %d of %s: %w", row, e.file, err)
		}
	}
	for _, col := range slices.Backward(slices.Sorted(slices.Values(d.Columns))) {
		name, err := excelize.ColumnNumberToName(col)
		if err != nil {
			return err
		}
		if err := e.out.RemoveCol(e.sheet.Name, name); err != nil {
			return fmt.Errorf("delete column %s of %s: %w", name, e.file, err)
		}
	}
	for _, s := range e.xlsx.Sheets {
		if err := e.setFormulasRight(s, d); err != nil {
			return err
		}
	}
	return nil
}

func (e *editor) setFormulasRight(s *office.Sheet, d office.Deletion) error {
	for row, col := range s.Places() {
		c := s.Cell(row, col)
		if c.Kind != office.FormulaCell || len(c.Text) < 2 {
			continue
		}
		at := cellName(row, col)
		if s == e.sheet {
			if slices.Contains(d.Rows, row) || slices.Contains(d.Columns, col) {
				continue
			}
			at = cellName(row-below(d.Rows, row), col-below(d.Columns, col))
		}
		want := strings.TrimPrefix(d.Formula(c.Text, s.Name), "=")
		got, err := e.out.GetCellFormula(s.Name, at)
		if err == nil && got != want {
			err = e.out.SetCellFormula(s.Name, at, want)
		}
		if err != nil {
			return fmt.Errorf("%s, %s: %w", e.file, at, err)
		}
	}
	return nil
}

// below counts the numbers under n.
func below(numbers []int, n int) (count int) {
	for _, one := range numbers {
		if one < n {
			count++
		}
	}
	return count
}
