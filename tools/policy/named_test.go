package policy

import (
	"strings"
	"testing"
)

func TestNames(t *testing.T) {
	known := []string{"Bob", "Ann", "Mary Ann", "Tom"}
	for _, tt := range []struct {
		text, person string
		want         bool
	}{
		{"Remind Bob of it", "Bob", true},
		{"remind bob of it", "Bob", true},
		{"BOB, please", "bob", true},
		{"Bob", "Bob", true},
		{"Bob's calendar", "Bob", true},
		{"Bob’s calendar", "Bob", true},
		{"(Bob)", "Bob", true},
		{"ask 'Bob' or \"Tom\"", "Tom", true},
		{"Tom/Bob", "Bob", true},
		{"for Bob.", "Bob", true},
		{"for Bob.\nThen stop", "Bob", true},
		{"to bob@example.com", "Bob", true},
		{"to BOB@EXAMPLE.COM.", "Bob", true},
		{"read calendar/Bob.ics", "Bob", true},
		{"read emails/Bob/x.eml", "Bob", true},
		{"read emails\\Bob\\x.eml", "Bob", true},
		{"ask Mary Ann", "Mary Ann", true},
		{"ask Mary\nAnn", "Mary Ann", true},
		{"ask mary.ann@example.com", "Mary Ann", true},
		{"ask mary ann", "mary.ann", true},
		{"für Jürgen", "JÜRGEN", true},
		{"ask Mary Ann and Ann", "Ann", true},
		{"write to all but Tom", "Tom", true}, // what is said of them makes no difference
		{"nothing to Tom, please", "Tom", true},
		{"never mail tom@example.com", "Tom", true},
		{"Will will mark it", "will", true},

		{"Remind Bobby of it", "Bob", false},
		{"the Bobcat", "Bob", false},
		{"kabob", "Bob", false},
		{"Bob-Smith", "Bob", false},
		{"Anna-Bob", "Bob", false},
		{"Bob_course_list.xlsx", "Bob", false},
		{"Bob.xlsx", "Bob", false},
		{"Bob.ics.exe", "Bob", false},
		{"O'Bob", "Bob", false},
		{"Bob'n'Roll", "Bob", false},
		{"Mary x@evil.com Ann", "Mary Ann", false},
		{"to bob@evil.com", "Bob", false},
		{"to x.bob@example.com", "Bob", false},
		{"to bob.x@example.com", "Bob", false},
		{"to bob@example.com.evil.org", "Bob", false},
		{"to bob@examp1e.com", "Bob", false},
		{"to bob+x@evil.com", "bob", false},
		{"ask Mary Ann", "Ann", false},
		{"ask Mary", "Mary Ann", false},
		{"ask Ann", "Mary Ann", false},
		{"\u212Aate", "Kate", false}, // the Kelvin sign
		{"B\u043Eb", "Bob", false},   // a Cyrillic o
		{"", "Bob", false},
		{"Bob", "", false},
		{"Bob", "..", false},
		{"all of * please", "*", false},
	} {
		if got := listen(tt.text, "example.com").names(tt.person, known); got != tt.want {
			t.Errorf("%q names %q: %v", tt.text, tt.person, got)
		}
	}
}

// FuzzNames: whom a text does not hold letter by letter, it does not name.
func FuzzNames(f *testing.F) {
	f.Add("Remind Bob's friend Mary Ann, bob@example.com", "Mary Ann")
	f.Add("'", "")
	f.Add("Bob.ics", "Bob")
	f.Add("a@b\x00c@d", "\xff")
	f.Fuzz(func(t *testing.T, task, person string) {
		named := listen(task, "example.com").names(person, []string{person, "Ann"})
		if w := plain(person); named && (len(w) == 0 || !strings.Contains(fold(task), w[0])) {
			t.Errorf("%q names %q", task, person)
		}
	})
}
