package reading

import (
	"context"
	"math"
	"slices"

	"legomem/tools/value"
)

// sure is by how much the labeller must rather have an open value whole than with some of
// its words left over.
const sure = 2

// Certain says that a sentence which fits a wording in this one way means it. Open values
// are in question: they may have swallowed a further request, "and tell Bob". A message
// without quotes never is certain, nor a phrase that holds a value of another form; else
// the labeller judges.
func (all *Wordings) Certain(ctx context.Context, m *Model, s *Sentence, r Reading) bool {
	way := fillsOf(s, r)
	inQuestion := false
	for i, v := range r.Values {
		if !v.Open {
			continue
		}
		inQuestion = true
		if v.Kind == value.Message || s.holdsValue(way[i]) {
			return false
		}
	}
	return !inQuestion || all.margin(ctx, m, s, r.Skill, way) >= sure
}

// fillsOf are a reading's values as words of the sentence.
func fillsOf(s *Sentence, r Reading) []fill {
	var out []fill
	for _, v := range r.Values {
		first, last, _ := s.wordsOf(v.Start, v.End)
		slot := slices.IndexFunc(r.Skill.Slots, func(k Slot) bool { return k.Name == v.Slot })
		out = append(out, fill{slot: slot, first: first, last: last, typed: !v.Open})
	}
	return out
}

// holdsValue says that some of the words have a form of their own: a date, a file, a
// text in quotes. A title may have names and numbers in it.
func (s *Sentence) holdsValue(f fill) bool {
	for i := f.first; i <= f.last; i++ {
		for _, v := range s.Spans[i] {
			if v.Kind != value.Person && v.Kind != value.Number {
				return true
			}
		}
	}
	return false
}

// margin is by how much the labeller rather has the open values as they are than any of
// their words left over, all else being as it is.
func (all *Wordings) margin(ctx context.Context, m *Model, s *Sentence, k *Skill, way []fill) float64 {
	c := m.labeller.view(s, k, all.usages[k], false)
	c.may = func(l label, first, last int) bool { return allowed(way, l, first, last) }
	whole, less := math.Inf(-1), math.Inf(-1)
	for _, st := range c.decode(ctx) {
		if slices.Equal(fills(st.labelled()), way) {
			whole = max(whole, st.score)
		} else {
			less = max(less, st.score)
		}
	}
	return whole - less
}

// allowed says that words may have a label where the values are to be as they are, but for
// words of open ones that may be left over.
func allowed(way []fill, l label, first, last int) bool {
	for _, f := range way {
		switch {
		case last < f.first || first > f.last:
			continue
		case f.typed:
			return l == label{typed, f.slot} && first == f.first && last == f.last
		}
		return l.part != typed && (l.slot < 0 || l.slot == f.slot)
	}
	return l.part == said
}
