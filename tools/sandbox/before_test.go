package sandbox

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"legomem/must"
)

// atBed is a testbed with something of everything.
func atBed(t *testing.T) string {
	t.Helper()
	bed := t.TempDir()
	for name, text := range map[string]string{
		"calendar/Dana.ics": "dana", "emails/Bob/Hi.eml": "hi", "data/a.docx": "a", "data/in/b.txt": "b", "data/big.bin": strings.Repeat("x", maxCopy+1),
	} {
		put(t, bed, name, text)
	}
	return bed
}

func put(t *testing.T, bed, name, text string) {
	t.Helper()
	file := filepath.Join(bed, name)
	must.Do(t, os.MkdirAll(filepath.Dir(file), 0o700))
	must.Do(t, os.WriteFile(file, []byte(text), 0o600))
}

func contents(t *testing.T, bed string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(bed, func(p string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(p)
		if len(text) > 100 {
			text = text[:100]
		}
		all[strings.TrimPrefix(p, bed+"/")] = string(text)
		return err
	})
	must.Do(t, err)
	return all
}

// TestBefore changes targets in every way, tells how many, and undoes it.
func TestBefore(t *testing.T) {
	targets := []Target{{Path: "calendar/dana.ics"}, {Path: "emails/bob", Listed: true}, {Path: "emails/Tom", Listed: true}, {Path: "data/in"}, {Path: "data/new.docx"}}
	for _, tc := range []struct {
		name   string
		change func(t *testing.T, bed string)
		want   Since
	}{
		{"nothing", func(*testing.T, string) {}, Since{5, 0, true}},
		{"something else", func(t *testing.T, bed string) { put(t, bed, "data/a.docx", "other") }, Since{5, 0, true}},
		{"the same is written again", func(t *testing.T, bed string) { put(t, bed, "calendar/Dana.ics", "dana") }, Since{5, 0, true}},
		{"a temporary file", func(t *testing.T, bed string) { put(t, bed, "emails/Bob/.legomem-x", "half") }, Since{5, 0, true}},
		{"an event", func(t *testing.T, bed string) { put(t, bed, "calendar/Dana.ics", "danb") }, Since{5, 1, true}},
		{"a mail for one", func(t *testing.T, bed string) { put(t, bed, "emails/Bob/New.eml", "x") }, Since{5, 1, true}},
		{"a mail for two", func(t *testing.T, bed string) {
			put(t, bed, "emails/Bob/New.eml", "x")
			put(t, bed, "emails/Tom/New.eml", "x")
		}, Since{5, 2, true}},
		{"a mail that is gone", func(t *testing.T, bed string) { drop(t, bed, "emails/Bob/Hi.eml") }, Since{5, 1, false}},
		{"a folder that is gone", func(t *testing.T, bed string) { drop(t, bed, "data/in") }, Since{5, 1, true}},
		{"a folder for a file", func(t *testing.T, bed string) { drop(t, bed, "data/in/b.txt"); put(t, bed, "data/in/b.txt/c", "c") }, Since{5, 1, true}},
		{"a file for a folder", func(t *testing.T, bed string) { drop(t, bed, "data/in"); put(t, bed, "data/in", "c") }, Since{5, 1, true}},
		{"a new file", func(t *testing.T, bed string) { put(t, bed, "data/new.docx", "n") }, Since{5, 1, true}},
		{"a link in its place", func(t *testing.T, bed string) {
			drop(t, bed, "calendar/Dana.ics")
			put(t, bed, "../outside", "o")
			must.Do(t, os.Symlink("../../outside", filepath.Join(bed, "calendar/Dana.ics")))
		}, Since{5, 1, true}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			bed := atBed(t)
			was := contents(t, bed)
			b := must.Have(Remember(bed, 7, targets))(t)
			b = written(t, b)
			tc.change(t, bed)
			got, err := b.Since(bed)
			if err != nil || got != tc.want || b.Step != 7 {
				t.Fatalf("%+v, %v, want %+v", got, err, tc.want)
			}
			if !got.CanUndo {
				if err := b.Undo(bed); err == nil {
					t.Error("what has no copy was put back")
				}
				return
			}
			for range 2 {
				must.Do(t, b.Undo(bed))
			}
			now := contents(t, bed)
			delete(now, "emails/Bob/.legomem-x")
			if tc.name == "something else" {
				was["data/a.docx"] = "other"
			}
			must.NoDiff(t, cmp.Diff(was, now), "(-was +is):\n%s")
		})
	}
}

// TestBeforeLarge: a large file is known by its size and time, and not put back.
func TestBeforeLarge(t *testing.T) {
	bed := atBed(t)
	b := must.Have(Remember(bed, 1, []Target{{Path: "data/big.bin"}}))(t)
	put(t, bed, "data/big.bin", "small")
	if got, err := written(t, b).Since(bed); err != nil || got != (Since{1, 1, false}) {
		t.Errorf("%+v, %v", got, err)
	}
}

// written is what comes back from a file.
func written(t *testing.T, b Before) Before {
	t.Helper()
	text := must.Have(json.Marshal(b))(t)
	var out Before
	must.Do(t, json.Unmarshal(text, &out))
	return out
}

func drop(t *testing.T, bed, name string) {
	t.Helper()
	must.Do(t, os.RemoveAll(filepath.Join(bed, name)))
}

// BenchmarkRemember is what every action that changes something pays: a calendar,
// and two mailboxes of a hundred mails.
func BenchmarkRemember(b *testing.B) {
	bed := b.TempDir()
	for _, who := range []string{"Bob", "Dana"} {
		dir := filepath.Join(bed, "emails", who)
		must.Do(b, os.MkdirAll(dir, 0o700))
		for i := range 100 {
			must.Do(b, os.WriteFile(filepath.Join(dir, string(rune('a'+i%26))+strings.Repeat("m", i)+".eml"), []byte("x"), 0o600))
		}
	}
	must.Do(b, os.WriteFile(filepath.Join(bed, "plan.ics"), make([]byte, 8<<10), 0o600))
	for name, targets := range map[string][]Target{"file": {{Path: "plan.ics"}}, "mail": {{Path: "emails/Bob", Listed: true}, {Path: "emails/Dana", Listed: true}}} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := Remember(bed, 1, targets); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
