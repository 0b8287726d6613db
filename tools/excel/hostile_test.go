package excel

import (
	"archive/zip"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"legomem/must"
	"legomem/tools"
	"legomem/tools/office"
	"legomem/tools/toolstest"
)

// byHand writes a workbook of one sheet from its XML; more parts may follow, as
// name and body.
func byHand(tb testing.TB, sheet string, more ...string) []byte {
	tb.Helper()
	const space = `xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"`
	const rels = `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/%s" Target="%s"/></Relationships>`
	parts := []string{
		"[Content_Types].xml", `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
			`<Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>` +
			`<Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
		"_rels/.rels", fmt.Sprintf(rels, "officeDocument", "xl/workbook.xml"),
		"xl/workbook.xml", `<workbook ` + space + `><sheets><sheet name="One" sheetId="1" r:id="rId1"/></sheets></workbook>`,
		"xl/_rels/workbook.xml.rels", fmt.Sprintf(rels, "worksheet", "worksheets/sheet1.xml"),
		"xl/worksheets/sheet1.xml", `<worksheet ` + space + `>` + sheet + `</worksheet>`,
	}
	return toolstest.Zip(tb, zip.Deflate, append(parts, more...)...)
}

// formulas writes a column of formulas, without results.
func formulas(all ...string) string {
	var b strings.Builder
	for i, f := range all {
		fmt.Fprintf(&b, `<row r="%d"><c r="A%d"><f>%s</f></c></row>`, i+1, i+1, strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(f))
	}
	return "<sheetData>" + b.String() + "</sheetData>"
}

// TestHostileWorkbooks: what the tools say of a workbook over a cap names the
// file and the cap, and nothing is written.
func TestHostileWorkbooks(t *testing.T) {
	corner := `<sheetData><row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData>`
	var wide strings.Builder
	for row := range 100 {
		fmt.Fprintf(&wide, `<row r="%d"><c r="XFD%d"><v>1</v></c></row>`, row+1, row+1)
	}
	merged := `<sheetData><row><c><v>1</v></c></row></sheetData><mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells>`
	for _, tt := range []struct {
		name, sheet, tool, args string
		code                    tools.Code
		says                    string
	}{
		{"reading the last corner", corner, "read", `{"file_path":"a.xlsx"}`, tools.TooLarge, "1048576 x 16384"},
		{"a cell beside the last corner", corner, "set_cell", `{"file_path":"a.xlsx","cell":"A1","value":1}`, "", ""},
		{"rows that each reach the last column", "<sheetData>" + wide.String() + "</sheetData>", "set_cell", `{"file_path":"a.xlsx","cell":"A1","value":1}`, tools.TooLarge, "data/a.xlsx: its rows reach over 1638400 cells"},
		{"a merged range over all", merged, "read", `{"file_path":"a.xlsx"}`, tools.TooLarge, "1048576 x 16384"},
		{"inspecting a merged range over all", merged, "inspect", `{"file_path":"a.xlsx"}`, tools.TooLarge, `a.xlsx: the file is too large: sheet "One" reaches over 1048576 x 16384 cells, more than 500000`},
		{"emptying the whole grid", merged, "delete_range", `{"file_path":"a.xlsx","range":"A1:XFD1048576"}`, "", ""},
		{"deleting a column of the whole grid", merged, "delete_column", `{"file_path":"a.xlsx","column":"2"}`, "", ""},
		{"swapping columns of the whole grid", merged, "swap", `{"file_path":"a.xlsx","columns":["1","2"]}`, "", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := newDesk(t)
			must.Do(t, d.WS.WriteFile("data/a.xlsx", byHand(t, tt.sheet)))
			if tt.code == "" {
				d.Field(tt.tool, tt.args, "")
				return
			}
			d.Fails(tt.tool, tt.args, tt.code, tt.says)
		})
	}
}

// TestUnreadPartsHold: parts that only the writing library reads are held
// against the caps before it does.
func TestUnreadPartsHold(t *testing.T) {
	d := newDesk(t)
	for part, says := range map[string]struct {
		body string
		code tools.Code
	}{
		"xl/theme/theme1.xml":     {`<!DOCTYPE a [<!ENTITY b "c">]><a/>`, tools.Refused},
		"xl/calcChain.xml":        {strings.Repeat("<a>", 1000), tools.TooLarge},
		"xl/drawings/drawing.vml": {`<a ` + strings.Repeat(`b="" `, 2000) + `/>`, tools.TooLarge},
	} {
		must.Do(t, d.WS.WriteFile("data/a.xlsx", byHand(t, formulas("1+1"), part, says.body)))
		d.Fails("set_cell", `{"file_path":"a.xlsx","cell":"B1","value":1}`, says.code, "data/a.xlsx: "+part)
		if got := d.Field("read", `{"file_path":"a.xlsx","range":"A1"}`, "value"); got != "=1+1" {
			t.Errorf("%s: A1 is %v, want the formula as it stands", part, got)
		}
	}
}

// TestFormulasThatAreNotComputed: they call outside, or make much of little.
// Each is given as it stands.
func TestFormulasThatAreNotComputed(t *testing.T) {
	d := newDesk(t)
	all := []string{
		`WEBSERVICE("http://127.0.0.1:1/x")`, `IMPORTDATA("http://127.0.0.1:1/x")`, `HYPERLINK("http://127.0.0.1:1/x","click")`,
		`cmd|'/c calc'!A0`, `[1]Sheet1!A1`, `'[http://127.0.0.1:1/b.xlsx]S'!A1`, `RTD("a","","b")`, `INDIRECT("A1")`, `OFFSET(A1,1,1)`,
		`REPT("x",1E12)`, `MUNIT(100000)`, `FACT(1E9)`, `A12`, `SUM(B1:XFC1048575)`, `SUM(One:One!A1)`, `NOSUCHFUNCTION(1)`, `x`, `1+`,
		strings.Repeat("(", 100) + "1" + strings.Repeat(")", 100), strings.Repeat("1+", 5000) + "1", `SUM(1:1048575)`,
	}
	must.Do(t, d.WS.WriteFile("data/a.xlsx", byHand(t, formulas(all...))))
	values := d.Field("read", `{"file_path":"a.xlsx","range":"A1:A21"}`, "values").([]any)
	for i, f := range all {
		if values[i] != "="+f {
			t.Errorf("=%.60s is given as %.60v", f, values[i])
		}
	}
}

func TestFormulasThatAreComputed(t *testing.T) {
	d := newDesk(t)
	all := []struct {
		formula string
		want    any
	}{
		{`1+2*3`, 7.0}, {`SUM(A1,2)`, 9.0}, {`IF(A1>5,"more","less")`, "more"}, {`"a"&A3`, "amore"}, {`CONCATENATE(A3," ",A1)`, "more 7"},
		{`ROUND(A2/4,1)`, 2.3}, {`SUM(A1:A2)`, 16.0}, {`One!$A$1`, 7.0}, {`'One'!A1`, 7.0}, {`COUNTIF(B:B,">0")`, 0.0}, {`SUBSTITUTE("a-b","-","+")`, "a+b"},
		{`MAX(A1:A2)%`, 0.09}, {`_xlfn.CONCAT(A1,A3)`, "7more"}, {`SUM(2:2)-A14`, 4.0}, {`2+3`, 5.0},
	}
	var written []string
	for _, f := range all {
		written = append(written, f.formula)
	}
	must.Do(t, d.WS.WriteFile("data/a.xlsx", byHand(t, formulas(written...))))
	for i, f := range all {
		if f.formula == "SUM(2:2)-A14" {
			continue // a circle
		}
		if got := d.Field("read", fmt.Sprintf(`{"file_path":"a.xlsx","range":"A%d"}`, i+1), "value"); got != f.want {
			t.Errorf("=%s is %v, want %v", f.formula, got, f.want)
		}
	}
}

// TestFormulaBombs: formulas that feed each other. What is within the caps is
// computed, the rest given as it stands.
func TestFormulaBombs(t *testing.T) {
	doubling := []string{`"0123456789"`}
	for i := range 40 {
		doubling = append(doubling, fmt.Sprintf("A%d&A%d", i+1, i+1))
	}
	var chain []string
	for i := range 2500 {
		chain = append(chain, fmt.Sprintf("A%d+1", i+2))
	}
	chain = append(chain, "1")
	var balance []string
	balance = append(balance, "1")
	for i := range 2500 {
		balance = append(balance, fmt.Sprintf("A%d+1", i+1))
	}
	for _, tt := range []struct {
		name     string
		formulas []string
		row      int
		want     any
	}{
		{"a text doubled, still short", doubling, 5, strings.Repeat("0123456789", 16)},
		{"a text doubled 40 times", doubling, 41, "=A40&A40"},
		{"a chain too long to go down", chain, 1, "=A2+1"},
		{"the end of that chain", chain, 2499, 3.0},
		{"a running balance", balance, 2501, 2501.0},
		{"a circle", []string{"A2", "A1"}, 1, "=A2"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			b := &book{file: "a.xlsx", data: byHand(t, formulas(tt.formulas...))}
			var err error
			if b.xlsx, err = office.ReadWorkbook(b.data); err != nil {
				t.Fatal(err)
			}
			defer b.close()
			g := must.Have(b.grid(""))(t)
			want := tt.want
			if f, ok := want.(float64); ok {
				want = int64(f)
			}
			if got := g.at(tt.row, 1); got != want {
				t.Errorf("row %d is %.80v, want %.80v", tt.row, got, want)
			}
		})
	}
}

// TestFormulasOfMuch: what all formulas read together is bounded.
func TestFormulasOfMuch(t *testing.T) {
	b := &book{file: "a.xlsx", data: byHand(t, formulas("SUM(B1:B9)", "SUM(B1:B9)", "SUM(B1:B9)", "1+1"))}
	var err error
	if b.xlsx, err = office.ReadWorkbook(b.data); err != nil {
		t.Fatal(err)
	}
	if b.calc, err = b.newCalculator(); err != nil {
		t.Fatal(err)
	}
	defer b.close()
	b.calc.cells = 20
	g := must.Have(b.grid(""))(t)
	want := [][]any{{int64(0)}, {int64(0)}, {"=SUM(B1:B9)"}, {int64(2)}}
	must.NoDiff(t, cmp.Diff(want, g.cells), "(-want +got)\n%s")
}

// TestReadTextsStayTexts: a text that was read is never written as a formula,
// by whatever way it goes.
func TestReadTextsStayTexts(t *testing.T) {
	const bad = `=cmd|'/c calc'!A0`
	row := func(n int, texts ...string) string {
		s := fmt.Sprintf(`<row r="%d">`, n)
		for _, text := range texts {
			s += `<c t="inlineStr"><is><t>` + text + `</t></is></c>`
		}
		return s + "</row>"
	}
	sheet := `<sheetData>` + row(1, "Name", "Note") + row(2, "Bob", bad) + row(3, "Ann", "=1+1") + row(4, "Cy", "@SUM(1)") + `</sheetData>`
	d := newDesk(t)
	for file, data := range map[string][]byte{
		"data/a.xlsx": byHand(t, sheet), "data/b.xlsx": byHand(t, sheet),
		"data/c.csv": []byte("Name,Note\nBob,\"" + bad + "\"\nAnn,=1+1\n"),
	} {
		must.Do(t, d.WS.WriteFile(file, data))
	}
	d.Field("filter", `{"file_path":"a.xlsx","target":"chosen.xlsx"}`, "")
	d.Field("filter", `{"file_path":"c.csv","target":"typed.xlsx"}`, "")
	d.Field("merge", `{"sources":["a.xlsx","b.xlsx"],"target":"merged.xlsx"}`, "")
	d.Field("sort", `{"file_path":"b.xlsx","column":"Name"}`, "")
	d.Field("add_column", `{"file_path":"a.xlsx","header":"Copy","expression":"{Note}"}`, "")
	d.Field("update", `{"file_path":"a.xlsx","where_column":"Name","where_value":"Ann","column":"Name","expression":"{Note}"}`, "")
	for _, file := range []string{"chosen.xlsx", "typed.xlsx", "merged.xlsx", "b.xlsx", "a.xlsx"} {
		data := must.Have(d.WS.ReadFile(file))(t)
		w := must.Have(office.ReadWorkbook(data))(t)
		texts := 0
		for r, c := range w.Sheets[0].Places() {
			cell := w.Sheets[0].Cell(r, c)
			if cell.Kind == office.FormulaCell {
				t.Errorf("%s: row %d column %d became the formula %s", file, r, c, cell.Text)
			}
			if cell.Kind == office.TextCell && cell.Text == bad {
				texts++
			}
		}
		if texts == 0 {
			t.Errorf("%s: the text is gone", file)
		}
	}
	d.Field("filter", `{"file_path":"b.xlsx","target":"chosen.csv"}`, "")
	csv := must.Have(d.WS.ReadFile("chosen.csv"))(t)
	if got, want := string(csv), "Name,Note\nAnn,'=1+1\nBob,'"+bad+"\nCy,'@SUM(1)\n"; got != want {
		t.Errorf("the csv file is %q, want %q", got, want)
	}
}

func TestCSVText(t *testing.T) {
	for text, want := range map[string]string{
		"=1": "'=1", " =1": "' =1", "+1 555 1234": "+1 555 1234", "-5": "-5", "- an item": "- an item", "@dana": "@dana", "-2+cmd|' /C calc'!A0": "'-2+cmd|' /C calc'!A0",
		"+HYPERLINK(A1)": "'+HYPERLINK(A1)", "=": "=", "\t=x": "'\t=x", "a=1": "a=1", "": "",
	} {
		if got := csvText(readText(text)); got != want {
			t.Errorf("%q is written %q, want %q", text, got, want)
		}
		if got := csvText(text); got != text {
			t.Errorf("%q, as given, is written %q", text, got)
		}
	}
}

// TestFormulasGiven: one that a caller gives is written, unless it calls
// outside; with an apostrophe it is a text.
func TestFormulasGiven(t *testing.T) {
	for _, tt := range []struct {
		value, kind, text string
	}{
		{"=A1+1", "formula", "=A1+1"},
		{"'=A1+1", "text", "=A1+1"},
		{`=HYPERLINK("https://example.com","site")`, "formula", `=HYPERLINK("https://example.com","site")`},
		{`=IF(A1="a|b","http://x","\\")`, "formula", `=IF(A1="a|b","http://x","\\")`},
		{"=", "text", "="}, {"-5+x", "text", "-5+x"}, {"+x", "text", "+x"}, {"@x", "text", "@x"},
		{`=WEBSERVICE("http://x")`, "", "WEBSERVICE"}, {`=1+webservice (A1)`, "", "webservice"}, {`=cmd|'/c calc'!A0`, "", "|"}, {`=IMPORTXML(A1)`, "", "IMPORTXML"},
		{`='http://host/[b.xlsx]S'!A1`, "", "://"}, {`='\\host\[b.xlsx]S'!A1`, "", `\\`}, {`=_xlfn.IMAGE(A1)`, "", "IMAGE"},
	} {
		t.Run(tt.value, func(t *testing.T) {
			d := newDesk(t)
			d.Field("create", `{"file_path":"a.xlsx","rows":[[1,2]]}`, "")
			args := map[string]any{"file_path": "a.xlsx", "cell": "B2", "value": tt.value}
			obs := d.Run("set_cell", args)
			if tt.kind == "" {
				if obs.Code != tools.Refused || !strings.Contains(obs.Text, tt.text) || !strings.Contains(obs.Text, "begin it with '=") {
					t.Errorf("got %s %s, want a refusal that names %s", obs.Code, obs.Text, tt.text)
				}
				return
			}
			data, err := d.WS.ReadFile("a.xlsx")
			if err != nil || obs.Failed {
				t.Fatal(err, obs.Text)
			}
			w := must.Have(office.ReadWorkbook(data))(t)
			if c := w.Sheets[0].Cell(2, 2); string(c.Kind) != tt.kind || c.Text != tt.text {
				t.Errorf("B2 is the %s %s, want the %s %s", c.Kind, c.Text, tt.kind, tt.text)
			}
		})
	}
}

// TestFormulasKept: a formula that calls outside stays where it was when the
// sheet around it changes.
func TestFormulasKept(t *testing.T) {
	d := newDesk(t)
	sheet := `<sheetData><row r="1"><c r="A1" t="str"><v>Name</v></c><c r="B1" t="str"><v>Note</v></c></row>` +
		`<row r="2"><c r="A2" t="str"><v>b</v></c><c r="B2"><f>WEBSERVICE("http://127.0.0.1:1/")</f></c></row><row r="3"><c r="A3" t="str"><v>a</v></c><c r="B3"><v>1</v></c></row></sheetData>`
	must.Do(t, d.WS.WriteFile("data/a.xlsx", byHand(t, sheet)))
	d.Field("sort", `{"file_path":"a.xlsx","column":"Name"}`, "")
	if got, want := d.brief("a.xlsx"), lines("Name|Note", "a|1", `b|=WEBSERVICE("http://127.0.0.1:1/")`); got != want {
		t.Errorf("sorted: %s, want %s", got, want)
	}
}

func TestCSVHolds(t *testing.T) {
	d := newDesk(t)
	for name, tt := range map[string]struct {
		text string
		code tools.Code
	}{
		"a million columns":           {strings.Repeat(",", 1_000_000) + "\n", tools.TooLarge},
		"a wide row among many short": {strings.Repeat(",", 5_000) + "\n" + strings.Repeat("x\n", 5_000), tools.TooLarge},
		"an unclosed quote":           {"a,b\n\"c,d\ne,f\n", ""},
		"binary":                      {"a,b\x00", tools.Corrupt},
		"many empty lines":            {"a,b\n" + strings.Repeat("\n", 100_000) + "1,2\n", ""},
	} {
		t.Run(name, func(t *testing.T) {
			must.Do(t, d.WS.WriteFile("data/a.csv", []byte(tt.text)))
			if tt.code == "" {
				d.Field("read", `{"file_path":"a.csv"}`, "")
				return
			}
			d.Fails("read", `{"file_path":"a.csv"}`, tt.code, "data/a.csv")
		})
	}
}

// quotedSheet is the name of a sheet, which may have most signs.
var quotedSheet = regexp.MustCompile(`'[^'\[\]]*'!`)

func FuzzFormula(f *testing.F) {
	for _, s := range []string{"=SUM(A1:B2)&\"x\"", "=IF('One'!A1>1,TRUE,1e5%)", "=A:A+1:3", "=cmd|'/c calc'!A0", "=REPT(\"a\",1E9)", "=_xlfn.CONCAT(A1)", "=((", "=A1B", "='[x]One'!A1", "=A1:B2:C3", "=1:", "=\"a\"\"b\"", "=XFD1048576"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		parts, ok := readFormula(text)
		if !ok {
			return
		}
		unquoted, _, _ := strings.Cut(quotedSheet.ReplaceAllString(text, "!"), `"`)
		if strings.ContainsAny(unquoted, "|[{#\\") {
			t.Errorf("%q is worked out", text)
		}
		for _, r := range parts.ranges {
			if r.from.row < 1 || r.from.col < 1 || r.from.row > r.to.row || r.from.col > r.to.col || r.to.row > 1_048_576 || r.to.col > 16_384 {
				t.Errorf("%q reads %+v", text, r)
			}
		}
	})
}

// FuzzWorkbookTools: whatever the sheet says, the tools end with an answer or a
// failure that says why, and what they write can be read again.
func FuzzWorkbookTools(f *testing.F) {
	for _, s := range []string{
		formulas("1+1", "A1&A1", "A9"), `<sheetData><row><c t="inlineStr"><is><t>=1+1</t></is></c><c t="b"><v>1</v></c></row></sheetData>`,
		`<sheetData><row r="3"><c r="C3" s="9"><v>1</v></c></row></sheetData><mergeCells><mergeCell ref="A1:B2"/></mergeCells>`,
		`<sheetData><row><c><f t="shared" ref="A1:A3" si="0">B1</f></c></row><row><c><f t="shared" si="0"/></c></row></sheetData>`,
		`<cols><col min="1" max="16384"/></cols><sheetData><row r="2"/><row r="1"/></sheetData><hyperlinks><hyperlink ref="A1" location="x"/></hyperlinks>`,
	} {
		f.Add(s)
	}
	reg := tools.NewRegistry(Tools())
	f.Fuzz(func(t *testing.T, sheet string) {
		d := newDesk(t)
		d.Reg = reg
		must.Do(t, d.WS.WriteFile("data/a.xlsx", byHand(t, sheet)))
		for _, action := range [][2]string{
			{"read", `{"file_path":"a.xlsx"}`},
			{"set_cell", `{"file_path":"a.xlsx","cell":"B2","value":"x"}`},
			{"delete_range", `{"file_path":"a.xlsx","range":"A1:B2"}`},
			{"delete_column", `{"file_path":"a.xlsx","column":"1"}`},
			{"read", `{"file_path":"a.xlsx","range":"A1:C3"}`},
		} {
			obs := d.Call(action[0], action[1])
			switch obs.Code {
			case "", tools.Corrupt, tools.TooLarge, tools.Refused, tools.NotFound, tools.BadArguments, tools.Ambiguous:
			default:
				t.Errorf("%s: %s: %s", action[0], obs.Code, obs.Text)
			}
		}
	})
}
