package office

import (
	"archive/zip"
	"encoding/xml"
	"fmt"
	"io"
	"path"
	"strings"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/ianaindex"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// xlsxPackage is an xlsx file: a zip of parts.
type xlsxPackage struct {
	parts map[string]*zip.File
	types contentTypes
	left  int64 // bytes to unpack until the cap
}

type contentTypes struct {
	Defaults []struct {
		Type string `xml:"ContentType,attr"`
	} `xml:"Default"`
	Overrides []struct {
		Part string `xml:"PartName,attr"`
		Type string `xml:"ContentType,attr"`
	} `xml:"Override"`
}

func openPackage(data []byte) (*xlsxPackage, error) {
	zr, err := openZip(data, "an old .xls or an encrypted workbook; save it as a plain .xlsx")
	if err != nil {
		return nil, err
	}
	p := &xlsxPackage{parts: map[string]*zip.File{}, left: maxPackage}
	for _, f := range zr.File {
		p.parts[f.Name] = f
	}
	if err := p.decode("[Content_Types].xml", &p.types); err != nil {
		return nil, err
	}
	return p, nil
}

func (p *xlsxPackage) has(name string) bool { return p.parts[name] != nil }

// withType returns the part of the first of these content types, or "".
func (p *xlsxPackage) withType(types ...string) string {
	for _, want := range types {
		for _, o := range p.types.Overrides {
			if o.Type == want {
				return strings.TrimPrefix(o.Part, "/")
			}
		}
	}
	return ""
}

// decode reads a part's whole XML into v.
func (p *xlsxPackage) decode(name string, v any) error {
	return p.open(name, maxPartBytes, func(d *xml.Decoder) error { return d.Decode(v) })
}

// open calls read with a part's XML, decoded to UTF-8 and capped.
func (p *xlsxPackage) open(name string, limit int64, read func(*xml.Decoder) error) error {
	f := p.parts[name]
	if f == nil {
		return fmt.Errorf("%w: it has no part %s", ErrCorrupt, name)
	}
	rc, err := f.Open()
	if err != nil {
		return fmt.Errorf("%w: %s: %w", ErrCorrupt, name, err)
	}
	defer rc.Close()
	in := &capped{in: rc, part: limit, all: &p.left}
	d, guard := newXML(anyUnicode(in))
	guard.anyCharset()
	if err := read(d); err != nil {
		return fmt.Errorf("%s: %w", name, corrupt(err))
	}
	return nil
}

// capped counts the bytes that unpack: one part may be read for many sheets.
type capped struct {
	in   io.Reader
	part int64
	all  *int64
}

func (c *capped) Read(p []byte) (int, error) {
	n, err := c.in.Read(p)
	c.part -= int64(n)
	*c.all -= int64(n)
	if c.part < 0 || *c.all < 0 {
		return 0, fmt.Errorf("%w: it unpacks to more than the cap on such a part, or on the whole (%d bytes); split the workbook", ErrTooLarge, maxPackage)
	}
	return n, err
}

// anyUnicode decodes a text to UTF-8 by its byte order mark.
func anyUnicode(in io.Reader) io.Reader {
	return transform.NewReader(in, unicode.BOMOverride(encoding.Nop.NewDecoder()))
}

func charsetReader(label string, in io.Reader) (io.Reader, error) {
	if strings.HasPrefix(strings.ToLower(label), "utf") {
		return in, nil // the byte order mark has decided already
	}
	enc, err := ianaindex.IANA.Encoding(label)
	if err != nil || enc == nil {
		return nil, fmt.Errorf("unknown encoding %q", label)
	}
	return enc.NewDecoder().Reader(in), nil
}

type relationship struct {
	ID     string `xml:"Id,attr"`
	Type   string `xml:"Type,attr"`
	Target string `xml:"Target,attr"`
	Mode   string `xml:"TargetMode,attr"`
}

// relations reads the relationships of a part, with targets as part names
// where they point inside. A part may have none.
func (p *xlsxPackage) relations(part string) ([]relationship, error) {
	name := path.Join(path.Dir(part), "_rels", path.Base(part)+".rels")
	if !p.has(name) {
		return nil, nil
	}
	var doc struct {
		Relations []relationship `xml:"Relationship"`
	}
	if err := p.decode(name, &doc); err != nil {
		return nil, err
	}
	for i, r := range doc.Relations {
		switch {
		case r.Mode == "External":
		case strings.HasPrefix(r.Target, "/"):
			doc.Relations[i].Target = strings.TrimPrefix(r.Target, "/")
		default:
			doc.Relations[i].Target = path.Join(path.Dir(part), r.Target)
		}
	}
	return doc.Relations, nil
}
