package office

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
)

// guardedXML reads a stranger's XML under the caps. It knows no entities but
// XML's own five and fetches nothing; a document type declaration, in which
// others would be declared, is refused.
type guardedXML struct {
	raw   *xml.Decoder
	depth int
}

// newXML returns a decoder over a UTF-8 text, and the guard it reads through.
func newXML(in io.Reader) (*xml.Decoder, *guardedXML) {
	g := &guardedXML{raw: xml.NewDecoder(&tagCap{in: in})}
	return xml.NewTokenDecoder(g), g
}

// Token is what the decoder reads from. The decoder itself checks that the tags
// match.
func (g *guardedXML) Token() (xml.Token, error) {
	t, err := g.raw.RawToken()
	switch t := t.(type) {
	case xml.Directive:
		return nil, fmt.Errorf("%w: it declares a document type, which no office file does", ErrRefused)
	case xml.EndElement:
		g.depth--
	case xml.StartElement:
		if g.depth++; g.depth > maxDepth {
			return nil, fmt.Errorf("%w: its elements are nested deeper than %d", ErrTooLarge, maxDepth)
		}
		if len(t.Attr) > maxAttributes {
			return nil, fmt.Errorf("%w: an element has %d attributes, over the cap of %d", ErrTooLarge, len(t.Attr), maxAttributes)
		}
	}
	return t, err
}

// anyCharset lets the text declare another encoding than UTF-8.
func (g *guardedXML) anyCharset() {
	g.raw.CharsetReader = func(label string, in io.Reader) (io.Reader, error) {
		decoded, err := charsetReader(label, in)
		return &tagCap{in: decoded}, err
	}
}

// offset is how far into the text the last token reached.
func (g *guardedXML) offset() int { return int(g.raw.InputOffset()) }

// tagCap ends a text with a tag over maxTag: the decoder would hold all its
// attributes at once. Quotes keep a ">" from ending a tag, as in XML.
type tagCap struct {
	in    io.Reader
	open  bool
	quote byte // the one that is open, 0 for none
	plain bool // quotes mean nothing: a comment, or what begins with <! or <?
	size  int
}

func (c *tagCap) Read(p []byte) (int, error) {
	n, err := c.in.Read(p)
	for _, b := range p[:n] {
		if c.size > maxTag {
			return 0, fmt.Errorf("%w: a tag of more than %d bytes", ErrTooLarge, maxTag)
		}
		c.feed(b)
	}
	return n, err
}

func (c *tagCap) feed(b byte) {
	switch {
	case !c.open:
		if b == '<' {
			*c = tagCap{in: c.in, open: true}
		}
		return
	case c.quote != 0:
		if b == c.quote {
			c.quote = 0
		}
	case b == '>':
		*c = tagCap{in: c.in}
		return
	case c.size == 0 && (b == '!' || b == '?'):
		c.plain = true
	case !c.plain && (b == '"' || b == '\''):
		c.quote = b
	}
	c.size++
}

// corrupt marks an error as that of a damaged file, unless it is marked already.
func corrupt(err error) error {
	var marked *failure
	if err == nil || errors.As(err, &marked) {
		return err
	}
	return fmt.Errorf("%w: %w", ErrCorrupt, err)
}
