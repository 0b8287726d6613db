package reflex

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"legomem/must"
	"legomem/tools"
	"legomem/trajectory"
)

// TestSources: for each kind of argument, where Compile says it comes from.
func TestSources(t *testing.T) {
	listing := done{"email.send", map[string]any{"to": []any{"Zoe"}, "subject": "s", "content": "c"},
		map[string]any{"names": []any{"Ann", "Bo"}, "value": 42.5, "count": 7, "file_path": "data/plan.xlsx", "cells": []any{map[string]any{"Total": "1,200.00"}}}}
	tests := []struct {
		name, text string
		tool, arg  string
		value      any
		want       string // the source as JSON
	}{
		{"a person of the text", "Write to Dana", "calendar.create_event", "user", "Dana", `{"slot":"user"}`},
		{"the acting user", "Write it down", "calendar.create_event", "user", "Alice", `{"user":true}`},
		{"me", "Write it down for me", "calendar.create_event", "user", "Alice", `{"slot":"user"}`},
		{"a phrase in another case", "Note: team lunch", "calendar.create_event", "summary", "Team Lunch", `{"slot":"summary","case":"title"}`},
		{"a quoted phrase", `Note 'the Team lunch'`, "calendar.create_event", "summary", "the Team lunch", `{"slot":"summary"}`},
		{"nothing of the text", "Note it", "calendar.create_event", "summary", "Standup", `{"const":"Standup"}`},
		{"a date and a time", "On 3/12/2026 at 2 pm", "calendar.create_event", "start", "2026-03-12 14:00:00",
			`{"text":[{"slot":"date"},{"const":" "},{"slot":"start"}]}`},
		{"a date without a time", "On 3/12/2026", "calendar.create_event", "start", "2026-03-12 09:00:00",
			`{"text":[{"slot":"date"},{"const":" "},{"const":"09:00"}]}`},
		{"a file in a folder", "Open sales.xlsx", "excel.set_cell", "file_path", "data/sales.xlsx", `{"slot":"file_path","style":"STYLE"}`},
		{"the second of two files", "From plan.pdf make plan.xlsx", "excel.set_cell", "file_path", "plan.xlsx", `{"slot":"file_path"}`},
		{"a file of another suffix", "Convert plan.pdf", "excel.set_cell", "file_path", "plan.xlsx", `{"slot":"file_path","style":"STYLE"}`},
		{"a file that was found", "Open the plan", "excel.set_cell", "file_path", "data/plan.xlsx", `{"from":{"step":1,"path":"/file_path"}}`},
		{"a number of the text", "Make it 120", "excel.set_cell", "value", 120.0, `{"slot":"value","number":true}`},
		{"a number that was found", "Make it so", "excel.set_cell", "value", 42.5, `{"from":{"step":1,"path":"/value"}}`},
		{"a digit that was found by chance", "Make it so", "excel.set_cell", "value", 7.0, `{"const":7,"doubts":[{"step":1,"path":"/count"}]}`},
		{"a list that was found", "Write to them", "email.send", "to", []any{"Ann", "Bo"}, `{"from":{"step":1,"path":"/names"}}`},
		{"a text found in a row", "Make it so", "excel.set_cell", "value", "1,200.00", `{"from":{"step":1,"path":"/cells/0/Total"}}`},
		{"a text with what was found", "Make it so", "email.send", "content", "The total is 42.5 now.",
			`{"text":[{"const":"The total is "},{"from":{"step":1,"path":"/value"}},{"const":" now."}]}`},
		{"a length in minutes", "Move it by half an hour", "excel.set_cell", "by_minutes", 30.0, `{"slot":"by_minutes","as":"minutes"}`},
		{"a length that is taken back", "Move it forward by 1 hour", "excel.set_cell", "by_minutes", -60.0, `{"slot":"by_minutes","as":"minutes back"}`},
		{"a length in days", "Move it by 2 weeks", "excel.set_cell", "by_days", 14.0, `{"slot":"by_days","as":"days"}`},
		{"a number that only equals a length", "Move it by 30 minutes", "excel.set_cell", "value", 30.0, `{"const":30}`},
		{"the end of a period", "Note last week", "calendar.create_event", "end", "2026-03-01", `{"slot":"period","as":"to"}`},
		{"the end of a part of a day", "Note tomorrow morning", "calendar.create_event", "end", "2026-03-03 12:00:00", `{"slot":"period","as":"to"}`},
		{"a date that is a period's end", "Note last week", "calendar.list_events", "date", "2026-02-23", `{"const":"2026-02-23"}`},
		{"plain data that the text happens to hold", "The sum of it", "excel.aggregate", "op", "sum", `{"const":"sum"}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p, _, err := Compile(practised(tt.text, "", []done{listing, {tt.tool, map[string]any{tt.arg: tt.value}, nil}}), nil, office())
			must.Do(t, err)
			e := p.Steps()[1].Args[tt.arg]
			if e.Style != "" {
				e.Style = "STYLE"
			}
			got, _ := json.Marshal(e)
			must.NoDiff(t, cmp.Diff(tt.want, string(got)), "source (-want +got):\n%s")
		})
	}
}

// TestDeclaredConstant: what a demonstration declares constant stays so, even
// where an observation holds the same.
func TestDeclaredConstant(t *testing.T) {
	run := total()
	run.Constants = []any{"The total is 815.5."}
	p, _, err := Compile(run, nil, office())
	must.Do(t, err)
	if e := p.Steps()[1].Args["content"]; string(e.Const) != `"The total is 815.5."` {
		t.Errorf("source = %+v, want the constant", e)
	}
}

// TestConstantOfAnotherKey: a number that is declared for one argument is no constant for
// a length of time that the text gives.
func TestConstantOfAnotherKey(t *testing.T) {
	run := practised("Move it by 1 day", "", []done{{"excel.set_cell", map[string]any{"limit": 1.0, "by_days": 1.0}, nil}})
	run.Constants = []any{1.0}
	p, _, err := Compile(run, nil, office())
	must.Do(t, err)
	args := p.Steps()[0].Args
	if string(args["limit"].Const) != "1" || args["by_days"].Slot == "" {
		t.Errorf("sources %+v, want limit constant and by_days of the text", args)
	}
}

// TestPhraseAmongOtherWords: an argument that holds a phrase of the text among
// words of its own takes the phrase from the text, even before the action that
// has it alone.
func TestPhraseAmongOtherWords(t *testing.T) {
	p, _, err := Compile(practised("Invite Zoe to the team lunch on 4/2/2026", "", []done{
		{"email.send", map[string]any{"to": []any{"Zoe"}, "subject": "Invitation: team lunch", "content": "Come on 2 April 2026."}, nil},
		{"calendar.create_event", map[string]any{"user": "Zoe", "summary": "team lunch", "start": "2026-04-02"}, nil},
	}), nil, office())
	must.Do(t, err)
	subject, _ := json.Marshal(p.Steps()[0].Args["subject"])
	if want := `{"text":[{"const":"Invitation: "},{"slot":"summary"}]}`; string(subject) != want {
		t.Errorf("subject = %s, want %s", subject, want)
	}
	if content := p.Steps()[0].Args["content"]; len(content.Text) != 3 || content.Text[1].Slot != "date" {
		t.Errorf("content = %+v, want the date between two constants", content)
	}
}

// TestFailedActionsAreNotLearned: only what succeeded is practised, and what a
// later action used is found under its new number.
func TestFailedActionsAreNotLearned(t *testing.T) {
	run := total()
	sub := &run.Subtasks[0]
	failed := trajectory.Step{Number: 1, Action: tools.Action{Tool: "excel.aggregate", Args: map[string]any{"file_path": "x.xlsx"}},
		Observation: &tools.Observation{Failed: true, Text: "no file"}}
	torn := trajectory.Step{Number: 4, Action: tools.Action{Tool: "email.send"}}
	sub.Steps = append(append([]trajectory.Step{failed}, sub.Steps...), torn)
	p, _, err := Compile(run, nil, office())
	must.Do(t, err)
	if n := len(p.Steps()); n != 2 {
		t.Fatalf("%d steps, want 2", n)
	}
	got, _ := json.Marshal(p.Steps()[1].Args["content"])
	if want := `{"text":[{"const":"The total is "},{"from":{"step":1,"path":"/text"}},{"const":"."}]}`; string(got) != want {
		t.Errorf("source = %s, want %s", got, want)
	}
	sub.Steps = []trajectory.Step{failed}
	if _, _, err := Compile(run, nil, office()); !errors.Is(err, ErrNothingDone) {
		t.Errorf("err = %v, want ErrNothingDone", err)
	}
}

// FuzzChoose: no text breaks matching, and whatever is accepted has every slot
// bound once.
func FuzzChoose(f *testing.F) {
	for _, s := range []string{"Schedule a team lunch for Priya on 4/2/2026 from 12:00 pm to 1:00 pm", "", "'", "Email \"\" with the subject", "Set cell C4 of stock.xlsx to", "\xff\xfe and 's"} {
		f.Add(s)
	}
	hits := learned(f, meeting(), note(), total(), cell())
	f.Fuzz(func(t *testing.T, text string) {
		m, err := choose(t.Context(), task(text), hits)
		if err != nil {
			return
		}
		for _, s := range m.Procedure.Slots {
			values := map[string]bool{}
			for _, b := range m.Bindings {
				if b.Slot == s.Name {
					values[b.Canon] = true
				}
			}
			if len(values) != 1 {
				t.Errorf("%q: slot %s is bound to %v", text, s.Name, values)
			}
		}
	})
}
