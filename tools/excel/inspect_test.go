package excel

import (
	"encoding/json"
	"math"
	"testing"

	"legomem/tools/office"
)

func TestInspectedValues(t *testing.T) {
	for _, tt := range []struct {
		cell office.Cell
		want string
	}{
		{office.Cell{Kind: office.EmptyCell}, `null`},
		{office.Cell{Kind: office.TextCell, Text: "5"}, `"5"`},
		{office.Cell{Kind: office.IntCell, Text: "123456789012345678901234567890"}, `123456789012345678901234567890`},
		{office.Cell{Kind: office.FloatCell, Text: ".5E1", Number: 5}, `5e+00`},
		{office.Cell{Kind: office.FloatCell, Text: "138.66999999999999", Number: 138.67}, `1.3867e+02`},
		{office.Cell{Kind: office.FloatCell, Text: "-1E400", Number: math.Inf(-1)}, `-1e999`},
		{office.Cell{Kind: office.BoolCell, Text: "TRUE", Number: 1}, `true`},
		{office.Cell{Kind: office.FormulaCell, Text: "=A1"}, `{"t":"formula","v":"=A1"}`},
		{office.Cell{Kind: office.ErrorCell, Text: "#REF!"}, `{"t":"error","v":"#REF!"}`},
		{office.Cell{Kind: office.DurationCell, Text: "1 day, 12:00:00"}, `{"t":"duration","v":"1 day, 12:00:00"}`},
	} {
		got, err := json.Marshal(typedValue(tt.cell))
		if err != nil || string(got) != tt.want {
			t.Errorf("%+v is %s, %v; want %s", tt.cell, got, err, tt.want)
		}
	}
}
