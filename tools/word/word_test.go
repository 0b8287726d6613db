package word_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"legomem/tools"
	"legomem/tools/office"
	"legomem/tools/toolstest"
	"legomem/tools/word"
)

// open gives a workspace with files, and a function that calls a tool in it.
func open(t *testing.T, files map[string]string) (*tools.Workspace, func(tool, args string) tools.Observation) {
	d := toolstest.New(t, time.Date(2026, 3, 12, 9, 0, 0, 0, time.UTC), word.Tools(), files)
	return d.WS, d.Call
}

func ok(t *testing.T, o tools.Observation) map[string]any {
	t.Helper()
	if o.Failed {
		t.Fatalf("failed with %s: %s", o.Code, o.Text)
	}
	data, _ := o.Value().(map[string]any)
	return data
}

// TestALetter goes through all that a document is put to.
func TestALetter(t *testing.T) {
	_, call := open(t, nil)
	ok(t, call("word.create", `{"file_path": "letter.docx", "title": "A letter", "content": "Dear Bob,\nplease come."}`))
	ok(t, call("word.write", `{"file_path": "Letter.docx", "lines": ["Bob knows why.", 12]}`))
	ok(t, call("word.add_table", `{"file_path": "data/letter.docx", "headers": ["Day", "Hour"], "rows": [["Monday", 10], {"Hour": 11.5, "Day": "Tuesday"}]}`))
	if got := ok(t, call("word.replace_text", `{"file_path": "/testbed/data/letter.docx", "find": "Bob", "replace": "Ann"}`)); got["count"] != 2.0 {
		t.Errorf("replaced %v, want 2", got["count"])
	}
	want := map[string]any{
		"file":       "data/letter.docx",
		"title":      "A letter",
		"text":       "A letter\nDear Ann,\nplease come.\nAnn knows why.\n12\nDay\tHour\nMonday\t10\nTuesday\t11.5",
		"paragraphs": []any{"A letter", "Dear Ann,", "please come.", "Ann knows why.", "12"},
		"tables":     []any{map[string]any{"headers": []any{"Day", "Hour"}, "rows": []any{[]any{"Monday", "10"}, []any{"Tuesday", "11.5"}}}},
	}
	if diff := cmp.Diff(want, ok(t, call("word.read", `{"file_path": "letter.docx"}`))); diff != "" {
		t.Error(diff)
	}
	inspected := ok(t, call("word.inspect", `{"file_path": "letter.docx"}`))
	if diff := cmp.Diff("A letter\nDear Ann,\nplease come.\nAnn knows why.\n12\n", inspected["text"]); diff != "" {
		t.Error(diff)
	}
}

func TestWriteCreates(t *testing.T) {
	_, call := open(t, nil)
	ok(t, call("word.write", `{"file_path": "data/new", "content": "hello"}`))
	ok(t, call("word.add_table", `{"file_path": "data/table.docx", "rows": [{"b": 1, "a": 2}]}`))
	if got := ok(t, call("word.read", `{"file_path": "data/new.docx"}`)); got["text"] != "hello" {
		t.Errorf("got %q", got["text"])
	}
	if got := ok(t, call("word.read", `{"file_path": "data/table.docx"}`)); got["text"] != "a\tb\n2\t1" {
		t.Errorf("got %q", got["text"])
	}
}

func TestFailures(t *testing.T) {
	good, err := office.NewDocument("", []string{"text"})
	if err != nil {
		t.Fatal(err)
	}
	ws, call := open(t, map[string]string{"data/good.docx": string(good), "data/bad.docx": "no document", "data/cut.docx": string(good[:len(good)/2])})
	tests := []struct {
		name, tool, args string
		code             tools.Code
		says             string
	}{
		{"exists", "word.create", `{"file_path": "good.docx", "content": "x"}`, tools.Exists, "overwrite"},
		{"other suffix", "word.create", `{"file_path": "a.pdf", "content": "x"}`, tools.BadArguments, ".docx"},
		{"outside", "word.create", `{"file_path": "../a.docx", "content": "x"}`, tools.Refused, "outside"},
		{"both", "word.write", `{"file_path": "good.docx", "content": "x", "lines": ["y"]}`, tools.BadArguments, "not both"},
		{"nothing", "word.write", `{"file_path": "good.docx"}`, tools.BadArguments, "content or lines"},
		{"missing", "word.read", `{"file_path": "none.docx"}`, tools.NotFound, "good.docx"},
		{"corrupt", "word.read", `{"file_path": "bad.docx"}`, tools.Corrupt, "data/bad.docx"},
		{"corrupt, append", "word.write", `{"file_path": "cut.docx", "content": "x"}`, tools.Corrupt, "data/cut.docx"},
		{"corrupt, table", "word.add_table", `{"file_path": "cut.docx", "rows": [[1]]}`, tools.Corrupt, "data/cut.docx"},
		{"corrupt, replace", "word.replace_text", `{"file_path": "cut.docx", "find": "a", "replace": "b"}`, tools.Corrupt, "data/cut.docx"},
		{"corrupt, pdf", "word.to_pdf", `{"file_path": "cut.docx"}`, tools.Corrupt, "data/cut.docx"},
		{"corrupt, inspect", "word.inspect", `{"file_path": "cut.docx"}`, tools.Corrupt, "data/cut.docx"},
		{"not there", "word.replace_text", `{"file_path": "good.docx", "find": "nowhere", "replace": ""}`, tools.NotFound, "nowhere"},
		{"find nothing", "word.replace_text", `{"file_path": "good.docx", "find": "", "replace": "x"}`, tools.BadArguments, "find"},
		{"empty table", "word.add_table", `{"file_path": "good.docx", "rows": []}`, tools.BadArguments, "rows"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			o := call(tt.tool, tt.args)
			if !o.Failed || o.Code != tt.code || !strings.Contains(o.Text, tt.says) {
				t.Errorf("got %v %s %q, want %s saying %q", o.Failed, o.Code, o.Text, tt.code, tt.says)
			}
		})
	}
	left, err := ws.ReadFile("data/good.docx")
	if err != nil || string(left) != string(good) {
		t.Errorf("a failed action changed the file (%v)", err)
	}
}

func TestToPDF(t *testing.T) {
	ws, call := open(t, nil)
	ok(t, call("word.create", `{"file_path": "a.docx", "content": "hello"}`))
	if _, err := office.LibreOfficeWriter().Find(); err != nil {
		if o := call("word.to_pdf", `{"file_path": "a.docx"}`); o.Code != tools.MissingProgram {
			t.Errorf("got %s %s", o.Code, o.Text)
		}
		t.Skip(err)
	}
	if got := ok(t, call("word.to_pdf", `{"file_path": "a.docx", "target": "out/b.pdf"}`)); got["file"] != "out/b.pdf" {
		t.Errorf("got %v", got)
	}
	if data, err := ws.ReadFile("out/b.pdf"); err != nil || !strings.HasPrefix(string(data), "%PDF-") {
		t.Errorf("no pdf: %v", err)
	}
}

// TestMissingProgram: without LibreOffice that one action fails, with the
// package's name.
func TestMissingProgram(t *testing.T) {
	_, call := open(t, nil)
	ok(t, call("word.create", `{"file_path": "a.docx", "content": "hello"}`))
	t.Setenv("PATH", filepath.Join(os.TempDir(), "no-programs"))
	o := call("word.to_pdf", `{"file_path": "a.docx"}`)
	if o.Code != tools.MissingProgram || !strings.Contains(o.Text, "libreoffice-writer-nogui") {
		t.Errorf("got %s %s", o.Code, o.Text)
	}
}

func BenchmarkWrite(b *testing.B) {
	ws := toolstest.Workspace(b, time.Time{})
	registry := tools.NewRegistry(word.Tools())
	create, _ := registry.Get("word.create")
	read, _ := registry.Get("word.read")
	for b.Loop() {
		o := create.Run(b.Context(), ws, map[string]any{"file_path": "a.docx", "content": strings.Repeat("line\n", 50), "overwrite": true})
		if o.Failed {
			b.Fatal(o.Text)
		}
		if o := read.Run(b.Context(), ws, map[string]any{"file_path": "a.docx"}); o.Failed {
			b.Fatal(o.Text)
		}
	}
}
