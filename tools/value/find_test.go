package value

import (
	"bufio"
	"fmt"
	"os"
	"strings"
	"testing"

	"legomem/golden"
	"legomem/must"
)

// TestFind compares with testdata/find.golden: each text of find.txt and the
// mentions found in it, ~ before those that borrow from a neighbour.
func TestFind(t *testing.T) {
	f := must.Have(os.Open("testdata/find.txt"))(t)
	defer f.Close()
	var got strings.Builder
	for in := bufio.NewScanner(f); in.Scan(); {
		fmt.Fprintln(&got, in.Text())
		for _, m := range Find(in.Text(), wednesday) {
			mark := " "
			if m.Borrowed {
				mark = "~"
			}
			fmt.Fprintf(&got, "  %s %-9s %s -> %s\n", mark, m.Kind, m.Text, m.Canon)
		}
	}
	golden.Check(t, "find.golden", got.String())
}

// What Parse reads, Find finds as the whole of the text, but for what a text
// of its own makes certain.
func TestFindFindsWhatParseReads(t *testing.T) {
	certain := map[string]bool{
		"20260312": true, "45m": true, "b3": true, "range b3:d9": true, "cell B3": true, "cell b3": true, "XFD1048576": true,
		"Dana Smith <dana@example.com>": true, "my report (final).docx": true, "'my report.docx'": true,
	}
	for _, row := range rows(t, "parse.txt") {
		kind, text, canon := Kind(row[0]), row[1], row[2]
		switch {
		case strings.HasPrefix(canon, "!"), kind == DateTime, kind == Phrase, kind == Message, certain[text]:
			continue
		}
		if kind == Person {
			text = "ask " + text + " now"
		}
		if !mentions(text, kind, row[1], canon) {
			t.Errorf("Find(%q) has no %s %q: %v", text, kind, canon, Find(text, wednesday))
		}
	}
}

func mentions(text string, kind Kind, spelled, canon string) bool {
	for _, m := range Find(text, wednesday) {
		if m.Kind == kind && m.Text == spelled && m.Canon == canon {
			return true
		}
	}
	return false
}

func FuzzFind(f *testing.F) {
	for _, row := range rows(f, "parse.txt") {
		f.Add(row[1])
	}
	seeds := must.Have(os.ReadFile("testdata/find.txt"))(f)
	for line := range strings.Lines(string(seeds)) {
		f.Add(line)
	}
	f.Add("ſunday 12 ſept, 3 weeKs \xff 2\xc3 pm ' \" ‘‘")
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 2000 {
			return
		}
		last := map[Kind]Mention{}
		start := 0
		for _, m := range Find(text, wednesday) {
			if m.Start < start || m.Start >= m.End || m.End > len(text) || text[m.Start:m.End] != m.Text || m.Canon == "" {
				t.Fatalf("Find(%q): bad span or order: %+v", text, m)
			}
			start = m.Start
			if before, ok := last[m.Kind]; ok && before.Start < m.End && m.Start < before.End {
				t.Fatalf("Find(%q): %+v overlaps %+v", text, m, before)
			}
			last[m.Kind] = m
			checkMention(t, text, m)
		}
	})
}

// checkMention holds what is true of every mention.
func checkMention(t *testing.T, text string, m Mention) {
	t.Helper()
	if !m.Borrowed {
		if canon, err := Parse(m.Kind, m.Text, wednesday); err != nil || canon != m.Canon {
			t.Fatalf("Find(%q): %+v, but Parse gives %q, %v", text, m, canon, err)
		}
	}
	if m.Kind != Phrase && m.Kind != Person { // "'a'" in quotes, and @dana
		if canon, err := Parse(m.Kind, m.Canon, wednesday); err != nil || canon != m.Canon {
			t.Fatalf("Find(%q): %+v: the canonical form parses to %q, %v", text, m, canon, err)
		}
	}
	if s, ok := StyleOf(m.Kind, m.Canon, m.Canon); !ok {
		t.Fatalf("Find(%q): %+v: the canonical form has no style", text, m)
	} else if out, err := Render(m.Kind, m.Canon, s); err != nil || out != m.Canon {
		t.Fatalf("Find(%q): %+v: Render gives %q, %v", text, m, out, err)
	}
	for _, s := range Styles(m.Kind, m.Canon, m.Text) {
		if out, err := Render(m.Kind, m.Canon, s); err != nil || out != m.Text {
			t.Fatalf("Render(%s, %q, %q) = %q, %v; want %q", m.Kind, m.Canon, s, out, err, m.Text)
		}
	}
	if Words(m.Kind, m.Canon) == "" {
		t.Fatalf("Words(%s, %q) is empty", m.Kind, m.Canon)
	}
}

func BenchmarkFind(b *testing.B) {
	const text = "Schedule a budget review for Dana on 3/12/2026 from 2:00 pm to 3:30 pm and mail 'minutes' in report.xlsx to dana@example.com"
	for b.Loop() {
		find(text, wednesday)
	}
}
