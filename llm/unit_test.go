package llm_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"legomem/llm"
	"legomem/must"
)

func TestExtractJSON(t *testing.T) {
	for _, tc := range []struct{ name, text, want string }{
		{"whole", `{"a":1}`, `{"a":1}`},
		{"fenced", "```json\n{\"a\":1}\n```", `{"a":1}`},
		{"amid prose", `Here you are: {"a":{"b":[1,"}"]}} and good luck {}`, `{"a":{"b":[1,"}"]}}`},
		{"thinking of its own", `{"steps":"<think>why</think><action>a</action>"}`, `{"steps":"<think>why</think><action>a</action>"}`},
		{"after the end of thinking", `not meant {"a":2} </think>{"a":1}`, `{"a":1}`},
		{"after thinking", `<think>{"long":"thought, not meant"}</think>{"a":1}`, `{"a":1}`},
		{"after a lone brace", `set {x} then {"a":1}`, `{"a":1}`},
		{"list around it", `[{"a":1}]`, `{"a":1}`},
		{"an example before a fence", "like {\"a\": ...}:\n```\n{\"a\":1}\n```", `{"a":1}`},
		{"two, the longer", `{"a":1} {"a":1,"b":2}`, `{"a":1,"b":2}`},
		{"a comma too many, amid prose", `So: {"a":1,} done`, `{"a":1 }`},
		{"a line break in a text, in a fence", "```json\n{\"a\":\"x\ny\"}\n```", `{"a":"x\ny"}`},
		{"after thinking by another tag", `<thought>{"no":1}</thought>{"a":1}`, `{"a":1}`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got, err := llm.ExtractJSON(tc.text)
			if err != nil || string(got) != tc.want {
				t.Errorf("got %s, %v; want %s", got, err, tc.want)
			}
		})
	}
	for _, bad := range []string{"", "  ", "no", `<think>{"a":1}`, `{"a":1,`, `{"a":"b`, "{", `{"a":{"b":1},`, `{"a":{"b":1} "c":{"d":2}}`, `{"a":1`, strings.Repeat("{", 1<<20), strings.Repeat(`{"a":`, 1<<16)} {
		if got, err := llm.ExtractJSON(bad); err == nil {
			t.Errorf("%.20q gave %s", bad, got)
		}
	}
}

func FuzzExtractJSON(f *testing.F) {
	for _, s := range []string{`{"a":1}`, "```json\n{}\n```", `<think>{</think>{"a":"\u0000"}`, `{{"a":}}`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got, err := llm.ExtractJSON(text)
		if err == nil && (len(got) < 2 || got[0] != '{' || got[len(got)-1] != '}') {
			t.Errorf("%q gave %q, which is no object", text, got)
		}
	})
}

func TestPromptsAreReplaceable(t *testing.T) {
	type data struct {
		Name string
		List []string
	}
	builtin := fstest.MapFS{
		"a.tmpl": {Data: []byte("Hello {{.Name}}.\n\n\n\n{{range .List}}{{indent \"| \" .}}\n{{else}}none\n{{end}}")},
		"b.tmpl": {Data: []byte("{{json .}}")},
	}
	samples := map[string]any{"a": data{"N", []string{"x"}}, "b": data{}}
	p := must.Have(llm.LoadPrompts(builtin, "", samples))(t)
	got, err := p.Render("a", data{"Dana", []string{"one\ntwo"}})
	if want := "Hello Dana.\n\n| one\n| two"; err != nil || got != want {
		t.Errorf("got %q, %v; want %q", got, err, want)
	}
	dir := t.TempDir()
	write(t, dir, "a.tmpl", "Bye {{.Name}}")
	own := must.Have(llm.LoadPrompts(builtin, dir, samples))(t)
	if got, _ := own.Render("a", data{Name: "Dana"}); got != "Bye Dana" {
		t.Errorf("got %q", got)
	}
	if own.Version() == p.Version() || own.Label("a") == p.Label("a") || own.Label("b") != p.Label("b") {
		t.Error("the versions do not follow the contents")
	}
	for name, file := range map[string][2]string{
		"unknown field":             {"a.tmpl", "{{.Nmae}}"},
		"unknown field when absent": {"a.tmpl", "{{if .Name}}{{else}}{{.Nmae}}{{end}}"},
		"does not parse":            {"a.tmpl", "{{if}"},
		"replaces nothing":          {"c.tmpl", "x"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			write(t, dir, file[0], file[1])
			if _, err := llm.LoadPrompts(builtin, dir, samples); err == nil {
				t.Error("was taken")
			}
		})
	}
}

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	must.Do(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
}
