package pdf

import (
	"bytes"
	"context"
	"fmt"
	"time"

	"github.com/go-pdf/fpdf"

	"legomem/tools"
	"legomem/tools/office"
)

type createParams struct {
	File      string   `json:"file_path" jsonschema:"the .pdf file to create" kind:"file"`
	Content   string   `json:"content,omitempty" jsonschema:"the text; line breaks are kept" kind:"message"`
	Lines     []string `json:"lines,omitempty" jsonschema:"the lines, instead of content" kind:"phrase"`
	Title     string   `json:"title,omitempty" jsonschema:"a title above the text" kind:"phrase"`
	Overwrite bool     `json:"overwrite,omitempty" jsonschema:"replace a file that is there already"`
}

type createdData struct {
	File    string `json:"file"`
	Pages   int    `json:"page_count,omitempty"`
	Dropped string `json:"dropped,omitempty"` // signs that the font lacks
}

func runCreate(ctx context.Context, ws *tools.Workspace, p createParams) (tools.Result, error) {
	file, err := placeAs(ws, p.File, ".pdf")
	if err != nil {
		return tools.Result{}, err
	}
	if ws.Exists(file) && !p.Overwrite {
		return tools.Result{}, tools.Failf(tools.Exists, "%s is there already; set overwrite to replace it", file)
	}
	lines, err := office.GivenParagraphs(p.Content, p.Lines)
	if err != nil {
		return tools.Result{}, err
	}
	if len(lines) == 0 && p.Title == "" {
		return tools.Result{}, tools.Failf(tools.BadArguments, "nothing to write: give content or lines")
	}
	data, d, err := makePDF(ctx, ws.Office, p.Title, lines, ws.Now())
	if err != nil {
		return tools.Result{}, fmt.Errorf("create %s: %w", file, err)
	}
	if err := ws.WriteFile(file, data); err != nil {
		return tools.Result{}, err
	}
	d.File = file
	return tools.Result{Text: "created " + file + droppedNote(d.Dropped), Data: d}, nil
}

func droppedNote(dropped string) string {
	if dropped == "" {
		return ""
	}
	return ", without these signs, which the font lacks: " + dropped
}

// makePDF sets the text in the built-in font. A text with letters that it lacks
// goes through LibreOffice, which has the machine's fonts.
func makePDF(ctx context.Context, c office.Converter, title string, lines []string, now time.Time) ([]byte, createdData, error) {
	face, err := builtIn()
	if err != nil {
		return nil, createdData{}, err
	}
	fitting, dropped, missing := face.fit(append([]string{title}, lines...))
	if missing != "" {
		data, err := viaWord(ctx, c, title, lines)
		if err != nil {
			err = fmt.Errorf("the built-in font has no letters such as %q, so LibreOffice is needed: %w", firstRunes(missing, 5), err)
		}
		return data, createdData{}, err
	}
	doc := fpdf.New("P", "mm", "Letter", "")
	doc.SetCreationDate(now)
	doc.SetModificationDate(now)
	doc.SetCatalogSort(true)
	doc.SetMargins(25, 25, 25)
	doc.SetAutoPageBreak(true, 25)
	doc.AddUTF8FontFromBytes("text", "", face.regular)
	doc.AddUTF8FontFromBytes("text", "B", face.bold)
	doc.AddPage()
	if fitting[0] != "" {
		doc.SetFont("text", "B", 18)
		doc.MultiCell(0, 9, fitting[0], "", "L", false)
		doc.Ln(4)
	}
	doc.SetFont("text", "", 11)
	for _, line := range fitting[1:] {
		if line == "" {
			doc.Ln(5.5)
			continue
		}
		doc.MultiCell(0, 5.5, line, "", "L", false)
	}
	pages := doc.PageCount()
	var out bytes.Buffer
	if err := doc.Output(&out); err != nil {
		return nil, createdData{}, err
	}
	return out.Bytes(), createdData{Pages: pages, Dropped: dropped}, nil
}

func firstRunes(s string, n int) string {
	r := []rune(s)
	return string(r[:min(n, len(r))])
}

func viaWord(ctx context.Context, c office.Converter, title string, lines []string) ([]byte, error) {
	docx, err := office.NewDocument(title, lines)
	if err != nil {
		return nil, err
	}
	return office.Convert(ctx, c, "text.docx", docx)
}
