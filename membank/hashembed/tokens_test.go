package hashembed

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"legomem/lists"
)

// show writes a token as kind:text, with * for proper and ~ for said.
func show(t token) string {
	s := t.text
	if t.kind != "" {
		s = t.kind + ":" + s
	}
	if t.suffix != "" {
		s += "." + t.suffix
	}
	if t.proper {
		s += "*"
	}
	if t.said {
		s += "~"
	}
	return s
}

func TestReadTokens(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"nothing", " \t … -- ", ""},
		{"names and sentences", "Tell Ann. Then Bob's done", "tell ann* then bob* done"},
		{"addresses", "to ann.bell@corp.example, please", "to address:ann.bell@corp.example please"},
		{"files", "Turn Plan_2.DOCX into a.b.pdf.", "turn file:plan_2.docx into file:a.b.pdf"},
		{"no file", "at corp.example e.g. tomorrow", "at corp example e g tomorrow"},
		{"dates", "5/18/2026 2026-05-18 18.5.2026 3rd 7/4", "date:5/18/2026 date:2026-05-18 date:18.5.2026 date:3rd date:7/4"},
		{"times", "7:00 p.m. 19:30 7pm 14:00-15:00", "time:7:00 p.m time:19:30 time:7pm time:14:00-15:00"},
		{"money and shares", "$4,200 or 300€, 12%", "money:$4,200 or money:300€ percent:12%"},
		{"cells and codes", "B3 AB12 Q3 CS161 midterm1", "cell:b3 cell:ab12 code:q3 code:cs161 code:midterm1"},
		{"numbers", "25 4,200 2.80", "number:25 number:4,200 number:2.80"},
		{"a hyphen", "a follow-up by e-mail", "a follow up by e-mail"},
		{"a quotation", `the text "book a room" twice`, "the text book~ a~ room~ twice"},
		{"an apostrophe opens nothing", "the '90s were fun", "the code:90s were fun"},
		{"a saying ends with its sentence", "say we book it. Then go", "say we~ book~ it~ then go"},
		{"other letters", "ÅNGSTRÖM ﬁle", "ångström file"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := lists.Map(readTokens(officeWords(), tt.text), show)
			if s := strings.Join(got, " "); s != tt.want {
				t.Errorf("got  %s\nwant %s", s, tt.want)
			}
		})
	}
}

func TestAsks(t *testing.T) {
	tests := map[string]bool{
		"What is due?": true, "Please, who wrote?": true, "did Kai write": true,
		"Can you add a row?": false, "Tell me what is due": false, "": false,
	}
	for text, want := range tests {
		if got := asks(readTokens(officeWords(), text)); got != want {
			t.Errorf("%q: asks is %v, want %v", text, got, want)
		}
	}
}

// Words of a class, forms of a word and spellings count as the same.
func TestWordsFold(t *testing.T) {
	l := officeWords()
	for _, pair := range [][2]string{
		{"sent", "sending"}, {"organised", "organize"}, {"calender", "calendar"}, {"people", "persons"}, {"e-mail", "emailing"}, {"adding", "adds"},
	} {
		if a, b := l.stem(pair[0]), l.stem(pair[1]); a != b {
			t.Errorf("%s has the stem %q, %s %q", pair[0], a, pair[1], b)
		}
	}
	for _, pair := range [][2]string{{"rename", "retitle"}, {"spreadsheet", "workbook"}, {"sum", "total"}, {"postpone", "reschedule"}} {
		if a, b := l.classes[l.key(pair[0])], l.classes[l.key(pair[1])]; len(a) == 0 || len(b) == 0 || !share(a, b) {
			t.Errorf("%s and %s are in no class together: %v, %v", pair[0], pair[1], a, b)
		}
	}
}

func share(a, b []wordClass) bool {
	have := map[wordClass]bool{}
	for _, c := range a {
		have[c] = true
	}
	return slices.ContainsFunc(b, func(c wordClass) bool { return have[c] })
}

// What office_words.txt says must reach the tables: a word that stands in its
// line twice, a line of one word, or a suffix without a class does nothing.
func TestOfficeWordsFile(t *testing.T) {
	l := officeWords()
	section := ""
	for n, line := range strings.Split(officeWordsText, "\n") {
		words := strings.Fields(line)
		switch {
		case len(words) == 0 || words[0][0] == '#':
			continue
		case words[0][0] == '[':
			section = strings.Trim(line, "[]")
			continue
		}
		where := fmt.Sprintf("office_words.txt:%d [%s]", n+1, section)
		if strings.ToLower(line) != line {
			t.Errorf("%s: want lower case", where)
		}
		seen := map[string]bool{}
		for _, w := range words {
			if section == "suffixes" {
				break // "pdf" counts as the word "pdf"
			}
			if seen[w] {
				t.Errorf("%s: %s stands there twice", where, w)
			}
			seen[w] = true
		}
		if len(words) < 2 && !strings.HasPrefix(section, "rarity") {
			t.Errorf("%s: %s stands alone", where, words[0])
		}
		if section == "suffixes" && len(l.classes[l.key(words[1])]) == 0 {
			t.Errorf("%s: %s is in no class", where, words[1])
		}
	}
}

// FuzzEmbedder looks for a text that breaks the embedder.
func FuzzEmbedder(f *testing.F) {
	for _, seed := range []string{"", "Book a room on 3/4/2026 at 7 pm", `say "ﬁn" to A1 ' a.pdf @.`, "\xff\xfe…€%"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		v, again := Embedder{}.vector(text), Embedder{}.vector(text)
		var squares float64
		for i, x := range v {
			if x != again[i] {
				t.Fatalf("%q: number %d is %v and %v", text, i, x, again[i])
			}
			squares += float64(x) * float64(x)
		}
		if squares != 0 && (squares < 0.999 || squares > 1.001) {
			t.Errorf("%q has a vector of length² %v", text, squares)
		}
	})
}
