package word

import (
	"strings"
	"testing"
	"time"

	"legomem/tools"
	"legomem/tools/toolstest"
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
			data := string(docx(t, tt.body))
			d := toolstest.New(t, time.Now(), Tools(), map[string]string{"data/a.docx": data})
			for name, args := range map[string]map[string]any{
				"word.read":         {"file_path": "a.docx"},
				"word.inspect":      {"file_path": "data/a.docx"},
				"word.write":        {"file_path": "a.docx", "content": "x"},
				"word.replace_text": {"file_path": "a.docx", "find": "a", "replace": "b"},
				"word.add_table":    {"file_path": "a.docx", "rows": []any{[]any{"x"}}},
			} {
				obs := d.Run(name, args)
				if obs.Code != tt.code || !strings.Contains(obs.Text, "data/a.docx") || !strings.Contains(obs.Text, tt.says) {
					t.Errorf("%s: %s %s, want %s saying %q of data/a.docx", name, obs.Code, obs.Text, tt.code, tt.says)
				}
			}
			if d.Read("data/a.docx") != data {
				t.Error("the file changed")
			}
		})
	}
}
