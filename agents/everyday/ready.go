package everyday

import (
	"sync"

	"legomem/agents/gazetteer"
	"legomem/reading"
	"legomem/skills"
)

// ready are the everyday skills, made ready for reading.
type ready struct {
	skills   map[string]skills.Skill
	model    *reading.Model
	prepared *reading.Prepared
	common   func() map[string]bool // stems
}

// load makes the skills ready, once.
var load = sync.OnceValues(func() (*ready, error) {
	library, err := skills.All()
	if err != nil {
		return nil, err
	}
	model, err := reading.Shipped()
	if err != nil {
		return nil, err
	}
	r := &ready{skills: map[string]skills.Skill{}, model: model}
	for _, s := range library.Skills {
		r.skills[s.ID] = s
	}
	r.common = sync.OnceValue(func() map[string]bool { return commonWords(library.Skills) })
	r.prepared, err = library.Prepared()
	return r, err
})

// Common says that a word tells nothing of what is named: people say it outside of names
// at least a third as often, as in "the mail about".
func (r *ready) Common(stem string) bool { return r.common()[stem] }

// commonWords are the words of the skills' wordings that stand outside of values a third as
// often as inside, and more than once.
func commonWords(all []skills.Skill) map[string]bool {
	inside, outside := map[string]int{}, map[string]int{}
	for _, s := range all {
		for _, w := range s.Wordings {
			eachPart(w, func(text string) { count(text, outside) }, func(text string) { count(text, inside) })
		}
	}
	out := map[string]bool{}
	for word, n := range outside {
		out[word] = n > 1 && 3*n >= inside[word]
	}
	return out
}

func count(text string, words map[string]int) {
	for w := range gazetteer.Spoken(text) {
		words[w]++
	}
}

// eachPart calls outside for what stands outside of a wording's values, and inside for these.
func eachPart(w reading.Wording, outside, inside func(text string)) {
	end := 0
	for _, m := range w.Marks {
		outside(w.Text[end:m.Start])
		if m.Slot == reading.Frame {
			outside(w.Text[m.Start:m.End])
		} else {
			inside(w.Text[m.Start:m.End])
		}
		end = m.End
	}
	outside(w.Text[end:])
}
