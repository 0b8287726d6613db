package contacts

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"slices"
	"strings"

	"legomem/tools"
	"legomem/tools/table"
)

// newCSV are no contacts, in a file that is not there yet.
func newCSV(ws *tools.Workspace) *book {
	b := &book{file: csvFile, rows: &table.Table{Headers: []string{"Name", "Email", "Phone"}}, next: 2, head: 1, names: []int{0}, email: 1, phone: 2}
	lines := [][]string{{"Name", "Email", "Phone"}}
	b.write = func(cells []cell) error { return writeCSV(ws, b.file, ',', lines, cells) }
	return b
}

func openCSV(ws *tools.Workspace, file string) (*book, error) {
	data, err := ws.ReadFile(file)
	if err != nil {
		return nil, err
	}
	records, err := table.Records(data)
	if err != nil {
		return nil, tools.Failf(tools.Corrupt, "%s: %w", file, err)
	}
	b := &book{file: file, rows: &table.Table{}, next: max(2, len(records)+1), head: 1}
	var lines [][]string
	for i, r := range records {
		values := make([]any, len(r.Fields))
		for j, f := range r.Fields {
			values[j] = unmarked(f)
		}
		lines = append(lines, r.Fields)
		if i == 0 {
			b.rows.Headers = r.Fields
			continue
		}
		b.rows.Rows = append(b.rows.Rows, table.Row{Number: i + 1, Values: values})
	}
	b.write = func(cells []cell) error { return writeCSV(ws, file, table.Delimiter(data), lines, cells) }
	b.remove = func(row int) error {
		return writeCSV(ws, file, table.Delimiter(data), slices.Delete(slices.Clone(lines), row-1, row), nil)
	}
	return b, b.read()
}

// writeCSV writes the lines with some cells set.
func writeCSV(ws *tools.Workspace, file string, comma rune, lines [][]string, cells []cell) error {
	for _, c := range cells {
		for len(lines) < c.row {
			lines = append(lines, nil)
		}
		for len(lines[c.row-1]) < c.column {
			lines[c.row-1] = append(lines[c.row-1], "")
		}
		lines[c.row-1][c.column-1] = marked(c.text)
	}
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	w.Comma = comma
	for _, line := range lines {
		for len(line) < len(lines[0]) {
			line = append(line, "")
		}
		if err := w.Write(line); err != nil {
			return fmt.Errorf("write %s: %w", file, err)
		}
	}
	w.Flush()
	return ws.WriteFile(file, out.Bytes())
}

// computed are the signs by which a spreadsheet takes a text for a formula.
const computed = "=+-@"

// marked is a text with the apostrophe that keeps a spreadsheet from computing it.
func marked(text string) string {
	if text != "" && strings.ContainsRune(computed, rune(text[0])) {
		return "'" + text
	}
	return text
}

// unmarked is a text without that apostrophe.
func unmarked(text string) string {
	if rest, ok := strings.CutPrefix(text, "'"); ok && marked(rest) != rest {
		return rest
	}
	return text
}
