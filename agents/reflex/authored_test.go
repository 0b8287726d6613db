package reflex

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"legomem/must"
	"legomem/tools/value"
)

// TestMakings: what is made of a value.
func TestMakings(t *testing.T) {
	timed := map[string]any{"start": "2026-11-24 10:00:00", "end": "2026-11-24 10:30:00"}
	for _, tt := range []struct {
		as        string
		from, got any
	}{
		{"minutes", "1h30m", 90.0},
		{"sum", []any{"Mon", "Sub-total"}, "SUM({Mon}, {Sub-total})"}, {"sum", "Mon", "SUM({Mon})"},
		{"telling", "the code, for the boiler!", "code, boiler!"}, {"telling", "the", "the"},
		{"days", "48h", 2.0},
		{"from", "2026-11-23/2026-11-29", "2026-11-23"},
		{"to", "2026-11-23/2026-11-29", "2026-11-29"},
		{"to", "2026-11-23", "2026-11-23"},
		{"from", "2026-11-23T12:00/2026-11-23T18:00", "2026-11-23 12:00:00"},
		{"unit", "2 week:MO,WE", "week"},
		{"unit", "weekday", "weekday"},
		{"every", "2 week", 2.0},
		{"weekdays", "week:MO,WE", []any{"MO", "WE"}},
		{"words", "2026-11-24", "Tuesday, 24 November 2026"},
		{"words", "14:30", "2:30 pm"},
		{"words", "1h30m", "1 hour 30 minutes"},
		{"words", "a/b", "a/b"},
		{"words", "2026-11-24/2026-11-24", "on Tuesday, 24 November 2026"},
		{"words", "2026-11-23/2026-11-24", "from Monday, 23 November 2026 to Tuesday, 24 November 2026"},
		{"words", "2026-11-24T12:00/2026-11-24T18:00", "on Tuesday, 24 November 2026 from 12:00 pm to 6:00 pm"},
		{"words", "2026-11-23T18:00/2026-11-24T02:00", "from Monday, 23 November 2026 at 6:00 pm to Tuesday, 24 November 2026 at 2:00 am"},
		{"clock", "2026-11-24 14:30:00", "2:30 pm"},
		{"when", timed, "Tuesday, 24 November 2026, 10:00 am to 10:30 am"},
		{"when", map[string]any{"start": "2026-11-24 22:00:00", "end": "2026-11-25 01:00:00"}, "Tuesday, 24 November 2026 at 10:00 pm to Wednesday, 25 November 2026 at 1:00 am"},
		{"when", map[string]any{"start": "2026-11-24", "end": "2026-11-24"}, "Tuesday, 24 November 2026, all day"},
		{"when", map[string]any{"start": "2026-11-24", "end": "2026-11-25"}, "Tuesday, 24 November 2026 to Wednesday, 25 November 2026, all day"},
		{"when", map[string]any{}, "no time"},
		{"name", "data/plan.xlsx", "plan.xlsx"},
		{"stem", "data/plan.xlsx", "data/plan"},
		{"brief", "The room is booked.\nBob", "The room is booked"},
		{"brief", "a text that goes on and on, for longer than a subject of a mail may be", "a text that goes on and on, for longer than a"},
		{"parts", "xlsx, csv", []any{"xlsx", "csv"}},
		{"list", []any{"a", 2.0}, "a, 2"},
		{"lines", []any{"a", nil}, "a\n"},
		{"row", []any{"a", 2.0}, "a | 2"},
		{"cells", []any{[]any{"a", 2.0}, []any{"b", nil}}, "a | 2\nb | "},
		{"event/events", 1.0, "1 event"},
		{"event/events", []any{"a", "b"}, "2 events"},
	} {
		must.NoDiff(t, cmp.Diff(tt.got, must.Have(made(tt.as, tt.from))(t)), tt.as+" (-want +got)\n%s")
	}
}

func TestMakingsRefuse(t *testing.T) {
	for as, from := range map[string]any{"minutes": "soon", "from": "a/b", "unit": "fortnight", "name": 3.0, "cells": "a", "a/b": "c", "colour": "red"} {
		if got, err := made(as, from); err == nil || isLeftOut(err) {
			t.Errorf("%s of %v is %v, %v", as, from, got, err)
		}
	}
	for as, from := range map[string]any{"days": "90m", "every": "week", "weekdays": "week", "clock": "2026-11-24"} {
		if got, err := made(as, from); !isLeftOut(err) {
			t.Errorf("%s of %v is %v, %v", as, from, got, err)
		}
	}
}

// TestGiven: what is made of a value that the text does without is left out.
func TestGiven(t *testing.T) {
	p := &Procedure{Slots: []Slot{{Name: "to", Kind: value.Person, List: true}, {Name: "cc", Kind: value.Person, List: true, Optional: true},
		{Name: "by", Kind: value.Duration, Optional: true}, {Name: "title", Kind: value.Phrase}}}
	args := map[string]Expr{
		"to": {Slot: "to"}, "cc": {Slot: "cc"}, "by": {Slot: "by", As: "days"},
		"all":  {List: []Expr{{Slot: "to", As: "list"}, {Slot: "cc"}}},
		"none": {List: []Expr{{Slot: "cc"}}},
		"text": {Text: []Expr{{Slot: "to", As: "list"}, {When: &Guard{Slot: "cc", Is: isGiven, Not: isMissing}, Then: &Expr{Slot: "cc"}, Else: &Expr{Const: json.RawMessage(`"!"`)}}}},
	}
	bound := []Binding{{Slot: "to", Canon: "Dana"}, {Slot: "by", Canon: "90m"}, {Slot: "to", Canon: "Lee"}}
	want := map[string]any{"to": []any{"Dana", "Lee"}, "all": []any{"Dana, Lee"}, "text": "Dana, Lee!"}
	v := newValues(p, bound, "Bob")
	must.NoDiff(t, cmp.Diff(want, must.Have(v.args(args))(t)), "(-want +got)\n%s")
	must.NoDiff(t, cmp.Diff(want, v.shown(args)), "shown (-want +got)\n%s")
	if _, err := v.eval(Expr{Slot: "title"}); err == nil || isLeftOut(err) {
		t.Errorf("a value that is needed and missing: %v", err)
	}
}

// TestForeseen: what the text's values rule out is not shown.
func TestForeseen(t *testing.T) {
	guarded := func(n int, is, not string) Step {
		return Step{Flow: Flow{When: &Guard{Slot: "cc", Is: is, Not: not}}, Steps: []Step{{Number: n, Tool: "email.send"}}}
	}
	p := &Procedure{Slots: []Slot{{Name: "cc", Kind: value.Person, Optional: true}},
		Subtasks: []Subtask{{Agent: "email_agent", Steps: []Step{guarded(1, isGiven, isMissing), guarded(2, isMissing, isGiven)}}}}
	for _, bound := range [][]Binding{nil, {{Slot: "cc", Canon: "Dana"}}} {
		if n := len((&Match{Procedure: p, Bindings: bound}).Preview("Bob").Actions); n != 1 {
			t.Errorf("%d actions are shown with %v", n, bound)
		}
	}
}

// TestGivenOfActions: a guard asks whether an action returned anything.
func TestGivenOfActions(t *testing.T) {
	v := newValues(&Procedure{}, nil, "Bob")
	v.observed[1] = map[string]any{"none": []any{}, "no": false, "zero": 0.0, "blank": " ", "some": []any{"a"}, "yes": true, "one": 1.0, "text": "b", "object": map[string]any{"a": 1.0}}
	for path, want := range map[string]bool{"/none": false, "/no": false, "/zero": false, "/blank": false, "/missing": false,
		"/some": true, "/yes": true, "/one": true, "/text": true, "/object": true} {
		for is, not := range map[string]string{isGiven: isMissing, isMissing: isGiven} {
			if got := must.Have(v.holds(Guard{Of: Ref{1, path}, Is: is, Not: not}))(t); got != (want == (is == isGiven)) {
				t.Errorf("%s is %s: %v", path, is, got)
			}
		}
	}
	if got := must.Have(v.holds(Guard{Of: Ref{2, "/some"}, Is: isGiven, Not: isMissing}))(t); got {
		t.Error("an action that was not done returned something")
	}
}
