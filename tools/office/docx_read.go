package office

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
)

// decodeXML reads a whole XML text into v.
func decodeXML(text []byte, v any) error {
	d, _ := newXML(bytes.NewReader(text))
	return d.Decode(v)
}

// documentReader walks a body once, element by element.
type documentReader struct {
	xml   *xml.Decoder
	depth int
	// boxes are paragraphs met inside a paragraph, in text boxes; they follow
	// the one that holds them.
	boxes []Paragraph
	left  int // blocks and cells until the cap
}

func parseDocument(text []byte) (*Document, error) {
	return newDocumentReader(text, maxBlocks).document()
}

func newDocumentReader(text []byte, blocks int) *documentReader {
	r := &documentReader{left: blocks}
	r.xml, _ = newXML(bytes.NewReader(text))
	return r
}

func (r *documentReader) document() (*Document, error) {
	doc := &Document{}
	found := false
	err := r.children(func(root xml.StartElement) error {
		if !isWord(root.Name, "document") {
			return fmt.Errorf("its root is %s, not a document", root.Name.Local)
		}
		return r.children(func(e xml.StartElement) error {
			if !isWord(e.Name, "body") {
				return r.skip()
			}
			found = true
			return r.blocks(true, &doc.Blocks)
		})
	})
	if err == nil && !found {
		err = errors.New("it has no body")
	}
	if err != nil {
		return nil, corrupt(err)
	}
	return doc, nil
}

// count is called for every block and cell.
func (r *documentReader) count() error {
	if r.left--; r.left < 0 {
		return fmt.Errorf("%w: it has more paragraphs, rows and cells than the cap of %d; split it", ErrTooLarge, maxBlocks)
	}
	return nil
}

// children calls f at each child element of the one that is open, which it
// reads to its end. f must read its element to the end, with children or skip.
func (r *documentReader) children(f func(xml.StartElement) error) error {
	r.depth++
	defer func() { r.depth-- }()
	for {
		t, err := r.xml.Token()
		switch {
		case err == io.EOF && r.depth == 1:
			return nil
		case err != nil:
			return err
		}
		switch t := t.(type) {
		case xml.StartElement:
			if err := f(t); err != nil {
				return err
			}
		case xml.EndElement:
			return nil
		}
	}
}

// skip reads the open element to its end.
func (r *documentReader) skip() error {
	return r.children(func(xml.StartElement) error { return r.skip() })
}

// charData reads the open element's own text.
func (r *documentReader) charData() (string, error) {
	var b strings.Builder
	for {
		t, err := r.xml.Token()
		if err != nil {
			return "", err
		}
		switch t := t.(type) {
		case xml.CharData:
			b.Write(t)
		case xml.StartElement:
			if err := r.skip(); err != nil {
				return "", err
			}
		case xml.EndElement:
			return b.String(), nil
		}
	}
}

// blocks adds the paragraphs and tables inside a body, a cell, or what wraps
// them, to out. direct means that nothing wraps them.
func (r *documentReader) blocks(direct bool, out *[]Block) error {
	return r.children(func(e xml.StartElement) error {
		switch {
		case isWord(e.Name, "p"):
			p, err := r.paragraph(direct)
			*out = append(*out, Block{Paragraph: p})
			for _, box := range r.boxes {
				*out = append(*out, Block{Paragraph: box})
			}
			r.boxes = nil
			return err
		case isWord(e.Name, "tbl"):
			t, err := r.table()
			*out = append(*out, Block{Table: t})
			return err
		case unread(e.Name):
			return r.skip()
		}
		return r.blocks(false, out)
	})
}

// unread reports whether an element holds nothing a reader of the document sees:
// properties, deleted text, or the older of two forms of the same drawing.
func unread(name xml.Name) bool {
	switch name.Local {
	case "del", "moveFrom", "instrText", "delText", "Fallback",
		"pPr", "rPr", "tblPr", "tblGrid", "trPr", "tcPr", "sectPr", "sdtPr", "sdtEndPr":
		return true
	}
	return false
}

func isWord(name xml.Name, local string) bool {
	return name.Local == local && (name.Space == wordNS || name.Space == wordStrictNS)
}

func (r *documentReader) paragraph(direct bool) (Paragraph, error) {
	p := Paragraph{direct: direct}
	if err := r.count(); err != nil {
		return p, err
	}
	var text, plain strings.Builder
	err := r.children(func(e xml.StartElement) error {
		switch {
		case isWord(e.Name, "pPr"):
			return r.paragraphStyle(&p)
		case isWord(e.Name, "r"):
			return r.run(&text, &plain)
		case unread(e.Name):
			return r.skip()
		}
		return r.inline(e, &text)
	})
	p.Text, p.plain = text.String(), plain.String()
	return p, err
}

func (r *documentReader) paragraphStyle(p *Paragraph) error {
	return r.children(func(e xml.StartElement) error {
		if isWord(e.Name, "pStyle") {
			for _, a := range e.Attr {
				if a.Name.Local == "val" {
					p.Style = a.Value
				}
			}
		}
		return r.skip()
	})
}

// run reads a run that is directly in the paragraph: what python-docx sees of it
// also goes to plain.
func (r *documentReader) run(text, plain *strings.Builder) error {
	return r.children(func(e xml.StartElement) error {
		var own strings.Builder
		if unread(e.Name) {
			return r.skip()
		}
		if err := r.inline(e, &own); err != nil {
			return err
		}
		text.WriteString(own.String())
		switch e.Name.Local {
		case "t", "tab", "br", "cr":
			plain.WriteString(own.String())
		}
		return nil
	})
}

// inline reads what is inside a paragraph, at any depth.
func (r *documentReader) inline(e xml.StartElement, text *strings.Builder) error {
	if mark, ok := marks(e.Name); ok {
		text.WriteString(mark)
		return r.skip()
	}
	switch {
	case isWord(e.Name, "t"), e.Name.Space == mathNS && e.Name.Local == "t":
		s, err := r.charData()
		text.WriteString(s)
		return err
	case isWord(e.Name, "txbxContent"):
		var inner []Block
		err := r.blocks(false, &inner)
		for _, b := range inner {
			r.box(b)
		}
		return err
	case unread(e.Name):
		return r.skip()
	}
	return r.children(func(e xml.StartElement) error { return r.inline(e, text) })
}

func (r *documentReader) box(b Block) {
	if b.Table == nil {
		r.boxes = append(r.boxes, b.Paragraph)
		return
	}
	for _, text := range b.Table.paragraphs {
		r.boxes = append(r.boxes, Paragraph{Text: text})
	}
}

// marks returns the character that an element stands for, if it stands for one.
func marks(name xml.Name) (string, bool) {
	if name.Space != wordNS && name.Space != wordStrictNS {
		return "", false
	}
	switch name.Local {
	case "tab", "ptab":
		return "\t", true
	case "br", "cr":
		return "\n", true
	case "noBreakHyphen":
		return "-", true
	case "softHyphen":
		return "", true
	}
	return "", false
}

func (r *documentReader) table() (*Table, error) {
	t := &Table{}
	return t, r.rows(t)
}

func (r *documentReader) rows(t *Table) error {
	return r.children(func(e xml.StartElement) error {
		switch {
		case isWord(e.Name, "tr"):
			if err := r.count(); err != nil {
				return err
			}
			var row []string
			err := r.cells(t, &row)
			t.Rows = append(t.Rows, row)
			return err
		case unread(e.Name):
			return r.skip()
		}
		return r.rows(t)
	})
}

func (r *documentReader) cells(t *Table, row *[]string) error {
	return r.children(func(e xml.StartElement) error {
		switch {
		case isWord(e.Name, "tc"):
			if err := r.count(); err != nil {
				return err
			}
			inner := &Document{}
			err := r.blocks(false, &inner.Blocks)
			t.paragraphs = append(t.paragraphs, inner.Paragraphs()...)
			*row = append(*row, inner.Text())
			return err
		case unread(e.Name):
			return r.skip()
		}
		return r.cells(t, row)
	})
}
