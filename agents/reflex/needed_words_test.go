package reflex

import (
	"slices"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"

	"legomem/membank"
	"legomem/must"
	"legomem/reading"
	"legomem/sweep"
	"legomem/tools/value"
)

func TestPlainWords(t *testing.T) {
	p := &Procedure{Slots: []Slot{{Name: "who"}, {Name: "day"}}, Patterns: []Pattern{
		{Template: "Write {who}'s Note for an evening on {day}, please"},
		{Template: "re{who}th of the {other} day"},
		{Template: "{who} {day}"},
	}}
	want := [][]string{{"write", "note", "for", "evening", "please"}, {"of", "the", "day"}, nil}
	must.NoDiff(t, cmp.Diff(want, p.neededWords()), "the words of its templates (-want +got):\n%s")
}

// TestNeededWords: a sentence that lacks the words that a procedure's wordings need is in
// none of them. Tried are the wordings of the starter bank, each against all procedures.
func TestNeededWords(t *testing.T) {
	sweep.OneGoroutine(t)
	all := starterFamilies(t)
	without, fitting := 0, 0
	for _, f := range sweep.Sample(t, all, 12, 40) {
		said := must.Have(reading.NewSentence(f.Patterns[0].Text, value.Reference{}, nil))(t)
		words := lowerWords(said)
		if !f.mayHave(words) {
			t.Errorf("%q is not taken for one of its own procedure", said.Text)
		}
		for _, other := range all {
			_, wordings := other.wordings()
			fits := len(wordings.Fits(said)) > 0
			if may := other.mayHave(words); fits && !may {
				t.Errorf("%q fits %q, and is said to lack a word", said.Text, other.Sentence())
			} else if !may {
				without++
			}
			if fits {
				fitting++
			}
		}
	}
	if without < fitting {
		t.Errorf("only %d were spared, where %d fit", without, fitting)
	}
}

// starterFamilies are the procedures of the starter bank.
func starterFamilies(t *testing.T) []*family {
	t.Helper()
	var all []*family
	for _, u := range must.Have(membank.Starter())(t) {
		if len(u.Procedure) > 0 {
			all = append(all, newFamily(must.Have(Decode(u.Procedure))(t)))
		}
	}
	return all
}

// TestMayKnow: what a reader of some procedures of the starter bank knows as one of them, it
// may know by its words. Tried are their wordings, each against five more of them.
func TestMayKnow(t *testing.T) {
	sweep.OneGoroutine(t)
	all := sweep.Sample(t, starterFamilies(t), 12, 40)
	known := 0
	for first := range len(all) - nearest + 1 {
		var work []Practised
		for i, f := range all[first : first+nearest] {
			work = append(work, Practised{Unit: membank.Hit{Unit: membank.Unit{ID: strconv.Itoa(i)}}, family: f})
		}
		reader := must.Have(ReaderOf(work, value.Reference{}))(t)
		for _, p := range atMost(all[first].Patterns, 4) {
			said := must.Have(reading.NewSentence(p.Text, value.Reference{}, nil))(t)
			for _, r := range must.Have(reader.Read(t.Context(), said))(t) {
				one := byID(work, r.Skill.ID)
				if !r.Known {
					continue
				}
				known++
				if len(MayKnow([]Practised{one}, said)) == 0 {
					t.Errorf("%q is known as %q, and is said to lack a word", said.Text, one.Sentence())
				}
			}
		}
	}
	if known == 0 {
		t.Error("nothing is known")
	}
	said := must.Have(reading.NewSentence("what is new", value.Reference{}, nil))(t)
	if len(MayKnow([]Practised{{family: all[0]}}, said)) > 0 {
		t.Errorf("%q may be known as %q", said.Text, all[0].Sentence())
	}
}

// TestWordingOfTemplate: the values of a sentence are where its template has slots.
func TestWordingOfTemplate(t *testing.T) {
	p := &Procedure{Slots: []Slot{{Name: "a"}, {Name: "b"}}}
	for _, tt := range []struct {
		template, text string
		want           []string // nil where the one is not as the other says
	}{
		{"Mail {a} to {b}", "Mail x to y to z", []string{"x", "y to z"}},
		{"{a} to {b}!", "x! to y!!", []string{"x!", "y!"}},
		{"{a}{b}", "éa", []string{"é", "a"}},
		{"{a}-{b}.", "--1.\n2.", []string{"-", "1.\n2"}},
		{"Mail {c}", "Mail {c}", []string{}},
		{"Mail {a}", "Mail ", nil},
		{"Mail {a}", "mail x", nil},
		{"{a} to {b}", "x to ", nil},
		{"{a}.", ".", nil},
		{"Mail", "Mail x", nil},
	} {
		w, err := p.wording(Pattern{Template: tt.template, Text: tt.text})
		if (err != nil) != (tt.want == nil) {
			t.Errorf("%q as %q: %v", tt.text, tt.template, err)
		}
		var got []string
		for _, m := range w.Marks {
			got = append(got, tt.text[m.Start:m.End])
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%q as %q has %q, want %q", tt.text, tt.template, got, tt.want)
		}
	}
}
