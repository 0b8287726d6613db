// Package pdf is the tools for pdf files: read, create, merge, split, turn into Word
// or images and images into pdf, and draw text as an image. Text is read by our
// own code over an unpacking library (document.go, walk.go, font.go), so that it
// is the same on every machine; only drawing pages needs a program, poppler's.
//
// Start with Tools. ReadText gives the text for people, Dump the text for the
// OfficeBench evaluators.
package pdf

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strings"

	"legomem/tools"
)

// Tools returns the pdf tools, the hidden inspector included.
func Tools() []tools.Tool {
	return append(splitTools(),
		tools.AsStaple(tools.Define("pdf.read", "Read the text of a pdf, all of it or some pages. A scanned page holds no text: use ocr.recognise.",
			func(p readParams) []tools.Effect { return tools.ReadEffects(p.File) }, runRead)),
		tools.Define("pdf.create", "Create a pdf from text.",
			func(p createParams) []tools.Effect { return makes(p.Overwrite, p.File, ".pdf") }, runCreate),
		tools.Define("pdf.merge", "Put several pdf files together in one, in the order given.",
			func(p mergeParams) []tools.Effect {
				return append(tools.ReadEffects(p.Files...), makes(true, p.Target, ".pdf")...)
			}, runMerge),
		tools.Define("pdf.from_images", "Make a pdf of images, a page for each.",
			func(p imagesParams) []tools.Effect {
				return append(tools.ReadEffects(p.Images...), makes(true, p.Target, ".pdf")...)
			}, runFromImages),
		tools.Define("pdf.to_word", "Make a Word document of a pdf's text, a paragraph for each line.",
			func(p toWordParams) []tools.Effect {
				return append(tools.ReadEffects(p.File), makes(true, tools.Beside(p.Target, p.File, ".docx"), ".docx")...)
			}, runToWord),
		tools.Define("pdf.to_image", "Draw one page of a pdf as an image (.png or .jpg).",
			func(p toImageParams) []tools.Effect {
				return append(tools.ReadEffects(p.File), makes(true, tools.Beside(p.Target, p.File, ".png"), ".png")...)
			}, runToImage),
		tools.Define("pdf.text_to_image", "Draw text as an image (.png or .jpg): a post, a poster, a card.",
			func(p textImageParams) []tools.Effect { return makes(true, p.Target, ".png") }, runTextToImage),
		tools.Hide(tools.Define("pdf.inspect", "The text of a pdf as evaluators read it.",
			func(p inspectParams) []tools.Effect { return tools.ReadEffects(p.File) }, runInspect)),
		reviewTool(),
	)
}

// makes is the effect of writing a file where placeAs puts it.
func makes(replaces bool, file, suffix string) []tools.Effect {
	return tools.MakeEffects(replaces, tools.Suffixed(file, suffix))
}

// placeAs is where a new file goes, which must have one of the suffixes; a
// name without one gets the first.
func placeAs(ws *tools.Workspace, name string, suffixes ...string) (string, error) {
	file, err := ws.Place(name)
	if err != nil {
		return "", err
	}
	file = tools.Suffixed(file, suffixes[0])
	if ext := strings.ToLower(path.Ext(file)); !slices.Contains(suffixes, ext) {
		return "", tools.Failf(tools.BadArguments, "%s: cannot write %s here; accepted: %s", name, ext, strings.Join(suffixes, ", "))
	}
	return file, nil
}

type inspectParams struct {
	File string `json:"file_path" jsonschema:"the .pdf file" kind:"file"`
}

type inspectData struct {
	Text string `json:"text"`
}

func runInspect(ctx context.Context, ws *tools.Workspace, p inspectParams) (tools.Result, error) {
	file, data, err := ws.ReadFound(p.File)
	if err != nil {
		return tools.Result{}, err
	}
	text, err := Dump(ctx, data)
	if err != nil {
		return tools.Result{}, fmt.Errorf("%s: %w", file, err)
	}
	return tools.Result{Text: text, Data: inspectData{text}}, nil
}
