package reflex

import (
	"legomem/tools/value"
)

// family is a procedure made ready for matching.
type family struct {
	*Procedure
	lx *lexicon
	// vocabulary is every content word, by stem, of any of its wordings.
	vocabulary map[string]bool
	// roles are the roles that the wordings give each slot ("from", "to").
	roles map[string]map[string]bool
	// rivals are the slots of the same kind as each slot.
	rivals map[string][]string
	parts  [][]patternPart
}

// patternPart is a Part with what matching asks of it.
type patternPart struct {
	Part
	slot    Slot
	stem    string
	content bool
}

func newFamily(p *Procedure, lx *lexicon) *family {
	f := &family{Procedure: p, lx: lx, vocabulary: map[string]bool{}, roles: map[string]map[string]bool{}, rivals: map[string][]string{}}
	for _, a := range p.Slots {
		f.roles[a.Name] = map[string]bool{}
		for _, b := range p.Slots {
			if a.Name != b.Name && rival(a.Kind, b.Kind) {
				f.rivals[a.Name] = append(f.rivals[a.Name], b.Name)
			}
		}
	}
	for _, pattern := range p.Patterns {
		f.parts = append(f.parts, f.prepare(pattern))
	}
	return f
}

// rival says that a value of one kind could be taken for the other.
func rival(a, b value.Kind) bool {
	return a == b || (isWords(a) && isWords(b))
}

func isWords(k value.Kind) bool { return k == value.Phrase || k == value.Message }

func (f *family) prepare(pattern Pattern) []patternPart {
	var out []patternPart
	before := ""
	for _, part := range pattern.Parts {
		pp := patternPart{Part: part}
		if part.Slot != "" {
			pp.slot, _ = f.Slot(part.Slot)
			if r := f.lx.roleOf(before); r != "" {
				f.roles[part.Slot][r] = true
			}
		} else {
			pp.stem, pp.content = value.Stem(part.Word), f.lx.content(part.Word)
			if pp.content {
				f.vocabulary[pp.stem] = true
			}
		}
		before = part.Word
		out = append(out, pp)
	}
	return out
}

// swapped says that a value stands in a role that the wordings give to a rival
// slot and never to this one: "to 2 pm" is no start.
func (f *family) swapped(slot, role string) bool {
	if role == "" || f.roles[slot][role] {
		return false
	}
	for _, r := range f.rivals[slot] {
		if f.roles[r][role] {
			return true
		}
	}
	return false
}
