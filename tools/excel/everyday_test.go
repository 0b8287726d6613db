package excel

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/xuri/excelize/v2"

	"legomem/must"
	"legomem/tools"
)

// TestSetCellAs: a value is written as the caller says it is meant, and shown so.
func TestSetCellAs(t *testing.T) {
	for _, tt := range []struct{ value, as, holds, format string }{
		{`"15%"`, "", "15%", ""},
		{`"15%"`, "auto", "0.15", "0%"},
		{`"12.5 %"`, "auto", "0.125", "0.0%"},
		{`"1,250.50"`, "", "1,250.50", ""},
		{`"1,250.50"`, "auto", "1250.5", "#,##0.00"},
		{`"$300"`, "auto", "300", `"$"#,##0`},
		{`"€12.50"`, "auto", "12.5", `"€"#,##0.00`},
		{`"300 CHF"`, "number", "300", `"CHF "#,##0`},
		{`"-7"`, "auto", "-7", ""},
		{`"007"`, "auto", "007", ""},
		{`"three pens"`, "auto", "three pens", ""},
		{`"=SUM(B2:B3)"`, "auto", "=SUM(B2:B3)", ""},
		{`"SUM(B2:B3)"`, "formula", "=SUM(B2:B3)", ""},
		{`"=SUM(B2:B3)"`, "text", "=SUM(B2:B3)", ""},
		{`15`, "percent", "0.15", "0%"},
		{`5`, "text", "5", ""},
		{`"three"`, "number", "3", ""},
	} {
		t.Run(tt.value+tt.as, func(t *testing.T) {
			d := newDesk(t)
			d.Data("create", `{"file_path":"a.xlsx","rows":[["x","y"],[1,2]]}`)
			format, _ := d.Data("set_cell", `{"file_path":"a.xlsx","cell":"A2","value":`+tt.value+`,"as":"`+tt.as+`"}`)["format"].(string)
			f := must.Have(excelize.OpenFile(d.Dir + "/data/a.xlsx"))(t)
			defer f.Close()
			must.NoDiff(t, cmp.Diff(lines("x|y", tt.holds+"|2"), d.brief("data/a.xlsx")), "(-want +got)\n%s")
			if got := formatOf(t, f, "A2"); got != tt.format || format != tt.format {
				t.Errorf("the format is %q, and told as %q; want %q", got, format, tt.format)
			}
			if formula := must.Have(f.GetCellFormula("Sheet1", "A2"))(t); (formula != "") != (tt.as != "text" && tt.holds[0] == '=') {
				t.Errorf("the formula is %q", formula)
			}
		})
	}
}

func formatOf(t *testing.T, f *excelize.File, cell string) string {
	t.Helper()
	style := must.Have(f.GetStyle(must.Have(f.GetCellStyle("Sheet1", cell))(t)))(t)
	if style.CustomNumFmt == nil {
		return ""
	}
	return *style.CustomNumFmt
}

func TestSetCellAsRefuses(t *testing.T) {
	d := newDesk(t)
	d.Data("create", `{"file_path":"a.xlsx","rows":[[1]]}`)
	d.Fails("set_cell", `{"file_path":"a.xlsx","cell":"A1","value":"some","as":"number"}`, tools.BadArguments, "1,250.50")
	d.Fails("set_cell", `{"file_path":"a.xlsx","cell":"A1","value":"some","as":"percent"}`, tools.BadArguments, "15%")
	d.Fails("set_cell", `{"file_path":"a.xlsx","cell":"A1","value":"1","as":"colour"}`, tools.BadArguments, "auto, text")
	d.Fails("set_cell", `{"file_path":"a.xlsx","cell":"A1","value":"WEBSERVICE(\"http://x\")","as":"formula"}`, tools.Refused)
}

// A cell that has a format keeps it, but for a percentage.
func TestSetCellKeepsFormat(t *testing.T) {
	d := newDesk(t)
	d.Data("create", `{"file_path":"a.xlsx","rows":[[1]]}`)
	for _, step := range []struct{ value, want string }{{"$300", `"$"#,##0`}, {"1,000.50", `"$"#,##0`}, {"5%", "0%"}, {"7.5%", "0%"}} {
		d.Data("set_cell", `{"file_path":"a.xlsx","cell":"A1","value":"`+step.value+`","as":"auto"}`)
		f := must.Have(excelize.OpenFile(d.Dir + "/data/a.xlsx"))(t)
		if got := formatOf(t, f, "A1"); got != step.want {
			t.Errorf("after %s the format is %q, want %q", step.value, got, step.want)
		}
		must.NoError(t, f.Close())
	}
}

func TestFindRow(t *testing.T) {
	d := newDesk(t)
	d.Data("create", grades)
	got := d.Data("find_row", `{"file_path":"grades.xlsx","text":"bob"}`)
	if got["row_number"] != 3.0 || got["cell"] != "B3" || got["column"] != "Name" {
		t.Errorf("found %v", got)
	}
	must.NoDiff(t, cmp.Diff(any(map[string]any{"Student ID": "S2", "Name": "Bob", "Class": 2.0, "Test 1": 90.0, "Test 2": 80.0}), got["record"]), "record (-want +got)\n%s")
	if n := d.Field("find_row", `{"file_path":"grades.xlsx","text":"an"}`, "row_number"); n != 2.0 {
		t.Errorf("a row that holds it: %v", n)
	}
	if n := d.Field("find_row", `{"file_path":"grades.xlsx","text":55}`, "row_number"); n != 5.0 {
		t.Errorf("a number: %v", n)
	}
	d.Fails("find_row", `{"file_path":"grades.xlsx","text":"S"}`, tools.Ambiguous, "4 rows", "2 | S1 | Ann", "5 | S4 | Di")
	d.Fails("find_row", `{"file_path":"grades.xlsx","text":"Zoe"}`, tools.NotFound, "Zoe", "Student ID")
	d.Fails("find_row", `{"file_path":"grades.xlsx","text":" "}`, tools.BadArguments)
}

func TestCopyRows(t *testing.T) {
	d := newDesk(t)
	d.Data("create", grades)
	got := d.Data("copy_rows", `{"file_path":"grades.xlsx","column":"Class","value":1,"target":"first.xlsx"}`)
	if got["count"] != 2.0 || got["made"] != true || got["target"] != "data/first.xlsx" {
		t.Errorf("copied %v", got)
	}
	head := "Student ID|Name|Class|Test 1|Test 2"
	must.NoDiff(t, cmp.Diff(lines(head, "S1|Ann|1|70|75", "S3|Cy|1|85|85"), d.brief("data/first.xlsx")), "made (-want +got)\n%s")
	got = d.Data("copy_rows", `{"file_path":"grades.xlsx","column":"Test 1","op":"lt","value":60,"target":"first.xlsx"}`)
	if got["made"] != false {
		t.Errorf("copied %v", got)
	}
	must.NoDiff(t, cmp.Diff([]any{4.0}, got["written_rows"]), "(-want +got)\n%s")
	must.NoDiff(t, cmp.Diff(lines(head, "S1|Ann|1|70|75", "S3|Cy|1|85|85", "S4|Di|3|55|60"), d.brief("data/first.xlsx")), "added (-want +got)\n%s")

	d.Data("create", `{"file_path":"names.xlsx","rows":[["name","Note"],["Zoe","x"]]}`)
	d.Fails("copy_rows", `{"file_path":"grades.xlsx","target":"names.xlsx"}`, tools.BadArguments, "no column Student ID, Class", "name, Note")
	d.Data("copy_rows", `{"file_path":"grades.xlsx","where":{"Name":"Di"},"columns":["Name"],"target":"names.xlsx"}`)
	must.NoDiff(t, cmp.Diff(lines("name|Note", "Zoe|x", "Di|-"), d.brief("data/names.xlsx")), "by header (-want +got)\n%s")
	d.Fails("copy_rows", `{"file_path":"grades.xlsx","where":{"Name":"Nobody"},"target":"none.xlsx"}`, tools.NotFound, "nothing was copied")
	d.Fails("copy_rows", `{"file_path":"grades.xlsx","target":"grades.xlsx"}`, tools.BadArguments, "own sheet")
	if d.WS.Exists("data/none.xlsx") {
		t.Error("a workbook was made for no rows")
	}
	d.Data("copy_rows", `{"file_path":"grades.xlsx","where":{"Name":"Di"},"target":"grades.xlsx","target_sheet":"Few"}`)
	if n := d.Field("read", `{"file_path":"grades.xlsx","sheet":"Few"}`, "row_count"); n != 1.0 {
		t.Errorf("the new sheet has %v rows", n)
	}
}

// TestCopyRowsKeepsKinds: a date stays a date, and a text that looks like a formula a text.
func TestCopyRowsKeepsKinds(t *testing.T) {
	d := newDesk(t)
	f := excelize.NewFile()
	for at, v := range map[string]any{"A1": "When", "B1": "What", "A2": time.Date(2026, 3, 12, 0, 0, 0, 0, time.UTC), "B2": "=1+1"} {
		if s, text := v.(string); text {
			must.Do(t, f.SetCellStr("Sheet1", at, s))
			continue
		}
		must.Do(t, f.SetCellValue("Sheet1", at, v))
	}
	must.Do(t, f.SaveAs(d.Dir+"/dates.xlsx"))
	for range 2 {
		d.Data("copy_rows", `{"file_path":"dates.xlsx","target":"data/copy.xlsx"}`)
	}
	must.NoDiff(t, cmp.Diff(lines("When|What", "2026-03-12 00:00:00|=1+1", "2026-03-12 00:00:00|=1+1"), d.brief("data/copy.xlsx")), "(-want +got)\n%s")
	copied := must.Have(excelize.OpenFile(d.Dir + "/data/copy.xlsx"))(t)
	defer copied.Close()
	for _, at := range []string{"B2", "B3"} {
		if formula := must.Have(copied.GetCellFormula("Sheet1", at))(t); formula != "" {
			t.Errorf("%s became the formula %s", at, formula)
		}
	}
	d.Data("copy_rows", `{"file_path":"dates.xlsx","target":"copy.csv"}`)
	if got := d.Read("data/copy.csv"); got != "When,What\n2026-03-12,'=1+1\n" {
		t.Errorf("the csv is %q", got)
	}
}
