package contacts

import (
	"legomem/tools"
	"legomem/tools/excel"
)

func openWorkbook(ws *tools.Workspace, file string) (*book, error) {
	sheet, err := excel.ReadSheet(ws, file)
	if err != nil {
		return nil, err
	}
	b := &book{file: sheet.File, rows: sheet.Table, head: max(1, sheet.Header), next: max(1, sheet.Last) + 1}
	b.write = func(cells []cell) error {
		var texts []excel.Text
		for _, c := range cells {
			texts = append(texts, excel.Text{Row: c.row, Column: c.column, Text: c.text})
		}
		return excel.WriteTexts(ws, sheet.File, texts)
	}
	b.remove = func(row int) error { return excel.DeleteRow(ws, sheet.File, row) }
	return b, b.read()
}
