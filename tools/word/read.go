package word

import (
	"context"
	"fmt"
	"strings"

	"legomem/tools"
	"legomem/tools/office"
)

type readData struct {
	File       string      `json:"file"`
	Text       string      `json:"text"`
	Paragraphs []string    `json:"paragraphs"` // those outside tables that hold text
	Title      string      `json:"title,omitempty"`
	Tables     []tableData `json:"tables,omitempty"`
	Words      int         `json:"words"` // of all its text
}

type tableData struct {
	Headers []string   `json:"headers"` // the first row
	Rows    [][]string `json:"rows"`    // the others
}

func runRead(_ context.Context, ws *tools.Workspace, p fileParams) (tools.Result, error) {
	file, data, err := ws.ReadFound(p.File)
	if err != nil {
		return tools.Result{}, err
	}
	doc, err := office.ReadDocument(data)
	if err != nil {
		return tools.Result{}, fmt.Errorf("%s: %w", file, err)
	}
	d := describe(doc)
	d.File = file
	text := d.Text
	if strings.TrimSpace(text) == "" {
		text = file + " holds no text"
	}
	return tools.Result{Text: text, Data: d}, nil
}

func describe(doc *office.Document) readData {
	d := readData{Text: strings.Trim(doc.Text(), "\n"), Paragraphs: []string{}}
	for _, b := range doc.Blocks {
		switch {
		case b.Table != nil:
			d.Tables = append(d.Tables, split(b.Table))
		case strings.TrimSpace(b.Text) != "":
			d.Paragraphs = append(d.Paragraphs, b.Text)
			if b.Style == "Title" && d.Title == "" {
				d.Title = b.Text
			}
		}
	}
	d.Words = len(strings.Fields(d.Text))
	return d
}

func split(t *office.Table) tableData {
	d := tableData{Headers: []string{}, Rows: [][]string{}}
	if len(t.Rows) > 0 {
		d.Headers = append(d.Headers, t.Rows[0]...)
		d.Rows = append(d.Rows, t.Rows[1:]...)
	}
	return d
}
