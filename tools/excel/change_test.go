package excel

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"legomem/must"
	"legomem/tools"
)

const prices = `{"file_path":"prices.xlsx","rows":[["Item","Price","Twice"],["Oak",19.90,"=B2*2"],["Pine",10,"=B3*2"],["Ask","on request",""],["Total",29.9,""]]}`

func TestChangeNumbers(t *testing.T) {
	for _, tt := range []struct {
		by        string
		oak, pine any
	}{
		{`"by":"5%"`, 20.9, 10.5},
		{`"by":"2.50"`, 22.4, 12.5},
		{`"by":"0.125"`, 20.025, 10.125},
		{`"by":"$0.50"`, 20.4, 10.5},
		{`"by":"10 %","down":true`, 17.91, 9.0},
		{`"by":"1","down":true`, 18.9, 9.0},
	} {
		d := newDesk(t)
		d.Data("create", prices)
		got := d.Data("change_numbers", `{"file_path":"prices.xlsx","column":"price",`+tt.by+`}`)
		if got["count"] != 2.0 || got["others"] != 1.0 || got["total"] != "Total" || got["column"] != "Price" {
			t.Errorf("%s: %v", tt.by, got)
		}
		must.NoDiff(t, cmp.Diff([]any{tt.oak, tt.pine, "on request", 29.9}, d.Field("read", `{"file_path":"prices.xlsx","range":"B2:B5"}`, "values")), tt.by+" (-want +got)\n%s")
	}
}

// TestChangeNumbersKeeps: formulas stay, and a percentage keeps its decimals.
func TestChangeNumbersKeeps(t *testing.T) {
	d := newDesk(t)
	d.Data("create", prices)
	d.Data("set_cell", `{"file_path":"prices.xlsx","cell":"C4","value":"12.5%","as":"auto"}`)
	got := d.Data("change_numbers", `{"file_path":"prices.xlsx","column":"Twice","by":"10%"}`)
	if got["count"] != 1.0 || got["formulas"] != 2.0 {
		t.Errorf("it changed %v", got)
	}
	if v := d.Field("read", `{"file_path":"prices.xlsx","range":"C4"}`, "value"); v != 0.1375 {
		t.Errorf("the percentage is %v", v)
	}
	must.NoDiff(t, cmp.Diff(any(map[string]any{"C2": "=B2*2", "C3": "=B3*2"}), d.Field("read", `{"file_path":"prices.xlsx"}`, "formulas")), "formulas (-want +got)\n%s")
}

func TestChangeNumbersRefuses(t *testing.T) {
	d := newDesk(t)
	d.Data("create", prices)
	d.Fails("change_numbers", `{"file_path":"prices.xlsx","column":"Price","by":"much"}`, tools.BadArguments, "2.50")
	d.Fails("change_numbers", `{"file_path":"prices.xlsx","column":"Price","by":"-5%"}`, tools.BadArguments, "5%")
	d.Fails("change_numbers", `{"file_path":"prices.xlsx","column":"Twice","by":"5%"}`, tools.NotFound, "no numbers", "2 formulas")
	d.Fails("change_numbers", `{"file_path":"prices.xlsx","column":"Cost","by":"5%"}`, tools.NotFound, "Price")
}
