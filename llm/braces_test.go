package llm

import (
	"strings"
	"testing"
	"testing/fstest"

	"legomem/must"
)

func TestBraces(t *testing.T) {
	for _, c := range []struct{ name, text, want, refused string }{
		{"filled in", "Do {task} with {memory}.", "Do it with {task} {{x}}.", ""},
		{"twice", "{task} {task} {memory}", "it it {task} {{x}}", ""},
		{"doubled braces", `{{"a": {task}}} {memory}`, `{"a": it} {task} {{x}}`, ""},
		{"other braces", `{ "a": 1 } {Task} {task} {memory}`, `{ "a": 1 } {Task} it {task} {{x}}`, ""},
		{"an unknown name", "{task} {memory} {other}", "", "{other}"},
		{"a missing one", "{task}", "", "{memory} is missing"},
	} {
		t.Run(c.name, func(t *testing.T) {
			files := fstest.MapFS{"p.tmpl": {Data: []byte(c.text)}}
			p, err := LoadPrompts(files, "", map[string]any{"p": Placeholders{"task", "memory"}})
			if c.refused != "" {
				if err == nil || !strings.Contains(err.Error(), c.refused) {
					t.Fatalf("error %v, not one with %s", err, c.refused)
				}
				return
			}
			must.Do(t, err)
			// A value that looks like a placeholder stays what it is.
			got, err := p.Render("p", map[string]string{"task": "it", "memory": "{task} {{x}}"})
			if err != nil || got != c.want {
				t.Errorf("%q, %v; not %q", got, err, c.want)
			}
		})
	}
}
