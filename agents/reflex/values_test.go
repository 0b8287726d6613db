package reflex

import (
	"strings"
	"testing"
)

// What an action returned empty is nothing to go on with: a document made of the
// text of a scan would be empty, and look done.
func TestNothingToGoOnWith(t *testing.T) {
	for _, tt := range []struct {
		name string
		data any
		ok   bool
	}{
		{"a text", map[string]any{"x": "a"}, true},
		{"a zero", map[string]any{"x": 0.0}, true},
		{"no", map[string]any{"x": false}, true},
		{"a list with something", map[string]any{"x": []any{"", "a"}}, true},
		{"no text", map[string]any{"x": " \n"}, false},
		{"empty lines", map[string]any{"x": []any{"", " "}}, false},
		{"an empty list", map[string]any{"x": []any{}}, false},
		{"null", map[string]any{"x": nil}, false},
		{"no such field", map[string]any{}, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v := newValues(&Procedure{}, nil, "Bob")
			v.observed[1], v.said = tt.data, map[int]string{1: "it holds no text"}
			_, err := v.eval(Expr{From: &Ref{Step: 1, Path: "/x"}})
			if ok := err == nil; ok != tt.ok {
				t.Errorf("got %v", err)
			}
			if err != nil && !strings.Contains(err.Error(), "it holds no text") {
				t.Errorf("%v does not say what was returned", err)
			}
		})
	}
}
