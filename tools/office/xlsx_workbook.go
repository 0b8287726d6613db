package office

import (
	"encoding/xml"
	"fmt"
	"strings"
)

// workbookReader holds what the sheets of one file share while it is read.
type workbookReader struct {
	pkg     *xlsxPackage
	strings []string
	styles  styles
	date04  bool // serial dates count from 1904

	left, text, steps int // cells, their bytes, and steps until the caps
}

// show is called for every cell's text, however few bytes of the file hold it.
func (r *workbookReader) show(text string) error {
	if r.text -= len(text); r.text < 0 {
		return fmt.Errorf("%w: its cells show more than %d bytes of text; split the workbook", ErrTooLarge, maxCellText)
	}
	return nil
}

// step counts n steps of laying ranges over cells.
func (r *workbookReader) step(n int) error {
	if r.steps -= n; r.steps < 0 {
		return fmt.Errorf("%w: its merged ranges and links take more than %d steps to lay over its cells", ErrTooLarge, maxSteps)
	}
	return nil
}

// The content types of a workbook part, in the order openpyxl looks for them.
var workbookTypes = [...]string{
	"application/vnd.ms-excel.template.macroEnabled.main+xml",
	"application/vnd.openxmlformats-officedocument.spreadsheetml.template.main+xml",
	"application/vnd.ms-excel.sheet.macroEnabled.main+xml",
	"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml",
}

const (
	stringsType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"
	stylesPart  = "xl/styles.xml"
)

type xmlWorkbook struct {
	Properties struct {
		Date1904 string `xml:"date1904,attr"`
	} `xml:"workbookPr"`
	Views []struct {
		ActiveTab int `xml:"activeTab,attr"`
	} `xml:"bookViews>workbookView"`
	Sheets []struct {
		Name string     `xml:"name,attr"`
		Rest []xml.Attr `xml:",any,attr"` // r:id, in either namespace
	} `xml:"sheets>sheet"`
}

func (r *workbookReader) read() (*Workbook, error) {
	part, err := r.workbookPart()
	if err != nil {
		return nil, err
	}
	var doc xmlWorkbook
	if err := r.pkg.decode(part, &doc); err != nil {
		return nil, err
	}
	if len(doc.Sheets) > maxSheets {
		return nil, fmt.Errorf("%w: %d sheets, over the cap of %d; split the workbook", ErrTooLarge, len(doc.Sheets), maxSheets)
	}
	r.date04 = xmlTrue(doc.Properties.Date1904)
	if err := r.readStrings(); err != nil {
		return nil, err
	}
	if r.pkg.has(stylesPart) {
		if r.styles, err = readStyles(r.pkg); err != nil {
			return nil, err
		}
	}
	w := &Workbook{}
	if len(doc.Views) > 0 {
		w.Active = doc.Views[0].ActiveTab
	}
	return w, r.readSheets(w, part, doc)
}

func (r *workbookReader) workbookPart() (string, error) {
	if part := r.pkg.withType(workbookTypes[:]...); part != "" {
		return part, nil
	}
	for _, d := range r.pkg.types.Defaults {
		for _, t := range workbookTypes {
			if d.Type == t {
				return "xl/workbook.xml", nil
			}
		}
	}
	return "", fmt.Errorf("%w: the package holds no workbook", ErrCorrupt)
}

func (r *workbookReader) readSheets(w *Workbook, part string, doc xmlWorkbook) error {
	rels, err := r.pkg.relations(part)
	if err != nil {
		return err
	}
	byID := map[string]relationship{}
	for _, rel := range rels {
		byID[rel.ID] = rel
	}
	for _, s := range doc.Sheets {
		rel, ok := byID[relationID(s.Rest)]
		if !ok || !r.pkg.has(rel.Target) {
			continue
		}
		sheet := &Sheet{Name: s.Name}
		w.Sheets = append(w.Sheets, sheet)
		if strings.Contains(rel.Type, "chartsheet") {
			continue // a sheet without cells
		}
		if err := r.readSheet(sheet, rel.Target); err != nil {
			return fmt.Errorf("sheet %q: %w", s.Name, err)
		}
	}
	if len(w.Sheets) == 0 {
		return fmt.Errorf("%w: the workbook has no sheet", ErrCorrupt)
	}
	return nil
}

func relationID(attrs []xml.Attr) string {
	for _, a := range attrs {
		if a.Name.Local == "id" && a.Name.Space != "" {
			return a.Value
		}
	}
	return ""
}

// xmlText is the text of a shared or inline string: plain, or in runs.
type xmlText struct {
	Plain string `xml:"t"`
	Runs  []struct {
		Text string `xml:"t"`
	} `xml:"r"`
}

func (t xmlText) String() string {
	if len(t.Runs) == 0 {
		return t.Plain
	}
	var b strings.Builder
	b.WriteString(t.Plain)
	for _, run := range t.Runs {
		b.WriteString(run.Text)
	}
	return b.String()
}

func (r *workbookReader) readStrings() error {
	part := r.pkg.withType(stringsType)
	if part == "" {
		return nil
	}
	return r.pkg.open(part, maxSheetBytes, func(d *xml.Decoder) error {
		return eachElement(d, func(start xml.StartElement) error {
			if start.Name.Local != "si" {
				return nil
			}
			if len(r.strings) >= maxCells {
				return fmt.Errorf("%w: more than %d shared strings; split the workbook", ErrTooLarge, maxCells)
			}
			var t xmlText
			if err := d.DecodeElement(&t, &start); err != nil {
				return err
			}
			// Escaped underscores, as openpyxl undoes them.
			r.strings = append(r.strings, strings.ReplaceAll(t.String(), "x005F_", ""))
			return nil
		})
	})
}

// eachElement calls f at every start tag it reaches; f may consume the
// element.
func eachElement(d *xml.Decoder, f func(xml.StartElement) error) error {
	for {
		tok, err := d.Token()
		if tok == nil {
			return endOfDocument(err)
		}
		if start, ok := tok.(xml.StartElement); ok {
			if err := f(start); err != nil {
				return err
			}
		}
	}
}

func xmlTrue(s string) bool { return s == "1" || s == "true" }
