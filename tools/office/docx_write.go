package office

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"fmt"
	"strings"
	"unicode/utf8"
)

// NewDocument makes a docx with a title, if one is given, and paragraphs.
func NewDocument(title string, paragraphs []string) ([]byte, error) {
	var body strings.Builder
	w := wordWriter{out: &body, prefix: "w"}
	if title != "" {
		w.paragraph(title, "Title")
	}
	for _, p := range paragraphs {
		w.paragraph(p, "")
	}
	parts := []struct{ name, text string }{
		{"[Content_Types].xml", contentTypesXML},
		{"_rels/.rels", relationsXML},
		{"word/_rels/document.xml.rels", documentRelationsXML},
		{"word/styles.xml", stylesXML},
		{"word/document.xml", fmt.Sprintf(documentXML, body.String())},
	}
	var out bytes.Buffer
	zw := zip.NewWriter(&out)
	for _, part := range parts {
		f, err := zw.Create(part.name)
		if err == nil {
			_, err = f.Write([]byte(part.text))
		}
		if err != nil {
			return nil, fmt.Errorf("write %s: %w", part.name, err)
		}
	}
	if err := zw.Close(); err != nil {
		return nil, fmt.Errorf("write the package: %w", err)
	}
	return out.Bytes(), nil
}

// SplitParagraphs cuts a text at its line breaks; a last empty line is dropped.
func SplitParagraphs(text string) []string {
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text)
	return strings.Split(strings.TrimSuffix(text, "\n"), "\n")
}

// GivenParagraphs are the paragraphs of the lines if there are any, else those of
// the content. Both at once are refused.
func GivenParagraphs(content string, lines []string) ([]string, error) {
	if len(lines) > 0 && content != "" {
		return nil, &failure{"bad_arguments", "give either content or lines, not both"}
	}
	var out []string
	for _, l := range lines {
		out = append(out, SplitParagraphs(l)...)
	}
	if content != "" {
		out = SplitParagraphs(content)
	}
	return out, nil
}

// wordWriter spells WordprocessingML with a prefix of the caller's choice.
// space is the declaration the outermost elements need, if any.
type wordWriter struct {
	out    *strings.Builder
	prefix string
	space  string
}

// paragraph writes one paragraph; a line break in text does not begin another.
func (w wordWriter) paragraph(text, style string) {
	w.open("p", w.space)
	if style != "" {
		w.open("pPr", "")
		w.empty("pStyle", w.attr("val", style))
		w.close("pPr")
	}
	w.run(text, false)
	w.close("p")
}

func (w wordWriter) run(text string, bold bool) {
	if text == "" {
		return
	}
	w.open("r", "")
	if bold {
		w.open("rPr", "")
		w.empty("b", "")
		w.close("rPr")
	}
	w.text(text)
	w.close("r")
}

// text writes the elements of a run that hold text.
func (w wordWriter) text(text string) {
	for len(text) > 0 {
		i := strings.IndexAny(text, "\t\n")
		if i < 0 {
			i = len(text)
		}
		if i > 0 {
			w.open("t", ` xml:space="preserve"`)
			w.out.WriteString(escape(text[:i]))
			w.close("t")
		}
		if i == len(text) {
			return
		}
		w.empty(map[byte]string{'\t': "tab", '\n': "br"}[text[i]], "")
		text = text[i+1:]
	}
}

// table writes a table with borders, as wide as the text; the first row is bold
// if it is a header.
func (w wordWriter) table(rows [][]string, header bool) {
	columns := 1
	for _, row := range rows {
		columns = max(columns, len(row))
	}
	width := textWidth / columns
	w.open("tbl", w.space)
	w.tableProperties()
	w.open("tblGrid", "")
	for range columns {
		w.empty("gridCol", w.attr("w", fmt.Sprint(width)))
	}
	w.close("tblGrid")
	for i, row := range rows {
		w.row(row, columns, width, header && i == 0)
	}
	w.close("tbl")
}

// textWidth is the width between the margins of a letter page, in twentieths of
// a point.
const textWidth = 9360

func (w wordWriter) tableProperties() {
	w.open("tblPr", "")
	w.empty("tblW", w.attr("w", "0")+w.attr("type", "auto"))
	w.open("tblBorders", "")
	for _, side := range []string{"top", "left", "bottom", "right", "insideH", "insideV"} {
		w.empty(side, w.attr("val", "single")+w.attr("sz", "4")+w.attr("space", "0")+w.attr("color", "auto"))
	}
	w.close("tblBorders")
	w.close("tblPr")
}

func (w wordWriter) row(cells []string, columns, width int, bold bool) {
	w.open("tr", "")
	for i := range columns {
		var text string
		if i < len(cells) {
			text = cells[i]
		}
		w.open("tc", "")
		w.open("tcPr", "")
		w.empty("tcW", w.attr("w", fmt.Sprint(width))+w.attr("type", "dxa"))
		w.close("tcPr")
		for _, p := range SplitParagraphs(text) {
			w.open("p", "")
			w.run(p, bold)
			w.close("p")
		}
		w.close("tc")
	}
	w.close("tr")
}

func (w wordWriter) open(name, attrs string)  { w.out.WriteString("<" + w.name(name) + attrs + ">") }
func (w wordWriter) empty(name, attrs string) { w.out.WriteString("<" + w.name(name) + attrs + "/>") }
func (w wordWriter) close(name string)        { w.out.WriteString("</" + w.name(name) + ">") }

func (w wordWriter) name(local string) string {
	if w.prefix == "" {
		return local
	}
	return w.prefix + ":" + local
}

func (w wordWriter) attr(name, value string) string {
	return " " + w.name(name) + `="` + escape(value) + `"`
}

// escape makes text safe for XML, and drops characters that XML cannot hold.
func escape(text string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(strings.Map(allowed, text))) // a Builder never fails
	return b.String()
}

func allowed(r rune) rune {
	switch {
	case r == utf8.RuneError, r == '\t', r == '\n', r == '\r':
		return r
	case r < ' ', r == 0xfffe, r == 0xffff:
		return -1
	}
	return r
}

const (
	contentTypesXML = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/><Override PartName="/word/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.styles+xml"/></Types>`
	relationsXML = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`
	documentRelationsXML = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>`
	stylesXML = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Calibri" w:hAnsi="Calibri" w:eastAsia="Calibri" w:cs="Calibri"/><w:sz w:val="22"/><w:szCs w:val="22"/></w:rPr></w:rPrDefault><w:pPrDefault><w:pPr><w:spacing w:after="120" w:line="264" w:lineRule="auto"/></w:pPr></w:pPrDefault></w:docDefaults><w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:qFormat/></w:style><w:style w:type="paragraph" w:styleId="Title"><w:name w:val="Title"/><w:basedOn w:val="Normal"/><w:next w:val="Normal"/><w:qFormat/><w:pPr><w:spacing w:after="240"/></w:pPr><w:rPr><w:b/><w:sz w:val="40"/><w:szCs w:val="40"/></w:rPr></w:style></w:styles>`
	documentXML = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>%s<w:sectPr><w:pgSz w:w="12240" w:h="15840"/><w:pgMar w:top="1440" w:right="1440" w:bottom="1440" w:left="1440" w:header="720" w:footer="720" w:gutter="0"/></w:sectPr></w:body></w:document>`
)
