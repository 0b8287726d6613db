package reflex

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"legomem/agents"
	"legomem/must"
	"legomem/tools/value"
	"legomem/trajectory"
)

// moved is said in enough ways to tell what they have in common.
func moved() *trajectory.Run {
	return practised("Move the stand-up in Priya's calendar to 4/2/2026 at 2 pm", "",
		[]done{{"calendar.create_event", map[string]any{"user": "Priya", "summary": "stand-up", "start": "2026-04-02 14:00:00"}, nil}},
		"Reschedule [Priya]'s [stand-up] to [2 pm](start) on [April 2, 2026]",
		"In [Priya]'s calendar, move the [stand-up] to [4/2/2026] at [2 pm](start)",
		"Please shift the event [stand-up] in the calendar of [Priya] to [2 April 2026], [2 pm](start)",
		"The [stand-up] of [Priya] has to be moved to [4/2/2026], [2 pm](start)",
		"Could you postpone [Priya]'s [stand-up] to [4/2/2026] at [2 pm](start)?")
}

func totalled() *trajectory.Run {
	return practised("Total the Cost column of trips.xlsx, write it to teams.docx and mail that to Omar with the subject Travel", "",
		[]done{
			{"excel.aggregate", map[string]any{"file_path": "data/trips.xlsx", "column": "Cost", "op": "sum"}, map[string]any{"text": "815.5"}},
			{"excel.set_cell", map[string]any{"file_path": "data/teams.docx", "cell": "A1", "value": "815.5"}, nil},
			{"email.send", map[string]any{"to": []any{"Omar"}, "subject": "Travel", "content": "Attached"}, nil},
		},
		"Add up the [Cost](column) column in [trips.xlsx], put the total into [teams.docx] and send the document to [Omar], subject [Travel](subject)",
		"From [trips.xlsx] sum the [Cost](column), save that as [teams.docx] and email it to [Omar] under the subject [Travel](subject)",
		"I need the total of the [Cost](column) in [trips.xlsx], written to the document [teams.docx] and mailed to [Omar] with [Travel](subject) as the subject",
		"Make [teams.docx] with the total of the column [Cost](column) from [trips.xlsx] and send it to [Omar], with the subject [Travel](subject)",
		"With the subject [Travel](subject), send [Omar] the document [teams.docx] with the sum of the [Cost](column) column in [trips.xlsx]")
}

// TestAnyOrder: what the wordings say in other orders is read by what they have
// in common.
func TestAnyOrder(t *testing.T) {
	hits := learned(t, moved(), totalled())
	tests := []struct {
		name, text string
		want       []string
	}{
		{"what comes last", "To 3 pm on 5/6/2026 the planning of Dana has to be moved",
			[]string{`calendar.create_event{"start":"2026-05-06 15:00","summary":"planning","user":"Dana"}`}},
		{"another sentence first", "There is the event planning in Dana's calendar. Please move it to 5/6/2026 at 3 pm",
			[]string{`calendar.create_event{"start":"2026-05-06 15:00","summary":"planning","user":"Dana"}`}},
		{"the recipient first", "Under the subject Autumn figures, Mona gets the document groups.docx by mail: put into it, from sales.xlsx, the total of the column Price",
			[]string{
				`excel.aggregate{"column":"Price","file_path":"data/sales.xlsx","op":"sum"}`,
				`excel.set_cell{"cell":"A1","file_path":"data/groups.docx","value":"⟨action 1: /text⟩"}`,
				`email.send{"content":"Attached","subject":"Autumn figures","to":["Mona"]}`,
			}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m := must.Have(choose(t.Context(), task(tt.text), hits))(t)
			must.NoDiff(t, cmp.Diff(tt.want, calls(m)), "actions (-want +got):\n%s")
		})
	}
}

// TestAnyOrderHonestNo: in free order too, what turns a request around is not
// read over, and what two slots could take is not taken.
func TestAnyOrderHonestNo(t *testing.T) {
	hits := learned(t, moved(), totalled())
	tests := []struct{ name, text string }{
		{"denied", "To 3 pm on 5/6/2026 the planning of Dana has not to be moved"},
		{"unless", "To 3 pm on 5/6/2026 the planning of Dana has to be moved unless it rains"},
		{"the other direction", "From 3 pm on 5/6/2026 the planning of Dana has to be moved"},
		{"another verb", "To 3 pm on 5/6/2026 the planning of Dana has to be copied"},
		{"a second person", "To 3 pm on 5/6/2026 the planning of Dana and Tom has to be moved"},
		{"a second day", "To 3 pm on 5/6/2026 or 5/7/2026 the planning of Dana has to be moved"},
		{"told, not asked", "To 3 pm on 5/6/2026 the planning of Dana was moved"},
		{"every week", "To 3 pm on 5/6/2026 the weekly planning of Dana has to be moved"},
		{"a value too few", "The planning of Dana has to be moved to 3 pm"},
		{"nothing to do", "5/6/2026, 3 pm: Dana, planning"},
		{"another step", "Under the subject Sums Mona gets the document groups.docx by mail: put into it, from sales.xlsx, the total of the column Price, and print it"},
		{"the smallest", "Under the subject Sums Mona gets the document groups.docx by mail: put into it, from sales.xlsx, the lowest of the column Price"},
		{"from the document", "Under the subject Sums Mona gets the workbook sales.xlsx by mail: put into it, from groups.docx, the total of the column Price"},
		{"a part of a name", "Under the subject Sums Mona gets the document groups.docx by mail: put into it, from sales.xlsx, the total of the column Price/Weight"},
		{"no subject", "Mona gets the document groups.docx by mail: put into it, from sales.xlsx, the total of the columns Price and Weight"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m, err := choose(t.Context(), task(tt.text), hits)
			var no *agents.GiveUp
			if !errors.As(err, &no) {
				t.Errorf("did not give up: %v, %v", calls(m), err)
			}
		})
	}
}

// TestConsequences: a condition decides what stands behind its clause, or before
// it; "unless" and "not" turn it around.
func TestConsequences(t *testing.T) {
	tests := []struct {
		text string
		want []string
	}{
		{"If the room is free, book it", []string{"free: book"}},
		{"Book the room if it is free, else email them", []string{"free: book"}},
		{"Book the room; if it is taken, email them", []string{"taken: email"}},
		{"Unless the room is taken, book it", []string{"free: book"}},
		{"If it is not free, email them", []string{"taken: email"}},
		{"Book the room", nil},
	}
	for _, tt := range tests {
		t.Run(tt.text, func(t *testing.T) {
			var got []string
			r := &reader{aligner: &aligner{u: read(tt.text, value.Reference{}), f: &family{lx: words()}}}
			for _, c := range words().consequences(r.clauseWords()) {
				got = append(got, map[bool]string{true: "free: ", false: "taken: "}[c.first]+c.verb)
			}
			must.NoDiff(t, cmp.Diff(tt.want, got), "consequences (-want +got):\n%s")
		})
	}
}
