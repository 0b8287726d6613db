package word

import (
	"context"
	"fmt"
	"strings"

	"legomem/tools"
	"legomem/tools/office"
	"legomem/words"
)

type readData struct {
	File       string      `json:"file"`
	Text       string      `json:"text"`       // the lines asked for
	Lines      int         `json:"lines"`      // of all its text
	Paragraphs []string    `json:"paragraphs"` // those outside tables that hold text
	Title      string      `json:"title,omitempty"`
	Tables     []tableData `json:"tables,omitempty"`
	Words      int         `json:"words"` // of all its text
}

type tableData struct {
	Headers []string   `json:"headers"` // the first row
	Rows    [][]string `json:"rows"`    // the others
}

type readParams struct {
	File string `json:"file_path" jsonschema:"the .docx file" kind:"file"`
	From int    `json:"from_line,omitempty" jsonschema:"only from this line on, from 1; a line is a paragraph, or a table's row" kind:"number"`
	To   int    `json:"to_line,omitempty" jsonschema:"only to this line" kind:"number"`
}

func runRead(_ context.Context, ws *tools.Workspace, p readParams) (tools.Result, error) {
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
	part, err := p.part(strings.Split(d.Text, "\n"))
	if err != nil {
		return tools.Result{}, tools.Failf(tools.BadArguments, "%s: %w", file, err)
	}
	d.Text = part
	text := d.Text
	if p.From > 0 || p.To > 0 {
		text += fmt.Sprintf("\n(of %s)", words.Count(d.Lines, "line"))
	}
	if strings.TrimSpace(text) == "" {
		text = file + " holds no text"
	}
	return tools.Result{Text: text, Data: d}, nil
}

// part is the lines that are asked for.
func (p readParams) part(lines []string) (string, error) {
	from, to := max(p.From, 1), len(lines)
	if p.To > 0 {
		to = min(p.To, len(lines))
	}
	if p.From < 0 || p.To < 0 || from > to {
		return "", fmt.Errorf("it has no lines %d to %d; it has %s", p.From, p.To, words.Count(len(lines), "line"))
	}
	return strings.Join(lines[from-1:to], "\n"), nil
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
	d.Lines = len(strings.Split(d.Text, "\n"))
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
