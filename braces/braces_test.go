package braces

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"legomem/must"
)

func TestReferences(t *testing.T) {
	for _, tt := range []struct {
		text string
		want []Reference
	}{
		{"{1.events.0.summary}", []Reference{{0, 20, 1, "/events/0/summary"}}},
		{"It is {2.value}, {1.a.b}.", []Reference{{6, 15, 2, "/value"}, {17, 24, 1, "/a/b"}}},
		{"{1}: {name}", nil},                     // a template's own
		{`(?P<a>[a-z]{2,}) {`, nil},              // a pattern
		{"{{1.a}", []Reference{{1, 6, 1, "/a"}}}, // the inner one
		{"{0.a} {-1.a} {1.a b}", nil},
	} {
		must.NoDiff(t, cmp.Diff(tt.want, References(tt.text)), tt.text+" (-want +got):\n%s")
	}
}

func TestResolve(t *testing.T) {
	data := map[string]any{"a/b": []any{map[string]any{"x~y": 1.0}}}
	tests := []struct {
		path string
		want any
		ok   bool
	}{
		{"/a~1b/0/x~0y", 1.0, true}, {"", data, true}, {"/a~1b/1", nil, false}, {"/a~1b/-", nil, false}, {"/none", nil, false}, {"/a~1b/0/x~0y/z", nil, false},
		{"/A~1B/0/X~0Y", 1.0, true},
	}
	for _, tt := range tests {
		got, ok := Resolve(data, tt.path)
		if ok != tt.ok || !cmp.Equal(got, tt.want) {
			t.Errorf("Resolve(%q) = %v, %v; want %v, %v", tt.path, got, ok, tt.want, tt.ok)
		}
	}
}
