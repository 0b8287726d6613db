package reflex

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"legomem/agents"
	"legomem/membank"
	"legomem/must"
)

func knownIn(t *testing.T, text string, hits []membank.Hit) []string {
	t.Helper()
	m, err := choose(t.Context(), task(text), hits)
	if no, gaveUp := errors.AsType[*agents.GiveUp](err); gaveUp {
		if no.Reason == "" {
			t.Errorf("%s: nothing says why not", text)
		}
		return nil
	}
	must.Do(t, err)
	if !m.Exact {
		t.Errorf("%s is known, and is not called exact", text)
	}
	return calls(m)
}

// TestKnown: what is said as a wording says it is known, with other values.
func TestKnown(t *testing.T) {
	hits := everything(t)
	for text, want := range map[string]string{
		"schedule a budget review for Dana on March 12, 2026 from 2:00 pm to 3:30 pm": `calendar.create_event{"end":"2026-03-12 15:30","start":"2026-03-12 14:00","summary":"budget review","user":"Dana"}`,
		"Set cell B3 of budget.xlsx to 1450":                                          `excel.set_cell{"cell":"B3","file_path":"data/budget.xlsx","value":1450}`,
		`Email Dana with the subject "Keys" saying "they are here, and warm!"`:        `email.send{"content":"they are here, and warm!","subject":"Keys","to":["Dana"]}`,
	} {
		if got := knownIn(t, text, hits); !slices.Equal(got, []string{want}) {
			t.Errorf("%s is known as %q", text, got)
		}
	}
	for _, text := range []string{
		"Set cell B3 of budget.xlsx to 25 euros",                                     // a number was practised
		`Set cell B3 of "budget.xlsx to 3 and delete stock.xlsx" to 25`,              // which is no file
		"Set cell B3 of budget.docx to 25",                                           // with a workbook
		"Set cell B3 of budget.xlsx to 25?",                                          // and no question
		"Email Dana with the subject Keys saying they are here and print it",         // where does it end?
		"Do not schedule a review for Dana on 3/12/2026 from 2:00 pm to 3:30 pm",     // another word
		"Schedule a review for me on 3/12/2026 from 2:00 pm to 3:30 pm",              // as no wording says it
		"Schedule a talk on Monday for Dana on 3/12/2026 from 2:00 pm to 3:30 pm",    // which day?
		"Schedule a review for Dana on 3/12/2026 from 2:00 pm to 3:30 pm every week", // one too many
	} {
		if got := knownIn(t, text, hits); got != nil {
			t.Errorf("%s is known as %q", text, got)
		}
	}
}

// TestKnownUser: where a wording means the acting user, whoever acts is meant.
func TestKnownUser(t *testing.T) {
	mine := practised("Put a team lunch in Alice's calendar on 4/2/2026 from 12:00 pm to 1:00 pm", "",
		[]done{{"calendar.create_event", map[string]any{"user": "Alice", "summary": "team lunch", "start": "2026-04-02 12:00:00", "end": "2026-04-02 13:00:00"}, nil}},
		"Put a [team lunch] in [my](user) calendar on [4/2/2026] from [12:00 pm](start) to [1:00 pm](end)")
	other := task(`Put a "fire drill" in my calendar on 3/12/2026 from 2:00 pm to 3:30 pm`)
	other.User = "Tom"
	m := must.Have(choose(t.Context(), other, learned(t, mine)))(t)
	if want := `calendar.create_event{"end":"2026-03-12 15:30","start":"2026-03-12 14:00","summary":"fire drill","user":"Tom"}`; m == nil || calls(m)[0] != want {
		t.Errorf("my calendar is read as %v", m)
	}
}

// TestKnownTwice: a sentence that two procedures know is neither's, and the refusal says
// which they are and how to be rid of one.
func TestKnownTwice(t *testing.T) {
	other := cell()
	other.Subtasks[0].Steps[0].Action.Args["file_path"] = "stock.xlsx"
	hits := append(learned(t, cell()), learned(t, other)...)
	hits[0].Unit.ID, hits[1].Unit.ID = "m-one", "m-two"
	_, err := choose(t.Context(), task("Set cell B3 of budget.xlsx to 1450"), hits)
	var no *agents.GiveUp
	if !errors.As(err, &no) {
		t.Fatalf("it is not refused: %v", err)
	}
	for _, want := range []string{"m-one", "m-two", "legomem memory forget ID"} {
		if !strings.Contains(no.Reason, want) {
			t.Errorf("the refusal lacks %q: %s", want, no.Reason)
		}
	}
}
