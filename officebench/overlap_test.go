package officebench

import (
	"errors"
	"testing"
)

func TestOverlap(t *testing.T) {
	event := func(summary, start, end string) component {
		stamp := func(clock string) string {
			if clock == "" {
				return ""
			}
			return "2024-05-01T" + clock + ":00Z"
		}
		return component{Name: "VEVENT", Summary: summary, Start: stamp(start), End: stamp(end)}
	}
	day := event("holiday", "00:00", "00:00")
	day.StartIsDate = true
	tests := []struct {
		name          string
		cal           calendar
		first, second string
		raises        bool
	}{
		{name: "no events"},
		{name: "one after the other", cal: calendar{Events: []component{event("a", "09:00", "10:00"), event("b", "10:00", "11:00")}}},
		{name: "in any order", cal: calendar{Events: []component{event("b", "10:00", "11:00"), event("a", "09:00", "10:30")}}, first: "a", second: "b"},
		{name: "only neighbours are compared", cal: calendar{Events: []component{event("a", "09:00", "12:00"), event("b", "09:00", "09:00"), event("c", "11:00", "13:00")}}, first: "a", second: "b"},
		{name: "one hidden behind a neighbour", cal: calendar{Events: []component{event("long", "10:00", "10:10"), event("x", "10:20", "10:30")}}},
		{name: "an event without a start", cal: calendar{Events: []component{event("a", "", "10:00")}}, raises: true},
		{name: "a day", cal: calendar{Events: []component{day}}, raises: true},
		{name: "a time zone", cal: calendar{Events: []component{event("a", "09:00", "10:00")}, Others: []component{{Name: "VTIMEZONE"}}}, raises: true},
		{name: "no end, and a later event", cal: calendar{Events: []component{event("a", "09:00", ""), event("b", "10:00", "11:00")}}, raises: true},
		{name: "no end, the last event", cal: calendar{Events: []component{event("a", "09:00", "10:00"), event("b", "10:00", "")}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			first, second, err := tt.cal.overlap()
			if r := (*raised)(nil); errors.As(err, &r) != tt.raises {
				t.Fatalf("error %v, raises %v", err, tt.raises)
			}
			if first != tt.first || second != tt.second {
				t.Errorf("%q and %q overlap, want %q and %q", first, second, tt.first, tt.second)
			}
			if _, _, err := tt.cal.timed().overlap(); err != nil {
				t.Errorf("strict raises: %v", err)
			}
		})
	}
}
