package gazetteer

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"legomem/must"
)

var rows = [2]string{"excel.create", `{"file_path":"jobs.xlsx","rows":[
	["Customer","Status","Sum"],["Mill Lane","overdue",30],["Mill","paid",20],["Ash Court","overdue",10],["Ö","x",5]]}`}

// TestCellsSaid: a sentence has a cell's text as words of its own, and the longest of them.
func TestCellsSaid(t *testing.T) {
	o := newOffice(t, nil, rows)
	for sentence, want := range map[string][]Cell{
		"the OVERDUE rows":                    {{"Status", "overdue"}},
		"is mill lane overdue?":               {{"Customer", "Mill Lane"}, {"Status", "overdue"}},
		"what does mill owe":                  {{"Customer", "Mill"}},
		"the windmill lanes were overdue-ish": {{"Status", "overdue"}},
		"repaid by millers":                   nil,
		"30":                                  nil, // a number is no text
		"x marks ö":                           {{"Customer", "Ö"}},
		"":                                    nil,
	} {
		got := must.Have(o.CellsSaid(t.Context(), "data/jobs.xlsx", "", sentence))(t)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q (-want +got)\n%s", sentence, diff)
		}
	}
}

// TestCells: every text and number once, and nothing of a workbook or a sheet that is not there.
func TestCells(t *testing.T) {
	o := newOffice(t, nil, rows)
	got := must.Have(o.Cells(t.Context(), "data/jobs.xlsx", ""))(t)
	must.NoDiff(t, cmp.Diff([]string{"Mill Lane", "overdue", "30", "Mill", "paid", "20", "Ash Court", "10", "Ö", "x", "5"}, shown(got.All)), "(-want +got)\n%s")
	for _, missing := range [][2]string{{"data/none.xlsx", ""}, {"data/jobs.xlsx", "Sheet 9"}} {
		if got := must.Have(o.Cells(t.Context(), missing[0], missing[1]))(t); len(got.All) > 0 {
			t.Errorf("%v has %v", missing, got)
		}
	}
}

// TestColumns: the headers and the sheets of a workbook.
func TestColumns(t *testing.T) {
	o := newOffice(t, nil, rows)
	must.NoDiff(t, cmp.Diff([]string{"Customer", "Status", "Sum"}, shown(must.Have(o.Columns(t.Context(), "data/jobs.xlsx", ""))(t).All)), "(-want +got)\n%s")
	must.NoDiff(t, cmp.Diff([]string{"Sum"}, shown(must.Have(o.NumberColumns(t.Context(), "data/jobs.xlsx", ""))(t).All)), "of numbers (-want +got)\n%s")
	if got := must.Have(o.Sheets(t.Context(), "data/jobs.xlsx"))(t); len(got.All) != 1 {
		t.Errorf("its sheets are %v", got.All)
	}
}
