package office

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode/utf16"

	"legomem/tools/facts"
)

// Marks finds what a person must know of an office file, whatever its name: macros,
// links to the outside, embedded objects, fields that fetch, hidden sheets. A file of
// another kind has none. A package that cannot be read is ErrCorrupt or ErrTooLarge.
func Marks(data []byte) ([]facts.Mark, error) {
	switch {
	case bytes.HasPrefix(data, []byte("\xd0\xcf\x11\xe0")):
		return oldMarks(data), nil
	case !bytes.HasPrefix(data, []byte("PK\x03\x04")):
		return nil, nil
	}
	zr, err := openZip(data, "of an older format, or encrypted")
	if err != nil {
		return nil, err
	}
	m := &markFinder{left: maxPackage}
	for _, f := range zr.File {
		if err := m.part(f); err != nil {
			return nil, fmt.Errorf("%s: %w", f.Name, err)
		}
	}
	return m.found, nil
}

// oldMarks finds macros in a file of Office 97: the name of their storage, in UTF-16.
func oldMarks(data []byte) []facts.Mark {
	var name []byte
	for _, u := range utf16.Encode([]rune("_VBA_PROJECT")) {
		name = append(name, byte(u), byte(u>>8))
	}
	if bytes.Contains(data, name) {
		return []facts.Mark{{Kind: facts.Macros, Detail: "_VBA_PROJECT"}}
	}
	return nil
}

// markFinder collects the marks of one package.
type markFinder struct {
	found []facts.Mark
	left  int64 // bytes to unpack until the cap
}

func (m *markFinder) add(kind facts.MarkKind, detail string) {
	mark := facts.Mark{Kind: kind, Detail: facts.Cut(detail)}
	if len(m.found) < facts.MostMarks && !slices.Contains(m.found, mark) {
		m.found = append(m.found, mark)
	}
}

// part looks at one part: its name tells much, and some parts are read.
func (m *markFinder) part(f *zip.File) error {
	name := strings.ToLower(strings.ReplaceAll(f.Name, `\`, "/"))
	for _, k := range partKinds {
		if strings.Contains("/"+name, k.in) && !strings.HasSuffix(name, "/") {
			m.add(k.kind, f.Name)
		}
	}
	switch {
	case strings.HasSuffix(name, ".rels"):
		return m.read(f, m.relationship)
	case name == "[content_types].xml":
		return m.read(f, m.contentType)
	case name == "xl/workbook.xml":
		return m.read(f, m.sheet)
	case strings.HasPrefix(name, "word/") && path.Ext(name) == ".xml":
		return m.fields(f)
	}
	return nil
}

// partKinds tell by a part's name what it is. OpenDocument keeps macros in Basic and
// Scripts.
var partKinds = []struct {
	in   string
	kind facts.MarkKind
}{
	{"/vbaproject", facts.Macros}, {"/xl/macrosheets/", facts.Macros}, {"/activex/", facts.Macros},
	{"/basic/", facts.Macros}, {"/scripts/", facts.Macros},
	{"/embeddings/", facts.Embedded},
	{"/xl/externallinks/externallink", facts.ExternalLink},
	{"/xl/connections.xml", facts.Fetching}, {"/xl/querytables/", facts.Fetching},
}

// read calls f for every element of a part.
func (m *markFinder) read(f *zip.File, each func(xml.StartElement) error) error {
	return m.open(f, func(d *xml.Decoder) error { return eachElement(d, each) })
}

func (m *markFinder) open(f *zip.File, read func(*xml.Decoder) error) error {
	rc, err := f.Open()
	if err != nil {
		return corrupt(err)
	}
	defer rc.Close()
	d, guard := newXML(anyUnicode(&capped{in: rc, part: maxSheetBytes, all: &m.left}))
	guard.anyCharset()
	return corrupt(read(d))
}

func (m *markFinder) relationship(e xml.StartElement) error {
	if e.Name.Local == "Relationship" && strings.EqualFold(attr(e, "TargetMode"), "External") {
		m.add(facts.ExternalLink, path.Base(attr(e, "Type"))+" "+attr(e, "Target"))
	}
	return nil
}

func (m *markFinder) contentType(e xml.StartElement) error {
	if strings.Contains(strings.ToLower(attr(e, "ContentType")), "macroenabled") {
		m.add(facts.Macros, attr(e, "PartName"))
	}
	return nil
}

func (m *markFinder) sheet(e xml.StartElement) error {
	state := strings.ToLower(attr(e, "state"))
	if e.Name.Local == "sheet" && (state == "hidden" || state == "veryhidden") {
		m.add(facts.HiddenSheet, attr(e, "name"))
	}
	return nil
}

// fetchingFields are the names of Word's fields that get content from elsewhere.
var fetchingFields = []string{"DDE", "DDEAUTO", "LINK", "INCLUDETEXT", "INCLUDEPICTURE", "IMPORT", "INCLUDE", "DATABASE", "RD", "HYPERLINK"}

// fields reads the instructions of a document's fields. One instruction may be cut into
// many runs, which are joined up to the end of the field.
func (m *markFinder) fields(f *zip.File) error {
	return m.open(f, func(d *xml.Decoder) error {
		var instruction strings.Builder
		inside := false
		for {
			tok, err := d.Token()
			if tok == nil {
				m.field(instruction.String())
				return endOfDocument(err)
			}
			switch t := tok.(type) {
			case xml.StartElement:
				inside = t.Name.Local == "instrText"
				m.fieldElement(t, &instruction)
			case xml.EndElement:
				inside = false
			case xml.CharData:
				if inside && instruction.Len() < maxTag {
					instruction.Write(t)
				}
			}
		}
	})
}

// fieldElement reads an element that holds a field, or ends its instruction.
func (m *markFinder) fieldElement(e xml.StartElement, instruction *strings.Builder) {
	for _, a := range e.Attr {
		switch {
		case e.Name.Local == "fldSimple" && a.Name.Local == "instr":
			m.field(a.Value)
		case e.Name.Local == "fldChar" && a.Name.Local == "fldCharType":
			m.field(instruction.String())
			instruction.Reset()
		}
	}
}

func (m *markFinder) field(instruction string) {
	words := strings.Fields(instruction)
	if len(words) > 0 && slices.Contains(fetchingFields, strings.ToUpper(words[0])) {
		m.add(facts.Fetching, strings.Join(words, " "))
	}
}
