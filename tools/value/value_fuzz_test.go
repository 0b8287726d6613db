package value

import (
	"strings"
	"testing"
)

// FuzzParse: what a kind reads it reads again from its canonical form, and a
// text that it does not read it says what it would.
func FuzzParse(f *testing.F) {
	kinds := []Kind{Date, Time, DateTime, Duration, Number, Money, Cell, Email, File, Person, Phrase, Message}
	for _, row := range rows(f, "parse.txt") {
		for i, kind := range kinds {
			if row[0] == string(kind) {
				f.Add(i, row[1])
			}
		}
	}
	for i := range kinds {
		for _, s := range []string{"", " ", "\x00", "\xff", "9999999999999999999", "-0", "2026-02-30", "24:60", "$" + strings.Repeat("9", 400), "=1+1", "../../etc/passwd", "a@b@c", "<a@b.c>", "A1:XFD1048577",
			"CON.txt", "１２", "in 99999999999 days", strings.Repeat("a", 300) + ".txt", "\u202efdp.exe", "'", "“”", "@", "29 February", "P1Y", "NaN", "1e9"} {
			f.Add(i, s)
		}
	}
	f.Fuzz(func(t *testing.T, i int, text string) {
		if i < 0 || i >= len(kinds) || len(text) > 2000 {
			return
		}
		kind := kinds[i]
		canon, err := Parse(kind, text, wednesday)
		if err != nil {
			if !strings.Contains(err.Error(), "accepted") {
				t.Errorf("%s %q: %v", kind, text, err)
			}
			return
		}
		if again, err := Parse(kind, text, wednesday); err != nil || again != canon {
			t.Errorf("%s %q is %q, then %q, %v", kind, text, canon, again, err)
		}
		if kind == Phrase || kind == Person || kind == Message { // "'a'" in quotes, and @dana
			return
		}
		if again, err := Parse(kind, canon, wednesday); err != nil || again != canon {
			t.Errorf("%s %q is %q, which reads %q, %v", kind, text, canon, again, err)
		}
		if Words(kind, canon) == "" {
			t.Errorf("Words(%s, %q) is empty", kind, canon)
		}
	})
}
