package word

import (
	"strings"
	"testing"
	"time"

	"legomem/tools"
)

// TestHostileDocuments: what the tools say of a document over a cap names the
// file, and what was there stays as it was.
func TestHostileDocuments(t *testing.T) {
	for _, tt := range []struct {
		name, body string
		code       tools.Code
		says       string
	}{
		{"a bomb", strings.Repeat(" ", 4<<20), tools.TooLarge, "times its packed size"},
		{"elements in elements", strings.Repeat("<w:sdt>", 1000), tools.TooLarge, "nested deeper than"},
		{"a document type", "<!DOCTYPE x>", tools.Refused, "document type"},
		{"an unknown entity", "<w:p><w:r><w:t>&x;</w:t></w:r></w:p>", tools.Corrupt, "entity"},
		{"attributes", "<w:p " + strings.Repeat(`a="" `, 2000) + "/>", tools.TooLarge, "attributes"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			ws, err := tools.OpenWorkspace(t.TempDir(), "Bob", time.Now)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = ws.Close() })
			data := docx(t, tt.body)
			if err := ws.WriteFile("data/a.docx", data); err != nil {
				t.Fatal(err)
			}
			reg := tools.NewRegistry(Tools())
			for name, args := range map[string]map[string]any{
				"word.read":         {"file_path": "a.docx"},
				"word.inspect":      {"file_path": "data/a.docx"},
				"word.write":        {"file_path": "a.docx", "content": "x"},
				"word.replace_text": {"file_path": "a.docx", "find": "a", "replace": "b"},
				"word.add_table":    {"file_path": "a.docx", "rows": []any{[]any{"x"}}},
			} {
				tool, err := reg.Lookup(name)
				if err != nil {
					t.Fatal(err)
				}
				obs := tool.Run(t.Context(), ws, args)
				if obs.Code != tt.code || !strings.Contains(obs.Text, "data/a.docx") || !strings.Contains(obs.Text, tt.says) {
					t.Errorf("%s: %s %s, want %s saying %q of data/a.docx", name, obs.Code, obs.Text, tt.code, tt.says)
				}
			}
			if now, err := ws.ReadFile("data/a.docx"); err != nil || string(now) != string(data) {
				t.Errorf("the file changed: %v", err)
			}
		})
	}
}
