package excel

import (
	"strings"

	"legomem/tools"
	"legomem/tools/office"
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

// DeleteRow deletes a whole row of the active sheet of a workbook.
func DeleteRow(ws *tools.Workspace, file string, row int) error {
	return rewrite(ws, file, "", func(e *editor) error {
		return e.remove(office.Deletion{Sheet: e.sheet.Name, Rows: []int{row}})
	})
}

// RowTexts are the rows of all sheets of a workbook or csv file, each as "header: value;
// header: value", without empty values.
func RowTexts(ws *tools.Workspace, file string) ([]string, error) {
	b, err := openBook(ws, file)
	if err != nil {
		return nil, err
	}
	defer b.close()
	var out []string
	for _, name := range b.names() {
		t, err := b.table(name, 0)
		if err != nil {
			return nil, err
		}
		out = append(out, t.rowTexts()...)
	}
	return out, nil
}

func (t *sheetTable) rowTexts() []string {
	var out []string
	for _, r := range t.Rows {
		var parts []string
		for i, v := range r.Values {
			if !table.Empty(v) {
				parts = append(parts, strings.TrimPrefix(t.Headers[i]+": "+table.Text(v), ": "))
			}
		}
		out = append(out, strings.Join(parts, "; "))
	}
	if len(out) == 0 && len(t.Headers) > 0 {
		out = append(out, strings.Join(t.Headers, "; "))
	}
	return out
}
