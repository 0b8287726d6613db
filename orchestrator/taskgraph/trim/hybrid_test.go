package trim

import (
	"context"
	"errors"
	"testing"

	"legomem/must"
	tg "legomem/orchestrator/taskgraph"
)

// fixedTrim is a trimmer that reads everything alike.
type fixedTrim struct {
	trim Trim
	err  error
}

func (f fixedTrim) Trim(context.Context, *tg.Graph, Utterance) (Trim, error) { return f.trim, f.err }

// TestHybrid: the model is asked where the offline reading is unsure, and nowhere else.
func TestHybrid(t *testing.T) {
	some := []Subtask{{Intent: Update, Node: "to", New: "York"}}
	question := &Question{Text: "Which?", Options: []Option{{Says: "to", Subtasks: some}}}
	byModel := Trim{By: "model", Subtasks: some, Confidence: 1}
	down := errors.New("no connection")
	for _, tc := range []struct {
		name    string
		offline Trim
		office  bool
		model   error
		by      string
		err     error
	}{
		{"sure", Trim{By: "offline", Subtasks: some, Confidence: 0.9}, false, down, "offline", nil},
		{"less sure", Trim{By: "offline", Subtasks: some, Confidence: 0.7}, false, nil, "model", nil},
		{"a question", Trim{By: "offline", Question: question}, true, nil, "model", nil},
		{"a question about new work", Trim{By: "offline", Question: question, Fresh: true}, true, nil, "model", nil},
		{"new work", Trim{By: "offline", Fresh: true}, true, down, "offline", nil},
		{"nothing understood", Trim{By: "offline", Fresh: true}, false, nil, "model", nil},
		{"a move of nothing", Trim{By: "offline", Fresh: true, Moves: true}, true, nil, "model", nil},
		{"no use of the model", Trim{By: "offline", Question: question}, false, &UnusableError{Tokens: Tokens{Prompt: 7}}, "offline", nil},
		{"no model", Trim{By: "offline", Question: question}, false, down, "", down},
	} {
		t.Run(tc.name, func(t *testing.T) {
			answered := byModel
			if tc.model != nil {
				answered = Trim{}
			}
			h := Hybrid{Offline: fixedTrim{trim: tc.offline}, Model: fixedTrim{answered, tc.model}, Office: tc.office}
			got, err := h.Trim(t.Context(), tg.New(tg.Soften), Utterance{})
			if got.By != tc.by || !errors.Is(err, tc.err) {
				t.Errorf("by %q (%v), want %q (%v)", got.By, err, tc.by, tc.err)
			}
			if u, ok := errors.AsType[*UnusableError](tc.model); ok && got.Tokens != u.Tokens {
				t.Errorf("it took %v", got.Tokens)
			}
		})
	}
}

// TestHybridReads: a trip is read offline where its words are plain.
func TestHybridReads(t *testing.T) {
	m, e := asking(t)
	h := Hybrid{Offline: m.Knows, Model: m}
	got := must.Have(h.Trim(t.Context(), tripGraph(t), Utterance{Text: "Change the destination to York."}))(t)
	if got.By != "offline" || !got.Changes() || len(e.Requests()) != 0 {
		t.Errorf("%+v", got)
	}
}
