package reading

import "strings"

// knownTemplates are a skill's wordings with their slots in the values' places, without
// frames.
func knownTemplates(k *Skill, said []*Sentence) map[string]bool {
	all := map[string]bool{}
	for i, s := range said {
		all[template(k, s, labelsOf(k, s, k.Wordings[i]))] = true
	}
	return all
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
