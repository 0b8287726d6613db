package recall_test

import (
	"fmt"
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

// TestLookedBack: the last hundred times that a user wanted something are looked through, and
// by when they were, not by when they were remembered.
func TestLookedBack(t *testing.T) {
	m := open(t, sqlitetest.New(t), "t", "ann")
	var all []recall.Unit
	for i := range 101 {
		one := said(fmt.Sprintf("s%d", i), 1, events, "title", fmt.Sprintf("round %d", i), "place", "Loft")
		one.At = day(2).Add(time.Duration(i) * time.Minute)
		all = append(all, one)
	}
	remember(t, m, all[100])
	remember(t, m, all[:100]...)
	remember(t, m, said("other", 1, booking, "title", "round 0"))
	for _, tt := range []struct {
		title string
		seen  bool
	}{{"round 100", true}, {"round 1", true}, {"round 0", false}} {
		last, _, err := m.LastTime(t.Context(), askEvent("title", tt.title))
		must.Do(t, err)
		if got := last.Unit.ID != "" && last.Unit.Pairs[0].Answer == tt.title; got != tt.seen {
			t.Errorf("%s is looked at: %v (%+v)", tt.title, got, last)
		}
	}
	known := must.Have(m.Known(t.Context(), []recall.Ask{{Intent: events, Now: day(20)}, {Intent: booking, Now: day(20)}}))(t)
	if len(known[0]) != 101 || known[0][0].Answer != "round 100" || len(known[1]) != 1 { // a hundred titles and one place
		t.Errorf("%d and %d values are known, the first %+v", len(known[0]), len(known[1]), known[0][0])
	}
}
