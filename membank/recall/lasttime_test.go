package recall_test

import (
	"testing"
	"time"

	"legomem/membank/recall"
	"legomem/membank/store/sqlite/sqlitetest"
	"legomem/must"
	"legomem/tools/value"
)

var events = recall.Intent{Domain: "calendar", Name: "calendar.add", Description: "put an event into the calendar"}

// askEvent is what is known of an event that is wanted now: slot, value, slot, value.
func askEvent(slots ...string) recall.Ask {
	a := recall.Ask{Intent: events, Filled: map[string]string{}, Now: day(20), Slots: []recall.Slot{
		{Name: "title", Kind: value.Phrase, Required: true}, {Name: "start", Kind: value.Time, Required: true},
		{Name: "people", Kind: value.Person}, {Name: "place", Kind: value.Phrase}}}
	for i := 0; i < len(slots); i += 2 {
		a.Filled[slots[i]] = slots[i+1]
	}
	return a
}

// TestLastTime: of the same thing the newest session counts, with all that it said and no
// more; of another thing only what needs a value and was the same twice.
func TestLastTime(t *testing.T) {
	m := open(t, sqlitetest.New(t), "t", "ann")
	remember(t, m,
		said("s1", 1, events, "title", "print check", "start", "11:00", "people", "mia", "place", "Loft"),
		said("s2", 2, events, "title", "budget talk", "start", "14:00", "place", "Room 2"),
		said("s3", 3, events, "title", "Print check", "start", "12:00", "people", "tom"),
		said("s4", 4, events, "title", "lunch", "start", "12:00", "place", "Bar Nove"),
		said("s5", 5, mailing, "to", "kate"))
	for _, tt := range []struct {
		name string
		ask  recall.Ask
		when time.Time
		want map[string]string
	}{
		{"the newest of the same thing", askEvent("title", "print check"), day(3), map[string]string{"start": "12:00", "people": "tom"}},
		{"what is said is not proposed", askEvent("title", "Budget talk", "start", "9:00"), day(2), map[string]string{"place": "Room 2"}},
		{"more of the same counts more", askEvent("title", "print check", "people", "mia"), day(1), map[string]string{"start": "11:00", "place": "Loft"}},
		{"of something else what is needed, and was the same twice", askEvent("title", "workshop"), day(4), map[string]string{"start": "12:00"}},
		{"nothing of another intent", recall.Ask{Intent: booking, Slots: askEvent().Slots, Now: day(20)}, time.Time{}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			last, ok, err := m.LastTime(t.Context(), tt.ask)
			must.Do(t, err)
			if ok != (tt.want != nil) || !last.Unit.At.Equal(tt.when) || len(last.Pairs) != len(tt.want) {
				t.Fatalf("it finds %v %+v", ok, last)
			}
			for _, p := range last.Pairs {
				if tt.want[p.Slot] != p.Answer {
					t.Errorf("%s is %q, want %q", p.Slot, p.Answer, tt.want[p.Slot])
				}
			}
		})
	}
	must.Have(m.Set(t.Context(), events, "people", "lee", day(10)))(t)
	last, _, err := m.LastTime(t.Context(), askEvent("title", "print check"))
	must.Do(t, err)
	for _, p := range last.Pairs {
		if p.Slot == "people" && p.Answer != "lee" {
			t.Errorf("after a correction by hand people is %q", p.Answer)
		}
	}
	known := must.Have(m.Known(t.Context(), []recall.Ask{askEvent(), {Intent: mailing, Slots: []recall.Slot{{Name: "to", Kind: value.Person}}}}))(t)
	if len(known) != 2 || len(known[0]) != 11 || len(known[1]) != 1 {
		t.Errorf("known is %+v", known)
	}
}
