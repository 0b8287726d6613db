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

		{"Remind Bobby of it", "Bob", false},
		{"the Bobcat", "Bob", false},
		{"kabob", "Bob", false},
		{"Bob-Smith", "Bob", false},
		{"Anna-Bob", "Bob", false},
		{"Bob_course_list.xlsx", "Bob", false},
		{"Bob.xlsx", "Bob", false},
		{"Bob.ics.exe", "Bob", false},
		{"O'Bob", "Bob", false},
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
		if got := listen(tt.text).names(tt.person, known); got != tt.want {
			t.Errorf("%q names %q: %v", tt.text, tt.person, got)
		}
	}
}

func TestMentions(t *testing.T) {
	for _, tt := range []struct {
		text, file string
		want       bool
	}{
		{"sum it in travel.xlsx", "data/travel.xlsx", true},
		{"sum it in data/travel.xlsx", "data/travel.xlsx", true},
		{"the travel workbook", "data/travel.xlsx", true},
		{"the class member excel file", "data/class_member.xlsx", true},
		{"the class members", "data/class_member.xlsx", true},
		{"TRAVEL.XLSX", "data/Travel.xlsx", true},
		{"take file.docx", "data/file.docx", true},
		{"save old_travel.xlsx", "data/travel.xlsx", false},
		{"save travel_old.xlsx", "data/travel.xlsx", false},
		{"save travel.docx", "data/travel.xlsx", false},
		{"take the file", "data/file.docx", false},
		{"the data", "data/data.xlsx", false},
		{"travelling", "data/travel.xlsx", false},
		{"the class", "data/class_member.xlsx", false},
	} {
		if got := listen(tt.text).mentionsFile(tt.file); got != tt.want {
			t.Errorf("%q mentions %q: %v", tt.text, tt.file, got)
		}
	}
}

func TestAsks(t *testing.T) {
	for _, tt := range []struct {
		text string
		want bool
	}{
		{"Delete the mail", true},
		{"please get rid of it", true},
		{"The fire drill is off, delete it", true},
		{"Don't forget to write. Delete the rest", true},
		{"cell C5 has to be updated", true},
		{"Reply, and do not delete anything", false},
		{"sum it up without deleting rows", false},
		{"never change it", false},
		{"don't delete it", false},
		{"the deleter's list", false},
		{"sum it up", false},
	} {
		if got := listen(tt.text).asks(losing); got != tt.want {
			t.Errorf("%q asks to lose something: %v", tt.text, got)
		}
	}
}

func TestAddressesPeople(t *testing.T) {
	for _, tt := range []struct {
		text string
		want bool
	}{
		{"send it to all in team.xlsx", true},
		{"send it to everyone in team.xlsx", true},
		{"email the members of team.xlsx", true},
		{"e-mail all members of the team", true},
		{"send a mail to each person in team.xlsx", true},
		{"write to those students", true},
		{"send all revenues of team.xlsx to Tom", false},
		{"email the number of students in team.xlsx to Tom", false},
		{"send team_members.xlsx to Tom", false},
		{"send Tom the total of team.xlsx", false},
	} {
		if got := listen(tt.text).addressesPeople(); got != tt.want {
			t.Errorf("%q sends to several people: %v", tt.text, got)
		}
	}
}

// FuzzNames: whom a text does not hold letter by letter, it does not name.
func FuzzNames(f *testing.F) {
	f.Add("Remind Bob's friend Mary Ann, bob@example.com", "Mary Ann")
	f.Add("'", "")
	f.Add("a@b\x00c@d", "\xff")
	f.Fuzz(func(t *testing.T, text, person string) {
		s := listen(text)
		named := s.names(person, []string{person, "Ann"})
		_, _, _ = s.mentionsFile(person), s.asksInWords("write", "back"), s.addressesPeople()
		_ = s.asks(losing)
		if w := plain(person); named && (len(w) == 0 || !strings.Contains(fold(text), w[0])) {
			t.Errorf("%q names %q", text, person)
		}
	})
}
