package office

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"maps"
	"path"
	"reflect"
	"slices"
	"strings"
	"testing"

	"legomem/must"
)

// kindly fails on an error that does not say what is wrong with the file.
func kindly(t *testing.T, err error) {
	t.Helper()
	if err != nil && !marked(err) {
		t.Errorf("an error of no kind: %v", err)
	}
}

func FuzzPackage(f *testing.F) {
	for _, tt := range badPackages(f) {
		if len(tt.data) < 100_000 {
			f.Add(tt.data)
		}
	}
	f.Add(zipped(f, parts(`<sheetData/>`)))
	f.Fuzz(func(t *testing.T, data []byte) {
		zr, err := openZip(data, "old")
		kindly(t, err)
		kindly(t, CheckPackage(data))
		if err != nil {
			return
		}
		// What is let through is bounded and stays inside.
		var total uint64
		for _, file := range zr.File {
			total += file.UncompressedSize64
			if clean := path.Clean(strings.ReplaceAll(file.Name, `\`, "/")); clean == ".." || strings.HasPrefix(clean, "../") || path.IsAbs(clean) {
				t.Errorf("a part named %q", file.Name)
			}
		}
		if total > maxPackage || len(zr.File) > maxParts {
			t.Errorf("%d bytes in %d parts", total, len(zr.File))
		}
	})
}

// FuzzXML: what the guard lets through is what the decoder alone reads, and
// within the caps.
func FuzzXML(f *testing.F) {
	for _, s := range []string{
		`<a b="c" d='>'><!-- > " --><![CDATA[<x "]]>&lt;</a>`, `<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>`, `<?xml version="1.0" encoding="windows-1252"?><a/>`, `<a>&#x41;&unknown;</a>`,
		strings.Repeat("<a>", maxDepth+1), `<a ` + strings.Repeat(`b="" `, 50) + `/>`, `<a xmlns:b="c"><b:d b:e="f"/></a>`, `<a></b>`, `<a/><a/>`, "\xff\xfe<\x00a\x00/\x00>\x00", `<a b='"`, `<`, `<a `,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		guarded, guard := newXML(bytes.NewReader(text))
		alone := xml.NewDecoder(bytes.NewReader(text))
		for {
			got, err := guarded.Token()
			if err != nil && marked(err) {
				return
			}
			if guard.depth > maxDepth {
				t.Fatalf("%d elements are open", guard.depth)
			}
			want, wantErr := alone.Token()
			if (err == nil) != (wantErr == nil) || (err == io.EOF) != (wantErr == io.EOF) {
				t.Fatalf("%v (%v), and alone %v (%v)", got, err, want, wantErr)
			}
			if err != nil {
				return
			}
			if !reflect.DeepEqual(got, want) {
				t.Fatalf("%v, and alone %v", got, want)
			}
			if guard.offset() != int(alone.InputOffset()) {
				t.Fatalf("at %d, and alone at %d", guard.offset(), alone.InputOffset())
			}
		}
	})
}

// readTwice reads a workbook twice and holds what is true of every one.
func readTwice(t *testing.T, data []byte) {
	t.Helper()
	w, err := ReadWorkbook(data)
	kindly(t, err)
	if err != nil {
		return
	}
	again, err := ReadWorkbook(data)
	if err != nil || !reflect.DeepEqual(w.Names(), again.Names()) {
		t.Fatalf("read again: %v", err)
	}
	cells, text := 0, 0
	for i, s := range w.Sheets {
		for row, col := range s.Places() {
			c := s.Cell(row, col)
			cells, text = cells+1, text+len(c.Text)
			if row < 1 || row > s.Rows || row > maxRow || col < 1 || col > s.Columns || col > maxColumn || s.Rows > s.LastRow {
				t.Errorf("a cell at %d, %d of a sheet of %d x %d", row, col, s.Rows, s.Columns)
			}
			if other := again.Sheets[i].Cell(row, col); other.Kind != c.Kind || other.Text != c.Text {
				t.Errorf("%+v, read again %+v", c, other)
			}
			if c.Kind == FormulaCell && !strings.HasPrefix(c.Text, "=") && c.Text != refError {
				t.Errorf("a formula %q", c.Text)
			}
		}
	}
	if cells > maxCells || text > maxCellText {
		t.Errorf("%d cells, %d bytes of text", cells, text)
	}
}

func FuzzReadWorkbook(f *testing.F) {
	f.Add(zipped(f, parts(`<sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData>`)))
	f.Add(storedAll(parts(sheetTests[1].sheet)))
	f.Add([]byte("PK\x03\x04"))
	f.Fuzz(func(t *testing.T, data []byte) { readTwice(t, data) })
}

func FuzzSheet(f *testing.F) {
	for _, tt := range sheetTests {
		f.Add(tt.sheet)
	}
	for _, s := range []string{
		`<sheetData><row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData><mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells>`,
		`<sheetData><row><c><f t="shared" si="0" ref="A1:A9">A1&amp;A1</f></c></row><row r="9"><c><f t="shared" si="0"/></c></row></sheetData>`,
		`<sheetData><row r="1e3"><c r="$A$1" s="-5" t="d"><v>9999-99-99T99:99:99</v></c></row></sheetData><hyperlinks><hyperlink ref="A1:B2" location="x"/></hyperlinks>`,
		`<sheetData><c r="B2" t="b"/><row><c t="e"><v>#N/A</v></c><c s="3"><v>1e308</v></c><c s="1"><v>-1e308</v></c></row></sheetData>`,
		`<!DOCTYPE x>`, `<sheetData><row><c t="inlineStr"><is><r><t>a</t></r><t>b</t></is></c></row>`, `<sheetData><row><c><v>` + strings.Repeat("9", 500) + `</v></c></row></sheetData>`,
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, sheet string) { readTwice(t, storedAll(parts(sheet))) })
}

// FuzzParts: each part that a workbook's reading depends on, in turn.
func FuzzParts(f *testing.F) {
	names := []string{"[Content_Types].xml", "xl/workbook.xml", "xl/_rels/workbook.xml.rels", "xl/styles.xml", "xl/sharedStrings.xml", "xl/worksheets/_rels/sheet1.xml.rels", "xl/comments1.xml"}
	all := parts(`<sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" s="2"><v>45413.5</v></c></row></sheetData><hyperlinks><hyperlink ref="A2" r:id="rId1"/></hyperlinks>`)
	all["xl/worksheets/_rels/sheet1.xml.rels"] = `<Relationships ` + relNS + `><Relationship Id="rId1" Type="http://x/comments" Target="../comments1.xml"/></Relationships>`
	all["xl/comments1.xml"] = `<comments><commentList><comment ref="C3"/></commentList></comments>`
	for i, name := range names {
		f.Add(i, all[name])
		f.Add(i, `<!DOCTYPE x>`)
		f.Add(i, strings.ReplaceAll(all[name], `"xl/`, `"../../`))
	}
	f.Add(3, `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="[h]&quot;&quot;;@"/></numFmts><cellXfs><xf numFmtId="164"/><xf numFmtId="-1"/><xf/></cellXfs></styleSheet>`)
	f.Add(4, `<sst><si><r><t>a</t></r><t>b</t><rPh><t>c</t></rPh></si><si/><x><si><t>_x005F_</t></si></x></sst>`)
	f.Add(1, `<workbook `+mainNS+`><workbookPr date1904="1"/><bookViews><workbookView activeTab="-1"/></bookViews><sheets><sheet name="&#0;" r:id="rId1"/><sheet r:id="rId1"/></sheets></workbook>`)
	f.Add(5, `<Relationships `+relNS+`><Relationship Id="rId1" TargetMode="External" Target="file:///etc/passwd"/><Relationship Id="rId1" Type="/comments" Target="/xl/comments1.xml"/></Relationships>`)
	f.Add(6, `<comments><comment ref="XFD1048576"/><comment ref=""/></comments>`)
	f.Fuzz(func(t *testing.T, i int, body string) {
		if i < 0 || i >= len(names) {
			return
		}
		p := map[string]string{}
		maps.Copy(p, all)
		p[names[i]] = body
		readTwice(t, storedAll(p))
	})
}

func FuzzSharedFormula(f *testing.F) {
	f.Add("=A1+$B$2&\"C3\"+Sheet1!D4:E5+A:A+1:3", 3, 2)
	f.Add("=A1:B2:C3+$A:$A+[1]x!A2+LOG10(A1)", -1, 99999)
	f.Add("=XFD1048576+A01+\"unclosed", 1, 1)
	f.Fuzz(func(t *testing.T, text string, row, column int) {
		home := position{1, 1}
		if got := share(text, home).at(home); !strings.EqualFold(got, text) && !strings.Contains(got, "#REF!") &&
			!strings.Contains(text, "0") { // A01 is respelled A1
			t.Errorf("unmoved formula %q became %q", text, got)
		}
		moved := share(text, home).at(position{row, column})
		if again := ShiftFormula(text, row-home.row, column-home.column); again != moved {
			t.Errorf("%q moves to %q as a shared one, to %q as a copied one", text, moved, again)
		}
		if len(moved) > 12*len(text)+12 { // "A:A" may become "XFD:XFD", "1:1" "1048576:1048576"
			t.Errorf("%q became %q", text, moved)
		}
	})
}

func FuzzDeletionFormula(f *testing.F) {
	f.Add("=SUM(One!A1:'One'!B$3)+[1]x!A2", 3)
	f.Add("=A:A+1:5+TWO!B2", 2)
	f.Add("='T''wo'!A1+\"A1\"", 1)
	f.Fuzz(func(t *testing.T, formula string, row int) {
		if got := (Deletion{Sheet: "Two", Rows: []int{row}}).Formula(formula, "One"); got != formula && row > 0 && !strings.Contains(strings.ToLower(formula), "two") {
			t.Errorf("%q became %q by a deletion elsewhere", formula, got)
		}
		if got := (Deletion{Sheet: "One"}).Formula(formula, "One"); got != formula {
			t.Errorf("%q became %q by no deletion", formula, got)
		}
	})
}

// FuzzReadDocument: what can be read can be changed, and reads again as before
// and after.
func FuzzReadDocument(f *testing.F) {
	for _, body := range []string{
		p("a", "b"), "<w:p/>", "<w:tbl><w:tr><w:tc/></w:tr></w:tbl>", "<w:p><w:r><w:tab/><w:t>x", "<w:sectPr/>", p("x<!---->y"), "<w:p><w:r><w:t>a<w:t>b</w:t></w:t></w:r></w:p>",
		"<w:p><w:r><w:txbxContent>" + p("in") + "</w:txbxContent></w:r></w:p>" + p("a"), "<w:tbl><w:tr><w:tc>" + p("a") + "<w:tbl/></w:tc></w:tr></w:tbl>", "<w:del>" + p("a") + "</w:del>", "<w:p><w:instrText>DDE</w:instrText></w:p>",
		strings.Repeat("<w:sdt>", 30) + p("a") + strings.Repeat("</w:sdt>", 30),
	} {
		f.Add([]byte(`<w:document xmlns:w="`+wordNS+`"><w:body>`+body+`</w:body></w:document>`), "a", "b")
	}
	f.Add([]byte(`<document xmlns="`+wordStrictNS+`"><body/></document>`), "a", "b")
	f.Add([]byte(`<!DOCTYPE x><w:document/>`), "a", "b")
	f.Fuzz(func(t *testing.T, text []byte, find, replace string) {
		data := storedAll(map[string]string{"[Content_Types].xml": contentTypesXML, "word/document.xml": string(text)})
		before, err := ReadDocument(data)
		kindly(t, err)
		if err != nil {
			return
		}
		appended, err := AppendParagraphs(data, []string{replace})
		if err != nil {
			t.Fatalf("append: %v", err)
		}
		after, err := ReadDocument(appended)
		if err != nil {
			t.Fatalf("what was added to cannot be read: %v", err)
		}
		if n := len(before.Paragraphs()); !slices.Equal(before.Paragraphs(), after.Paragraphs()[:n]) {
			t.Errorf("before %q, after %q", before.Paragraphs(), after.Paragraphs())
		}
		replaced, n, err := ReplaceText(data, find, replace)
		if err != nil {
			t.Fatalf("replace: %v", err)
		}
		if n == 0 && !bytes.Equal(replaced, data) {
			t.Error("nothing was replaced, and something changed")
		}
		if _, err := ReadDocument(replaced); err != nil {
			t.Fatalf("what was replaced in cannot be read: %v", err)
		}
	})
}

// FuzzWrite: what is written into a document is read from it, less what XML
// cannot say, and nothing else comes in.
func FuzzWrite(f *testing.F) {
	for _, s := range []string{"plain", "a\tb\nc", "<w:p/>", "]]>&amp;", "\x00\x07\ufffe\xff", "é\u2028\U0001f389", "\r\n\r", "=cmd|'/c calc'!A0", `{DDEAUTO c:\\x}`} {
		f.Add(s, s)
	}
	f.Fuzz(func(t *testing.T, title, text string) {
		data := must.Have(NewDocument(title, []string{text}))(t)
		data = must.Have(AppendTable(data, []string{title}, [][]string{{text, title}, {}}))(t)
		doc := must.Have(ReadDocument(data))(t)
		table := func(b Block) bool { return b.Table != nil }
		i := slices.IndexFunc(doc.Blocks, table)
		if i < 0 || slices.ContainsFunc(doc.Blocks[i+1:], table) || len(doc.Blocks[i].Table.Rows) != 3 || len(doc.Blocks[i].Table.Rows[0]) != 2 {
			t.Errorf("not one table of 3 rows: %+v", doc.Blocks)
		}
		clean := func(s string) string {
			return strings.Map(allowed, s) // each byte that is no UTF-8 by itself
		}
		if got := doc.Blocks[len(doc.Blocks)-3].Text; got != clean(text) {
			t.Errorf("%q is read as %q", clean(text), got)
		}
	})
}

func FuzzReadDocumentPackage(f *testing.F) {
	data := must.Have(NewDocument("t", []string{"a"}))(f)
	f.Add(data)
	f.Add(storedAll(map[string]string{"[Content_Types].xml": contentTypesXML, "word/document.xml": fmt.Sprintf(documentXML, p("x")), "word/header1.xml": p("h")}))
	f.Fuzz(func(t *testing.T, data []byte) {
		_, err := ReadDocument(data)
		kindly(t, err)
		out, _, errReplace := ReplaceText(data, "a", "b")
		kindly(t, errReplace)
		if err == nil && errReplace == nil {
			if _, err := ReadDocument(out); err != nil {
				t.Errorf("what was replaced in cannot be read: %v", err)
			}
		}
	})
}

// FuzzDecodeImage: an image is within the caps, or it is none.
func FuzzDecodeImage(f *testing.F) {
	for _, data := range pictures(f) {
		f.Add(data)
	}
	f.Add(claims(60_000, 60_000, 8, 2))
	f.Add(claims(3, 2, 16, 6))
	f.Add([]byte("RIFF\x1a\x00\x00\x00WEBPVP8L\x0d\x00\x00\x00\x2f\x00\x00\x00\x10\x07\x10\x11\x11\x88\x88\xfe\x07\x00"))
	f.Fuzz(func(t *testing.T, data []byte) {
		img, format, err := DecodeImage(data)
		kindly(t, err)
		if err != nil {
			return
		}
		size := img.Bounds().Size()
		if size.X <= 0 || size.Y <= 0 || size.X >= maxSide || size.Y >= maxSide || size.X*size.Y > maxPixels || format == "" {
			t.Errorf("a %s of %v", format, size)
		}
	})
}

// FuzzCells: a cell's name reads as the cell it was made of.
func FuzzCells(f *testing.F) {
	for _, s := range []string{"A1", "$XFD$1048576", "a1", "XFE1", "A0", "A01", "1A", "", "A1:B2", "B2:A1", "A1:", "Ａ１", "A99999999999999999999"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, ref string) {
		p, err := parseCell(ref)
		if err == nil {
			if again, err := parseCell(cellName(p)); err != nil || again != p || p.row < 1 || p.row > maxRow || p.column < 1 || p.column > maxColumn {
				t.Errorf("%q is %v, which is named %s", ref, p, cellName(p))
			}
		}
		if a, err := parseArea(ref); err == nil && (a.from.row > a.to.row || a.from.column > a.to.column || a.size() < 1) {
			t.Errorf("%q is %v", ref, a)
		}
	})
}
