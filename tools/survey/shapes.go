package survey

import (
	"context"
	"fmt"
	"path"
	"strings"

	"legomem/tools"
	"legomem/tools/excel"
	"legomem/tools/office"
	"legomem/tools/pdf"
	"legomem/words"
)

// mostBytes is the largest file that is looked into; of others the size is told.
const mostBytes = 2 << 20

// mostColumns is how many of a sheet's columns are named.
const mostColumns = 12

// shapers tell what a file holds, by its suffix.
var shapers = map[string]func(context.Context, *tools.Workspace, string) (string, error){
	".xlsx": sheets, ".csv": sheets, ".tsv": sheets, ".docx": paragraphs, ".pdf": pages, ".txt": lines, ".md": lines,
}

// shapeOf is what a file holds, or else its size.
func shapeOf(ctx context.Context, ws *tools.Workspace, file string) string {
	info, err := ws.Stat(file)
	if err != nil {
		return "cannot be read"
	}
	size := words.Count(int(info.Size()), "byte")
	shape := shapers[strings.ToLower(path.Ext(file))]
	if shape == nil || info.Size() > mostBytes {
		return size
	}
	told, err := shape(ctx, ws, file)
	if err != nil {
		return size + ", cannot be read"
	}
	return told
}

func sheets(_ context.Context, ws *tools.Workspace, file string) (string, error) {
	all, err := excel.Shapes(ws, file)
	var parts []string
	for _, s := range all {
		headers := s.Headers
		if len(headers) > mostColumns {
			headers = append(headers[:mostColumns:mostColumns], "...")
		}
		part := fmt.Sprintf("sheet %s, %s", s.Name, words.Count(s.Rows, "row"))
		if len(headers) > 0 {
			part += ": " + strings.Join(headers, ", ")
		}
		if s.Header > 1 {
			part += fmt.Sprintf(" (headers in row %d)", s.Header)
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, "; "), err
}

func paragraphs(_ context.Context, ws *tools.Workspace, file string) (string, error) {
	data, err := ws.ReadFile(file)
	if err != nil {
		return "", err
	}
	doc, err := office.ReadDocument(data)
	if err != nil {
		return "", err
	}
	filled, tables := 0, 0
	for _, b := range doc.Blocks {
		switch {
		case b.Table != nil:
			tables++
		case strings.TrimSpace(b.Text) != "":
			filled++
		}
	}
	told := words.Count(filled, "paragraph")
	if tables > 0 {
		told += ", " + words.Count(tables, "table")
	}
	return told, nil
}

func pages(ctx context.Context, ws *tools.Workspace, file string) (string, error) {
	data, err := ws.ReadFile(file)
	if err != nil {
		return "", err
	}
	all, err := pdf.ReadText(ctx, data)
	if err != nil {
		return "", err
	}
	told := words.Count(len(all), "page")
	if strings.TrimSpace(strings.Join(all, "")) == "" {
		told += " without text (a scan)"
	}
	return told, nil
}

func lines(_ context.Context, ws *tools.Workspace, file string) (string, error) {
	data, err := ws.ReadFile(file)
	if err != nil {
		return "", err
	}
	text, err := office.Decode(data)
	return words.Count(len(strings.Split(strings.TrimRight(text, "\n"), "\n")), "line"), err
}
