package value

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"legomem/must"
)

func TestTokens(t *testing.T) {
	for text, want := range map[string]string{
		"Dana's notes":                     "dana 's notes",
		"Dana’s notes, James' too":         "dana 's notes james too",
		"don't, can’t; it's 5 o'clock":     "don't can't it 's 5 o'clock",
		"Mail dana@example.com report.pdf": "mail dana@example.com report.pdf",
		"3/12/2026, 14:00 and 1,234.5":     "3/12/2026 14:00 and 1,234.5",
		"from 2-3:30 pm, the 12th":         "from 2 3:30 pm the 12th",
		"up by 5% to $300 (A/B)":           "up by 5 % to $ 300 a / b",
		"follow-up: class_1.csv — done...": "follow up class_1.csv done",
		"José Ångström’s café":             "josé ångström 's café",
		"":                                 "",
		"?!":                               "",
	} {
		var got []string
		for _, tok := range Tokens(text) {
			got = append(got, tok.Lower)
		}
		must.NoDiff(t, cmp.Diff(want, strings.Join(got, " ")), "Tokens(%q) (-want +got):\n%s", text)
	}
}

func TestStem(t *testing.T) {
	for _, group := range []string{"Schedule schedules scheduling", "meeting Meetings", "convert converted converting"} {
		words := strings.Fields(group)
		for _, w := range words[1:] {
			if Stem(w) != Stem(words[0]) {
				t.Errorf("Stem(%q) = %q, Stem(%q) = %q; want one stem", w, Stem(w), words[0], Stem(words[0]))
			}
		}
	}
	if Stem("read") == Stem("write") {
		t.Error("read and write have one stem")
	}
}

func FuzzTokens(f *testing.F) {
	f.Add("Dana's don't 3/12/2026 \xff $5% a.b@c – ‘x’")
	f.Fuzz(func(t *testing.T, text string) {
		end := 0
		for _, tok := range Tokens(text) {
			if tok.Start < end || tok.Start >= tok.End || tok.End > len(text) || text[tok.Start:tok.End] != tok.Text {
				t.Fatalf("Tokens(%q): bad span %+v", text, tok)
			}
			end = tok.End
			Stem(tok.Text)
		}
	})
}

func BenchmarkTokens(b *testing.B) {
	const text = "Schedule a budget review for Dana on 3/12/2026 from 2:00 pm to 3:30 pm"
	for b.Loop() {
		Tokens(text)
	}
}
