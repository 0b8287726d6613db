package value

import "testing"

func TestDayHour(t *testing.T) {
	for text, want := range map[string]string{"4": "16:00", "8:30": "08:30", "8.30": "08:30", "12": "12:00", "7": "07:00", "11": "11:00", "13": "13:00", "half": "", "4 apples": "", "": "", "0": ""} {
		if got, _ := DayHour(text, Reference{}); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}
