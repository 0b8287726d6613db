package reading

import (
	"math/rand/v2"
	"slices"
	"strings"

	"legomem/lists"
)

// No office stands beside the training data, so what it would have is made up: values of
// a wording, all of their words or but the first, further names from other wordings, and
// now and then a word of the sentence that is no value.

const (
	namedShare   = 2 // one in so many wordings is a lesson with names too
	otherNames   = 40
	leftUnnamed  = 4 // one in so many values is no name
	partlyNamed  = 4
	falselyNamed = 3 // one in so many sentences has a word that happens to be a name
)

// named are wordings again, with names of what is there.
func (d Data) named(m *material, seed uint64) []lesson {
	o := pretence{d: d, random: rand.New(rand.NewPCG(seed, seed+2))}
	for _, k := range m.known.skills {
		for _, w := range k.Wordings {
			o.all = append(o.all, d.namesIn(k, w)...)
		}
	}
	var out []lesson
	for _, l := range m.lessons {
		if l.skill == nothing || len(o.all) == 0 || o.random.IntN(namedShare) > 0 {
			continue
		}
		k := m.known.skills[l.skill]
		w := k.Wordings[l.wording]
		if s, err := NewSentence(w.Text, d.Reference, NewNames(o.around(l, d.namesIn(k, w)))); err == nil {
			out = append(out, lesson{sentence: s, skill: l.skill, wording: l.wording, labels: labelsOf(k, s, w)})
		}
	}
	return out
}

// namesIn are the values of a wording that an office has names for.
func (d Data) namesIn(k *Skill, w Wording) []Name {
	var out []Name
	for _, mark := range w.Marks {
		at := slices.IndexFunc(k.Slots, func(s Slot) bool { return s.Name == mark.Slot })
		if at >= 0 && !k.Slots[at].New && slices.Contains(d.Named, k.Slots[at].Kind) {
			out = append(out, Name{k.Slots[at].Kind, w.Text[mark.Start:mark.End]})
		}
	}
	return out
}

// pretence makes up the names of an office.
type pretence struct {
	d      Data
	random *rand.Rand
	all    []Name
}

// around are the names of an office that a lesson's sentence with these values may be of.
func (o pretence) around(l lesson, values []Name) []Name {
	values = lists.Filter(values, func(Name) bool { return o.random.IntN(leftUnnamed) > 0 })
	for i, name := range values {
		if o.random.IntN(partlyNamed) == 0 {
			values[i].Text = butFirst(name.Text)
		}
	}
	for range otherNames {
		values = append(values, o.all[o.random.IntN(len(o.all))])
	}
	if o.random.IntN(falselyNamed) > 0 {
		return values
	}
	word := l.labels[o.random.IntN(len(l.labels))]
	return append(values, Name{o.all[o.random.IntN(len(o.all))].Kind, l.sentence.Words[word.first].Text})
}

// butFirst is a text without its first word, unless that is all.
func butFirst(text string) string {
	if _, rest, two := strings.Cut(text, " "); two {
		return rest
	}
	return text
}
