package reading

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"legomem/tools/value"
)

// Wordings are ways to ask for some skills, made ready to find those that a sentence
// fits: it has a wording's words, all of them and in their order, and a value in the
// place of each slot; words that frame any request may stand around. Case is of no account,
// and of the signs only those that end a clause. Nothing is learned here, and nothing likely: a sentence fits or does not.
type Wordings struct {
	// rarest lists wordings by the one of their words that the fewest have, so that a
	// sentence is held against few; those without words of their own stand under "".
	rarest map[string][]*wording
	usages map[*Skill]*usage
	frames frames
}

// wording is a way to ask for a skill.
type wording struct {
	skill  *Skill
	places []place
	asks   bool // it ends as a question
}

// place is where a wording has a word, or a slot's value.
type place struct {
	word string // in lower case, "" where a value stands
	slot int    // of the skill
	// spelled is how the wording names a person there without a name: "me".
	spelled string
	apart   bool // a clause ends before it
}

// NewWordings makes the skills' wordings ready. Those that say the same are one.
func NewWordings(skills []*Skill) (*Wordings, error) {
	m, err := Shipped()
	if err != nil {
		return nil, err
	}
	var all []*wording
	out := &Wordings{usages: map[*Skill]*usage{}, frames: m.frames}
	for _, k := range skills {
		said, err := wordsOfAll(k)
		if err != nil {
			return nil, err
		}
		out.usages[k] = newUsage(k, said)
		seen := map[string]bool{}
		for j, s := range said {
			one := &wording{skill: k, places: placesOf(k, s, k.Wordings[j]), asks: s.asks()}
			if key := one.key(); !seen[key] {
				seen[key] = true
				all = append(all, one)
			}
		}
	}
	out.rarest = byRarest(all)
	return out, nil
}

// wordsOfAll are the words of a skill's wordings. What their values are is marked.
func wordsOfAll(k *Skill) ([]*Sentence, error) {
	var out []*Sentence
	for _, w := range k.Wordings {
		s, err := wordsOf(w.Text)
		if err != nil {
			return nil, fmt.Errorf("read %q, which asks for %s: %w", w.Text, k.ID, err)
		}
		out = append(out, s)
	}
	return out, nil
}

func byRarest(all []*wording) map[string][]*wording {
	have := map[string]int{}
	for _, w := range all {
		for _, word := range w.words() {
			have[word]++
		}
	}
	out := map[string][]*wording{}
	for _, w := range all {
		word := ""
		if words := w.words(); len(words) > 0 {
			word = slices.MinFunc(words, func(a, b string) int { return cmp.Compare(have[a], have[b]) })
		}
		out[word] = append(out[word], w)
	}
	return out
}

// placesOf are a wording's places, without what frames any request.
func placesOf(k *Skill, s *Sentence, w Wording) []place {
	var out []place
	marks := marksOf(s, w)
	for i := 0; i < len(s.Words); i++ {
		m, marked := marks[i]
		if !marked {
			out = append(out, place{word: oneArticle(s.Words[i].Lower), apart: s.apart(i)})
			continue
		}
		_, last, _ := s.WordsOf(m.Start, m.End)
		slot := slices.IndexFunc(k.Slots, func(slot Slot) bool { return slot.Name == m.Slot })
		if slot >= 0 { // a frame has none
			one := place{slot: slot, spelled: s.unnamed(k.Slots[slot], i, last), apart: s.apart(i)}
			if n := len(out) - 1; n >= 0 && out[n].leadsTo(k.Slots[slot].Kind) {
				one.apart, out = out[n].apart, out[:n]
			}
			out = append(out, one)
		}
		i = last
	}
	return out
}

// leadsTo says that a word is part of how the value behind it is spelled: see leadsToDay.
func (p place) leadsTo(k value.Kind) bool { return k == value.Date && p.word == dayWord }

// marksOf are a wording's marks by the word at which they begin.
func marksOf(s *Sentence, w Wording) map[int]Mark {
	out := map[int]Mark{}
	for _, m := range w.Marks {
		if first, _, ok := s.WordsOf(m.Start, m.End); ok {
			out[first] = m
		}
	}
	return out
}

// unnamed is how words stand for a person without naming one, "" where they do not.
func (s *Sentence) unnamed(slot Slot, first, last int) string {
	if slot.Kind != value.Person {
		return ""
	}
	said := s.Slice(first, last)
	if _, err := value.Parse(value.Person, said, value.Reference{}); err == nil {
		return ""
	}
	return said
}

func (w *wording) words() []string {
	var out []string
	for _, p := range w.places {
		if p.word != "" {
			out = append(out, p.word)
		}
	}
	return out
}

// endsOpen says that a value ends it which may go on with any words.
func (w *wording) endsOpen() bool {
	if len(w.places) == 0 {
		return false
	}
	last := w.places[len(w.places)-1]
	return last.word == "" && open(w.skill.Slots[last.slot])
}

// key is the same for wordings that say the same.
func (w *wording) key() string {
	var b strings.Builder
	for _, p := range w.places {
		if p.apart {
			b.WriteString("; ")
		}
		if p.word == "" {
			b.WriteString("{" + w.skill.Slots[p.slot].Name + " " + p.spelled + "}")
		}
		b.WriteString(p.word + " ")
	}
	if w.asks {
		b.WriteString("?")
	}
	return b.String()
}

// Fits are the ways in which a sentence fits some wording, each once.
func (all *Wordings) Fits(s *Sentence) []Reading {
	var out []Reading
	seen := map[string]bool{}
	starts, ends := all.frames.starts(s), all.frames.ends(s)
	for _, w := range all.sharing(s) {
		for _, way := range newFitting(s, w, starts, ends).ways() {
			r := w.reading(s, way)
			if key := r.key(); !seen[key] {
				seen[key] = true
				out = append(out, r)
			}
		}
	}
	slices.SortFunc(out, func(a, b Reading) int { return strings.Compare(a.key(), b.key()) })
	return out
}

// sharing are the wordings whose words the sentence has.
func (all *Wordings) sharing(s *Sentence) []*wording {
	have := map[string]bool{"": true}
	for _, w := range s.Words {
		have[oneArticle(w.Lower)] = true
	}
	var out []*wording
	for word := range have {
		for _, w := range all.rarest[word] {
			if !slices.ContainsFunc(w.words(), func(own string) bool { return !have[own] }) {
				out = append(out, w)
			}
		}
	}
	return out
}

// reading is a way to fit the wording as the values that it gives.
func (w *wording) reading(s *Sentence, way []fill) Reading {
	r := Reading{Skill: w.skill, Known: true}
	for _, f := range way {
		r.Values = append(r.Values, s.toTheEnd(s.valueOf(w.skill.Slots[f.slot], f), f))
	}
	for _, slot := range w.skill.Slots {
		has := slices.ContainsFunc(r.Values, func(v Value) bool { return v.Slot == slot.Name })
		if !slot.Optional && !has {
			r.Missing = append(r.Missing, slot)
		}
	}
	return r
}

// key tells readings apart that ask for different things.
func (r Reading) key() string {
	var values []string
	for _, v := range r.Values {
		values = append(values, v.Slot+"="+v.Said())
	}
	slices.Sort(values)
	return r.Skill.ID + "\x00" + strings.Join(slices.Compact(values), "\x00")
}
