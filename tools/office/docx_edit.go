package office

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"strings"
)

// AppendParagraphs adds paragraphs at the end of a document. Every other byte
// of its parts stays as it is.
func AppendParagraphs(data []byte, paragraphs []string) ([]byte, error) {
	return insertAtEnd(data, func(w wordWriter) {
		for _, p := range paragraphs {
			w.paragraph(p, "")
		}
	})
}

// AppendTable adds a table at the end of a document, and an empty paragraph
// after it, without which the next table would run into it. Headers, if any,
// become the first row, in bold.
func AppendTable(data []byte, headers []string, rows [][]string) ([]byte, error) {
	if len(headers) > 0 {
		rows = append([][]string{headers}, rows...)
	}
	return insertAtEnd(data, func(w wordWriter) {
		w.table(rows, len(headers) > 0)
		w.paragraph("", "")
	})
}

func insertAtEnd(data []byte, write func(wordWriter)) ([]byte, error) {
	pkg, err := openDocument(data)
	if err != nil {
		return nil, fmt.Errorf("edit document: %w", err)
	}
	text, err := pkg.read(pkg.main)
	if err != nil {
		return nil, fmt.Errorf("edit document: %w", err)
	}
	if _, err := parseDocument(text); err != nil {
		return nil, fmt.Errorf("edit document: %s: %w", pkg.main, err)
	}
	end, err := findEnd(text)
	if err != nil {
		return nil, fmt.Errorf("edit document: %s: %w", pkg.main, err)
	}
	var put strings.Builder
	// The prefix is declared on what is added: the document may use another.
	write(wordWriter{out: &put, prefix: "w", space: end.declaration()})
	changed := bytes.Join([][]byte{text[:end.at], []byte(end.before + put.String() + end.after), text[end.until:]}, nil)
	return pkg.with(map[string][]byte{pkg.main: changed})
}

// bodyEnd is where a body takes further blocks: before the properties of its
// last section, or before it is closed.
type bodyEnd struct {
	at, until     int    // the bytes to replace: none, but for an empty <w:body/>
	before, after string // what opens and closes such a body
	name          xml.Name
	declared      bool // the prefix w stands for the document's own namespace
}

func (b bodyEnd) declaration() string {
	if b.declared {
		return ""
	}
	return ` xmlns:w="` + b.name.Space + `"`
}

// findEnd walks the document's elements, and returns the end of its body.
func findEnd(text []byte) (bodyEnd, error) {
	d, guard := newXML(bytes.NewReader(text))
	var end bodyEnd
	section := -1
	for depth := 0; ; {
		start := guard.offset()
		t, err := d.Token()
		if err != nil {
			return bodyEnd{}, corrupt(err)
		}
		switch t := t.(type) {
		case xml.StartElement:
			if depth++; depth == 2 && isWord(t.Name, "body") {
				end.name = t.Name
				end.declared = bytes.HasPrefix(text[start:], []byte("<w:"))
				section = -1
			}
			if depth == 3 && end.name.Space != "" {
				section = -1 // the section's properties count only as the last child
				if isWord(t.Name, "sectPr") {
					section = start
				}
			}
		case xml.EndElement:
			if depth--; depth == 1 && isWord(t.Name, "body") {
				return end.place(text, start, guard.offset(), section), nil
			}
		}
	}
}

// place sets the end's bounds, given where the body's closing tag starts and
// ends. An empty-element tag is both tags: the closing one has no bytes.
func (b bodyEnd) place(text []byte, start, after, section int) bodyEnd {
	switch {
	case section >= 0:
		b.at, b.until = section, section
	case start == after: // <w:body ... />
		tag := text[bytes.LastIndexByte(text[:start], '<'):start]
		raw := string(bytes.Fields(bytes.TrimSuffix(tag[1:], []byte("/>")))[0])
		b.at, b.until = start-len("/>"), start
		b.before, b.after = ">", "</"+raw+">"
	default:
		b.at, b.until = start, start
	}
	return b
}
