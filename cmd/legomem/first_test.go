package main

import (
	"bytes"
	"strings"
	"testing"

	"legomem/agents"
	"legomem/consent"
	"legomem/tools/value"
	"legomem/trajectory"
)

// TestOpenOverHostileContent: a question whose words an attacker wrote is shown without
// anything that a terminal obeys.
func TestOpenOverHostileContent(t *testing.T) {
	for name, asks := range map[string]trajectory.Question{
		"slot": {Kind: trajectory.AsksSlot, Text: evil, Whose: evil, Slot: &trajectory.Slot{Name: evil, Kind: value.File, Free: true,
			Candidates: []trajectory.Candidate{{Value: evil, Shown: evil}}}},
		"number": {Kind: trajectory.AsksSlot, Text: evil, Slot: &trajectory.Slot{Name: evil, Kind: value.Number, Candidates: []trajectory.Candidate{{Value: evil, Shown: evil}}}},
		"choice": {Kind: trajectory.AsksChoice, Text: evil, Readings: []trajectory.Reading{{ID: evil, Sentence: evil}, {ID: "x", Sentence: "y"}}},
	} {
		q := consent.AskFirst("r1", "local", "Dana", asks)
		var out, raw bytes.Buffer
		a := &app{out: console{&out}, err: console{&out}}
		a.tellQuestion(q)
		tellf(a.err, "Your answer (%s): ", howTo(q))
		if !strings.Contains(out.String(), "EVIL") {
			t.Errorf("%s: %q", name, &out)
		}
		checkHarmless(t, name, out.String(), false)
		a.out, a.json = console{&raw}, true
		if err := a.printJSON(q); err != nil {
			t.Error(err)
		}
		checkHarmless(t, name+" as JSON", raw.String(), false)
		checkJSON(t, name, raw.Bytes())
	}
}

// TestExplainAsking: what would be asked is told, and the exit code is that of a question.
func TestExplainAsking(t *testing.T) {
	asks := &agents.Asking{Question: trajectory.Question{Kind: trajectory.AsksSlot, Text: "When?", Slot: &trajectory.Slot{Name: "start", Free: true}}}
	for asJSON, want := range map[bool]string{false: "? When?", true: `"text": "When?"`} {
		var out bytes.Buffer
		a := &app{out: console{&out}, json: asJSON}
		if err := a.explainAsking(asks); exitCode(t.Context(), true, err) != exitAsked || !strings.Contains(out.String(), want) {
			t.Errorf("%v: %q", err, &out)
		}
	}
}

// TestHowTo: what a terminal says can be answered.
func TestHowTo(t *testing.T) {
	at := func(kind value.Kind, free bool, shown ...string) trajectory.Question {
		s := &trajectory.Slot{Name: "x", Kind: kind, Free: free}
		for _, text := range shown {
			s.Candidates = append(s.Candidates, trajectory.Candidate{Value: text, Shown: text})
		}
		return trajectory.Question{Kind: trajectory.AsksSlot, Text: "?", Slot: s}
	}
	for want, asks := range map[string]trajectory.Question{
		"your own words, none":           at(value.Time, true),
		"a number, your own words, none": at(value.Time, true, "3 pm"),
		"one of these, none":             at(value.Number, false, "3", "5"),
	} {
		if got := howTo(consent.AskFirst("r1", "local", "Dana", asks)); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
