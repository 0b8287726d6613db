package ocr

import (
	"context"
	"errors"
	"fmt"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"legomem/tools/office"
)

// The sizes that tesseract is given, in pixels.
const (
	scannedSize = 3300 // the longer side of a pdf's page
	smallSide   = 1300 // a longer side under this is a screenshot's: enlarge it
	largeSide   = 5000 // a longer side over this only costs time: shrink it
	enlargement = 3
)

// page is the text of one image.
type page struct {
	lines []string
	words []Word
}

// recognise reads one image in any format that office.DecodeImage takes.
func recognise(ctx context.Context, raw []byte, language string) (page, error) {
	img, _, err := office.DecodeImage(raw)
	if err != nil {
		return page{}, err
	}
	prepared, small := prepare(img)
	// A small image is one block of text; a large one is searched for blocks, but
	// not for ones side by side, so that the rows of a table stay together.
	layout := "4"
	if small {
		layout = "6"
	}
	var out office.Output
	err = office.InTempDir(func(dir string) (err error) {
		if err := writePNG(filepath.Join(dir, "in.png"), prepared); err != nil {
			return err
		}
		out, err = office.Tesseract().RunConfined(ctx, office.Job{Dir: dir, Args: []string{"in.png", "stdout", "-l", language, "--psm", layout, "tsv"}})
		return err
	})
	if err != nil {
		return page{}, explain(err, out, language)
	}
	return parseTSV(string(out.Stdout)), nil
}

// explain tells a missing language from other failures.
func explain(err error, out office.Output, language string) error {
	if !strings.Contains(string(out.Stderr), "Failed loading language") {
		return err
	}
	first, _, _ := strings.Cut(language, "+")
	missing := &office.MissingProgramError{Command: "tesseract's language " + language,
		Package: "tesseract-ocr-" + strings.ToLower(strings.ReplaceAll(first, "_", "-"))}
	return missing
}

// prepare turns an image into grey on white of a size that tesseract reads
// well, and reports whether it was small.
func prepare(img image.Image) (prepared image.Image, small bool) {
	size := img.Bounds().Size()
	longer := max(size.X, size.Y)
	factor := 1.0
	switch {
	case longer < smallSide:
		factor, small = enlargement, true
	case longer > largeSide:
		factor = float64(largeSide) / float64(longer)
	}
	w, h := max(1, int(float64(size.X)*factor)), max(1, int(float64(size.Y)*factor))
	return onWhite(img, w, h), small
}

func writePNG(name string, img image.Image) error {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	fast := png.Encoder{CompressionLevel: png.BestSpeed}
	if err := errors.Join(fast.Encode(f, img), f.Close()); err != nil {
		return fmt.Errorf("prepare the image: %w", err)
	}
	return nil
}

// The columns of tesseract's table: level, page, block, paragraph, line, word,
// left, top, width, height, confidence, text. Level 5 is a word.
const (
	columns    = 12
	wordLevel  = "5"
	lineEnd    = 5
	confColumn = 10
	textColumn = 11
)

// parseTSV puts the words of tesseract's table into lines. A confidence that is
// no number from 0 to 100 is 0.
func parseTSV(table string) page {
	var p page
	var line []string // the words of the last line
	at := ""          // which line that is
	finish := func() {
		if len(line) > 0 {
			p.lines = append(p.lines, strings.Join(line, " "))
		}
	}
	for row := range strings.Lines(table) {
		cells := strings.SplitN(strings.TrimRight(row, "\r\n"), "\t", columns)
		if len(cells) < columns || cells[0] != wordLevel {
			continue
		}
		text := strings.TrimSpace(cells[textColumn])
		if text == "" {
			continue
		}
		confidence, err := strconv.ParseFloat(cells[confColumn], 64)
		if err != nil || !(confidence >= 0 && confidence <= 100) {
			confidence = 0
		}
		p.words = append(p.words, Word{text, &confidence})
		if here := strings.Join(cells[1:lineEnd], " "); here != at || len(line) == 0 {
			finish()
			line, at = nil, here
		}
		line = append(line, text)
	}
	finish()
	return p
}
