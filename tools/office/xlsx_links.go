package office

import (
	"cmp"
	"encoding/xml"
	"slices"
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
		if err := s.link(link.area, cmp.Or(targets[link.id], link.location)); err != nil {
			return err
		}
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

// link gives an area's empty cells a text. Each cell is looked for among the
// merged ranges, which is what the steps count.
func (s *sheetReader) link(a area, text string) error {
	s.sheet.reach(a.to.row, a.to.column)
	for row := a.from.row; row <= a.to.row; row++ {
		for col := a.from.column; col <= a.to.column; col++ {
			if s.left--; s.left < 0 {
				return nil // a link over millions of empty cells means nothing
			}
			if text == "" || s.sheet.Cell(row, col).Kind != EmptyCell {
				continue
			}
			if err := s.step(len(s.merges)); err != nil {
				return err
			}
			if at := (position{row, col}); s.insideMerge(at) {
				continue
			}
			if err := s.show(text); err != nil {
				return err
			}
			s.sheet.put(row, col, textCell(text))
		}
	}
	return nil
}

func (s *sheetReader) insideMerge(at position) bool {
	return slices.ContainsFunc(s.merges, func(m area) bool { return m.contains(at) && at != m.from })
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
