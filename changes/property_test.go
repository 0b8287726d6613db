package changes_test

import (
	"context"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"unicode/utf8"

	"legomem/changes"
	"legomem/must"
	"legomem/tools/facts"
)

// FuzzCompare compares pairs of small testbeds, in which anything may stand: no panic,
// the same list twice, nothing between equal folders, and as many files made one way as
// are deleted the other.
func FuzzCompare(f *testing.F) {
	f.Add("data/a.txt", "x", "y", "data/b.csv", "=WEBSERVICE(\"x\")")
	f.Add("calendar/Ann.ics", diary(review), diary(later), "calendar/Bob.ics", diary(review, review))
	f.Add("emails/Ann/Hi.eml", letter("bob@example.com", "Hi", "x"), "", "emails/bob/Hi.eml", letter("bob@example.com", "Hi", "x"))
	f.Add("data/a.xlsx", "PK\x03\x04", "\xd0\xcf\x11\xe0", "data/\u202e.docx", "x")
	f.Fuzz(func(t *testing.T, name, was, now, other, text string) {
		before, after := t.TempDir(), t.TempDir()
		if !lay(before, name, was) || !lay(after, name, now) || !lay(after, other, text) {
			t.Skip("no name for a file here")
		}
		one, two := compareDirs(t, before, after, changes.Asked{Task: text}), compareDirs(t, before, after, changes.Asked{Task: text})
		if one.Hash != two.Hash {
			t.Errorf("two lists of the same: %+v\n%+v", one, two)
		}
		if same := compareDirs(t, after, after, changes.Asked{}); len(same.Changes) > 0 {
			t.Errorf("a folder differs from itself: %+v", same.Changes)
		}
		back := compareDirs(t, after, before, changes.Asked{Task: text})
		if made, deleted := touched(one, facts.Made), touched(back, facts.Deleted); made != deleted {
			t.Errorf("%d made, and %d deleted on the way back: %+v\n%+v", made, deleted, one.Changes, back.Changes)
		}
	})
}

// lay writes a file below a folder, and reports whether its name could be used. A name
// that is no UTF-8 cannot be listed: it is a change, even where it did not change.
func lay(dir, name, text string) bool {
	if !filepath.IsLocal(name) || !utf8.ValidString(name) || len(name) > 100 {
		return false
	}
	file := filepath.Join(dir, name)
	return os.MkdirAll(filepath.Dir(file), 0o700) == nil && os.WriteFile(file, []byte(text), 0o600) == nil
}

// touched counts the files of the changes of an operation. An event's file may be there
// before and after, so events are counted for themselves.
func touched(l changes.List, op facts.Operation) int {
	n := 0
	for _, c := range l.Changes {
		if c.Operation == op {
			n += len(c.Files)
		}
	}
	return n
}

// broken is a reader that fails for every file.
type broken struct{}

func (broken) Read(_ context.Context, pairs []changes.Pair) []changes.Facts {
	out := make([]changes.Facts, len(pairs))
	for i := range out {
		out[i].Err = "the sandbox broke"
	}
	return out
}

// TestUnread: where nothing can be read, every file is a change all the same.
func TestUnread(t *testing.T) {
	after := bed(t, files{"data/a.txt": "x", "emails/Ann/a.eml": "x", "calendar/Ann.ics": "x"})
	got := must.Have(changes.Compare(t.Context(), changes.Testbed{Dir: bed(t, nil)}, changes.Testbed{Dir: after}, changes.Asked{User: "Ann"}, broken{}))(t)
	if len(got.Changes) != 3 {
		t.Fatalf("%d changes, want 3", len(got.Changes))
	}
	for _, c := range got.Changes {
		if !c.Marked() || c.Marks[0] != (facts.Mark{Kind: facts.Unreadable, Detail: "the sandbox broke"}) {
			t.Errorf("%s: %+v", c.Sentence, c.Marks)
		}
	}
}

// BenchmarkCompare is what listing costs: a large office of which nothing changed, and
// one of which a thousand files did.
func BenchmarkCompare(b *testing.B) {
	was, same, other := files{}, files{}, files{}
	for i := range 5_000 {
		name := fmt.Sprintf("data/%d/%d.txt", i%50, i)
		was[name] = fmt.Sprintf("line %d\nend\n", i)
		same[name], other[name] = was[name], was[name]
		if i%5 == 0 {
			other[name] = fmt.Sprintf("line %d\nEnd\n", i)
		}
	}
	start, known := bed(b, was), map[string][sha256.Size]byte{}
	for name, text := range was {
		known[name] = sha256.Sum256([]byte(text))
	}
	unchanged := bed(b, same)
	b.Run("5000 unchanged and hashed", func(b *testing.B) { // as at the end of a run
		for b.Loop() {
			must.Have(changes.Compare(b.Context(), changes.Testbed{Dir: start, Hashes: known}, changes.Testbed{Dir: unchanged, Hashes: known}, changes.Asked{}, broken{}))(b)
		}
	})
	for name, dir := range map[string]string{"5000 unchanged": unchanged, "1000 changed": bed(b, other)} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				compareDirs(b, start, dir, changes.Asked{})
			}
		})
	}
}
