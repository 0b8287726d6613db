package reflex

import (
	"slices"
	"testing"

	"legomem/trajectory"
)

// reviewed is a sum in a mail and, where it is over a limit, an event.
func reviewed(over bool) *trajectory.Run {
	id, file, column, to := "r2", "fair.xlsx", "Rent", "Bob"
	text := "Mail Bob the sum of Rent in fair.xlsx, and if that exceeds the limit, enter a discussion in the calendar of Dana on 5/6/2026"
	if over {
		id, file, column, to = "r1", "trips.xlsx", "Cost", "Omar"
		text = "Write Omar the sum of Cost in trips.xlsx; should it be over the limit, put a review for Priya in the calendar on 4/2/2026"
	}
	deals := []deal{
		{"excel_agent", []done{{"excel.aggregate", map[string]any{"file_path": file, "column": column, "op": "sum"}, map[string]any{"over": over}}}},
		{"email_agent", []done{{"email.send", map[string]any{"to": []any{to}, "subject": "s", "content": "c"}, nil}}},
	}
	if over {
		deals = append(deals, deal{"calendar_agent", []done{{"calendar.create_event", map[string]any{"user": "Priya", "summary": "review", "start": "2026-04-02"}, nil}}})
	}
	run := dealtOut(id, text, "", deals...)
	run.Constants = []any{"sum", "s", "c"}
	if over {
		run.Wordings = []trajectory.Wording{
			{Text: "Email [Omar](to) the sum of [Cost](column) in [trips.xlsx]; if it is over the limit, also put a [review](summary) for [Priya](user) in the calendar on [4/2/2026](date)"},
			{Text: "Mail the sum of the [Cost](column) column of [trips.xlsx] to [Omar](to) and, where it exceeds the limit, enter a [review](summary) in the calendar of [Priya](user) on [4/2/2026](date)"},
		}
	}
	return run
}

// TestFill: the text of a run in which the guarded action was not due is a way to
// say the whole task.
func TestFill(t *testing.T) {
	p := compiled(t, reviewed(true), reviewed(false))
	want := "Mail {to} the sum of {column} in {file_path}, and if that exceeds the limit, enter a {summary} in the calendar of {user} on {date}"
	if !slices.ContainsFunc(p.Patterns, func(x Pattern) bool { return x.Template == want }) {
		for _, x := range p.Patterns {
			t.Log(x.Template)
		}
		t.Errorf("%q is none of the wordings", want)
	}
}

// TestFillDoubt: where two places could have the value, the text is no wording.
func TestFillDoubt(t *testing.T) {
	other := reviewed(false)
	other.Started.Task.Text = "Mail Bob the sum of Rent in fair.xlsx, and if that exceeds the limit, enter a discussion in the calendar of Dana on 5/6/2026 or 6/6/2026"
	p := compiled(t, reviewed(true), other)
	for _, x := range p.Patterns {
		if x.Text == other.Started.Task.Text {
			t.Errorf("it became %q", x.Template)
		}
	}
}
