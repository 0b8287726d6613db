package reading

import (
	"context"
	"math"
	"slices"

	"legomem/tools/value"
)

// How sure an open value must be: how likely its words must be one value, and by how much the
// labeller must rather have it whole than with some of its words left over. In running text
// a further request is harder to see than in a title. Of the words that whole is trained with
// three in four are no value, so that half is not where it is likelier than not.
var (
	sureTitle = sure{one: 0.05, whole: 0}
	sureText  = sure{one: 0.25, whole: 10}
)

type sure struct{ one, whole float64 }

// sureFilled is by how much the labeller must rather have values than others.
const sureFilled = 2

// Certain says that a sentence which fits a wording in this one way means it; where it is
// false, doubtful is the value that may be another. Open values are in question: they may
// have swallowed a further request, "and tell Bob". One that holds a value of another form
// never is certain; else the labeller judges, from the sentence, and whole, from the words.
func (all *Wordings) Certain(ctx context.Context, m *Model, s *Sentence, r Reading) (doubtful Value, certain bool) {
	way := fillsOf(s, r)
	c := m.labeller.view(s, r.Skill, all.usages[r.Skill], false)
	asIs := c.scored(ctx, way, nil)
	for i, v := range r.Values {
		if !v.Open {
			continue
		}
		f, least := way[i], sureTitle
		if s.isOne(f) {
			continue
		}
		if s.oddlySigned(v, f) {
			return v, false
		}
		if v.Kind == value.Message {
			least = sureText
		}
		if s.holdsValue(f) || m.whole.of(s, f.first, f.last, v.Kind) < least.one {
			return v, false
		}
		// Where the labeller can have the values in no way, the difference is not a number, and it
		// has no say.
		if asIs-c.scored(ctx, way, &way[i]) < least.whole {
			return v, false
		}
	}
	return Value{}, true
}

// Likeliest is the place of the likeliest of the ways in which a sentence fits a skill's
// wordings.
func (all *Wordings) Likeliest(ctx context.Context, m *Model, s *Sentence, ways []Reading) int {
	best, most := 0, math.Inf(-1)
	for i, r := range ways {
		c := m.labeller.view(s, r.Skill, all.usages[r.Skill], false)
		if score := c.scored(ctx, fillsOf(s, r), nil); score > most {
			best, most = i, score
		}
	}
	return best
}

// Filled are the values that the labeller finds in a sentence for a given reading's skill, one
// of those that the wordings are of, beside the values that it has. It returns false where a
// slot stays without one, or other values are about as likely.
func (all *Wordings) Filled(ctx context.Context, m *Model, s *Sentence, given Reading) (Reading, bool) {
	c := m.labeller.view(s, given.Skill, all.usages[given.Skill], false)
	way := fillsOf(s, given)
	c.may = func(l label, first, last int) bool { return beside(way, l, first, last) }
	c.again = func(word int) bool {
		return slices.ContainsFunc(way, func(f fill) bool { return f.first <= word && word <= f.last })
	}
	labelled := c.decode(ctx)
	if len(labelled) == 0 {
		return Reading{}, false // they contradict each other
	}
	d := decodedAs(c, labelled)
	return d.reading(), len(d.missing()) == 0 && d.best.score-d.next >= sureFilled
}

// beside says that words may have a label where some values are as they are.
func beside(way []fill, l label, first, last int) bool {
	for i, f := range way {
		if last >= f.first && first <= f.last {
			return allowed(way[i:i+1], nil, l, first, last)
		}
		if l.slot == f.slot {
			return false
		}
	}
	return true
}

// fillsOf are a reading's values as words of the sentence.
func fillsOf(s *Sentence, r Reading) []fill {
	var out []fill
	for _, v := range r.Values {
		first, last, _ := s.WordsOf(v.Start, v.End)
		slot := slices.IndexFunc(r.Skill.Slots, func(k Slot) bool { return k.Name == v.Slot })
		out = append(out, fill{slot: slot, first: first, last: last, typed: !v.Open})
	}
	return out
}

// isOne says that the words are a value of one form, as a whole: nothing is swallowed.
func (s *Sentence) isOne(f fill) bool {
	return slices.ContainsFunc(s.Spans[f.first], func(v Span) bool { return v.Last == f.last && v.Kind != value.Person && v.Kind != value.File })
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

// scored is the score of the best labelling with the values as they are, or with some words
// of the one in question left over.
func (c *view) scored(ctx context.Context, way []fill, question *fill) float64 {
	c.may = func(l label, first, last int) bool { return allowed(way, question, l, first, last) }
	c.again = func(word int) bool { return question == nil || word < question.first || word > question.last }
	best := math.Inf(-1)
	for _, st := range c.decode(ctx) {
		if asIs := slices.Equal(fills(st.labelled()), way); asIs == (question == nil) {
			best = max(best, st.score)
		}
	}
	return best
}

// allowed says that words may have a label where the values are to be as they are, but for
// words of the one in question, which may be left over.
func allowed(way []fill, question *fill, l label, first, last int) bool {
	for i, f := range way {
		switch {
		case last < f.first || first > f.last:
			continue
		case f.typed:
			return l == label{typed, f.slot} && first == f.first && last == f.last
		case question == &way[i]:
			return l.part != typed && (l.slot < 0 || l.slot == f.slot)
		case first == f.first:
			return l == label{begin, f.slot}
		}
		return l == label{inner, f.slot}
	}
	return l.part == said
}
