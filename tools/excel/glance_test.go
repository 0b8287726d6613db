package excel

import (
	"fmt"
	"strings"
	"testing"

	"legomem/tools"
)

// TestNothingFoundNamesWhatIs: who finds no row is told the columns, the values that the
// conditions are about, and the sheets, a few of each.
func TestNothingFoundNamesWhatIs(t *testing.T) {
	d := newDesk(t)
	d.Data("create", grades)
	const is = "Sheet Sheet1 has 4 rows; columns: Student ID, Name, Class, Test 1, Test 2"
	for _, tt := range []struct{ tool, args, want string }{
		{"filter", `"column":"class","value":9`, is + "; Class has: 1, 2, 3"},
		{"count", `"where":[{"Name":"Zoe"},{"Class":1}]`, is + "; Name has: Ann, Bob, Cy, Di; Class has: 1, 2, 3"},
		{"format_rows", `"template":"{Name}","where":{"Class":9}`, is + "; Class has: 1, 2, 3"},
	} {
		if got := d.Call(tt.tool, `{"file_path":"grades.xlsx",`+tt.args+`}`).Text; !strings.Contains(got, tt.want) {
			t.Errorf("%s %s: %q, want %q in it", tt.tool, tt.args, got, tt.want)
		}
	}
	d.Fails("lookup", `{"file_path":"grades.xlsx","column":"Class","value":9}`, tools.NotFound, is, "Class has: 1, 2, 3")
	d.Fails("update", `{"file_path":"grades.xlsx","where":{"Class":9},"column":"Name","value":"x"}`, tools.NotFound, is)
	d.Fails("copy_rows", `{"file_path":"grades.xlsx","where":{"Class":9},"target":"b.xlsx"}`, tools.NotFound, is)
	d.Fails("find_row", `{"file_path":"grades.xlsx","text":"Zoe"}`, tools.NotFound, is)
	if got := d.Call("filter", `{"file_path":"grades.xlsx","column":"Class","value":1}`).Text; strings.Contains(got, "columns:") {
		t.Errorf("who found rows is told %q", got)
	}
	d.Data("add_sheet", `{"file_path":"grades.xlsx","sheet":"Old","rows":[["a"],["`+strings.Repeat("long ", 30)+`"]]}`)
	got := d.Call("count", `{"file_path":"grades.xlsx","sheet":"Old","column":"a","value":"x"}`).Text
	if !strings.Contains(got, "all sheets: Sheet1, Old") || strings.Contains(got, strings.Repeat("long ", 20)) {
		t.Errorf("told %q", got)
	}
	var rows []string
	for i := range 50 {
		rows = append(rows, fmt.Sprintf(`["n%d"]`, i))
	}
	d.Data("create", `{"file_path":"many.xlsx","headers":["N"],"rows":[`+strings.Join(rows, ",")+`]}`)
	got = d.Call("count", `{"file_path":"many.xlsx","column":"N","value":"x"}`).Text
	if !strings.Contains(got, "N has: n0, n1, n2, n3, n4, n5, n6, n7 and 42 more") {
		t.Errorf("told %q", got)
	}
}
