package reading

import (
	"slices"
	"testing"

	"legomem/must"
	"legomem/tools/value"
)

// TestNear: what a lesson's sentence is kept apart from is all that it does not ask for.
func TestNear(t *testing.T) {
	d := taught(t)
	d.Requests = append(d.Requests, Request{Text: "get a.docx onto paper", Skills: []string{"print"}})
	m := must.Have(d.ready())(t)
	sc := trainScorer(m.requests, m.known.set, m.rarity, 1)
	all := &teacher{material: m, nearest: map[int]neighbours{}}
	const printing, mailing = 0, 1
	for i, l := range m.lessons {
		var mine, others []int
		switch {
		case len(l.skills) > 0:
			mine, others = []int{printing}, []int{nothing, mailing}
		case l.skill == nothing:
			others = []int{printing, mailing}
		default:
			others = []int{nothing, printing + mailing - l.skill}
		}
		got := all.near(i, sc)
		if slices.Sort(got.others); !slices.Equal(got.mine, mine) || !slices.Equal(got.others, others) {
			t.Errorf("%q: %v and %v, want %v and %v", l.sentence.Text, got.mine, got.others, mine, others)
		}
	}
}

// TestPretence: an office that is made up has most of the values of the lessons as names,
// and these are labelled as such.
func TestPretence(t *testing.T) {
	d := taught(t)
	d.Named = []value.Kind{value.Person}
	d.Skills = []*Skill{skillOf(t, "call", []Slot{{Name: "who", Kind: value.Person}}, "call [dana](who)", "ring [dana](who)", "phone [dana](who)",
		"give [dana](who) a ring", "get [dana](who) on the phone", "i want to talk to [dana](who)", "a call to [dana](who)", "dial [dana](who)")}
	lessons := d.named(must.Have(d.ready())(t), 1)
	if len(lessons) == 0 {
		t.Fatal("there is no lesson")
	}
	for _, l := range lessons {
		if !slices.ContainsFunc(l.labels, func(one labelled) bool { return one.part == typed }) {
			t.Errorf("%q: no value is a name that is there: %v", l.sentence.Text, l.labels)
		}
	}
}
