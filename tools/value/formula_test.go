package value

import "testing"

func TestIsFormula(t *testing.T) {
	for text, want := range map[string]bool{
		"=SUM(B2:B9)": true, "B2*1.19": true, "=AVERAGE(D2:D9)/2": true, "=Sheet2!B2+1": true, `=IF(A1>3,"yes","no")`: true, "=SUM(B:B)": true, "=$A$1": true,
		"sums d2 to d10": false, "subtracts F2 from E2": false, "the total": false, "total": false, "": false,
	} {
		if got := IsFormula(text); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}

func FuzzIsFormula(f *testing.F) {
	for _, text := range []string{"=SUM(B2:B9)", `=IF(A1>3,"yes","no")`, "{=1;2}", "='a b'!A1", "=#REF!+1", "=(((", `="`, "=[x]"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) { IsFormula(text) })
}
