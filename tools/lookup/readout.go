package lookup

import (
	"bytes"
	"context"
	"fmt"
	"path"
	"strings"

	"legomem/tools"
	"legomem/tools/excel"
	"legomem/tools/ocr"
	"legomem/tools/office"
	"legomem/tools/pdf"
)

// readers are how files are read out, by suffix; all others are plain texts.
var readers = map[string]func(context.Context, []byte) ([]string, error){
	".docx": document, ".pdf": pages,
	".jpg": ocr.ReadLines, ".jpeg": ocr.ReadLines, ".png": ocr.ReadLines, ".gif": ocr.ReadLines, ".bmp": ocr.ReadLines, ".tiff": ocr.ReadLines, ".webp": ocr.ReadLines,
}

// readOut is a file's text, line by line; of a sheet the rows.
func readOut(ctx context.Context, ws *tools.Workspace, name string) (file string, lines []string, err error) {
	file, data, err := ws.ReadFound(name)
	if err != nil {
		return "", nil, err
	}
	suffix := strings.ToLower(path.Ext(file))
	if suffix == ".xlsx" || suffix == ".csv" || suffix == ".tsv" {
		lines, err = excel.RowTexts(ws, file)
		return file, lines, err
	}
	read := readers[suffix]
	if read == nil {
		read = plain
	}
	if lines, err = read(ctx, data); err != nil {
		return file, nil, fmt.Errorf("%s: %w", file, err)
	}
	return file, lines, nil
}

// readQuickly reads out as readOut does, but no scan.
func readQuickly(ctx context.Context, ws *tools.Workspace, name string) ([]string, error) {
	if strings.ToLower(path.Ext(name)) != ".pdf" {
		_, lines, err := readOut(ctx, ws, name)
		return lines, err
	}
	_, data, err := ws.ReadFound(name)
	if err != nil {
		return nil, err
	}
	all, err := pdf.ReadText(ctx, data)
	return strings.Split(strings.Join(all, "\n\n"), "\n"), err
}

func document(_ context.Context, data []byte) ([]string, error) {
	doc, err := office.ReadDocument(data)
	if err != nil {
		return nil, err
	}
	return strings.Split(strings.NewReplacer("\t", " | ", "\n", "\n\n").Replace(doc.Text()), "\n"), nil // no paragraph goes on in the next
}

// pages are a pdf's lines; one without text is taken for a scan.
func pages(ctx context.Context, data []byte) ([]string, error) {
	all, err := pdf.ReadText(ctx, data)
	if err != nil {
		return nil, err
	}
	if text := strings.Join(all, "\n\n"); strings.TrimSpace(text) != "" {
		return strings.Split(text, "\n"), nil
	}
	return ocr.ReadLines(ctx, data)
}

func plain(_ context.Context, data []byte) ([]string, error) {
	if bytes.IndexByte(data, 0) >= 0 {
		return nil, tools.Failf(tools.BadArguments, "it holds binary data of a kind that cannot be read out; documents, pdfs, sheets, pictures and plain texts can")
	}
	text, err := office.Decode(data)
	return strings.Split(text, "\n"), err
}
