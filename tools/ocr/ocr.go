// Package ocr is the tool that reads the text in an image or a scanned pdf,
// with tesseract, after enlarging what is small: tesseract expects a page
// scanned at 300 dots an inch, and office images are mostly screenshots. A
// model that sees can read them instead, outside (agents/vision): it is given
// the pictures by ocr.inspect, and answers in the same Data.
//
// Start with Tools.
package ocr

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"regexp"

	"legomem/tools"
	"legomem/tools/office"
)

// Recognise is the name of the tool that reads a file's text.
const Recognise = "ocr.recognise"

// Tools returns the ocr tools, the hidden inspector included.
func Tools() []tools.Tool {
	return []tools.Tool{tools.AsStaple(recogniser()),
		tools.Hide(tools.Define(inspect, "The pages of an image or a scanned .pdf as pictures, for a model that sees.",
			func(p inspectParams) []tools.Effect { return tools.ReadEffects(p.File) }, runInspect)),
	}
}

func recogniser() tools.Tool {
	return tools.Define(Recognise, "Read the text in an image (.jpg, .png, .gif, .bmp, .tiff, .webp) or a scanned .pdf.",
		func(p Params) []tools.Effect { return tools.ReadEffects(p.File) }, run)
}

// Params are the arguments of ocr.recognise.
type Params struct {
	File     string `json:"file_path" jsonschema:"the image, or a scanned pdf" kind:"file"`
	Language string `json:"language,omitempty" jsonschema:"tesseract's code of the language, such as eng or deu; default eng"`
	Part     int    `json:"part,omitempty" jsonschema:"of a long text: which part, from 1" kind:"number"`
}

// maxScanned is how many pages of a pdf are read.
const maxScanned = 20

var languageCode = regexp.MustCompile(`^[A-Za-z_]+(\+[A-Za-z_]+)*$`)

// Decode reads the arguments of ocr.recognise, for an engine outside.
func Decode(args map[string]any) (Params, error) {
	var p Params
	if err := tools.Decode(recogniser().Schema, args, &p); err != nil {
		return p, fmt.Errorf("%s: %w", Recognise, err)
	}
	return p, p.check()
}

func (p *Params) check() error {
	p.Language = cmp.Or(p.Language, "eng")
	if !languageCode.MatchString(p.Language) {
		return tools.Failf(tools.BadArguments, "language %q: accepted is a code such as eng, or several as eng+deu", p.Language)
	}
	return nil
}

func run(ctx context.Context, ws *tools.Workspace, p Params) (tools.Result, error) {
	if err := p.check(); err != nil {
		return tools.Result{}, err
	}
	file, raw, err := ws.ReadFound(p.File)
	if err != nil {
		return tools.Result{}, err
	}
	d := Data{File: file, Lines: []string{}, Words: []Word{}}
	if err := d.read(ctx, raw, p.Language); err != nil {
		return tools.Result{}, fmt.Errorf("%s: %w", file, err)
	}
	text, err := d.describe(p.Part)
	return tools.Result{Text: text, Data: d}, err
}

// isPDF tells a pdf from an image by its first bytes.
func isPDF(raw []byte) bool { return bytes.HasPrefix(raw, []byte("%PDF-")) }

// read recognises an image, or each page of a pdf.
func (d *Data) read(ctx context.Context, raw []byte, language string) error {
	images := [][]byte{raw}
	if isPDF(raw) {
		var err error
		if images, err = office.DrawPDF(ctx, raw, 1, maxScanned+1, scannedSize, true); err != nil {
			return err
		}
		d.More = len(images) > maxScanned
		images = images[:min(len(images), maxScanned)]
	}
	for _, one := range images {
		page, err := recognise(ctx, one, language)
		if err != nil {
			return err
		}
		d.add(page)
	}
	d.finish()
	return nil
}

// ReadLines recognises the lines of text in an image or a scanned pdf, in English.
func ReadLines(ctx context.Context, raw []byte) ([]string, error) {
	var d Data
	err := d.read(ctx, raw, "eng")
	return d.Lines, err
}
