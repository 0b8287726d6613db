package reading

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"legomem/tools/value"
)

// Practised work is asked for in longer sentences, with more values, than the everyday
// skills. Where such values begin and end is learned from its wordings; what it asks for is
// not, since a user's own work is what the model was not trained with. One piece of work
// has the same values in all its wordings, so each is a lesson with other values too.

// practised are lessons on the values of practised skills' wordings.
func (d Data) practised(seed uint64) (*material, error) {
	sentences, err := sentencesOf(d.Practised, d.Reference)
	if err != nil {
		return nil, fmt.Errorf("learn from practised work: %w", err)
	}
	m := &material{}
	m.add(d.Practised, sentences)
	random := rand.New(rand.NewPCG(seed, seed+3))
	pool := openValues(slices.Concat(d.Skills, d.Practised))
	for i, k := range d.Practised {
		for j, w := range k.Wordings {
			other := w.varied(k, pool, random)
			s, err := NewSentence(other.Text, d.Reference, nil)
			if err != nil {
				return nil, fmt.Errorf("learn from practised work: %w", err)
			}
			m.lessons = append(m.lessons, lesson{sentence: s, skill: i, wording: j, labels: labelsOf(k, s, other)})
		}
	}
	m.lessons = slices.Concat(m.lessons, d.disturbed(m.lessons, seed))
	return m, nil
}

// longestPhrase is how many words a text may have to stand for a title too.
const longestPhrase = 5

// openValues are the open values of skills' wordings, by kind. A short text may be a
// title: "the room is booked".
func openValues(skills []*Skill) map[value.Kind][]string {
	out := map[value.Kind][]string{}
	for _, k := range skills {
		for _, w := range k.Wordings {
			for _, m := range w.Marks {
				if slot, ok := k.slot(m.Slot); ok && open(slot) {
					text := w.Text[m.Start:m.End]
					out[slot.Kind] = append(out[slot.Kind], text)
					if slot.Kind == value.Message && len(strings.Fields(text)) <= longestPhrase {
						out[value.Phrase] = append(out[value.Phrase], text)
					}
				}
			}
		}
	}
	return out
}

// varied is a wording with other values in the places of the open ones.
func (w Wording) varied(k *Skill, pool map[value.Kind][]string, random *rand.Rand) Wording {
	var out Wording
	end := 0
	for _, m := range w.Marks {
		text := w.Text[m.Start:m.End]
		slot, ok := k.slot(m.Slot)
		if ok && open(slot) && len(pool[slot.Kind]) > 0 {
			text = pool[slot.Kind][random.IntN(len(pool[slot.Kind]))]
		}
		out.Text += w.Text[end:m.Start]
		out.Marks = append(out.Marks, Mark{Slot: m.Slot, Start: len(out.Text), End: len(out.Text) + len(text)})
		out.Text += text
		end = m.End
	}
	out.Text += w.Text[end:]
	return out
}
