package office

import (
	"fmt"
	"strings"
)

// Document is a docx file as read: its paragraphs and tables, in order.
// Headers, footers, notes and comments are not part of it, nor is deleted text
// that is kept for review.
type Document struct {
	Blocks []Block
}

// Block is one paragraph or one table.
type Block struct {
	Paragraph
	Table *Table // nil for a paragraph
}

// Paragraph is a paragraph's text; a tab is "\t", a line break "\n". Style is
// the id of its style, such as "Heading1".
type Paragraph struct {
	Text  string
	Style string

	// plain is the text as python-docx 0.8.11 has it (direct runs alone), and
	// direct means that the paragraph is directly in the body.
	plain  string
	direct bool
}

// Table is a table's cells as text, row by row; the paragraphs of a cell are
// joined by "\n". Rows may differ in length.
type Table struct {
	Rows [][]string

	paragraphs []string
}

// ReadDocument reads a docx file. One that it cannot read is ErrCorrupt, one
// over a cap ErrTooLarge.
func ReadDocument(data []byte) (*Document, error) {
	pkg, err := openDocument(data)
	if err != nil {
		return nil, fmt.Errorf("read document: %w", err)
	}
	text, err := pkg.read(pkg.main)
	if err != nil {
		return nil, fmt.Errorf("read document: %w", err)
	}
	doc, err := parseDocument(text)
	if err != nil {
		return nil, fmt.Errorf("read document: %s: %w", pkg.main, err)
	}
	return doc, nil
}

// Paragraphs lists the text of every paragraph in order, those in tables and
// empty ones included.
func (d *Document) Paragraphs() []string {
	var all []string
	for _, b := range d.Blocks {
		if b.Table != nil {
			all = append(all, b.Table.paragraphs...)
			continue
		}
		all = append(all, b.Text)
	}
	return all
}

// Text is the whole text: a line for each paragraph, and one for each row of a
// table, its cells separated by tabs.
func (d *Document) Text() string {
	var lines []string
	for _, b := range d.Blocks {
		if b.Table == nil {
			lines = append(lines, b.Text)
			continue
		}
		for _, row := range b.Table.Rows {
			lines = append(lines, strings.ReplaceAll(strings.Join(row, "\t"), "\n", " "))
		}
	}
	return strings.Join(lines, "\n")
}

// Dump is the text as the OfficeBench evaluators read it: python-docx's
// paragraphs (of the body alone, no tables, no text inside links), joined by
// "\n".
func (d *Document) Dump() string {
	var lines []string
	for _, b := range d.Blocks {
		if b.Table == nil && b.direct {
			lines = append(lines, b.plain)
		}
	}
	return strings.Join(lines, "\n")
}

// The namespaces of WordprocessingML, as Word writes it and in its strict form.
const (
	wordNS       = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
	wordStrictNS = "http://purl.oclc.org/ooxml/wordprocessingml/main"
	mathNS       = "http://schemas.openxmlformats.org/officeDocument/2006/math"
)
