package recall_test

import (
	"bytes"
	"strings"
	"testing"

	"legomem/membank/recall"
	"legomem/membank/store"
	"legomem/membank/store/sqlite/sqlitetest"
	"legomem/must"
)

// TestOddAsks: a schema with slots of no name or the same name twice, values for slots that no
// schema has, and an intent without words find nothing wrong and fail in no ranking.
func TestOddAsks(t *testing.T) {
	m := open(t, sqlitetest.New(t), "t", "ann")
	remember(t, m, said("s1", 2, booking, "room", "Room 4", "people", "Dana"))
	twice := room()
	twice.Slots = append(twice.Slots, twice.Slots[0], recall.Slot{}, recall.Slot{Name: "unheard of", Values: []string{"x", ""}})
	unknown := room()
	unknown.Filled = map[string]string{"no such slot": "Room 4", "room": ""}
	for name, a := range map[string]recall.Ask{"nothing": {}, "twice": twice, "unknown": unknown, "no words": {Intent: recall.Intent{Domain: "calendar"}, Slots: room().Slots}, "no slots": {Intent: booking}} {
		for _, by := range store.Rankings() {
			seen := m.With(recall.Settings{By: by})
			must.Have(seen.Select(t.Context(), a))(t)
			for _, p := range must.Have(seen.Propose(t.Context(), a))(t) {
				if p.Slot.Name != "room" && p.Slot.Name != "people" && p.Verdict != recall.None {
					t.Errorf("%s by %s: %+v", name, by, p)
				}
			}
		}
	}
}

// TestBefore: what was said at a time or later is not looked at where an Ask says so.
func TestBefore(t *testing.T) {
	m := open(t, sqlitetest.New(t), "t", "ann")
	remember(t, m, said("s1", 2, booking, "room", "Room 4"), said("s2", 5, mailing, "recipient", "Priya"))
	a := room()
	a.Before = day(2)
	same(t, "at that time", len(must.Have(m.Retrieve(t.Context(), a))(t)), 0)
	a.Before = day(5)
	same(t, "before", len(must.Have(m.Retrieve(t.Context(), a))(t)), 1)
}

// TestScorerFile: the shipped scorer says what it was trained on; one that was cut or changed is
// an error, and never a panic.
func TestScorerFile(t *testing.T) {
	sc := must.Have(recall.Shipped())(t)
	if a := sc.About; a.Goals == 0 || len(a.Files) == 0 || a.Data == "" || a.Trust.Tagged.Slope <= 0 || a.Trust.Blind.Slope <= 0 {
		t.Errorf("it says of itself %+v", a)
	}
	var whole bytes.Buffer
	must.Do(t, sc.Save(&whole))
	must.Have(recall.LoadScorer(bytes.NewReader(whole.Bytes())))(t)
	for n := 0; n < whole.Len(); n += 1 + whole.Len()/50 {
		if _, err := recall.LoadScorer(bytes.NewReader(whole.Bytes()[:n])); err == nil {
			t.Errorf("cut at byte %d of %d, it was loaded", n, whole.Len())
		}
	}
}

// TestCalibrate: a scorer that is too unsure becomes surer, and one whose odds say the opposite
// is left as it is.
func TestCalibrate(t *testing.T) {
	var unsure, opposite []recall.Try
	for i := range 100 {
		unsure = append(unsure, recall.Try{Fills: 0.2, Right: i%10 != 0}, recall.Try{Fills: 0.01, Right: i%20 == 0})
		opposite = append(opposite, recall.Try{Fills: 0.9, Right: i%10 == 0}, recall.Try{Fills: 0.1, Right: i%10 != 0})
	}
	l := recall.Calibrate(unsure)
	if p := l.Of(0.2); p < 0.88 || p > 0.92 {
		t.Errorf("0.2 stands for %.3f, and nine in ten were right", p)
	}
	if p := l.Of(0.01); p < 0.04 || p > 0.06 {
		t.Errorf("0.01 stands for %.3f, and one in twenty was right", p)
	}
	same(t, "of the opposite", recall.Calibrate(opposite), recall.Line{})
	same(t, "of nothing", recall.Calibrate(nil).Of(0.3) > 0, true)
}

// FuzzReadUnits: whatever a file holds, it is read or refused.
func FuzzReadUnits(f *testing.F) {
	f.Add(`{"id":"","intent":{"name":"a","description":"b"},"session":"s","at":"2026-03-02T10:00:00Z","pairs":[{"slot":"x","answer":"y","turn":0}],"curator":"","hash":""}`)
	f.Add("{}\n\n[")
	f.Fuzz(func(t *testing.T, text string) {
		units, err := recall.ReadUnits(strings.NewReader(text))
		for _, u := range units {
			if err == nil && u.Check() != nil {
				t.Errorf("a unit that cannot be kept was read: %+v", u)
			}
		}
	})
}
