package llm_test

import (
	"encoding/json"
	"testing"

	"legomem/llm"
)

func TestMend(t *testing.T) {
	for _, tc := range []struct{ name, text, want string }{
		{"nothing to mend", `{"a":[1,2]}`, `{"a":[1,2]}`},
		{"commas at the end", `{"a":[1,2,],}`, `{"a":[1,2]}`},
		{"a line break in a text", "{\"a\":\"one\ntwo\tthree\"}", `{"a":"one\ntwo\tthree"}`},
		{"a line break that is escaped", `{"a":"one\ntwo"}`, `{"a":"one\ntwo"}`},
		{"a quote that is escaped", "{\"a\":\"say \\\"no\\\"\n\"}", `{"a":"say \"no\"\n"}`},
		{"a comment", "{\"a\":1 // one\n}", `{"a":1}`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got, err := llm.Mend([]byte(tc.text))
			if err != nil {
				t.Fatal(err)
			}
			var a, b map[string]any
			if json.Unmarshal(got, &a) != nil || json.Unmarshal([]byte(tc.want), &b) != nil {
				t.Fatalf("%s is no JSON", got)
			}
			if x, _ := json.Marshal(a); string(x) != asJSON(b) {
				t.Errorf("got %s, want %s", x, asJSON(b))
			}
		})
	}
	for _, bad := range []string{"", "{", `{"a":`, `{"a":1`, `{"a":"b`, `{a}`, `{'a':1}`, `{"a":1}}`} {
		if got, err := llm.Mend([]byte(bad)); err == nil {
			t.Errorf("%q was made %s", bad, got)
		}
	}
}

func asJSON(v any) string {
	b, _ := json.Marshal(v)
	return string(b)
}

// Whatever is mended is JSON, and what is JSON stays as it is.
func FuzzMend(f *testing.F) {
	for _, s := range []string{`{"a":1,}`, "{\"a\":\"\n\"}", `[1,2,]`, `{"a":"\`, "// x"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got, err := llm.Mend([]byte(text))
		if json.Valid([]byte(text)) && string(got) != text {
			t.Errorf("%q was changed to %q", text, got)
		}
		if err == nil && !json.Valid(got) {
			t.Errorf("%q was made %q, which is no JSON", text, got)
		}
	})
}
