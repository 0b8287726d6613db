package reading

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"legomem/must"
	"legomem/tools/value"
)

// alikes are skills whose wordings differ in a word, a sign or the place of a value.
func alikes(t *testing.T) []*Skill {
	t.Helper()
	who, day := Slot{Name: "who", Kind: value.Person}, Slot{Name: "day", Kind: value.Date}
	file, title := Slot{Name: "file", Kind: value.File}, Slot{Name: "title", Kind: value.Phrase}
	return []*Skill{
		skillOf(t, "book", []Slot{who, day, title}, "Book a [review](title) for [Dana](who) on [3/12/2026](day)", "Could you book a [review](title) for [me](who) on [3/12/2026](day)?"),
		skillOf(t, "move", []Slot{title, {Name: "from", Kind: value.Date}, {Name: "to", Kind: value.Date}}, "Move [Lunch](title) from [3/12/2026](from) to [3/13/2026](to)"),
		skillOf(t, "note", []Slot{who, title, {Name: "text", Kind: value.Message}}, "[please](frame) mail [Dana](who), subject [Keys](title), and say [they are here](text)"),
		skillOf(t, "cell", []Slot{file, {Name: "cell", Kind: value.Cell}, {Name: "value", Kind: value.Number}}, "Set [B3](cell) of [a.xlsx](file) to [25](value)"),
		skillOf(t, "twice", []Slot{file, who}, "Print [a.pdf](file) and send [a.pdf](file) to [Dana](who)"),
	}
}

func fitsOf(t *testing.T, skills []*Skill, text string) []string {
	t.Helper()
	all := must.Have(NewWordings(skills))(t)
	var out []string
	for _, r := range all.Fits(must.Have(NewSentence(text, now, nil))(t)) {
		shown := r.Skill.ID
		for _, v := range r.Values {
			shown += " " + v.Slot + "=" + v.Said()
			if v.Open {
				shown += "?"
			}
		}
		out = append(out, shown)
	}
	return out
}

func TestKnownWordings(t *testing.T) {
	skills := alikes(t)
	for _, tt := range []struct {
		text string
		want []string
	}{
		{"book a budget review for Tom on April 2, 2026", []string{"book title=budget review? who=Tom day=2026-04-02"}},
		{`Book a "fire drill" for Tom on 4/2/2026`, []string{"book title=fire drill who=Tom day=2026-04-02"}},
		{"Could you book a review for me on 4/2/2026?", []string{"book title=review? who=me day=2026-04-02"}},
		{"Could you book a review for Tom on 4/2/2026?", []string{"book title=review? who=Tom day=2026-04-02"}},
		// the values of one form stand each in the place of its words
		{"Move Lunch from 4/2/2026 to 4/3/2026", []string{"move title=Lunch? from=2026-04-02 to=2026-04-03"}},
		// a comma ends an open value, and two ways are two
		{"Mail Tom, subject Spare keys, and say we meet at noon", []string{"note who=Tom title=Spare keys? text=we meet at noon?"}},
		{"Book a review for Ana for Tom on 4/2/2026", []string{"book title=review for Ana? who=Tom day=2026-04-02"}},
		{"Mail Tom subject A and say B and say C", []string{"note who=Tom title=A? text=B and say C?", "note who=Tom title=A and say B? text=C?"}},
		{"Print a.pdf and send a.pdf to Tom", []string{"twice file=a.pdf file=a.pdf who=Tom"}},
		// another word, one too many, one too few
		{"Cancel a review for Tom on 4/2/2026", nil},
		{"Do not book a review for Tom on 4/2/2026", nil},
		{"Book a review for Tom on 4/2/2026 every week", nil},
		{"Book review for Tom on 4/2/2026", nil},
		{"Book a review for Tom and Ana on 4/2/2026", nil},
		// a pronoun that no wording has there, another form, the other's values
		{"Book a review for us on 4/2/2026", nil},
		{"Set B3 of a.xlsx to blue", nil},
		{"Set B3 of a.xlsx to − 25", nil},
		{"Print a.pdf and send b.pdf to Tom", nil},
		// a question where none is known, and the other way round
		{"Book a review for Tom on 4/2/2026?", nil},
		// the sentence ends elsewhere
		{"Book a review. For Tom on 4/2/2026", nil},
		{"", nil},
	} {
		if got := fitsOf(t, skills, tt.text); !slices.Equal(got, tt.want) {
			t.Errorf("%s\n got %q\nwant %q", tt.text, got, tt.want)
		}
	}
}

// TestCertain: what is open is certain only as far as the labeller has it whole.
func TestCertain(t *testing.T) {
	m, skills := must.Have(Shipped())(t), alikes(t)
	all := must.Have(NewWordings(skills))(t)
	for text, want := range map[string]bool{
		"Set B3 of a.xlsx to 25":                                             true,
		`Book a "fire drill and lunch" for Tom on 4/2/2026`:                  true,
		"Book a fire drill for Tom on 4/2/2026":                              true,
		"Book a fire drill and send an invitation for Tom on 4/2/2026":       false,
		"Book a talk on Monday for Tom on 4/2/2026":                          false, // which day?
		"Mail Tom, subject Spare keys, and say we meet at noon":              false, // a message without quotes
		`Mail Tom, subject "Spare keys", and say "we meet at noon"`:          true,
		`Mail Tom, subject Spare keys, and say "we meet at noon by the sea"`: true,
	} {
		s := must.Have(NewSentence(text, now, nil))(t)
		ways := all.Fits(s)
		if len(ways) != 1 {
			t.Errorf("%s is read in %d ways", text, len(ways))
			continue
		}
		if _, got := all.Certain(t.Context(), m, s, ways[0]); got != want {
			t.Errorf("%s: certain is %t", text, got)
		}
	}
}

// TestManyWays: a sentence that could be read in very many ways takes no longer for it.
func TestManyWays(t *testing.T) {
	slots := []Slot{{Name: "a", Kind: value.Phrase}, {Name: "b", Kind: value.Phrase}, {Name: "c", Kind: value.Phrase}}
	var marked strings.Builder
	for i := range 9 {
		fmt.Fprintf(&marked, "x [one](%s) ", slots[i%3].Name)
	}
	skills := []*Skill{skillOf(t, "many", slots, marked.String())}
	if got := fitsOf(t, skills, strings.Repeat("x y z ", MaxWords/4)); len(got) > mostWays {
		t.Errorf("there are %d ways", len(got))
	}
}
