// Package ocr is the tool that reads the text in an image or a scanned pdf,
// with tesseract, after enlarging what is small: tesseract expects a page
// scanned at 300 dots an inch, and office images are mostly screenshots.
//
// Start with Tools.
package ocr

import (
	"bytes"
	"context"
	"fmt"
	"regexp"
	"strings"

	"legomem/tools"
	"legomem/tools/office"
)

// Tools returns the ocr tools.
func Tools() []tools.Tool {
	return []tools.Tool{
		tools.Define("ocr.recognise", "Read the text in an image (.jpg, .png, .gif, .bmp, .tiff, .webp) or a scanned .pdf.",
			func(p params) []tools.Effect { return tools.FileEffects(tools.Read, p.File) }, run),
	}
}

type params struct {
	File     string `json:"file_path" jsonschema:"the image, or a scanned pdf" kind:"file"`
	Language string `json:"language,omitempty" jsonschema:"tesseract's code of the language, such as eng or deu; default eng"`
}

type data struct {
	File  string   `json:"file"`
	Text  string   `json:"text"`
	Lines []string `json:"lines"` // those that hold text
	Words []word   `json:"words"`
	// Confidence is the mean of the words', from 0 to 100; under 60 much may
	// be misread.
	Confidence float64 `json:"confidence"`
}

type word struct {
	Text       string  `json:"text"`
	Confidence float64 `json:"confidence"`
}

// maxScanned is how many pages of a pdf are read.
const maxScanned = 20

var languageCode = regexp.MustCompile(`^[A-Za-z_]+(\+[A-Za-z_]+)*$`)

func run(ctx context.Context, ws *tools.Workspace, p params) (tools.Result, error) {
	if p.Language == "" {
		p.Language = "eng"
	}
	if !languageCode.MatchString(p.Language) {
		return tools.Result{}, tools.Failf(tools.BadArguments, "language %q: accepted is a code such as eng, or several as eng+deu", p.Language)
	}
	file, err := ws.Find(p.File)
	if err != nil {
		return tools.Result{}, err
	}
	raw, err := ws.ReadFile(file)
	if err != nil {
		return tools.Result{}, err
	}
	d := data{File: file, Lines: []string{}, Words: []word{}}
	if err := d.read(ctx, raw, p.Language); err != nil {
		return tools.Result{}, fmt.Errorf("%s: %w", file, err)
	}
	return tools.Result{Text: d.describe(), Data: d}, nil
}

// read recognises an image, or each page of a pdf.
func (d *data) read(ctx context.Context, raw []byte, language string) error {
	images := [][]byte{raw}
	if bytes.HasPrefix(raw, []byte("%PDF-")) {
		var err error
		if images, err = office.DrawPDF(ctx, raw, 1, maxScanned, scannedSize, true); err != nil {
			return err
		}
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

func (d *data) add(p page) {
	d.Lines = append(d.Lines, p.lines...)
	d.Words = append(d.Words, p.words...)
}

func (d *data) finish() {
	d.Text = strings.Join(d.Lines, "\n")
	sum := 0.0
	for _, w := range d.Words {
		sum += w.Confidence
	}
	if len(d.Words) > 0 {
		d.Confidence = float64(int(sum/float64(len(d.Words))*10)) / 10
	}
}

// lowConfidence is under what a reader should look twice.
const lowConfidence = 60

func (d *data) describe() string {
	switch {
	case len(d.Words) == 0:
		return "no text was found in " + d.File
	case d.Confidence < lowConfidence:
		return fmt.Sprintf("%s\n(read with a confidence of only %.0f of 100: parts may be misread)", d.Text, d.Confidence)
	}
	return d.Text
}
