package reading

import (
	"context"
	"slices"
)

// decoded is the best labelling of a sentence for a skill.
type decoded struct {
	*view
	best        *state
	labels      []labelled
	next        float64 // the score of the best labelling with other values
	probability float64 // of the skill
	template    string
	known       bool // a wording has it
	frameWords  map[string]bool
}

// labelled are words with a label.
type labelled struct {
	label
	first, last int
}

// decodedFor reads a sentence for a skill. What it returns means nothing if the context
// ends.
func decodedFor(ctx context.Context, c *view) decoded { return decodedAs(c, c.decode(ctx)) }

// decodedAs is the first of some labellings, with how much better it is than other values.
func decodedAs(c *view, all []*state) decoded {
	d := decoded{view: c, best: all[0], labels: all[0].labelled()}
	d.next = d.best.score - certain
	mine := fills(d.labels)
	for _, st := range all[1:] {
		if !slices.Equal(fills(st.labelled()), mine) {
			d.next = st.score
			break
		}
	}
	return d
}

// decodedWays are up to so many of some labellings, the best first, which differ in their
// values; how much better each is than the best of the others.
func decodedWays(c *view, all []*state, most int) []decoded {
	if len(all) == 0 {
		return nil
	}
	out := []decoded{decodedAs(c, all)}
	for _, st := range all[1:] {
		if len(out) == most {
			break
		}
		d := decoded{view: c, best: st, labels: st.labelled(), next: all[0].score}
		if !slices.ContainsFunc(out, func(o decoded) bool { return sameWords(o, d) }) {
			out = append(out, d)
		}
	}
	return out
}

// sameWords says that two readings for a skill give its slots the same words.
func sameWords(a, b decoded) bool {
	return slices.EqualFunc(fills(a.labels), fills(b.labels), func(x, y fill) bool {
		return x.slot == y.slot && x.first == y.first && x.last == y.last
	})
}

// certain is the difference of scores where there is no other labelling.
const certain = 100

// labelled lists a labelling from the first word to the last.
func (st *state) labelled() []labelled {
	var out []labelled
	for ; st.past != nil; st = st.past {
		out = append(out, labelled{st.label, st.first, st.end - 1})
	}
	slices.Reverse(out)
	return out
}

// fill is a slot's value, as the words it has.
type fill struct {
	slot, first, last int
	typed             bool
}

// fills are the values of a labelling.
func fills(all []labelled) []fill {
	var out []fill
	for _, l := range all {
		switch l.part {
		case begin, typed:
			out = append(out, fill{l.slot, l.first, l.last, l.part == typed})
		case inner:
			out[len(out)-1].last = l.last
		}
	}
	return out
}

func (d decoded) count(p part) int {
	n := 0
	for _, l := range d.labels {
		if l.part == p {
			n++
		}
	}
	return n
}

// missing are the slots that need a value and have none.
func (d decoded) missing() []Slot {
	var out []Slot
	for i, slot := range d.skill.Slots {
		if !slot.Optional && d.best.used&(1<<i) == 0 {
			out = append(out, slot)
		}
	}
	return out
}

// reading is the labelling as the values that it gives.
func (d decoded) reading() Reading {
	r := Reading{Skill: d.skill, Template: d.template, Missing: d.missing()}
	for _, f := range fills(d.labels) {
		v := d.s.valueOf(d.skill.Slots[f.slot], f)
		if p, ok := d.placeOf(f); ok && !f.typed {
			v.Canon, v.There, v.Open = p.canon, true, false
		}
		r.Values = append(r.Values, v)
	}
	for _, l := range d.labels {
		if d.unaccounted(l) {
			r.LeftOver = append(r.LeftOver, d.s.Slice(l.first, l.last))
		}
	}
	r.Known = d.known && len(r.LeftOver) == 0
	return r
}

// unaccounted says that nothing accounts for a word: it looks out of place, or it is of the
// request and no wording of the skill has it outside the values, or of no frame that is known.
func (d decoded) unaccounted(l labelled) bool {
	word := d.s.Words[l.first]
	switch l.part {
	case said:
		return d.usage.wordShare(word.Stem, false) == 0
	case frame:
		return !d.frameWords[word.Lower]
	}
	return l.part == extra
}

// valueOf is what some words are as a slot's value.
func (s *Sentence) valueOf(slot Slot, f fill) Value {
	v := Value{Slot: slot.Name, Kind: slot.Kind, Text: s.Slice(f.first, f.last), Start: s.Words[f.first].Start, End: s.Words[f.last].End}
	if f.typed {
		span, _ := s.spanOf(f.first, f.last, slot)
		v.Canon, v.There = span.Canon, span.There
	}
	v.Open = !f.typed && open(slot)
	return v
}

// Vouch notes a value that somebody vouches for, whatever its words look like.
func (s *Sentence) Vouch(v Value) bool {
	first, last, ok := s.WordsOf(v.Start, v.End)
	if ok = ok && s.Words[first].Start == v.Start; ok && !open(Slot{Kind: v.Kind}) {
		s.Spans[first] = append(s.Spans[first], Span{Kind: v.Kind, First: first, Last: last, Canon: v.Canon})
	}
	return ok
}
