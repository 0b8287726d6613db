package reading

import (
	"cmp"
	"context"
	"slices"
)

// state is a labelling of a sentence's words up to end.
type state struct {
	label label
	end   int // the word behind the last one labelled
	first int // of the label
	score float64
	used  uint32 // the slots that have a value
	past  *state
}

// labels are those that a word may have, but for typed values.
func (c *view) labels() []label {
	out := []label{{said, -1}, {frame, -1}, {extra, -1}}
	for i := range c.skill.Slots {
		out = append(out, label{begin, i}, label{inner, i})
	}
	return out
}

// decode labels the sentence; the best comes first. There is at least one, but for the
// context's end.
func (c *view) decode(ctx context.Context) []*state {
	n := len(c.s.Words)
	beams := make([]beam, n+1)
	beams[0].take(state{label: label{said, -1}})
	labels := c.labels()
	single := make([]float64, len(labels))
	for i := range n {
		if ctx.Err() != nil {
			return []*state{{}}
		}
		for j, l := range labels {
			single[j] = c.sum(func(add func(uint32)) { c.emission(i, i, l, add) })
		}
		states := beams[i].states()
		changes := c.changes(states, labels, i)
		for k, st := range states {
			for j, l := range labels {
				if next, ok := c.follow(st, l, i, i); ok {
					next.score += single[j] + changes[k][j]
					beams[i+1].take(next)
				}
			}
			c.jump(st, i, beams)
		}
	}
	return c.ended(beams[n].states())
}

// ended are labellings of the whole sentence, the best first.
func (c *view) ended(all []*state) []*state {
	for _, st := range all {
		st.score += c.sum(func(add func(uint32)) {
			c.transition(st.label, label{said, -1}, len(c.s.Words), add)
			c.whole(st.used, add)
		})
	}
	slices.SortStableFunc(all, func(a, b *state) int { return cmp.Compare(b.score, a.score) })
	return all
}

// changes are the weights of each label behind each state.
func (c *view) changes(states []*state, labels []label, i int) [][]float64 {
	known := map[label][]float64{}
	out := make([][]float64, len(states))
	for k, st := range states {
		row, ok := known[st.label]
		if !ok {
			row = make([]float64, len(labels))
			for j, l := range labels {
				row[j] = c.sum(func(add func(uint32)) { c.transition(st.label, l, i, add) })
			}
			known[st.label] = row
		}
		out[k] = row
	}
	return out
}

// jump takes the typed values that begin at word i.
func (c *view) jump(st *state, i int, beams []beam) {
	for _, span := range c.s.Spans[i] {
		for slot := range c.skill.Slots {
			if _, ok := c.s.as(c.skill.Slots[slot], span); !ok {
				continue
			}
			l := label{typed, slot}
			next, ok := c.follow(st, l, i, span.Last)
			if !ok {
				continue
			}
			next.score += c.sum(func(add func(uint32)) {
				c.emission(i, span.Last, l, add)
				c.transition(st.label, l, i, add)
			})
			beams[span.Last+1].take(next)
		}
	}
}

// follow is the state behind another; false where a label may not stand there: a value goes
// on only where it began, and a slot has one value but that it takes a list.
func (c *view) follow(st *state, l label, first, last int) (next state, ok bool) {
	if c.may != nil && !c.may(l, first, last) {
		return next, false
	}
	next = state{label: l, first: first, end: last + 1, score: st.score, used: st.used, past: st}
	switch l.part {
	case inner:
		goesOn := st.label.part == begin || st.label.part == inner
		return next, goesOn && st.label.slot == l.slot
	case begin, typed:
		if first > 0 && l.part == begin && c.s.Words[first-1].End == c.s.Words[first].Start {
			return next, false // within what is written as one word
		}
		bit := uint32(1) << l.slot
		next.used |= bit
		return next, st.used&bit == 0 || c.skill.Slots[l.slot].List || c.again != nil && c.again(first)
	}
	return next, true
}

func (c *view) sum(features func(add func(uint32))) float64 {
	out := 0.0
	features(func(key uint32) { out += c.weights.at(key) })
	return out
}
