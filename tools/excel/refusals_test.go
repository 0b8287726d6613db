package excel

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"legomem/must"
	"legomem/tools"
)

func TestRefusals(t *testing.T) {
	d := newDesk(t)
	d.Field("create", grades, "")
	d.Field("append_row", `{"file_path":"grades.xlsx","values":["S5","Ann",4,1,2]}`, "")
	before := d.cells("data/grades.xlsx")
	must.Do(t, d.WS.WriteFile("data/bad.xlsx", []byte("no workbook")))
	for _, tt := range []struct {
		tool, args string
		code       tools.Code
		says       string
	}{
		{"read", `{"file_path":"bad.xlsx"}`, tools.Corrupt, "data/bad.xlsx"},
		{"inspect", `{"file_path":"data/bad.xlsx"}`, tools.Corrupt, "data/bad.xlsx"},
		{"set_cell", `{"file_path":"bad.xlsx","cell":"A1","value":1}`, tools.Corrupt, "data/bad.xlsx"},
		{"to_pdf", `{"file_path":"bad.xlsx"}`, tools.Corrupt, "data/bad.xlsx"},
		{"read", `{"file_path":"none.xlsx"}`, tools.NotFound, "grades.xlsx"},
		{"read", `{"file_path":"../x.xlsx"}`, tools.Refused, "outside"},
		{"read", `{"file_path":"grades.xlsx","range":"B2:"}`, tools.BadArguments, "B3:D9"},
		{"read", `{"file_path":"grades.xlsx","header_row":99}`, tools.BadArguments, "99"},
		{"lookup", `{"file_path":"grades.xlsx","column":"Grade","value":1}`, tools.NotFound, `"Test 1"`},
		{"lookup", `{"file_path":"grades.xlsx","column":"Test","value":1}`, tools.Ambiguous, `"Test 2"`},
		{"lookup", `{"file_path":"grades.xlsx","column":"Name","value":"Ann","return_column":"Class"}`, tools.Ambiguous, "rows 2, 6"},
		{"lookup", `{"file_path":"grades.xlsx","column":"Name","value":"Zoe"}`, tools.NotFound, "Zoe"},
		{"filter", `{"file_path":"grades.xlsx","column":"Name","op":"like","value":"a"}`, tools.BadArguments, "contains"},
		{"filter", `{"file_path":"grades.xlsx","near":3}`, tools.BadArguments, "sort_by"},
		{"filter", `{"file_path":"grades.xlsx","order":"up"}`, tools.BadArguments, "desc"},
		{"aggregate", `{"file_path":"grades.xlsx","column":"Name","op":"mean"}`, tools.BadArguments, "no numbers"},
		{"aggregate", `{"file_path":"grades.xlsx","column":"Class","op":"top"}`, tools.BadArguments, "median"},
		{"set_cell", `{"file_path":"grades.xlsx","cell":"ZZZZ1","value":1}`, tools.BadArguments, "ZZZZ1"},
		{"set_cell", `{"file_path":"grades.xlsx","row":1,"value":1}`, tools.BadArguments, "column"},
		{"set_cell", `{"file_path":"grades.xlsx","cell":"A1","row":1,"column":"A","value":1}`, tools.BadArguments, "not both"},
		{"set_cell", `{"file_path":"grades.xlsx","row":1,"column":"Grade","value":1}`, tools.NotFound, "Grade"},
		{"set_range", `{"file_path":"grades.xlsx","start_cell":"XFD1","rows":[[1,2]]}`, tools.BadArguments, "16384"},
		{"update", `{"file_path":"grades.xlsx","where_column":"Name","where_value":"Zoe","column":"Class","value":1}`, tools.NotFound, "nothing was changed"},
		{"update", `{"file_path":"grades.xlsx","column":"Class","value":1}`, tools.BadArguments, "which rows"},
		{"update", `{"file_path":"grades.xlsx","where":{"Name":"Bob"},"column":"Class","expression":"{Name} * 2"}`, tools.BadArguments, "row 3"},
		{"append_row", `{"file_path":"grades.xlsx","values":{"Grade":1}}`, tools.NotFound, "Grade"},
		{"delete_rows", `{"file_path":"grades.xlsx","rows":[99]}`, tools.NotFound, "99"},
		{"delete_rows", `{"file_path":"grades.xlsx"}`, tools.BadArguments, "which rows"},
		{"delete_column", `{"file_path":"grades.xlsx","column":"Q"}`, tools.NotFound, "Q"},
		{"add_column", `{"file_path":"grades.xlsx","header":"x","values":[1]}`, tools.BadArguments, "5 rows"},
		{"add_column", `{"file_path":"grades.xlsx","header":"x","start":"noon","step":1}`, tools.BadArguments, "8:00"},
		{"swap", `{"file_path":"grades.xlsx","rows":[1]}`, tools.BadArguments, "two"},
		{"create", `{"file_path":"x.docx","rows":[[1]]}`, tools.BadArguments, ".xlsx"},
		{"create", `{"file_path":"x.xlsx","rows":[[1]],"sheet":"a:b"}`, tools.BadArguments, "a:b"},
		{"create", `{"file_path":"x.xlsx","headers":["a"],"rows":[[1,2]]}`, tools.BadArguments, "1 headers"},
		{"merge", `{"sources":["grades.xlsx"],"target":"y.xlsx"}`, tools.BadArguments, "two sources"},
	} {
		d.Fails(tt.tool, tt.args, tt.code, tt.says)
	}
	must.NoDiff(t, cmp.Diff(before, d.cells("data/grades.xlsx")), "a refused change changed the file (-want +got)\n%s")
	if entries, err := d.WS.List("data"); err != nil || len(entries) != 2 {
		t.Errorf("refusals left files behind: %v, %v", entries, err)
	}
}
