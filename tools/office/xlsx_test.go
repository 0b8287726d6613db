package office

import (
	"archive/zip"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"legomem/must"
	"legomem/tools/toolstest"

	"github.com/google/go-cmp/cmp"
	"github.com/xuri/excelize/v2"
)

const (
	mainNS = `xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"`
	relNS  = `xmlns="http://schemas.openxmlformats.org/package/2006/relationships"`
)

// parts are a workbook written by hand; a test lays its own over these.
func parts(sheet string) map[string]string {
	return map[string]string{
		"[Content_Types].xml": `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
			`<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
			`<Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>` +
			`<Override PartName="/xl/sharedStrings.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"/></Types>`,
		"xl/workbook.xml": `<workbook ` + mainNS + `><sheets><sheet name="One" sheetId="1" r:id="rId1"/></sheets></workbook>`,
		"xl/_rels/workbook.xml.rels": `<Relationships ` + relNS + `><Relationship Id="rId1" ` +
			`Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
		"xl/worksheets/sheet1.xml": `<?xml version="1.0" encoding="UTF-8"?><worksheet ` + mainNS + `>` + sheet + `</worksheet>`,
		"xl/sharedStrings.xml": `<sst ` + mainNS + `><si><t>plain</t></si><si><r><t>in </t></r><r><rPr><b/></rPr><t xml:space="preserve">runs </t></r></si>` +
			`<si><t>_x005F_a</t></si><si><t/></si></sst>`,
		"xl/styles.xml": `<styleSheet ` + mainNS + `><numFmts count="3"><numFmt numFmtId="164" formatCode="yyyy\-mm\-dd;@"/>` +
			`<numFmt numFmtId="165" formatCode="[h]:mm:ss"/><numFmt numFmtId="166" formatCode="[Red]0.00&quot;days&quot;"/></numFmts>` +
			`<fonts count="1"><font/></fonts><fills count="1"><fill><patternFill/></fill></fills><borders count="1"><border/></borders>` +
			`<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>` +
			`<cellXfs count="5"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="14" fontId="0" fillId="0" borderId="0" xfId="0"/>` +
			`<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0"/>` +
			`<xf numFmtId="166" fontId="0" fillId="0" borderId="0" xfId="0"/></cellXfs></styleSheet>`,
	}
}

func zipped(tb testing.TB, parts map[string]string) []byte {
	tb.Helper()
	var list []string
	for name, body := range parts {
		list = append(list, name, body)
	}
	return toolstest.Zip(tb, zip.Deflate, list...)
}

// sheetTests are sheets and what they hold, "kind text" by cell, and a float's 17
// digits, which tell it from every other. They were
// checked against openpyxl 3.0.9, and are again wherever it is installed.
var sheetTests = []struct {
	name, sheet string
	want        [][]string
}{
	{"no cell", `<sheetData/>`, [][]string{}},
	{"numbers", `<sheetData><row r="1"><c r="A1"><v>5</v></c><c r="B1"><v>5.0</v></c><c r="C1"><v>1E-5</v></c><c r="D1"><v>138.66999999999999</v></c></row>` +
		`<row r="2"><c r="A2"><v>1e16</v></c><c r="B2"><v>123456789012345678901234567890</v></c><c r="C2"><v>-0.0001</v></c><c r="D2"><v>1E400</v></c></row></sheetData>`,
		[][]string{
			{"int 5", "float 5", "float 1.0000000000000001e-05", "float 138.66999999999999"},
			{"float 10000000000000000", "int 123456789012345678901234567890", "float -0.0001", "float inf"},
		}},
	{"texts", `<sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="s"><v>2</v></c><c r="D1" t="s"><v>3</v></c></row>` +
		`<row r="2"><c r="A2" t="inlineStr"><is><t>in &amp; line</t></is></c><c r="B2" t="inlineStr"/><c r="C2" t="str"><v>given</v></c><c r="D2" t="s"/></row></sheetData>`,
		[][]string{{"text plain", "text in runs ", "text _a", "text "}, {"text in & line", "empty ", "text given", "empty "}}},
	{"bools and errors", `<sheetData><row r="1"><c r="A1" t="b"><v>1</v></c><c r="B1" t="b"><v>0</v></c><c r="C1" t="e"><v>#DIV/0!</v></c></row></sheetData>`,
		[][]string{{"bool TRUE", "bool FALSE", "error #DIV/0!"}}},
	{"dates", `<sheetData><row r="1"><c r="A1" s="1"><v>45413</v></c><c r="B1" s="2"><v>45413.604166666664</v></c><c r="C1" s="2"><v>0.5</v></c><c r="D1" s="2"><v>59</v></c></row>` +
		`<row r="2"><c r="A2" s="3"><v>1.5</v></c><c r="B2" s="3"><v>-0.25</v></c><c r="C2" s="4"><v>3</v></c><c r="D2" s="1"><v>99999999</v></c></row>` +
		`<row r="3"><c r="A3" s="2"><v>45413.00000578704</v></c><c r="B3" s="3"><v>2.000001</v></c><c r="C3" s="2"><v>0</v></c><c r="D3" s="2"><v>-1.5</v></c></row></sheetData>`,
		[][]string{
			{"date 2024-05-01 00:00:00", "date 2024-05-01 14:30:00", "time 12:00:00", "date 1900-02-28 00:00:00"},
			{"duration 1 day, 12:00:00", "duration -1 day, 18:00:00", "int 3", "error #VALUE!"},
			{"date 2024-05-01 00:00:00.500000", "duration 2 days, 0:00:00.086000", "time 00:00:00", "date 1899-12-28 12:00:00"},
		}},
	{"written dates", `<sheetData><row r="1"><c r="A1" t="d"><v>2024-05-01</v></c><c r="B1" t="d"><v>2024-05-01T14:30:00Z</v></c><c r="C1" t="d"><v>14:30</v></c></row></sheetData>`,
		[][]string{{"date 2024-05-01", "date 2024-05-01 14:30:00", "time 14:30:00"}}},
	{"formulas", `<sheetData><row r="1"><c r="A1"><f>SUM(B1:B3)</f><v>6</v></c><c r="B1"><f t="shared" ref="B1:B3" si="0">A1*$A$1+A$1+LOG10(A1)&amp;"A1"</f><v>1</v></c><c r="C1" t="str"><f>"x"</f><v>x</v></c></row>` +
		`<row r="2"><c r="A2"><f/></c><c r="B2"><f t="shared" si="0"/><v>2</v></c></row><row r="3"><c r="B3"><f t="shared" si="0"/></c></row></sheetData>`,
		[][]string{
			{"formula =SUM(B1:B3)", `formula =A1*$A$1+A$1+LOG10(A1)&"A1"`, `formula ="x"`},
			{"formula =", `formula =A2*$A$1+A$1+LOG10(A2)&"A1"`, "empty "},
			{"empty ", `formula =A3*$A$1+A$1+LOG10(A3)&"A1"`, "empty "},
		}},
	{"cells without references", `<sheetData><row><c><v>1</v></c><c r="C1"><v>3</v></c><c><v>4</v></c></row><row r="3"><c><v>9</v></c></row></sheetData>`,
		[][]string{{"int 1", "empty ", "int 3", "int 4"}, {"empty ", "empty ", "empty ", "empty "}, {"int 9", "empty ", "empty ", "empty "}}},
	{"a merged range", `<sheetData><row r="1"><c r="A1" t="str"><v>title</v></c><c r="B1"><v>7</v></c></row></sheetData><mergeCells count="1"><mergeCell ref="A1:C2"/></mergeCells>`,
		[][]string{{"text title", "empty ", "empty "}, {"empty ", "empty ", "empty "}}},
	{"a link on an empty cell", `<sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData><hyperlinks><hyperlink ref="B2" location="One!A1"/></hyperlinks>`,
		[][]string{{"int 1", "empty "}, {"empty ", "text One!A1"}}},
	{"a styled cell reaches", `<sheetData><row r="1"><c r="A1"><v>1</v></c><c r="C1" s="1"/></row></sheetData>`,
		[][]string{{"int 1", "empty ", "empty "}}},
}

func TestReadSheet(t *testing.T) {
	dir := t.TempDir()
	var files []string
	for i, tt := range sheetTests {
		data := zipped(t, parts(tt.sheet))
		file := filepath.Join(dir, fmt.Sprintf("%02d.xlsx", i))
		must.Do(t, os.WriteFile(file, data, 0o600))
		files = append(files, file)
		t.Run(tt.name, func(t *testing.T) {
			w := must.Have(ReadWorkbook(data))(t)
			must.NoDiff(t, cmp.Diff([]oracleSheet{{"One", tt.want}}, asOracle(w)), "(-want +got)\n%s")
		})
	}
	t.Run("as openpyxl", func(t *testing.T) { compareWithOpenpyxl(t, files) })
}

func TestCachedValues(t *testing.T) {
	w := must.Have(ReadWorkbook(zipped(t, parts(`<sheetData><row r="1"><c r="A1" s="1"><f>B1+1</f><v>45413</v></c><c r="B1"><f>NOW()</f></c></row></sheetData>`))))(t)
	if c := w.Sheets[0].Cell(1, 1); c.Cached == nil || c.Cached.Text != "2024-05-01 00:00:00" {
		t.Errorf("cached value of A1 = %v, want the date 2024-05-01", c.Cached)
	}
	if c := w.Sheets[0].Cell(1, 2); c.Cached != nil {
		t.Errorf("B1 has a cached value %v, the file has none", *c.Cached)
	}
}

func TestActiveSheet(t *testing.T) {
	for _, tt := range []struct{ tab, want string }{{"0", "One"}, {"1", "Two"}, {"9", "One"}} {
		p := parts(`<sheetData/>`)
		p["xl/workbook.xml"] = `<workbook ` + mainNS + `><workbookPr date1904="1"/><bookViews><workbookView activeTab="` + tt.tab + `"/></bookViews>` +
			`<sheets><sheet name="One" sheetId="1" r:id="rId1"/><sheet name="Two" sheetId="2" r:id="rId1"/><sheet name="Gone" sheetId="3" r:id="rId9"/></sheets></workbook>`
		w := must.Have(ReadWorkbook(zipped(t, p)))(t)
		if got := w.ActiveSheet().Name; got != tt.want {
			t.Errorf("active tab %s is %q, want %q", tt.tab, got, tt.want)
		}
		must.NoDiff(t, cmp.Diff([]string{"One", "Two"}, w.Names()), "names (-want +got)\n%s")
	}
}

func TestDatesFrom1904(t *testing.T) {
	p := parts(`<sheetData><row r="1"><c r="A1" s="1"><v>1</v></c></row></sheetData>`)
	p["xl/workbook.xml"] = strings.Replace(p["xl/workbook.xml"], "<sheets>", `<workbookPr date1904="true"/><sheets>`, 1)
	w := must.Have(ReadWorkbook(zipped(t, p)))(t)
	if got := w.Sheets[0].Cell(1, 1).Text; got != "1904-01-02 00:00:00" {
		t.Errorf("day 1 from 1904 is %s", got)
	}
}

func TestReadUTF16(t *testing.T) {
	p := parts("")
	xml := `<?xml version="1.0" encoding="UTF-16"?><worksheet ` + mainNS + `><sheetData><row r="1"><c r="A1" t="str"><v>été</v></c></row></sheetData></worksheet>`
	utf16 := []byte{0xff, 0xfe}
	for _, r := range xml {
		utf16 = append(utf16, byte(r), byte(r>>8))
	}
	p["xl/worksheets/sheet1.xml"] = string(utf16)
	w := must.Have(ReadWorkbook(zipped(t, p)))(t)
	if got := w.Sheets[0].Cell(1, 1).Text; got != "été" {
		t.Errorf("A1 = %q", got)
	}
}

func TestRefusesBadFiles(t *testing.T) {
	good := zipped(t, parts(`<sheetData/>`))
	without := func(part string) []byte {
		p := parts(`<sheetData/>`)
		delete(p, part)
		return zipped(t, p)
	}
	sheet := func(body string) []byte { return zipped(t, parts(body)) }
	entity := parts("")
	entity["xl/worksheets/sheet1.xml"] = `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><worksheet ` + mainNS + `><sheetData><row><c t="str"><v>&e;</v></c></row></sheetData></worksheet>`
	bomb := parts("")
	bomb["xl/styles.xml"] = `<styleSheet ` + mainNS + `>` + strings.Repeat(" ", maxPartBytes) + `</styleSheet>`
	for _, tt := range []struct {
		name string
		data []byte
		want error
	}{
		{"empty", nil, ErrCorrupt},
		{"text", []byte("Name,Score\n"), ErrCorrupt},
		{"truncated", good[:len(good)-30], ErrCorrupt},
		{"an old xls", []byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1rest"), ErrCorrupt},
		{"no content types", without("[Content_Types].xml"), ErrCorrupt},
		{"no workbook", without("xl/workbook.xml"), ErrCorrupt},
		{"no sheet", without("xl/worksheets/sheet1.xml"), ErrCorrupt},
		{"broken XML", sheet(`<sheetData><row>`), ErrCorrupt},
		{"a shared string that is not there", sheet(`<sheetData><row><c t="s"><v>99</v></c></row></sheetData>`), ErrCorrupt},
		{"a text where a number is said to be", sheet(`<sheetData><row><c><v>five</v></c></row></sheetData>`), ErrCorrupt},
		{"a cell beyond the grid", sheet(`<sheetData><row><c r="A1048577"><v>1</v></c></row></sheetData>`), ErrCorrupt},
		{"an external entity", zipped(t, entity), ErrRefused},
		{"a zip bomb", zipped(t, bomb), ErrTooLarge},
		{"a part over its cap", storedAll(bomb), ErrTooLarge},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if _, err := ReadWorkbook(tt.data); !errors.Is(err, tt.want) {
				t.Errorf("error %v, want %v", err, tt.want)
			}
		})
	}
}

// generated makes a workbook of rows x 10 cells, numbers and texts by turns.
func generated(tb testing.TB, rows int) []byte {
	tb.Helper()
	f := excelize.NewFile()
	defer f.Close()
	for r := 1; r <= rows; r++ {
		row := make([]any, 10)
		for c := range row {
			if row[c] = any(r * c); c%2 == 0 {
				row[c] = fmt.Sprintf("text %d", (r*c)%97)
			}
		}
		must.Do(tb, f.SetSheetRow("Sheet1", fmt.Sprintf("A%d", r), &row))
	}
	buf := must.Have(f.WriteToBuffer())(tb)
	return buf.Bytes()
}

func BenchmarkReadWorkbook(b *testing.B) {
	run := func(data []byte) func(*testing.B) {
		return func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := ReadWorkbook(data); err != nil {
					b.Fatal(err)
				}
			}
		}
	}
	b.Run("generated=20x10", run(generated(b, 20)))
	b.Run("generated=2000x10", run(generated(b, 2000)))
	b.Run("officebench", func(b *testing.B) {
		data, err := os.ReadFile(filepath.Join(toolstest.Shared(b), "tasks", "2-20", "testbed", "data", "CS161_Class_Roster.xlsx"))
		must.Do(b, err)
		run(data)(b)
	})
}
