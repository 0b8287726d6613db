package ocr

import (
	"encoding/json"
	"fmt"
	"strings"

	"legomem/tools"
)

// Data is what ocr.recognise returns, whichever engine read the file. A
// confidence is from 0 to 100, or null if the engine gives none, as a model
// does not: 0 would be a claim, and a field that is sometimes missing would be
// a trap for code that reads it by path.
type Data struct {
	File  string   `json:"file"`
	Text  string   `json:"text"`
	Lines []string `json:"lines"` // those that hold text
	Words []Word   `json:"words"`
	// Confidence is the mean of the words'; under 60 much may be misread.
	Confidence *float64 `json:"confidence"`
	// More means that a pdf has pages after the last one read.
	More bool `json:"more"`
}

// Word is one word of a Data.
type Word struct {
	Text       string   `json:"text"`
	Confidence *float64 `json:"confidence"`
}

// Transcribed is the observation of an engine that gives a file's lines and
// nothing else. Lines without text are left out; more is Data's. The remark, if
// any, follows the text that a model is shown, which is the part that was asked for.
func Transcribed(file string, lines []string, more bool, remark string, part int) tools.Observation {
	d := Data{File: file, Lines: []string{}, Words: []Word{}, More: more}
	for _, l := range lines {
		if l = strings.TrimSpace(l); l == "" {
			continue
		}
		d.Lines = append(d.Lines, l)
		for _, w := range strings.Fields(l) {
			d.Words = append(d.Words, Word{Text: w})
		}
	}
	d.Text = strings.Join(d.Lines, "\n")
	data, err := json.Marshal(d)
	if err != nil {
		return tools.Fail(tools.Failf(tools.Internal, "%s: cannot express its result: %w", Recognise, err))
	}
	text, err := d.describe(part)
	if err != nil {
		return tools.Fail(err)
	}
	if remark != "" {
		text += "\n(" + remark + ")"
	}
	return tools.Observation{Text: text, Data: data}
}

func (d *Data) add(p page) {
	d.Lines = append(d.Lines, p.lines...)
	d.Words = append(d.Words, p.words...)
}

// finish sums up what tesseract read.
func (d *Data) finish() {
	d.Text = strings.Join(d.Lines, "\n")
	sum, mean := 0.0, 0.0
	for _, w := range d.Words {
		sum += *w.Confidence
	}
	if len(d.Words) > 0 {
		mean = float64(int(sum/float64(len(d.Words))*10)) / 10
	}
	d.Confidence = &mean
}

// lowConfidence is the confidence below which a reader should look twice.
const lowConfidence = 60

// describe is what a model is shown: a part of the text, and what there is to say of it.
func (d *Data) describe(number int) (string, error) {
	part, of, err := tools.Part(d.Text, number)
	if err != nil {
		return "", fmt.Errorf("%s: %w", d.File, err)
	}
	text := d.reading(part) + tools.PartNote(number, of)
	if d.More {
		text += fmt.Sprintf("\n(only the first %d pages were read: there are more)", maxScanned)
	}
	return text, nil
}

// reading is the text, and how sure of it the engine is.
func (d *Data) reading(text string) string {
	switch {
	case len(d.Words) == 0:
		return "no text was found in " + d.File
	case d.Confidence == nil:
		return text
	case *d.Confidence < lowConfidence:
		return fmt.Sprintf("%s\n(read with a confidence of only %.0f of 100: parts may be misread)", text, *d.Confidence)
	}
	return fmt.Sprintf("%s\n(read with a confidence of %.0f of 100)", text, *d.Confidence)
}
