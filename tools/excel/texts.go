package excel

import (
	"legomem/tools"
	"legomem/tools/table"
)

// Sheet is the active sheet of a workbook as a table, for other packages' tools. Last is
// its last row with a value, Header that of its headers; both are 0 in an empty one.
type Sheet struct {
	*table.Table
	File         string
	Header, Last int
}

// ReadSheet reads the active sheet of a workbook.
func ReadSheet(ws *tools.Workspace, file string) (Sheet, error) {
	t, err := openTable(ws, file, "", 0)
	if err != nil {
		return Sheet{}, err
	}
	return Sheet{t.Table, t.file, t.header, t.last}, nil
}

// Text is a text for the cell at a row and a column, from 1.
type Text struct {
	Row, Column int
	Text        string
}

// WriteTexts writes texts into the active sheet of a workbook, as texts even where they
// look like formulas. A row under the table gets the style of the one above it.
func WriteTexts(ws *tools.Workspace, file string, texts []Text) error {
	return rewrite(ws, file, "", func(e *editor) error {
		t, err := e.table(e.sheet.Name, 0)
		if err != nil {
			return err
		}
		for _, c := range texts {
			write := func() error { return e.set(c.Row, c.Column, readText(c.Text)) }
			if c.Row > t.last {
				write = func() error { return e.addCell(t, c.Row, c.Column, readText(c.Text)) }
			}
			if err := write(); err != nil {
				return err
			}
		}
		return nil
	})
}
