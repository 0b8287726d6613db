package excel

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/xuri/excelize/v2"

	"legomem/must"
)

// TestNumbersAsSpelled: each tool that is given values stores those that can only be
// numbers as numbers, shown as they were written, and leaves headers and codes alone.
func TestNumbersAsSpelled(t *testing.T) {
	const made = `{"file_path":"a.xlsx","rows":[["Item","10%","Code"],["pen","x","007"]]}`
	for _, tt := range []struct{ tool, args, want, cell, format string }{
		{"create", `"rows":[["Item","10%","Code"],["pen","1,200.50","007"]]`, lines("Item|10%|Code", "pen|1200.5|007"), "B2", "#,##0.00"},
		{"create", `"rows":[{"Item":"$2.50"}]`, lines("Item", "2.5"), "A2", `"$"#,##0.00`},
		{"create", `"rows":[["12%"]]`, lines("0.12"), "A1", "0%"},
		{"append_row", `"values":["ink","12%","0012"]`, lines("Item|10%|Code", "pen|x|007", "ink|0.12|0012"), "B3", "0%"},
		{"append_rows", `"rows":[["ink","$45","5"]]`, lines("Item|10%|Code", "pen|x|007", "ink|45|5"), "B3", `"$"#,##0`},
		{"set_range", `"start_cell":"B2","rows":[["1,000"]]`, lines("Item|10%|Code", "pen|1000|007"), "B2", "#,##0"},
		{"update", `"where":{"Item":"pen"},"column":"B","value":"€9.90"`, lines("Item|10%|Code", "pen|9.9|007"), "B2", `"€"#,##0.00`},
		{"add_column", `"header":"5%","values":["5%"]`, lines("Item|10%|Code|5%", "pen|x|007|0.05"), "D2", "0%"},
		{"add_column", `"header":"Due","value":"$1,000"`, lines("Item|10%|Code|Due", "pen|x|007|1000"), "D2", `"$"#,##0`},
	} {
		t.Run(tt.tool+" "+tt.args, func(t *testing.T) {
			d := newDesk(t)
			d.Data("create", made)
			d.Data(tt.tool, `{"file_path":"a.xlsx",`+tt.args+`}`)
			must.NoDiff(t, cmp.Diff(tt.want, d.brief("data/a.xlsx")), "(-want +got)\n%s")
			f := must.Have(excelize.OpenFile(d.Dir + "/data/a.xlsx"))(t)
			defer f.Close()
			if got := formatOf(t, f, tt.cell); got != tt.format {
				t.Errorf("the format of %s is %q, want %q", tt.cell, got, tt.format)
			}
		})
	}
	d := newDesk(t)
	d.Data("create", made)
	d.Data("add_sheet", `{"file_path":"a.xlsx","sheet":"Two","headers":["Price"],"rows":["$45"]}`)
	if got := d.Field("read", `{"file_path":"a.xlsx","sheet":"Two"}`, "rows"); !cmp.Equal(got, []any{[]any{45.0}}) {
		t.Errorf("the new sheet holds %v", got)
	}
	d.Data("create", `{"file_path":"a.csv","rows":[["Price"],["$45"]]}`)
	if got := d.Read("data/a.csv"); got != "Price\n$45\n" {
		t.Errorf("the csv is %q", got)
	}
}

// TestReadValuesKeepTheirKinds: only what a caller gives is read by its spelling; a text of
// a file stays one where it is copied.
func TestReadValuesKeepTheirKinds(t *testing.T) {
	d := newDesk(t)
	must.Do(t, d.WS.WriteFile("data/a.csv", []byte("Item,Price\npen,$45\n")))
	d.Data("filter", `{"file_path":"a.csv","target":"b.xlsx"}`)
	d.Data("copy_rows", `{"file_path":"a.csv","target":"b.xlsx"}`)
	must.NoDiff(t, cmp.Diff(lines("Item|Price", "pen|$45", "pen|$45"), d.brief("data/b.xlsx")), "(-want +got)\n%s")
}
