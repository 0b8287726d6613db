package reading

import (
	"legomem/tools/value"
)

// part is what a word is in a sentence that asks for a skill.
type part uint8

const (
	said  part = iota // a word of the request
	frame             // of the frame of any request
	extra             // nothing accounts for it
	begin             // the first word of a value
	inner             // a further word of it
	typed             // all words of a value that is told by its form, or that the office has
)

// label is a part with the slot that a value is for.
type label struct {
	part part
	slot int // of the skill; -1 for none
}

// labeller tells which words of a sentence are values of which slot of a skill, and which
// nothing accounts for. It is linear over hashed features, as Scorer is.
type labeller struct {
	weights *weights
	rarity  rarities
}

// context is a sentence that is read for a skill.
type context struct {
	*labeller
	s     *Sentence
	skill *Skill
	usage *usage
	own   bool // the sentence is one of the usage's wordings
	quote []bool
}

func (l *labeller) context(s *Sentence, k *Skill, u *usage, own bool) *context {
	c := &context{labeller: l, s: s, skill: k, usage: u, own: own, quote: make([]bool, len(s.Words))}
	for i := range s.Words {
		for _, v := range s.Spans[i] {
			for j := v.First; v.Quoted && j <= v.Last; j++ {
				c.quote[j] = true
			}
		}
	}
	return c
}

// The classes of a labeller's features.
const (
	labelFeature uint32 = iota + 200
	stemFeature
	nextFeature
	prevFeature
	prevTwoFeature
	usedFeature
	pairFeature
	shapeFeature
	placeFeature
	beforeFeature
	behindFeature
	spanFeature
	changeFeature
	endFeature
	lastFeature
	nameStem
	namePrev
	nameNext
	opFeature
	skillStem
	skillBias
	missingFeature
)

// emission calls add for the features of words first to last having a label.
func (c *context) emission(first, last int, l label, add func(key uint32)) {
	id := uint32(l.part) + 1
	if l.slot >= 0 {
		id = mix(id, hash(5, string(c.skill.Slots[l.slot].Kind)))
	}
	add(mix(labelFeature, id))
	w := c.s.Words[first]
	add(hash(mix(stemFeature, id), w.Stem))
	add(mix(mix(shapeFeature, id), c.shape(first)))
	add(mix(mix(usedFeature, id), c.usage.shareOf(c.usage.words, hash(1, w.Stem), c.own)<<4|c.rarity.ofStem(w.Stem)))
	add(mix(mix(pairFeature, id), c.usage.shareOf(c.usage.pairs, pairKey(c.s, first-1, first), c.own)<<4|c.usage.shareOf(c.usage.pairs, pairKey(c.s, last, last+1), c.own)))
	if l.part == inner {
		return
	}
	add(hash(mix(nextFeature, id), c.s.stem(last+1)))
	add(hash(mix(prevFeature, id), c.s.stem(first-1)))
	if l.slot < 0 {
		add(hash(mix(prevTwoFeature, id), c.s.stem(first-1), w.Stem))
		add(hash(mix(nameNext, id), w.Stem, c.s.stem(first+1)))
		add(mix(mix(placeFeature, id), uint32(min(first, 4))<<4|uint32(min(len(c.s.Words)-1-last, 4))))
		if l.part == said {
			for _, op := range c.skill.Operations {
				add(hash(opFeature, op, w.Stem))
			}
			add(hash(skillStem, c.skill.ID, w.Stem))
			add(hash(skillStem, c.skill.ID, c.s.stem(first-1), w.Stem))
		}
		return
	}
	name := mix(id, hash(6, c.skill.Slots[l.slot].Name))
	add(mix(labelFeature, name))
	add(hash(mix(namePrev, name), c.s.stem(first-1)))
	add(hash(mix(namePrev, name), c.s.stem(first-2), c.s.stem(first-1)))
	add(hash(mix(nameStem, name), w.Stem))
	add(hash(mix(nameNext, name), c.s.stem(last+1)))
	slot := c.skill.Slots[l.slot].Name
	add(mix(mix(beforeFeature, uint32(l.part)), c.usage.shareOf(c.usage.before, hash(2, slot, c.s.stem(first-1)), c.own)))
	if l.part == typed {
		add(mix(behindFeature, c.usage.shareOf(c.usage.behind, hash(3, slot, c.s.stem(last+1)), c.own)))
		add(mix(spanFeature, id<<4|uint32(min(last-first, 7))))
	}
}

// whole calls add for the features of a whole labelling: the skill, and which of its
// slots have no value.
func (c *context) whole(used uint32, add func(key uint32)) {
	add(hash(skillBias, c.skill.ID))
	add(skillBias)
	for i, slot := range c.skill.Slots {
		if used&(1<<i) != 0 {
			add(hash(missingFeature+100, c.skill.ID, slot.Name))
			continue
		}
		if !slot.Optional {
			add(missingFeature)
			add(hash(missingFeature, string(slot.Kind)))
		}
		add(hash(missingFeature, c.skill.ID, slot.Name))
	}
}

// transition calls add for the features of a label at word i behind another.
func (c *context) transition(from, to label, i int, add func(key uint32)) {
	a, b := c.class(from), c.class(to)
	add(mix(mix(changeFeature, a), b))
	goes := from.slot >= 0 && !(to.part == inner && to.slot == from.slot)
	if !goes || from.part == typed {
		return
	}
	slot := c.skill.Slots[from.slot]
	add(hash(mix(endFeature, a), c.s.stem(i)))
	add(hash(mix(endFeature, a), c.s.stem(i), c.s.stem(i+1)))
	add(hash(mix(lastFeature, a), c.s.stem(i-1)))
	add(mix(mix(behindFeature, a), c.usage.shareOf(c.usage.behind, hash(3, slot.Name, c.s.stem(i)), c.own)))
	if i < len(c.s.Words) {
		add(mix(mix(endFeature, a), c.shape(i)))
	}
}

// class is a label without the slot's name.
func (c *context) class(l label) uint32 {
	if l.slot < 0 {
		return uint32(l.part) + 1
	}
	return mix(uint32(l.part)+1, hash(7, string(c.skill.Slots[l.slot].Kind)))
}

// shape is how a word is written, and what it may be.
func (c *context) shape(i int) uint32 {
	w := c.s.Words[i]
	var out uint32
	set := func(bit int, is bool) {
		if is {
			out |= 1 << bit
		}
	}
	set(0, w.Break)
	set(1, c.quote[i])
	set(2, i > 0 && c.quote[i] && !c.quote[i-1])
	set(3, i > 0 && w.Text != w.Lower)
	span, ok := formed(c.s.Spans[i])
	set(4, ok)
	if ok {
		out |= hash(8, string(span.Kind)) << 5
	}
	return out
}

// fits says that a span may be a slot's value.
func fits(slot Slot, span Span) bool {
	switch slot.Kind {
	case span.Kind:
		return true
	case value.Phrase, value.Message:
		return span.Quoted
	case value.Person:
		return span.Kind == value.Email
	case value.Number:
		return span.Kind == value.Money
	}
	return false
}
