package everyday

import (
	"strings"
	"sync"

	"legomem/agents/gazetteer"
	"legomem/reading"
	"legomem/skills"
	"legomem/tools/value"
)

// ready are the everyday skills, made ready for reading.
type ready struct {
	skills   map[string]skills.Skill
	model    *reading.Model
	prepared *reading.Prepared
	common   func() map[string]bool // stems
	plain    func() map[value.Kind]map[string]int
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
	r.plain = sync.OnceValue(func() map[value.Kind]map[string]int { return plainWords(library.Skills) })
	r.prepared, err = library.Prepared()
	return r, err
})

// Common says that a word tells nothing of what is named: people say it outside of names
// at least a third as often, as in "the mail about".
func (r *ready) Common(stem string) bool { return r.common()[stem] }

// plainShare is in which share of the wordings that name a thing of a kind a word stands
// outside of names at least, to be passed over in one.
const plainShare = 0.004

// Plain says that people who name a thing of a kind often say a word besides: "my", "the",
// "meeting". Any other word is said of one thing and not of another.
func (r *ready) Plain(kind value.Kind, word string) bool {
	said := r.plain()[kind]
	return float64(said[strings.ToLower(word)]) >= plainShare*float64(said[""])
}

// usualShare is the share of wordings from which on a word is what things of a kind are called.
const usualShare = 0.3

// Usual says that people who name a thing of a kind mostly say a word besides, as "list".
func (r *ready) Usual(kind value.Kind, word string) bool {
	said := r.plain()[kind]
	return said[""] > 0 && float64(said[strings.ToLower(word)]) >= usualShare*float64(said[""])
}

// plainWords are how often words stand outside of values in the wordings of skills that take a
// kind of thing, and, under "", how many wordings that are.
func plainWords(all []skills.Skill) map[value.Kind]map[string]int {
	out := map[value.Kind]map[string]int{}
	for _, s := range all {
		for _, slot := range s.Slots {
			if thingsOf(slot) == nil {
				continue
			}
			if out[slot.Kind] == nil {
				out[slot.Kind] = map[string]int{}
			}
			said := out[slot.Kind]
			said[""] += len(s.Wordings)
			for _, w := range s.Wordings {
				eachPart(w, func(text string) { countSpelled(text, said) }, func(string) {})
			}
		}
	}
	return out
}

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

// countSpelled counts a text's words as they are spelled: "cancel" is often said of an event,
// and "cancellation" is not.
func countSpelled(text string, words map[string]int) {
	for _, w := range gazetteer.Spoken(text) {
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
