package value

import "testing"

func TestPercentage(t *testing.T) {
	for text, want := range map[string]string{
		"5%": "5%", "by 7.5 percent": "7.5%", "ten per cent": "10%", "Twenty-five percent": "25%", "1,000 %": "1000%",
		"5": "", "a percent": "", "some %": "", "per cent": "", "5% 6": "5%", "x5%": "", "5percents": "",
	} {
		if got, ok := Percentage(text); ok != (want != "") || ok && got != want {
			t.Errorf("%q is %q, %v; want %q", text, got, ok, want)
		}
	}
}

func TestRangeEnds(t *testing.T) {
	for text, want := range map[string][2]string{
		"Mon to Fri": {"Mon", "Fri"}, "from Q1 through Q4": {"Q1", "Q4"}, "Jan-Mar": {"Jan", "Mar"}, "Week 1 – Week 4": {"Week 1", "Week 4"},
		"Sub-total to Tax": {"Sub-total", "Tax"}, "Mon and Fri": {}, "Mon": {}, "to Fri": {}, "Mon to": {}, "": {},
	} {
		first, last, ok := RangeEnds(text)
		if ok != (want[0] != "") || first != want[0] || last != want[1] {
			t.Errorf("%q is %q and %q, %v; want %q", text, first, last, ok, want)
		}
	}
}
