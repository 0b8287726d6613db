package reading

import (
	"slices"
	"strings"
)

// knownTemplates are a skill's wordings with their slots in the values' places, without
// frames.
func knownTemplates(k *Skill, said []*Sentence) map[string]bool {
	all := map[string]bool{}
	for i, s := range said {
		all[template(k, s, labelsOf(k, s, k.Wordings[i]))] = true
	}
	return all
}

// HasWordsOf says that a sentence has a wording's own words, in their order, and a word for
// each of its values: if it has not, no reader knows it by that wording.
func (s *Sentence) HasWordsOf(w Wording) bool {
	said, err := wordsOf(w.Text)
	if err != nil {
		return false // no skill that has it can be read for
	}
	slots := slotsOf(said, w)
	at := 0
	for i, slot := range slots {
		within := i > 0 && slot != "" && slots[i-1] == slot
		if within || slot == Frame {
			continue
		}
		next := slices.IndexFunc(s.Words[at:], func(own Word) bool { return slot != "" || own.Lower == said.Words[i].Lower })
		if next < 0 {
			return false
		}
		at += next + 1
	}
	return true
}

// template is a labelled sentence in lower case, with slots in the values' places; words
// of the frame are left out, and so is where signs stand.
func template(k *Skill, s *Sentence, all []labelled) string {
	var b strings.Builder
	for _, l := range all {
		switch l.part {
		case begin, typed:
			b.WriteString("{" + k.Slots[l.slot].Name + "} ")
		case said, extra:
			b.WriteString(s.Words[l.first].Lower + " ")
		}
	}
	return b.String()
}
