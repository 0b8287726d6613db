package curate

import (
	"strings"
	"testing"

	"legomem/llm/llmtest"
	"legomem/membank"
	"legomem/must"
)

func TestStandsFor(t *testing.T) {
	long := strings.Repeat("ż", longText+1)
	for _, tc := range []struct {
		name      string
		said, was any
		want      bool
	}{
		{"the same text", "a", "a", true},
		{"another text", "a", "b", false},
		{"a shorter one for a long one", "letters", long, true},
		{"one of 200 characters is not long", "letters", long[:2*longText], false},
		{"the same long one", long, long, true},
		{"as long a one", strings.Repeat("x", len(long)), long, false},
		{"a number for a long one", 1.0, long, false},
		{"inside a list", []any{"a", "letters"}, []any{"a", long}, true},
		{"a shorter list", []any{"letters"}, []any{"a", long}, false},
		{"a text for a list", "letters", []any{long}, false},
		{"inside an object", map[string]any{"a": map[string]any{"b": "letters"}}, map[string]any{"a": map[string]any{"b": long}}, true},
		{"another key", map[string]any{"c": "letters"}, map[string]any{"a": long}, false},
		{"a list for an object", []any{}, map[string]any{}, false},
		{"numbers", 1.5, 1.5, true},
		{"other numbers", 1.5, 1.0, false},
		{"an object for a number", map[string]any{}, 1.0, false},
		{"null", nil, nil, true},
		{"null for false", nil, false, false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := standsFor(tc.said, tc.was); got != tc.want {
				t.Errorf("got %v", got)
			}
		})
	}
}

// TestLogsOrderIsAlwaysFound: of calls alike, any choice that keeps the log's
// order is accepted, however it is cut into subtasks.
func TestLogsOrderIsAlwaysFound(t *testing.T) {
	for _, tc := range []struct {
		name string
		cut  [][]string
	}{
		{"all", [][]string{{listCall, createCall, listCall}}},
		{"one each", [][]string{{listCall}, {createCall}, {listCall}}},
		{"the first left out", [][]string{{createCall, listCall}}},
		{"the last left out", [][]string{{listCall, createCall}}},
		{"two and one", [][]string{{listCall, createCall}, {listCall}}},
		{"the twins together", [][]string{{listCall, listCall}, {createCall}}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			m := memo()
			var parts []part
			for _, calls := range tc.cut {
				parts = append(parts, part{"agent": "calendar_agent", "description": "d", "steps": steps(calls...), "observations": ""})
			}
			m["subtasks"] = parts
			b := open(t, "", say(m))
			if _, notes, err := (Model{Asking: b.Asking}).Curate(t.Context(), office()); err != nil || len(notes) > 0 {
				t.Errorf("notes %q, error %v", notes, err)
			}
		})
	}
}

// TestOrdinaryWordsAreShortened: what a model says at length is cut where Rule
// cuts, and marked.
func TestOrdinaryWordsAreShortened(t *testing.T) {
	long := strings.Repeat("x", 2*maxSummary)
	m := memo()
	m["subtasks"] = []part{{"agent": "word_agent", "description": "d", "steps": "<thought>" + long + "</thought><action>" + readCall + "</action>", "observations": long}}
	units, _, err := Model{Asking: open(t, "", say(m)).Asking}.Curate(t.Context(), office())
	must.Do(t, err)
	want := membank.Subtask{Agent: "word_agent", Description: "d", Observations: long[:maxSummary] + " […]",
		Steps: []membank.Step{{Think: long[:maxArgument] + " […]", Action: readCall}}}
	if got := units[0].Subtasks[0]; got.Observations != want.Observations || got.Steps[0] != want.Steps[0] {
		t.Errorf("subtask %+v", got)
	}
}

func TestScript(t *testing.T) {
	run := office()
	run.Subtasks[0].Failed = true
	run.Subtasks[1].Steps[0].Observation = nil
	run.Subtasks[1].Steps[1].Observation.Text = strings.Repeat("row\n", maxShown)[1:]
	got := writeScript(run).text(0)
	for _, want := range []string{
		"Delegation 1 ended, and could NOT be done; the report:\n| It is on 5 March.\n",
		"Call 3 has no recorded result.\n",
		"| r […]\n(15999 bytes in all; the rest is not shown)\n",
		`| email.send({"body":"` + mail + `","to":["ann@example.com"]})` + "\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("the script lacks %q:\n%s", want, got)
		}
	}
	if n := strings.Count(got, "| row"); n > maxShown/len("row\n")+1 {
		t.Errorf("%d rows are shown", n)
	}
}

// TestMalformedIsRetried: an endpoint that answers nothing is told so, without
// its own address.
func TestMalformedIsRetried(t *testing.T) {
	b := open(t, "", llmtest.Reply{Raw: `{"object":"chat.completion","choices":[]}`}, say(memo()))
	if _, _, err := (Model{Asking: b.Asking}).Curate(t.Context(), office()); err != nil {
		t.Fatal(err)
	}
	if said := b.last(); !strings.Contains(said, "(an empty reply)") || !strings.Contains(said, "cannot be used: the endpoint sent no choice") {
		t.Errorf("asked:\n%s", said)
	}
}

// TestUnitsAreTheirCurators: each unit says who made it.
func TestUnitsAreTheirCurators(t *testing.T) {
	for _, c := range []Curator{Rule{Now: at(1)}, Model{Asking: open(t, "", say(memo())).Asking}} {
		run := office()
		units, _, err := c.Curate(t.Context(), run)
		must.Do(t, err)
		for _, u := range units {
			if u.Curator != c.Name() || u.Source.User != "Bob" {
				t.Errorf("%s: unit %+v", c.Name(), u)
			}
		}
	}
}
