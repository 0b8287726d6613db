package office

import (
	"encoding/xml"
	"strings"
)

// readLinks does what hyperlinks and comments do to cells when openpyxl reads
// them: both make the cell they sit on part of the sheet, and a link fills an
// empty one with its target.
func (s *sheetReader) readLinks(part string) error {
	rels, err := s.pkg.relations(part)
	if err != nil {
		return err
	}
	targets := map[string]string{}
	for _, rel := range rels {
		targets[rel.ID] = rel.Target
	}
	for _, link := range s.links {
		text := targets[link.id]
		if text == "" {
			text = link.location
		}
		s.link(link.area, text)
	}
	for _, rel := range rels {
		if strings.HasSuffix(rel.Type, "/comments") && s.pkg.has(rel.Target) {
			if err := s.readComments(rel.Target); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *sheetReader) link(a area, text string) {
	s.sheet.reach(a.to.row, a.to.column)
	for row := a.from.row; row <= a.to.row; row++ {
		for col := a.from.column; col <= a.to.column; col++ {
			if s.left--; s.left < 0 {
				return // a link over millions of empty cells says nothing
			}
			at := position{row, col}
			if text != "" && s.sheet.Cell(row, col).Kind == EmptyCell && !s.insideMerge(at) {
				s.sheet.put(row, col, textCell(text))
			}
		}
	}
}

func (s *sheetReader) insideMerge(at position) bool {
	for _, m := range s.merges {
		if m.holds(at) && at != m.from {
			return true
		}
	}
	return false
}

func (s *sheetReader) readComments(part string) error {
	return s.pkg.open(part, maxSheetBytes, func(d *xml.Decoder) error {
		return eachElement(d, func(start xml.StartElement) error {
			if start.Name.Local != "comment" {
				return nil
			}
			a, err := parseArea(attr(start, "ref"))
			if err != nil {
				return err
			}
			s.sheet.reach(a.to.row, a.to.column)
			return nil
		})
	})
}
