package office

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
)

// The last row and column that the format allows.
const (
	maxRow    = 1_048_576
	maxColumn = 16_384
)

type xmlCell struct {
	Ref     string      `xml:"r,attr"`
	Style   int         `xml:"s,attr"`
	Type    string      `xml:"t,attr"`
	Value   string      `xml:"v"`
	Formula *xmlFormula `xml:"f"`
	Inline  *xmlText    `xml:"is"`
}

type xmlFormula struct {
	Text  string `xml:",chardata"`
	Type  string `xml:"t,attr"`
	Index string `xml:"si,attr"`
}

// sheetReader reads one sheet's part.
type sheetReader struct {
	*workbookReader
	sheet  *Sheet
	last   position // the cell seen last; column 0 at the start of a row
	shared map[string]sharedFormula
	merges []area
	links  []sheetLink
}

type sheetLink struct {
	area     area
	id       string
	location string
}

func (r *workbookReader) readSheet(sheet *Sheet, part string) error {
	s := &sheetReader{workbookReader: r, sheet: sheet, shared: map[string]sharedFormula{}}
	err := r.pkg.open(part, maxSheetBytes, func(d *xml.Decoder) error {
		return eachElement(d, func(start xml.StartElement) error { return s.element(d, start) })
	})
	if err != nil {
		return err
	}
	for _, m := range s.merges {
		if err := s.merge(m); err != nil {
			return err
		}
	}
	return s.readLinks(part)
}

func (s *sheetReader) element(d *xml.Decoder, start xml.StartElement) error {
	switch start.Name.Local {
	case "row":
		return s.startRow(attr(start, "r"))
	case "c":
		if s.left--; s.left < 0 {
			return fmt.Errorf("%w: more than %d cells; split the workbook", ErrTooLarge, maxCells)
		}
		var c xmlCell
		if err := d.DecodeElement(&c, &start); err != nil {
			return err
		}
		return s.takeCell(c)
	case "mergeCell":
		m, err := parseArea(attr(start, "ref"))
		if err != nil {
			return err
		}
		s.merges = append(s.merges, m)
		return s.step(1)
	case "hyperlink":
		a, err := parseArea(attr(start, "ref"))
		if err != nil {
			return err
		}
		s.links = append(s.links, sheetLink{a, relationID(start.Attr), attr(start, "location")})
		return s.step(1)
	}
	return nil
}

// startRow moves to a row, by its number or else to the next.
func (s *sheetReader) startRow(number string) error {
	s.last = position{s.last.row + 1, 0}
	if number != "" {
		n, err := strconv.ParseFloat(number, 64)
		if err != nil || n != math.Trunc(n) || n < 1 || n > maxRow {
			return fmt.Errorf("%w: %q is no row number", ErrCorrupt, number)
		}
		s.last.row = int(n)
	}
	s.sheet.LastRow = max(s.sheet.LastRow, s.last.row)
	return nil
}

// takeCell keeps a cell, at its own reference or else next to the last one. One
// outside any row is in the first.
func (s *sheetReader) takeCell(c xmlCell) error {
	at := position{max(1, s.last.row), s.last.column + 1}
	if c.Ref != "" {
		var err error
		if at, err = parseCell(c.Ref); err != nil {
			return err
		}
	}
	s.last.column = at.column
	cell, err := s.cell(c, at)
	if err != nil {
		return fmt.Errorf("cell %s: %w", cellName(at), err)
	}
	if err := s.show(cell.Text); err != nil {
		return err
	}
	s.sheet.put(at.row, at.column, cell)
	return nil
}

func (s *sheetReader) cell(c xmlCell, at position) (Cell, error) {
	if c.Formula == nil {
		return s.plain(c)
	}
	text, err := s.formula(*c.Formula, at)
	if err != nil {
		return Cell{}, err
	}
	out := Cell{Kind: FormulaCell, Text: text, Shared: c.Formula.Type == "shared"}
	if c.Value != "" {
		cached, err := s.plain(c)
		if err != nil {
			return Cell{}, err
		}
		out.Cached = &cached
		return out, s.show(cached.Text)
	}
	return out, nil
}

// plain reads a value by the cell's type and style.
func (s *sheetReader) plain(c xmlCell) (Cell, error) {
	if c.Type == "inlineStr" {
		if c.Inline == nil {
			return Cell{Kind: EmptyCell}, nil
		}
		return textCell(c.Inline.String()), nil
	}
	if c.Value == "" {
		return Cell{Kind: EmptyCell}, nil
	}
	switch c.Type {
	case "s":
		i, err := strconv.Atoi(strings.TrimSpace(c.Value))
		if err != nil || i < 0 || i >= len(s.strings) {
			return Cell{}, fmt.Errorf("%w: no shared string %q", ErrCorrupt, c.Value)
		}
		return textCell(s.strings[i]), nil
	case "b":
		return boolCell(strings.TrimSpace(c.Value) != "0" && c.Value != "false"), nil
	case "d":
		return isoCell(c.Value)
	case "e":
		return Cell{Kind: ErrorCell, Text: c.Value}, nil
	case "", "n":
		return s.number(c)
	}
	return textCell(c.Value), nil
}

func (s *sheetReader) number(c xmlCell) (Cell, error) {
	n, err := numberCell(c.Value)
	if err != nil {
		return Cell{}, err
	}
	serial := n.Number
	switch s.styles.kindOf(c.Style) {
	case DurationCell:
		n = durationCell(serial)
	case DateCell:
		n = serialCell(serial, s.date04)
	}
	n.Number = serial
	return n, nil
}

func (s *sheetReader) formula(f xmlFormula, at position) (string, error) {
	text := "=" + f.Text
	if f.Type != "shared" {
		return text, nil
	}
	if first, ok := s.shared[f.Index]; ok {
		return first.at(at), s.show(first.text) // before it is shifted a million times
	}
	if f.Text != "" {
		s.shared[f.Index] = share(text, at)
	}
	return text, nil
}

// merge empties all cells of a merged range but its first.
func (s *sheetReader) merge(m area) error {
	s.sheet.reach(m.to.row, m.to.column)
	if err := s.step(min(m.size(), len(s.sheet.cells))); err != nil {
		return err
	}
	if m.size() < len(s.sheet.cells) {
		for row := m.from.row; row <= m.to.row; row++ {
			for col := m.from.column; col <= m.to.column; col++ {
				if (position{row, col}) != m.from {
					delete(s.sheet.cells, position{row, col})
				}
			}
		}
		return nil
	}
	for at := range s.sheet.cells {
		if m.contains(at) && at != m.from {
			delete(s.sheet.cells, at)
		}
	}
	return nil
}

func attr(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name && a.Name.Space == "" {
			return a.Value
		}
	}
	return ""
}

func endOfDocument(err error) error {
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}
