package office

import (
	"testing"
)

func TestDeletionFormula(t *testing.T) {
	rows := Deletion{Sheet: "One", Rows: []int{2, 5}}
	columns := Deletion{Sheet: "One", Columns: []int{2}}
	for _, tt := range []struct {
		d          Deletion
		home, f, w string
	}{
		{rows, "One", "=B1+B3*$B$6", "=B1+B2*$B$4"},
		{rows, "One", "=SUM(B2:B3)", "=SUM(B2:B2)"},
		{rows, "One", "=SUM(B1:B5)", "=SUM(B1:B3)"},
		{rows, "One", "=SUM($B$9:A2)", "=SUM($B$7:A2)"},
		{rows, "One", "=B2&\"B2\"", "=#REF!&\"B2\""},
		{rows, "One", "=SUM(B5:C5)+LOG10(3)+SUM(A:A)", "=SUM(#REF!)+LOG10(3)+SUM(A:A)"},
		{rows, "One", "=SUM(3:9)", "=SUM(2:7)"},
		{rows, "One", "=Two!B3+One!B3+'One'!B3+[1]One!B3+One:Two!B3", "=Two!B3+One!B2+'One'!B2+[1]One!B3+One:Two!B3"},
		{rows, "Two", "=B3+one!B3", "=B3+one!B2"},
		{rows, "One", "=Rate*3+5%", "=Rate*3+5%"},
		{columns, "One", "=SUM(A1:C1)+$C1+B1", "=SUM(A1:B1)+$B1+#REF!"},
		{columns, "One", "=SUM(B:D)+SUM(1:2)", "=SUM(B:C)+SUM(1:2)"},
	} {
		if got := tt.d.Formula(tt.f, tt.home); got != tt.w {
			t.Errorf("on %s: %s became %s, want %s", tt.home, tt.f, got, tt.w)
		}
	}
}

func TestShiftFormula(t *testing.T) {
	for _, tt := range []struct {
		f             string
		rows, columns int
		want          string
	}{
		{"=A1+$A1+A$1+$A$1", 2, 1, "=B3+$A3+B$1+$A$1"},
		{"=SUM(A1:B2)&\"A1\"&'A1'!C3", 1, 0, "=SUM(A2:B3)&\"A1\"&'A1'!C4"},
		{"=A:A+1:3", 1, 1, "=B:B+2:4"},
		{"=A2", -3, 0, "=#REF!"},
		{"=XFD1", 0, 1, "=#REF!"},
		{"=LOG10(A1)+TRUE", 1, 0, "=LOG10(A2)+TRUE"},
	} {
		if got := ShiftFormula(tt.f, tt.rows, tt.columns); got != tt.want {
			t.Errorf("%s by %d, %d is %s, want %s", tt.f, tt.rows, tt.columns, got, tt.want)
		}
	}
}
