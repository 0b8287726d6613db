package word_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"legomem/must"
	"legomem/tools"
	"legomem/tools/office"
	"legomem/tools/toolstest"
	"legomem/tools/word"
)

func open(t *testing.T, files map[string]string) *toolstest.Desk {
	return toolstest.New(t, time.Date(2026, 3, 12, 9, 0, 0, 0, time.UTC), word.Tools(), files)
}

// TestALetter goes through all that a document is put to.
func TestALetter(t *testing.T) {
	d := open(t, nil)
	d.Data("word.create", `{"file_path": "letter.docx", "title": "A letter", "content": "Dear Bob,\nplease come."}`)
	d.Data("word.write", `{"file_path": "Letter.docx", "lines": ["Bob knows why.", 12]}`)
	d.Data("word.add_table", `{"file_path": "data/letter.docx", "headers": ["Day", "Hour"], "rows": [["Monday", 10], {"Hour": 11.5, "Day": "Tuesday"}]}`)
	if got := d.Data("word.replace_text", `{"file_path": "/testbed/data/letter.docx", "find": "Bob", "replace": "Ann"}`); got["count"] != 2.0 {
		t.Errorf("replaced %v, want 2", got["count"])
	}
	want := map[string]any{
		"file":       "data/letter.docx",
		"title":      "A letter",
		"words":      16.0,
		"lines":      8.0,
		"text":       "A letter\nDear Ann,\nplease come.\nAnn knows why.\n12\nDay\tHour\nMonday\t10\nTuesday\t11.5",
		"paragraphs": []any{"A letter", "Dear Ann,", "please come.", "Ann knows why.", "12"},
		"tables":     []any{map[string]any{"headers": []any{"Day", "Hour"}, "rows": []any{[]any{"Monday", "10"}, []any{"Tuesday", "11.5"}}}},
	}
	if diff := cmp.Diff(want, d.Data("word.read", `{"file_path": "letter.docx"}`)); diff != "" {
		t.Error(diff)
	}
	inspected := d.Data("word.inspect", `{"file_path": "letter.docx"}`)
	if diff := cmp.Diff("A letter\nDear Ann,\nplease come.\nAnn knows why.\n12\n", inspected["text"]); diff != "" {
		t.Error(diff)
	}
}

// TestNothingIsMadeByASlip: what adds to a document makes none under a name that is misspelled,
// and says which there are.
func TestNothingIsMadeByASlip(t *testing.T) {
	d := open(t, nil)
	d.Data("word.create", `{"file_path": "letter"}`)
	d.Fails("word.write", `{"file_path": "leter.docx", "content": "hello"}`, tools.NotFound, "letter.docx", "word.create")
	d.Fails("word.add_table", `{"file_path": "leter.docx", "rows": [[1]]}`, tools.NotFound, "letter.docx", "word.create")
	d.Data("word.add_table", `{"file_path": "letter.docx", "rows": [{"b": 1, "a": 2}]}`)
	if got := d.Data("word.read", `{"file_path": "data/letter.docx"}`); got["text"] != "a\tb\n2\t1" {
		t.Errorf("got %q", got["text"])
	}
}

// TestReadsLines: a long document can be read a few lines at a time.
func TestReadsLines(t *testing.T) {
	d := open(t, nil)
	d.Data("word.create", `{"file_path": "a.docx", "content": "one\ntwo\nthree\nfour"}`)
	for args, want := range map[string]string{
		`"from_line": 2, "to_line": 3`: "two\nthree\n(of 4 lines)", `"from_line": 4`: "four\n(of 4 lines)", `"to_line": 9`: "one\ntwo\nthree\nfour\n(of 4 lines)",
	} {
		if got := d.Call("word.read", `{"file_path": "a.docx", `+args+`}`).Text; got != want {
			t.Errorf("%s: %q, want %q", args, got, want)
		}
	}
	d.Fails("word.read", `{"file_path": "a.docx", "from_line": 5}`, tools.BadArguments, "4 lines")
	d.Fails("word.read", `{"file_path": "a.docx", "from_line": 3, "to_line": 2}`, tools.BadArguments, "4 lines")
	d.Fails("word.read", `{"file_path": "a.docx", "from_line": -1}`, tools.BadArguments, "4 lines")
}

// TestTextFromAFile: what comes from a file is written as if it had been given, and a title
// is told.
func TestTextFromAFile(t *testing.T) {
	d := open(t, map[string]string{"data/long.txt": "one\ntwo\n"})
	if got, want := d.Call("word.create", `{"file_path": "a.docx", "title": "Report", "from_file": "long.txt"}`).Text, `created data/a.docx with the title "Report" and 2 paragraphs`; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := d.Data("word.create", `{"file_path": "b.docx", "title": "Report", "content": "one\ntwo\n"}`)["title"]; got != "Report" {
		t.Errorf("the title is %q", got)
	}
	for _, file := range []string{"a.docx", "b.docx"} {
		if got := d.Call("word.read", `{"file_path": "`+file+`"}`).Text; got != "Report\none\ntwo" {
			t.Errorf("%s holds %q", file, got)
		}
	}
	if d.Read("data/a.docx") != d.Read("data/b.docx") {
		t.Error("it makes a difference where the text came from")
	}
	d.Data("word.write", `{"file_path": "a.docx", "from_file": "b.docx"}`)
	if got := d.Call("word.read", `{"file_path": "a.docx"}`).Text; got != "Report\none\ntwo\nReport\none\ntwo" {
		t.Errorf("it holds %q", got)
	}
	for _, tool := range []string{"word.create", "word.write"} {
		d.Fails(tool, `{"file_path": "c.docx", "from_file": "long.txt", "content": "x"}`, tools.BadArguments, "not both")
		d.Fails(tool, `{"file_path": "c.docx", "from_file": "long.txt", "lines": ["x"]}`, tools.BadArguments, "not both")
		d.Fails(tool, `{"file_path": "c.docx", "from_file": "none.txt"}`, tools.NotFound, "none.txt")
	}
}

func TestFailures(t *testing.T) {
	good := must.Have(office.NewDocument("", []string{"text"}))(t)
	d := open(t, map[string]string{"data/good.docx": string(good), "data/bad.docx": "no document", "data/cut.docx": string(good[:len(good)/2])})
	for _, tt := range []struct {
		tool, args string
		code       tools.Code
		says       string
	}{
		{"word.create", `{"file_path": "good.docx", "content": "x"}`, tools.Exists, "overwrite"},
		{"word.create", `{"file_path": "a.pdf", "content": "x"}`, tools.BadArguments, ".docx"},
		{"word.create", `{"file_path": "../a.docx", "content": "x"}`, tools.Refused, "outside"},
		{"word.write", `{"file_path": "good.docx", "content": "x", "lines": ["y"]}`, tools.BadArguments, "not both"},
		{"word.write", `{"file_path": "good.docx"}`, tools.BadArguments, "content or lines"},
		{"word.read", `{"file_path": "none.docx"}`, tools.NotFound, "good.docx"},
		{"word.read", `{"file_path": "bad.docx"}`, tools.Corrupt, "data/bad.docx"},
		{"word.write", `{"file_path": "cut.docx", "content": "x"}`, tools.Corrupt, "data/cut.docx"},
		{"word.add_table", `{"file_path": "cut.docx", "rows": [[1]]}`, tools.Corrupt, "data/cut.docx"},
		{"word.replace_text", `{"file_path": "cut.docx", "find": "a", "replace": "b"}`, tools.Corrupt, "data/cut.docx"},
		{"word.to_pdf", `{"file_path": "cut.docx"}`, tools.Corrupt, "data/cut.docx"},
		{"word.inspect", `{"file_path": "cut.docx"}`, tools.Corrupt, "data/cut.docx"},
		{"word.replace_text", `{"file_path": "good.docx", "find": "nowhere", "replace": ""}`, tools.NotFound, "nowhere"},
		{"word.replace_text", `{"file_path": "good.docx", "find": "", "replace": "x"}`, tools.BadArguments, "find"},
		{"word.add_table", `{"file_path": "good.docx", "rows": []}`, tools.BadArguments, "rows"},
	} {
		d.Fails(tt.tool, tt.args, tt.code, tt.says)
	}
	left, err := d.WS.ReadFile("data/good.docx")
	if err != nil || string(left) != string(good) {
		t.Errorf("a failed action changed the file (%v)", err)
	}
}

func TestToPDF(t *testing.T) {
	d := open(t, nil)
	d.Data("word.create", `{"file_path": "a.docx", "content": "hello"}`)
	if _, err := office.LibreOfficeWriter().Find(); err != nil {
		d.Fails("word.to_pdf", `{"file_path": "a.docx"}`, tools.MissingProgram)
		t.Skip(err)
	}
	if got := d.Data("word.to_pdf", `{"file_path": "a.docx", "target": "out/b.pdf"}`); got["file"] != "out/b.pdf" {
		t.Errorf("got %v", got)
	}
	if data, err := d.WS.ReadFile("out/b.pdf"); err != nil || !strings.HasPrefix(string(data), "%PDF-") {
		t.Errorf("no pdf: %v", err)
	}
}

// TestMissingProgram: without LibreOffice that one action fails, with the
// package's name.
func TestMissingProgram(t *testing.T) {
	d := open(t, nil)
	d.Data("word.create", `{"file_path": "a.docx", "content": "hello"}`)
	t.Setenv("PATH", filepath.Join(os.TempDir(), "no-programs"))
	d.Fails("word.to_pdf", `{"file_path": "a.docx"}`, tools.MissingProgram, "libreoffice-writer-nogui")
}

func BenchmarkWrite(b *testing.B) {
	d := toolstest.New(b, time.Time{}, word.Tools(), nil)
	content := strings.Repeat("line\\n", 50)
	for b.Loop() {
		d.Data("create", `{"file_path": "a.docx", "content": "`+content+`", "overwrite": true}`)
		d.Data("read", `{"file_path": "a.docx"}`)
	}
}
