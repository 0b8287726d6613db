package words_test

import (
	"testing"

	"legomem/words"
)

func TestWords(t *testing.T) {
	for _, tc := range []struct{ name, got, want string }{
		{"short enough", words.Short(" two\n lines ", 9), "two lines"},
		{"cut", words.Short("two lines", 5), "two …"},
		{"letters, not bytes", words.Short("äöü", 3), "äöü"},
		{"first line", words.FirstLine("one\ntwo"), "one"},
		{"one", words.Count(1, "row"), "1 row"},
		{"none", words.Count(0, "row"), "0 rows"},
		{"many", words.Plural(2, "memory is", "memories are"), "2 memories are"},
		{"all of few", words.Some([]string{"a", "b"}, 2), "a, b"},
		{"some of many", words.Some([]string{"a", "b", "c", "d"}, 2), "a, b and 2 more"},
		{"some of nothing", words.Some(nil, 2), ""},
		{"arguments", words.Arguments(map[string]any{"b": "<x>", "a": 1}), `{"a":1,"b":"<x>"}`},
	} {
		if tc.got != tc.want {
			t.Errorf("%s: %q, want %q", tc.name, tc.got, tc.want)
		}
	}
}
