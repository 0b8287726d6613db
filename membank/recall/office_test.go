package recall_test

import (
	"testing"

	"legomem/membank/recall"
	"legomem/membank/store/sqlite/sqlitetest"
	"legomem/tools/value"
)

// TestOffice: the scorer was trained on other services than an office's, and knows its values
// again: of the same skill by the slot, and for another skill nothing that it did not ask for.
func TestOffice(t *testing.T) {
	m := open(t, sqlitetest.New(t), "t", "ann")
	add := recall.Intent{Domain: "calendar", Name: "calendar.add", Description: "put one event into the calendar, at a time"}
	send := recall.Intent{Domain: "email", Name: "email.send", Description: "send an email"}
	in := func(session string, n int, i recall.Intent, words string, slots ...string) recall.Unit {
		var all []recall.Said
		for k := 0; k < len(slots); k += 2 {
			all = append(all, recall.Said{Intent: i, Slot: slots[k], Words: words, Answer: slots[k+1], From: recall.Named})
		}
		return recall.Curate(session, day(n), all)[0]
	}
	remember(t, m, in("s1", 2, add, "Schedule a budget review with Dana and Lee in Room 4 on 3/12/2026 from 2 pm to 3:30 pm",
		"title", "budget review", "people", "Dana and Lee", "place", "Room 4", "date", "3/12/2026", "start", "2 pm", "end", "3:30 pm"))
	remember(t, m, in("s2", 3, send, "Send the report to Priya with the subject Weekly", "to", "Priya", "subject", "Weekly"))
	got := propose(t, m, recall.Ask{Intent: add, Now: day(9), Words: "Schedule the budget review on Friday", Filled: map[string]string{"title": "budget review", "date": "Friday"}, Slots: []recall.Slot{
		{Name: "title", Kind: value.Phrase, Description: "What is the event called?", Required: true}, {Name: "date", Kind: value.Date, Description: "On which day?", Required: true},
		{Name: "start", Kind: value.Time, Description: "At what time does it start?", Required: true}, {Name: "end", Kind: value.Time},
		{Name: "people", Kind: value.Person}, {Name: "place", Kind: value.Phrase}}})
	for slot, want := range map[string]string{"start": "2 pm", "end": "3:30 pm", "people": "Dana and Lee", "place": "Room 4"} {
		if p := got[slot]; p.Verdict != recall.Clear || p.Candidates[0].Value != want {
			t.Errorf("%s: %+v", slot, p)
		}
	}
	for _, p := range propose(t, m, recall.Ask{Intent: recall.Intent{Domain: "files", Name: "files.find", Description: "find a file by its name"}, Now: day(9), Words: "find it",
		Slots: []recall.Slot{{Name: "name", Kind: value.Phrase, Description: "Which file?", Required: true}, {Name: "folder", Kind: value.Phrase}}}) {
		same(t, p.Slot.Name, p.Verdict, recall.None)
	}
}
