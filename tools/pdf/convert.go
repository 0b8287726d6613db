package pdf

import (
	"context"
	"fmt"
	"path"
	"strings"

	"legomem/tools"
	"legomem/tools/office"
	"legomem/words"
)

type toWordParams struct {
	File   string `json:"file_path" jsonschema:"the .pdf file" kind:"file"`
	Target string `json:"target,omitempty" jsonschema:"the .docx file to write; default the same name ending in .docx" kind:"file"`
}

type convertedData struct {
	File   string `json:"file"`
	Source string `json:"source"`
	Pages  int    `json:"page_count"`
}

func runToWord(ctx context.Context, ws *tools.Workspace, p toWordParams) (tools.Result, error) {
	source, data, err := ws.ReadFound(p.File)
	if err != nil {
		return tools.Result{}, err
	}
	file, err := placeAs(ws, tools.Beside(p.Target, source, ".docx"), ".docx")
	if err != nil {
		return tools.Result{}, err
	}
	pages, err := ReadText(ctx, data)
	if err != nil {
		return tools.Result{}, fmt.Errorf("%s: %w", source, err)
	}
	lines := textLines(strings.Join(pages, "\n"))
	if len(lines) == 0 {
		return tools.Result{}, tools.Failf(tools.NotFound, "%s holds no text; if it is a scan, use ocr.recognise and word.create", source)
	}
	docx, err := office.NewDocument("", lines)
	if err != nil {
		return tools.Result{}, err
	}
	if err := ws.WriteFile(file, docx); err != nil {
		return tools.Result{}, err
	}
	return tools.Result{Text: fmt.Sprintf("wrote the text of %s to %s: %s", source, file, words.Count(len(lines), "paragraph")),
		Data: convertedData{file, source, len(pages)}}, nil
}

type toImageParams struct {
	File   string `json:"file_path" jsonschema:"the .pdf file" kind:"file"`
	Page   int    `json:"page,omitempty" jsonschema:"which page; default the first" kind:"number"`
	Target string `json:"target,omitempty" jsonschema:"the image to write, .png or .jpg; default the same name ending in .png" kind:"file"`
}

// drawnSize is the longer side of a drawn page in pixels: 150 dots an inch on
// a letter page.
const drawnSize = 1650

func runToImage(ctx context.Context, ws *tools.Workspace, p toImageParams) (tools.Result, error) {
	source, data, err := ws.ReadFound(p.File)
	if err != nil {
		return tools.Result{}, err
	}
	file, err := placeAs(ws, tools.Beside(p.Target, source, ".png"), ".png", ".jpg", ".jpeg")
	if err != nil {
		return tools.Result{}, err
	}
	if beginning(data) < 0 {
		return tools.Result{}, fmt.Errorf("%s: %w", source, errNoPDF)
	}
	page := max(p.Page, 1)
	total, err := countPages(ctx, data)
	if err == nil && page > total {
		return tools.Result{}, tools.Failf(tools.BadArguments, "%s has %s, so no page %d", source, words.Count(total, "page"), page)
	}
	images, err := office.DrawPDF(ctx, data, page, page, drawnSize, strings.ToLower(path.Ext(file)) == ".png")
	if err != nil {
		return tools.Result{}, fmt.Errorf("%s: %w", source, err)
	}
	if err := ws.WriteFile(file, images[0]); err != nil {
		return tools.Result{}, err
	}
	text := fmt.Sprintf("drew page %d of %s as %s", page, source, file)
	if total > 1 {
		text += fmt.Sprintf("; it has %d pages, give page for another", total)
	}
	return tools.Result{Text: text, Data: convertedData{file, source, total}}, nil
}
