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
	f.Add("1:30’S 2.5.x ٣/٤ a''b JAMES'ſ ½ 1,234.5, _x_ ¥7 e\u0301")
	f.Fuzz(func(t *testing.T, text string) {
		end := 0
		for _, tok := range Tokens(text) {
			if tok.Start < end || tok.Start >= tok.End || tok.End > len(text) || text[tok.Start:tok.End] != tok.Text {
				t.Fatalf("Tokens(%q): bad span %+v", text, tok)
			}
			end = tok.End
			Stem(tok.Text)
		}
		must.NoDiff(t, cmp.Diff(tokensByExpression(text), Tokens(text)), "Tokens(%q) (-by expression +got):\n%s", text)
	})
}

var (
	wordRun      = lazy(`[\p{L}\p{M}\p{N}_]+(?:['’.@][\p{L}\p{M}\p{N}_]+)*|\p{Nd}+(?:[.,:/]\p{Nd}+)+`)
	ofPossessive = lazy(`(?i)['’]s$`)
)

// tokensByExpression are what Tokens finds, as expressions say it.
func tokensByExpression(text string) []Token {
	var all []Token
	pos := 0
	signs := func(end int) {
		for i, r := range text[pos:end] {
			if strings.ContainsRune(meaningful, r) {
				all = append(all, token(text, pos+i, pos+i+len(string(r))))
			}
		}
	}
	for _, loc := range wordRun().FindAllStringIndex(text, -1) {
		signs(loc[0])
		pos = loc[1]
		if at := ofPossessive().FindStringIndex(text[loc[0]:pos]); at != nil && at[0] > 0 {
			all = append(all, token(text, loc[0], loc[0]+at[0]), token(text, loc[0]+at[0], pos))
			continue
		}
		all = append(all, token(text, loc[0], pos))
	}
	signs(len(text))
	return all
}

func BenchmarkTokens(b *testing.B) {
	const text = "Schedule a budget review for Dana on 3/12/2026 from 2:00 pm to 3:30 pm"
	for b.Loop() {
		Tokens(text)
	}
}
