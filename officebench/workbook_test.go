package officebench

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"legomem/must"
)

func TestWorkbookAsPythonHasIt(t *testing.T) {
	var book workbook
	must.Do(t, json.Unmarshal([]byte(`{"cells": [["plain", null, 1.5e+00], [5, 5e+00, true], [false, -1e999, {"t": "date", "v": "2024-05-01 00:00:00"}]]}`), &book))
	want := "(1, 1): plain\t(1, 2): [Empty Cell]\t(1, 3): 1.5\t\n" +
		"(2, 1): 5\t(2, 2): 5.0\t(2, 3): True\t\n" +
		"(3, 1): False\t(3, 2): -inf\t(3, 3): 2024-05-01 00:00:00\t\n"
	if d := cmp.Diff(want, book.dump()); d != "" {
		t.Errorf("dump (-want +got)\n%s", d)
	}
	kinds := [][]typedCell{
		{{"text", "plain"}, {"empty", ""}, {"float", "1.5"}},
		{{"int", "5"}, {"float", "5.0"}, {"bool", "True"}},
		{{"bool", "False"}, {"float", "-inf"}, {"date", "2024-05-01 00:00:00"}},
	}
	if d := cmp.Diff(kinds, book.Cells); d != "" {
		t.Errorf("cells (-want +got)\n%s", d)
	}
}

func TestWorkbookDiffers(t *testing.T) {
	row := func(cells ...typedCell) workbook { return workbook{Cells: [][]typedCell{cells}} }
	empty := typedCell{Type: "empty"}
	five := typedCell{"int", "5"}
	tests := []struct {
		name      string
		got, want workbook
		differ    string
	}{
		{"both empty", workbook{}, workbook{}, ""},
		{"the same", row(five), row(five), ""},
		{"5 is 5.0", row(five), row(typedCell{"float", "5.0"}), ""},
		{"1 is True", row(typedCell{"int", "1"}), row(typedCell{"bool", "True"}), ""},
		{"0 is not True", row(typedCell{"int", "0"}), row(typedCell{"bool", "True"}), `cell (1, 1) is the int "0", not the bool "True"`},
		{`5 is not "5"`, row(five), row(typedCell{"text", "5"}), `cell (1, 1) is the int "5", not the text "5"`},
		{"a formula is its text", row(typedCell{"formula", "=A1"}), row(typedCell{"text", "=A1"}), ""},
		{"a date is not its text", row(typedCell{"date", "2024-05-01 00:00:00"}), row(typedCell{"text", "2024-05-01 00:00:00"}),
			`cell (1, 1) is the date "2024-05-01 00:00:00", not the text "2024-05-01 00:00:00"`},
		{"empty cells beyond", row(five, empty), row(five), ""},
		{"one more cell", row(five), row(five, five), `cell (1, 2) is empty, not the int "5"`},
		{"one more row", workbook{Cells: [][]typedCell{{five}, {five}}}, row(five), `cell (2, 1) is the int "5", not empty`},
		{"long numbers are compared in full", row(typedCell{"int", "9007199254740993"}), row(typedCell{"int", "9007199254740992"}),
			`cell (1, 1) is the int "9007199254740993", not the int "9007199254740992"`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := tt.got.differsFrom(tt.want); got != tt.differ {
				t.Errorf("differs: %q, want %q", got, tt.differ)
			}
		})
	}
}
