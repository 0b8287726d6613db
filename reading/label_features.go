package reading

// The classes of a labeller's features, as seeds of their hashes.
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
	filledFeature uint32 = 321
	thereFeature  uint32 = 322
)

// The seeds of what features are made of.
const (
	kindOfValue uint32 = iota + 5
	nameOfSlot
	kindOfChange
	kindOfSpan
)

// The greatest distance from an end of the sentence, and length of a value, that features
// tell apart.
const (
	farthest = 4
	longest  = 7
)

// emission calls add for the features of words first to last having a label.
func (c *view) emission(first, last int, l label, add func(key uint32)) {
	id := c.emitted(l)
	w := c.s.Words[first]
	add(mix(labelFeature, id))
	add(hash(mix(stemFeature, id), w.Stem))
	add(mix(mix(shapeFeature, id), c.shape(first)))
	add(mix(mix(usedFeature, id), c.usage.wordShare(w.Stem, c.own)<<4|c.rarity.ofStem(w.Stem)))
	add(mix(mix(pairFeature, id), c.usage.pairShare(c.s, first-1, first, c.own)<<4|c.usage.pairShare(c.s, last, last+1, c.own)))
	c.named(first, last, l, id, add)
	if l.part == inner {
		return
	}
	add(hash(mix(nextFeature, id), c.s.stem(last+1)))
	add(hash(mix(prevFeature, id), c.s.stem(first-1)))
	if l.slot < 0 {
		c.outside(first, l, id, add)
		return
	}
	c.value(first, last, l, id, add)
}

// emitted is a label with the kind of its value.
func (c *view) emitted(l label) uint32 {
	id := uint32(l.part) + 1
	if l.slot < 0 {
		return id
	}
	return mix(id, c.hashed[l.slot].value)
}

// named adds what the names of things that are there tell of a label's words: that they
// are one that its slot takes, begin or end in one, or are of one of another kind.
func (c *view) named(first, last int, l label, id uint32, add func(key uint32)) {
	for _, span := range c.names[first] {
		fits := false
		if l.slot >= 0 {
			_, fits = c.s.as(c.skill.Slots[l.slot], span)
		}
		at := flags(fits, span.First == first, span.Last == last, span.Last > span.First)
		add(mix(mix(thereFeature, id), at))
	}
}

// flags are answers as bits.
func flags(all ...bool) uint32 {
	var out uint32
	for i, is := range all {
		if is {
			out |= 1 << i
		}
	}
	return out
}

// outside adds the features of a word that is of no value.
func (c *view) outside(i int, l label, id uint32, add func(key uint32)) {
	w := c.s.Words[i]
	add(hash(mix(prevTwoFeature, id), c.s.stem(i-1), w.Stem))
	add(hash(mix(nameNext, id), w.Stem, c.s.stem(i+1)))
	add(mix(mix(placeFeature, id), uint32(min(i, farthest))<<4|uint32(min(len(c.s.Words)-1-i, farthest))))
	if l.part != said || c.skill.ID == noSkill {
		return // the words of all that can be said besides are too many to learn
	}
	for _, op := range c.skill.Operations {
		add(hash(opFeature, op, w.Stem))
	}
	add(hash(skillStem, c.skill.ID, w.Stem))
	add(hash(skillStem, c.skill.ID, c.s.stem(i-1), w.Stem))
}

// value adds the features of the beginning of a value, or of one that is told by its form.
func (c *view) value(first, last int, l label, id uint32, add func(key uint32)) {
	slot := c.skill.Slots[l.slot].Name
	name := mix(id, c.hashed[l.slot].name)
	add(mix(labelFeature, name))
	add(hash(mix(namePrev, name), c.s.stem(first-1)))
	add(hash(mix(namePrev, name), c.s.stem(first-2), c.s.stem(first-1)))
	add(hash(mix(nameStem, name), c.s.Words[first].Stem))
	add(hash(mix(nameNext, name), c.s.stem(last+1)))
	add(mix(mix(beforeFeature, uint32(l.part)), c.usage.beforeShare(slot, c.s.stem(first-1), c.own)))
	if l.part == typed {
		add(mix(behindFeature, c.usage.behindShare(slot, c.s.stem(last+1), c.own)))
		add(mix(spanFeature, id<<4|uint32(min(last-first, longest))))
		span, _ := c.s.spanOf(first, last, c.skill.Slots[l.slot])
		add(hash(mix(spanFeature, id), string(span.Kind)))
	}
}

// whole calls add for the features of a whole labelling: the skill, and which of its
// slots have a value.
func (c *view) whole(used uint32, add func(key uint32)) {
	add(hash(skillBias, c.skill.ID))
	add(skillBias)
	for i, slot := range c.skill.Slots {
		if used&(1<<i) != 0 {
			add(hash(filledFeature, c.skill.ID, slot.Name))
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
func (c *view) transition(from, to label, i int, add func(key uint32)) {
	a, b := c.class(from), c.class(to)
	add(mix(mix(changeFeature, a), b))
	if ends(from, to) {
		c.end(from, i, a, add)
	}
}

// ends says that a value that goes word by word ends between two labels.
func ends(from, to label) bool {
	goesOn := to.part == inner && to.slot == from.slot
	return from.slot >= 0 && from.part != typed && !goesOn
}

// end adds the features of a value that ends before word i.
func (c *view) end(from label, i int, class uint32, add func(key uint32)) {
	add(hash(mix(endFeature, class), c.s.stem(i)))
	add(hash(mix(endFeature, class), c.s.stem(i), c.s.stem(i+1)))
	add(hash(mix(lastFeature, class), c.s.stem(i-1)))
	add(mix(mix(behindFeature, class), c.usage.behindShare(c.skill.Slots[from.slot].Name, c.s.stem(i), c.own)))
	if i < len(c.s.Words) {
		add(mix(mix(endFeature, class), c.shape(i)))
	}
}

// class is a label without the slot's name.
func (c *view) class(l label) uint32 {
	if l.slot < 0 {
		return uint32(l.part) + 1
	}
	return mix(uint32(l.part)+1, c.hashed[l.slot].change)
}

// shape is how a word is written, and what it may be.
func (c *view) shape(i int) uint32 {
	w := c.s.Words[i]
	span, ok := formed(c.s.Spans[i])
	begins := i > 0 && c.quote[i] && !c.quote[i-1]
	out := flags(w.Break, c.quote[i], begins, i > 0 && w.Text != w.Lower, ok)
	if ok {
		out |= hash(kindOfSpan, string(span.Kind)) << 5
	}
	return out
}
