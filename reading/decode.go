package reading

import (
	"cmp"
	"slices"
)

// beamWidth is how many labellings of a sentence's beginning are kept.
const beamWidth = 24

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
func (c *context) labels() []label {
	out := []label{{said, -1}, {frame, -1}, {extra, -1}}
	for i := range c.skill.Slots {
		out = append(out, label{begin, i}, label{inner, i})
	}
	return out
}

// decode labels the sentence; the best comes first. There is none for an empty one.
func (c *context) decode() []*state {
	n := len(c.s.Words)
	beams := make([][]*state, n+1)
	beams[0] = []*state{{label: label{said, -1}}}
	labels := c.labels()
	single := make([]float64, len(labels))
	for i := range n {
		for j, l := range labels {
			single[j] = c.sum(func(add func(uint32)) { c.emission(i, i, l, add) })
		}
		states := best(beams[i])
		changes := c.changes(states, labels, i)
		for k, st := range states {
			for j, l := range labels {
				if next := c.follow(st, l, i, i); next != nil {
					next.score += single[j] + changes[k][j]
					beams[i+1] = append(beams[i+1], next)
				}
			}
			c.jump(st, i, beams)
		}
	}
	out := best(beams[n])
	for _, st := range out {
		st.score += c.sum(func(add func(uint32)) {
			c.transition(st.label, label{said, -1}, n, add)
			c.whole(st.used, add)
		})
	}
	slices.SortStableFunc(out, func(a, b *state) int { return cmp.Compare(b.score, a.score) })
	return out
}

// changes are the weights of each label behind each state.
func (c *context) changes(states []*state, labels []label, i int) [][]float64 {
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
func (c *context) jump(st *state, i int, beams [][]*state) {
	for _, span := range c.s.Spans[i] {
		for slot := range c.skill.Slots {
			if !fits(c.skill.Slots[slot], span) {
				continue
			}
			l := label{typed, slot}
			next := c.follow(st, l, i, span.Last)
			if next == nil {
				continue
			}
			next.score += c.sum(func(add func(uint32)) {
				c.emission(i, span.Last, l, add)
				c.transition(st.label, l, i, add)
			})
			beams[span.Last+1] = append(beams[span.Last+1], next)
		}
	}
}

// follow is the state behind another; nil where a label may not stand there: a value goes
// on only where it began, and a slot has one value but that it takes a list.
func (c *context) follow(st *state, l label, first, last int) *state {
	if c.may != nil && !c.may(l, first, last) {
		return nil
	}
	next := &state{label: l, first: first, end: last + 1, score: st.score, used: st.used, past: st}
	switch l.part {
	case inner:
		goesOn := (st.label.part == begin || st.label.part == inner) && st.label.slot == l.slot
		if !goesOn {
			return nil
		}
	case begin, typed:
		bit := uint32(1) << l.slot
		if st.used&bit != 0 && !c.skill.Slots[l.slot].List {
			return nil
		}
		next.used |= bit
	}
	return next
}

// keptAlike is how many states are kept of those that differ in nothing to come: the
// second best tells how sure the best is.
const keptAlike = 2

// best keeps the best states.
func best(all []*state) []*state {
	slices.SortStableFunc(all, func(a, b *state) int { return cmp.Compare(b.score, a.score) })
	type key struct {
		l    label
		used uint32
	}
	seen := map[key]int{}
	out := all[:0]
	for _, st := range all {
		k := key{st.label, st.used}
		if seen[k] == keptAlike || len(out) == beamWidth {
			continue
		}
		seen[k]++
		out = append(out, st)
	}
	return out
}

func (c *context) sum(features func(add func(uint32))) float64 {
	out := 0.0
	features(func(key uint32) { out += c.weights.at(key) })
	return out
}
