package reflex

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"legomem/agents"
	"legomem/must"
)

// TestReadings: how the words around a value decide what it is.
func TestReadings(t *testing.T) {
	hits := everything(t)
	tests := []struct{ name, text, want string }{
		{"the verb of another wording", "Write cell C4 of stock.xlsx to 7", `excel.set_cell{"cell":"C4","file_path":"data/stock.xlsx","value":7}`},
		{"no person behind an article", "Book the Kickoff for Dana on 3/12/2026 from 2:00 pm to 3:30 pm",
			`calendar.create_event{"end":"2026-03-12 15:30","start":"2026-03-12 14:00","summary":"Kickoff","user":"Dana"}`},
		{"a function word written as a name", "Add up the Name column of x.xlsx and email the total to Bo",
			`excel.aggregate{"column":"Name","file_path":"data/x.xlsx","op":"sum"}`},
		{"a colon ends a title", "Send Bo a mail titled Rent: that says With love", `email.send{"content":"With love","subject":"Rent","to":["Bo"]}`},
		{"a verb behind an article is a noun", "Email Bo with the subject Keys saying an email was lost",
			`email.send{"content":"an email was lost","subject":"Keys","to":["Bo"]}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m := must.Have(chooseLikely(t.Context(), task(tt.text), hits))(t)
			must.NoDiff(t, cmp.Diff(tt.want, calls(m)[0]), "first action (-want +got):\n%s")
		})
	}
}

// TestNoReadings: words that would fit a slot but go on with the request, and
// words that turn it around.
func TestNoReadings(t *testing.T) {
	careful := practised("Schedule a team lunch for Priya on 4/2/2026 from 12:00 pm to 1:00 pm", "Done.",
		[]done{{"calendar.create_event", map[string]any{"user": "Priya", "summary": "team lunch", "start": "2026-04-02 12:00:00", "end": "2026-04-02 13:00:00"}, nil}},
		"Do not forget to schedule a [team lunch] for [Priya] on [4/2/2026] from [12:00 pm](start) to [1:00 pm](end)")
	hits := learned(t, careful, note())
	for name, text := range map[string]string{
		"a negation of another wording":  "Never mind, do not schedule a review for Dana on 3/12/2026 from 2:00 pm to 3:30 pm",
		"a negation alone":               "Not schedule a review for Dana on 3/12/2026 from 2:00 pm to 3:30 pm",
		"a message that nothing opens":   "Email Bob with the subject Parking the totals of May",
		"a message behind a preposition": "Email Bob with the subject Parking with the totals of May",
		"a title that nothing announces": "Email Bob that the gate is closed",
	} {
		t.Run(name, func(t *testing.T) {
			m, err := choose(t.Context(), task(text), hits)
			var no *agents.GiveUp
			if !errors.As(err, &no) {
				t.Errorf("did not give up: %v", calls(m))
			}
		})
	}
}
