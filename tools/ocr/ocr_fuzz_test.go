package ocr

import (
	"encoding/json"
	"strings"
	"testing"
)

// FuzzTSV: whatever the table says, its words are those of the lines, in
// order, and what is made of it can be written down.
func FuzzTSV(f *testing.F) {
	const head = "level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext\n"
	for _, s := range []string{
		head + "5\t1\t1\t1\t1\t1\t0\t0\t9\t9\t96.5\tTotal\n5\t1\t1\t1\t1\t2\t0\t0\t9\t9\t12\t12\n5\t1\t1\t1\t2\t1\t0\t0\t9\t9\t-1\tx\n",
		"5\t1\t1\t1\t1\t1\t0\t0\t9\t9\tnan\tx\n", "5\t1\t1\t1\t1\t1\t0\t0\t9\t9\t1e999\tx\n", "5\t\t\t\t\t\t\t\t\t\t\ta\tb\n", "5\t1", "\xff\t", "",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, table string) {
		p := parseTSV(table)
		d := Data{File: "a.png", Lines: []string{}, Words: []Word{}}
		d.add(p)
		d.finish()
		if _, err := json.Marshal(d); err != nil {
			t.Fatalf("JSON cannot say it: %v", err)
		}
		var words []string
		for _, w := range p.words {
			words = append(words, w.Text)
		}
		if got, want := strings.Join(p.lines, " "), strings.Join(words, " "); got != want {
			t.Errorf("the lines say %q, the words %q", got, want)
		}
		if len(d.Text) > len(table) {
			t.Errorf("%d bytes of %d", len(d.Text), len(table))
		}
	})
}

// FuzzArguments: a language that is let through is no option of a program's.
func FuzzArguments(f *testing.F) {
	for _, s := range []string{"eng", "eng+deu", "-l", "--tessdata-dir=/", "eng osd", "", "eng\n", "chi_sim", "script/Latin", "../x"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, language string) {
		p, err := Decode(map[string]any{"file_path": "a.png", "language": language})
		if err != nil {
			return
		}
		if p.Language == "" || strings.HasPrefix(p.Language, "-") || strings.ContainsAny(p.Language, "/. \n\x00") {
			t.Errorf("%q is taken as %q", language, p.Language)
		}
	})
}
