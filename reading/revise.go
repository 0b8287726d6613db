package reading

import (
	"cmp"
	"slices"
	"strings"
)

// WithValues is a reading of a sentence with other values in its slots, see Sentence.ValueAt:
// what is missing, what is left over, whether a wording has it so and the template follow.
// It is false where it was refused so.
func (r *Reader) WithValues(s *Sentence, one Reading, values []Value) (Reading, bool) {
	at := slices.IndexFunc(r.known.skills, func(k *Skill) bool { return k.ID == one.Skill.ID })
	if at < 0 {
		return one, false
	}
	out := one
	out.Values = slices.SortedStableFunc(slices.Values(values), func(a, b Value) int { return cmp.Compare(a.Start, b.Start) })
	out.Template, out.LeftOver = "", slices.Clone(one.LeftOver)
	old := -1
	asked := strings.Fields(one.Template)
	for _, w := range s.Words {
		was, is := holder(one.Values, w), holder(out.Values, w)
		inFrame := false
		switch {
		case was >= 0 && was == old:
		case was >= 0 || len(asked) > 0 && asked[0] == w.Lower:
			asked = asked[min(1, len(asked)):]
		default:
			inFrame = true
		}
		old = was
		switch {
		case is >= 0 && out.Values[is].Start == w.Start:
			out.Template += "{" + out.Values[is].Slot + "} "
		case is < 0 && !inFrame:
			out.Template += w.Lower + " "
		}
		left := slices.Index(out.LeftOver, w.Text)
		switch {
		case was >= 0 && is < 0 && r.known.usages[at].wordShare(w.Stem, false) == 0:
			out.LeftOver = append(out.LeftOver, w.Text)
		case was < 0 && is >= 0 && left >= 0:
			out.LeftOver = slices.Delete(out.LeftOver, left, left+1)
		}
	}
	out.Missing = nil
	for _, slot := range one.Skill.Slots {
		given := slices.ContainsFunc(out.Values, func(v Value) bool { return v.Slot == slot.Name })
		if !slot.Optional && !given {
			out.Missing = append(out.Missing, slot)
		}
	}
	return r.Revised(out)
}

// holder is the place of the value that has a word, -1 for none.
func holder(all []Value, w Word) int {
	return slices.IndexFunc(all, func(v Value) bool { return v.Start <= w.Start && w.End <= v.End })
}

// ValueAt is what the words from first to last are as a slot's value: told by its form where
// they have it, or as they stand.
func (s *Sentence) ValueAt(slot Slot, first, last int) Value {
	_, typed := s.spanOf(first, last, slot)
	return s.valueOf(slot, fill{first: first, last: last, typed: typed})
}

// CutWord says that a word is the end of one that is written together, of which the
// beginning is of one of some values and the end is not.
func (s *Sentence) CutWord(values []Value, text string) bool {
	for i, w := range s.Words {
		if i > 0 && w.Text == text && s.Words[i-1].End == w.Start && holder(values, w) < 0 && holder(values, s.Words[i-1]) >= 0 {
			return true
		}
	}
	return false
}
