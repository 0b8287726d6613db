package value

import (
	"testing"
	"time"
)

// TestRespelled: what is read of a value as people type it in a hurry.
func TestRespelled(t *testing.T) {
	ref := Reference{Now: time.Date(2026, 11, 24, 9, 0, 0, 0, time.UTC)}
	tests := []struct {
		kind        Kind
		text, canon string
	}{
		{Date, "tmrw", "2026-11-25"},
		{Date, "tomorow", "2026-11-25"},
		{Date, "wendesday", "2026-11-25"},
		{Date, "Thrusday", "2026-11-26"},
		{Date, "dog", ""},
		{Date, "yes", ""},
		{Time, "two pm", "14:00"},
		{Time, "half past three", "15:30"},
		{Time, "half 12", "12:30"},
		{Time, "half seven", "07:30"},
		{Time, "quarter to five", "16:45"},
		{Time, "five", "17:00"},
		{Time, "five apples", ""},
		{Duration, "two hrs", "2h"},
		{Period, "the week", "2026-11-23/2026-11-29"},
	}
	for _, tt := range tests {
		got := ""
		for _, said := range append([]string{tt.text}, Respelled(tt.text)...) {
			if canon, err := Parse(tt.kind, said, ref); err == nil && got == "" {
				got = canon
			}
			if canon, ok := DayHour(said, ref); ok && tt.kind == Time && got == "" {
				got = canon
			}
		}
		if got != tt.canon {
			t.Errorf("%s %q is %q, want %q; it may be spelled %q", tt.kind, tt.text, got, tt.canon, Respelled(tt.text))
		}
	}
}
