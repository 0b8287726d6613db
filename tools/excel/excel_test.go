package excel

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/xuri/excelize/v2"

	"legomem/must"
	"legomem/tools"
)

const grades = `{"file_path":"grades.xlsx","headers":["Student ID","Name","Class","Test 1","Test 2"],"rows":[
	["S1","Ann",1,70,75],["S2","Bob",2,90,80],["S3","Cy",1,85,85],["S4","Di",3,55,60]]}`

func TestCreateReadsBack(t *testing.T) {
	d := newDesk(t)
	if got := d.Field("create", grades, "file"); got != "data/grades.xlsx" {
		t.Errorf("created %v, want it under data/", got)
	}
	obs := d.Call("read", `{"file_path":"data/grades.xlsx"}`)
	var got readData
	must.Do(t, json.Unmarshal(obs.Data, &got))
	want := readData{
		tableData: tableData{
			File: "data/grades.xlsx", Sheet: "Sheet1", Headers: []string{"Student ID", "Name", "Class", "Test 1", "Test 2"},
			Rows:    [][]any{{"S1", "Ann", 1.0, 70.0, 75.0}, {"S2", "Bob", 2.0, 90.0, 80.0}, {"S3", "Cy", 1.0, 85.0, 85.0}, {"S4", "Di", 3.0, 55.0, 60.0}},
			Numbers: []int{2, 3, 4, 5}, Count: 4, Columns: 5, Records: got.Records,
		},
		Sheets: []string{"Sheet1"}, HeaderRow: 1, LastRow: 5, Cells: got.Cells,
	}
	must.NoDiff(t, cmp.Diff(want, got, cmp.AllowUnexported(readData{})), "(-want +got)\n%s")
	must.NoDiff(t, cmp.Diff(map[string]any{"Student ID": "S2", "Name": "Bob", "Class": 2.0, "Test 1": 90.0, "Test 2": 80.0}, got.Records[1]), "record (-want +got)\n%s")
	if len(got.Cells) != 5 || got.Cells[0][1] != "Name" {
		t.Errorf("cells %v", got.Cells)
	}
	if want := "3 | S2 | Bob | 2 | 90 | 80\n"; !strings.Contains(obs.Text, want) {
		t.Errorf("text %q has no line %q", obs.Text, want)
	}
}

// TestCreateTellsTheHeaderApart: how many rows were written is told without the header.
func TestCreateTellsTheHeaderApart(t *testing.T) {
	d := newDesk(t)
	for args, want := range map[string]string{
		`"rows": [[1, 2], [3, 4]], "headers": ["a", "b"]`:                  "a header and 2 rows",
		`"rows": [{"a": 1}]`:                                               "a header and 1 row",
		`"rows": [[1, 2], [3, 4]]`:                                         "2 rows",
		`"rows": [[1, 2, 5], [3, 4, 6]], "headers": [], "transpose": true`: "3 rows",
		`"rows": [], "headers": ["a", "b"]`:                                "a header and 0 rows",
	} {
		if got := d.Call("create", `{"file_path": "a.xlsx", `+args+`}`).Text; !strings.HasSuffix(got, " with "+want) {
			t.Errorf("%s: %q, want %q", args, got, want)
		}
	}
}

func TestCreateShapes(t *testing.T) {
	for _, tt := range []struct{ name, args, want string }{
		{"lists", `{"file_path":"a.xlsx","rows":[["x",1],["5",2.5],[null,true]]}`, lines("x|1", "5|2.5", "-|True")},
		{"objects, columns by name", `{"file_path":"a.xlsx","rows":[{"b":1,"a":"x"},{"b":2}]}`, lines("a|b", "x|1", "-|2")},
		{"objects, columns in order", `{"file_path":"a.xlsx","headers":["b","a"],"rows":[{"a":"x","b":1}]}`, lines("b|a", "1|x")},
		{"single values", `{"file_path":"a.xlsx","headers":["Item"],"rows":["pen","ink"]}`, lines("Item", "pen", "ink")},
		{"transposed", `{"file_path":"a.xlsx","headers":["Mon","Tue"],"rows":[[1,2]],"transpose":true}`, lines("Mon|1", "Tue|2")},
		{"numbers read out of texts", `{"file_path":"a.xlsx","rows":[["7","007"]],"numbers":true}`, lines("7|007")},
		{"a formula", `{"file_path":"a.xlsx","rows":[[1,2,"=A1+B1"]]}`, lines("1|2|=A1+B1")},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := newDesk(t)
			d.Field("create", tt.args, "")
			must.NoDiff(t, cmp.Diff(tt.want, d.brief("data/a.xlsx")), "(-want +got)\n%s")
		})
	}
}

// TestChanges applies one change to the grades and looks at the whole sheet.
func TestChanges(t *testing.T) {
	head, ann, bob, cy, di := "Student ID|Name|Class|Test 1|Test 2", "S1|Ann|1|70|75", "S2|Bob|2|90|80", "S3|Cy|1|85|85", "S4|Di|3|55|60"
	for _, tt := range []struct{ tool, args, want string }{
		{"set_cell", `"cell":"D2","value":"98"`, lines(head, "S1|Ann|1|98|75", bob, cy, di)},
		{"set_cell", `"row":2,"column":"test 1","value":98.5`, lines(head, "S1|Ann|1|98.5|75", bob, cy, di)},
		{"set_cell", `"row":"6","column":1,"value":"=SUM(D2:D5)"`, lines(head, ann, bob, cy, di, "=SUM(D2:D5)|-|-|-|-")},
		{"set_range", `"start_cell":"D2","rows":[[1,2],[3,null]]`, lines(head, "S1|Ann|1|1|2", "S2|Bob|2|3|-", cy, di)},
		{"delete_cell", `"cell":"B3"`, lines(head, ann, "S2|-|2|90|80", cy, di)},
		{"delete_range", `"range":"D1:E5"`, lines("Student ID|Name|Class", "S1|Ann|1", "S2|Bob|2", "S3|Cy|1", "S4|Di|3")},
		{"append_row", `"values":["S5","Ed","2","66",71]`, lines(head, ann, bob, cy, di, "S5|Ed|2|66|71")},
		{"append_row", `"values":{"test 2":"50","Name":"Flo"}`, lines(head, ann, bob, cy, di, "-|Flo|-|-|50")},
		{"append_rows", `"rows":[["S5"],{"Name":"Gus","Class":4}]`, lines(head, ann, bob, cy, di, "S5|-|-|-|-", "-|Gus|4|-|-")},
		{"update", `"where_column":"Name","where_value":"cy","column":"Test 1","value":"99"`, lines(head, ann, bob, "S3|Cy|1|99|85", di)},
		{"update", `"where":{"Class":1},"column":"Test 2","expression":"{Test 2} + 5"`, lines(head, "S1|Ann|1|70|80", bob, "S3|Cy|1|85|90", di)},
		{"delete_rows", `"column":"Name","value":"Bob"`, lines(head, ann, cy, di)},
		{"delete_rows", `"column":"Test 1","op":"lt","value":80`, lines(head, bob, cy)},
		{"delete_rows", `"rows":[4,2]`, lines(head, bob, di)},
		{"delete_column", `"column":"Class"`, lines("Student ID|Name|Test 1|Test 2", "S1|Ann|70|75", "S2|Bob|90|80", "S3|Cy|85|85", "S4|Di|55|60")},
		{"add_column", `"header":"Present","value":"Y"`, lines(head+"|Present", ann+"|Y", bob+"|Y", cy+"|Y", di+"|Y")},
		{"add_column", `"header":"Sum","expression":"{Test 1} + {Test 2}"`, lines(head+"|Sum", ann+"|145", bob+"|170", cy+"|170", di+"|115")},
		{"add_column", `"header":"At","start":"8:50","step":10`, lines(head+"|At", ann+"|8:50", bob+"|9:00", cy+"|9:10", di+"|9:20")},
		{"add_column", `"header":"On","start":"2026-02-27","step":1,"where_column":"Class","where_value":1`, lines(head+"|On", ann+"|2026-02-27", bob+"|-", cy+"|2026-02-28", di+"|-")},
		{"add_column", `"header":"No","values":[1,"2",null,4]`, lines(head+"|No", ann+"|1", bob+"|2", cy+"|-", di+"|4")},
		{"sort", `"column":"Test 1","order":"desc"`, lines(head, bob, cy, ann, di)},
		{"swap", `"rows":[2,5]`, lines(head, di, bob, cy, ann)},
		{"swap", `"columns":["Test 1","E"]`, lines("Student ID|Name|Class|Test 2|Test 1", "S1|Ann|1|75|70", "S2|Bob|2|80|90", "S3|Cy|1|85|85", "S4|Di|3|60|55")},
	} {
		t.Run(tt.tool+" "+tt.args, func(t *testing.T) {
			d := newDesk(t)
			d.Field("create", grades, "")
			d.Field(tt.tool, `{"file_path":"grades.xlsx",`+tt.args+`}`, "")
			must.NoDiff(t, cmp.Diff(tt.want, d.brief("data/grades.xlsx")), "(-want +got)\n%s")
		})
	}
}

func TestTypesOfWhatIsWritten(t *testing.T) {
	d := newDesk(t)
	d.Field("create", `{"file_path":"a.xlsx","rows":[["5",5,5.5,true]]}`, "")
	d.Field("set_cell", `{"file_path":"a.xlsx","cell":"A2","value":"'5"}`, "")
	var got []string
	for _, row := range d.cells("data/a.xlsx") {
		for _, c := range row {
			kind, _ := spelled(t, c)
			got = append(got, kind)
		}
	}
	must.NoDiff(t, cmp.Diff([]string{"text", "int", "float", "bool", "text", "empty", "empty", "empty"}, got), "(-want +got)\n%s")
}

func TestQueries(t *testing.T) {
	d := newDesk(t)
	d.Field("create", grades, "")
	for _, tt := range []struct {
		tool, args, path string
		want             any
	}{
		{"filter", `"column":"Test 1","op":">=","value":"85"`, "names", []any{"S2", "S3"}},
		{"filter", `"sort_by":"Test 1","order":"desc","limit":2,"columns":["Name","Test 1"]`, "rows", []any{[]any{"Bob", 90.0}, []any{"Cy", 85.0}}},
		{"filter", `"sort_by":"Test 1","near":75,"limit":1`, "row", []any{"S1", "Ann", 1.0, 70.0, 75.0}},
		{"filter", `"where":[{"column":"Class","value":1},{"column":"Test 2","op":"gt","value":"{Test 1}"}]`, "row_numbers", []any{2.0}},
		{"filter", `"columns":"Class","unique":true`, "values", []any{1.0, 2.0, 3.0}},
		{"filter", `"column":"Name","value":"Zoe"`, "row_count", 0.0},
		{"count", `"column":"Class","value":1`, "count", 2.0},
		{"count", `"where":[{"Class":1},{"Class":3}],"match":"any"`, "text", "3"},
		{"aggregate", `"column":"Test 1","op":"mean"`, "value", 75.0},
		{"aggregate", `"column":"Test 1","op":"average","where_column":"Class","where_value":1,"round":0,"rounding":"down"`, "text", "77"},
		{"aggregate", `"column":"Test 1","op":"difference"`, "value", -15.0},
		{"aggregate", `"column":"Test 2","op":"sum","group_by":"Class"`, "lines", []any{"1: 160", "2: 80", "3: 60"}},
		{"aggregate", `"column":"Name","op":"list","group_by":"Class"`, "rows", []any{[]any{1.0, "Ann, Cy"}, []any{2.0, "Bob"}, []any{3.0, "Di"}}},
		{"lookup", `"column":"name","value":"bob","return_column":"Test 2"`, "value", 80.0},
		{"lookup", `"column":"Student ID","value":"s4"`, "record.Name", "Di"},
		{"format_rows", `"template":"{#}. {Student ID}, {Name}","where_column":"Class","where_value":1`, "text", "1. S1, Ann\n2. S3, Cy"},
		{"read", `"range":"D2:E3"`, "values", []any{70.0, 75.0, 90.0, 80.0}},
		{"read", `"range":"B4"`, "value", "Cy"},
	} {
		got := d.Field(tt.tool, `{"file_path":"grades.xlsx",`+tt.args+`}`, tt.path)
		must.NoDiff(t, cmp.Diff(tt.want, got), "%s %s: %s (-want +got)\n%s", tt.tool, tt.args, tt.path)
	}
}

func TestFilterWritesATarget(t *testing.T) {
	d := newDesk(t)
	d.Field("create", grades, "")
	if got := d.Field("filter", `{"file_path":"grades.xlsx","columns":["Name","Test 2"],"column":"Class","value":1,"target":"data/class one/out.xlsx"}`, "target"); got != "data/class one/out.xlsx" {
		t.Errorf("target %v", got)
	}
	must.NoDiff(t, cmp.Diff(lines("Name|Test 2", "Ann|75", "Cy|85"), d.brief("data/class one/out.xlsx")), "(-want +got)\n%s")
}

func TestMerge(t *testing.T) {
	d := newDesk(t)
	d.Field("create", `{"file_path":"a.xlsx","rows":[{"Name":"Ann","Math":1},{"Name":"Bob","Math":2}]}`, "")
	d.Field("create", `{"file_path":"b.xlsx","rows":[{"Name":"Bob","Art":9}]}`, "")
	d.Field("merge", `{"sources":["a.xlsx","b.xlsx"],"target":"under.xlsx"}`, "")
	must.NoDiff(t, cmp.Diff(lines("Math|Name|Art", "1|Ann|-", "2|Bob|-", "-|Bob|9"), d.brief("data/under.xlsx")), "(-want +got)\n%s")
	d.Field("merge", `{"sources":["a.xlsx","b.xlsx"],"target":"beside.xlsx","by":"name"}`, "")
	must.NoDiff(t, cmp.Diff(lines("Math|Name|Art", "1|Ann|-", "2|Bob|9"), d.brief("data/beside.xlsx")), "(-want +got)\n%s")
}

func TestSheets(t *testing.T) {
	d := newDesk(t)
	d.Field("create", grades, "")
	d.Field("add_sheet", `{"file_path":"grades.xlsx","sheet":"Notes","headers":["Day"],"rows":["Mon"]}`, "")
	d.Field("rename_sheet", `{"file_path":"grades.xlsx","sheet":"notes","name":"Days"}`, "")
	must.NoDiff(t, cmp.Diff([]any{"Sheet1", "Days"}, d.Field("read", `{"file_path":"grades.xlsx","sheet":"2"}`, "sheets")), "(-want +got)\n%s")
	if got := d.Field("read", `{"file_path":"grades.xlsx","sheet":"days"}`, "row_count"); got != 1.0 {
		t.Errorf("the new sheet has %v rows, want 1", got)
	}
	if !strings.Contains(d.brief("data/grades.xlsx"), "Student ID") {
		t.Error("the active sheet changed")
	}
	d.Fails("add_sheet", `{"file_path":"grades.xlsx","sheet":"DAYS"}`, tools.Exists, "Days")
	d.Fails("add_sheet", `{"file_path":"grades.xlsx","sheet":"a/b"}`, tools.BadArguments)
	d.Fails("read", `{"file_path":"grades.xlsx","sheet":"May"}`, tools.NotFound, "Sheet1", "Days")
}

func TestCSV(t *testing.T) {
	d := newDesk(t)
	must.Do(t, d.WS.WriteFile("data/list.csv", []byte("ID,Major,Final\n007,CS,100\n008,Art,90\n")))
	if got := d.Field("format_rows", `{"file_path":"list.csv","template":"{ID}","where":{"major":"cs"}}`, "text"); got != "007" {
		t.Errorf("got %v", got)
	}
	d.Field("filter", `{"file_path":"list.csv","sort_by":"Final","target":"data/list.xlsx"}`, "")
	must.NoDiff(t, cmp.Diff(lines("ID|Major|Final", "008|Art|90", "007|CS|100"), d.brief("data/list.xlsx")), "(-want +got)\n%s")
	d.Fails("set_cell", `{"file_path":"list.csv","cell":"A1","value":1}`, tools.BadArguments, "excel.filter")
	d.Field("create", `{"file_path":"out.csv","rows":[["a,b",1]]}`, "")
	if data, err := d.WS.ReadFile("data/out.csv"); err != nil || string(data) != "\"a,b\",1\n" {
		t.Errorf("csv %q, %v", data, err)
	}
}

// TestTotalRow: a last row that sums up the others is none of them, unless it is
// asked for, and what was left out is told.
func TestTotalRow(t *testing.T) {
	d := newDesk(t)
	d.Field("create", `{"file_path":"a.xlsx","rows":[["Item","Price"],["pen",2],["Total",1],["ink",10],["Total:",13]]}`, "")
	for _, tt := range []struct {
		args string
		want any
	}{
		{`"op":"sum"`, 13.0}, // a row in the middle is one of them
		{`"op":"count"`, 3.0},
		{`"op":"max"`, 10.0},
		{`"op":"sum","where_column":"Price","where_op":"gt","where_value":12`, 13.0},
	} {
		if got := d.Field("aggregate", `{"file_path":"a.xlsx","column":"Price",`+tt.args+`}`, "value"); got != tt.want {
			t.Errorf("%s: %v, want %v", tt.args, got, tt.want)
		}
	}
	if got := d.Field("aggregate", `{"file_path":"a.xlsx","column":"Price","op":"sum","group_by":"Item"}`, "lines"); cmp.Diff([]any{"pen: 2", "Total: 1", "ink: 10"}, got) != "" {
		t.Errorf("by item: %v", got)
	}
	if said := d.Call("aggregate", `{"file_path":"a.xlsx","column":"Price","op":"sum"}`).Text; !strings.Contains(said, `the row "Total:" left out`) {
		t.Errorf("%q does not say what was left out", said)
	}
}

// TestTablesBelowTitles reads sheets whose table does not begin at A1.
func TestTablesBelowTitles(t *testing.T) {
	d := newDesk(t)
	d.Field("create", `{"file_path":"a.xlsx","rows":[["Sales 2026"],[],[null,"Item","Price"],[null,"pen","$2.50"],[],[null,"ink","$10"]]}`, "")
	if got := d.Field("aggregate", `{"file_path":"a.xlsx","column":"price","op":"sum"}`, "value"); got != 12.5 {
		t.Errorf("sum %v", got)
	}
	d.Field("append_row", `{"file_path":"a.xlsx","values":["cap",3]}`, "")
	must.NoDiff(t, cmp.Diff(lines("Sales 2026|-|-", "-|-|-", "-|Item|Price", "-|pen|$2.50", "-|-|-", "-|ink|$10", "-|cap|3"), d.brief("data/a.xlsx")), "(-want +got)\n%s")
	if got := d.Field("read", `{"file_path":"a.xlsx","header_row":4}`, "headers"); cmp.Diff([]any{"", "pen", "$2.50"}, got) != "" {
		t.Errorf("header row 4 gives %v", got)
	}
}

func TestFormulasAreComputedAndKept(t *testing.T) {
	d := newDesk(t)
	d.Field("create", `{"file_path":"a.xlsx","rows":[["n","twice"],[1,"=A2*2"],[4,"=A3*2"],["sum","=SUM(B2:B3)"]]}`, "")
	if got := d.Field("lookup", `{"file_path":"a.xlsx","column":"n","value":"sum","return_column":"twice"}`, "value"); got != 10.0 {
		t.Errorf("the sum is %v, want 10", got)
	}
	d.Field("set_cell", `{"file_path":"a.xlsx","cell":"A2","value":3}`, "")
	if got := d.Field("read", `{"file_path":"a.xlsx","range":"B4"}`, "value"); got != 14.0 {
		t.Errorf("after the change the sum is %v, want 14", got)
	}
	d.Field("delete_rows", `{"file_path":"a.xlsx","rows":[2]}`, "")
	must.NoDiff(t, cmp.Diff(lines("n|twice", "4|=A2*2", "sum|=SUM(B2:B2)"), d.brief("data/a.xlsx")), "(-want +got)\n%s")
}

func TestDeletionsMoveFormulas(t *testing.T) {
	d := newDesk(t)
	d.Field("create", `{"file_path":"a.xlsx","rows":[["n","x","sum"],[1,5,"=A2+B2"],[2,6,"=A3+B3"],[3,7,"=A4+B4"],["all","=SUM(B2:B4)","=B2*10"]]}`, "")
	d.Field("add_sheet", `{"file_path":"a.xlsx","sheet":"Two","rows":[["=SUM(Sheet1!B2:B4)"]]}`, "")
	d.Field("delete_rows", `{"file_path":"a.xlsx","rows":[2,4]}`, "")
	must.NoDiff(t, cmp.Diff(lines("n|x|sum", "2|6|=A2+B2", "all|=SUM(B2:B2)|=#REF!*10"), d.brief("data/a.xlsx")), "rows (-want +got)\n%s")
	if got := d.Field("read", `{"file_path":"a.xlsx","sheet":"Two"}`, "formulas.A1"); got != "=SUM(Sheet1!B2:B2)" {
		t.Errorf("the other sheet's formula is %v", got)
	}
	d.Field("delete_column", `{"file_path":"a.xlsx","column":"A"}`, "")
	must.NoDiff(t, cmp.Diff(lines("x|sum", "6|=#REF!+A2", "=SUM(A2:A2)|=#REF!*10"), d.brief("data/a.xlsx")), "column (-want +got)\n%s")
}

// TestSharedFormulasSurvive changes the cell that a shared formula is written
// in: the others keep theirs.
func TestSharedFormulasSurvive(t *testing.T) {
	d := newDesk(t)
	f := excelize.NewFile()
	defer f.Close()
	for row := 1; row <= 3; row++ {
		must.Do(t, f.SetCellValue("Sheet1", cellName(row, 1), row))
	}
	shared, ref := excelize.STCellFormulaTypeShared, "B1:B3"
	must.Do(t, f.SetCellFormula("Sheet1", "B1", "A1*2", excelize.FormulaOpts{Type: &shared, Ref: &ref}))
	must.Do(t, writeFile(d.WS, "data/a.xlsx", f))
	d.Field("set_cell", `{"file_path":"a.xlsx","cell":"B1","value":0}`, "")
	must.NoDiff(t, cmp.Diff(lines("1|0", "2|=A2*2", "3|=A3*2"), d.brief("data/a.xlsx")), "(-want +got)\n%s")
	d.Field("sort", `{"file_path":"a.xlsx","column":"A","order":"desc"}`, "")
	must.NoDiff(t, cmp.Diff(lines("1|0", "3|=A2*2", "2|=A3*2"), d.brief("data/a.xlsx")), "sorted: formulas move with their rows (-want +got)\n%s")
}

func TestStylesAreKept(t *testing.T) {
	d := newDesk(t)
	f := excelize.NewFile()
	defer f.Close()
	style := must.Have(f.NewStyle(&excelize.Style{Font: &excelize.Font{Bold: true}, NumFmt: 14}))(t)
	for i, v := range []any{"Due", 46000, 45000} {
		must.Do(t, f.SetCellValue("Sheet1", cellName(i+1, 1), v))
	}
	must.Do(t, f.SetCellStyle("Sheet1", "A2", "A3", style))
	must.Do(t, writeFile(d.WS, "data/a.xlsx", f))
	d.Field("sort", `{"file_path":"a.xlsx","column":"Due"}`, "")
	d.Field("append_row", `{"file_path":"a.xlsx","values":[46001]}`, "")
	want := lines("Due", "2023-03-15 00:00:00", "2025-12-09 00:00:00", "2025-12-10 00:00:00")
	must.NoDiff(t, cmp.Diff(want, d.brief("data/a.xlsx")), "(-want +got)\n%s")
	if got := d.Field("filter", `{"file_path":"a.xlsx","column":"Due","op":"after","value":"2025-12-09"}`, "values"); cmp.Diff([]any{"2025-12-10"}, got) != "" {
		t.Errorf("dates after: %v", got)
	}
}
