package trim

import (
	"slices"

	"legomem/orchestrator/taskgraph/moves"
)

// add puts further values into a list. Where none takes it, it is a value like others.
func (b *binder) add(p part) bound {
	var out bound
	for _, of := range orNone(p.move.All("of")) {
		for _, v := range expand(b.enumerated(p)) {
			subtasks, q := b.addOne(p, v, of)
			if q != nil {
				return bound{Question: q}
			}
			if len(subtasks) == 0 {
				return bound{}
			}
			out.Subtasks = append(out.Subtasks, subtasks...)
		}
	}
	return out
}

func (b *binder) addOne(p part, v, of string) ([]Subtask, *Question) {
	if b.domain.Shape == Shared {
		if h := b.holderFor(v); h != nil && of == "" && Likeness(v, h.root.Slot) == 1 {
			if spoken := b.spokenOf(h); spoken != "" {
				v, of = spoken, h.root.Slot // "peppers go into the salad too"
			}
		}
		if of == "" {
			of = b.label
		}
		if of == "" {
			of = b.inFront(p)
		}
		return b.addShared(p, v, of)
	}
	h := b.listHolder(v, of, p.move.First("what"))
	if h == nil {
		return b.tell(part{p.text, moves.Move{Kind: moves.Tell, Said: p.move.Said, Likely: p.move.Likely}}).Subtasks, nil
	}
	if gone := b.find(v, "", false); len(gone) > 0 && same(gone[0].node.Value, v) && gone[0].h.root.ID == h.h.root.ID {
		return []Subtask{{Intent: Update, Title: "restore " + v, Node: gone[0].node.ID, Relations: []Related{{Restores, gone[0].node.ID}}}}, nil
	}
	for _, n := range h.h.in(h.slot.Name) {
		if same(n.Value, v) {
			return []Subtask{{Intent: Check, Asks: AsksValue, Node: n.ID, New: v, Relations: []Related{{Duplicate, n.ID}}}}, nil
		}
	}
	return b.put(*h, v, ""), nil
}

// listHolder is the best place of a list for a value, nil for none.
func (b *binder) listHolder(v, of, what string) *place {
	all := slices.DeleteFunc(b.places(v, what, of, ""), func(p place) bool { return !p.slot.List })
	if len(all) == 0 {
		return nil
	}
	return &all[0]
}

// remove takes nodes out. What names a whole piece of work takes that out.
func (b *binder) remove(p part) bound {
	var out bound
	for _, v := range b.enumerated(p) {
		does := func(f found) []Subtask {
			return []Subtask{{Intent: Update, Title: "without " + f.node.Value, Node: f.node.ID, Relations: []Related{{Removes, f.node.ID}}}}
		}
		all := b.find(v, p.move.First("of"), true)
		if len(all) == 0 {
			if h := b.whole(v); h != nil {
				out.Subtasks = append(out.Subtasks, Subtask{Intent: Update, Title: "without " + h.title(), Node: h.root.ID, Relations: []Related{{Removes, h.root.ID}}})
				continue
			}
			if w := b.offThing(v, p.move.First("of")); w != nil {
				out.Subtasks = append(out.Subtasks, w...)
				continue
			}
			if gone := b.find(v, p.move.First("of"), false); len(gone) > 0 {
				out.Subtasks = append(out.Subtasks, Subtask{Intent: Check, Asks: AsksWhether, Node: gone[0].node.ID, New: v})
				continue
			}
			return bound{}
		}
		f, q := b.one(v, all, does)
		if q != nil {
			return bound{Question: q}
		}
		out.Subtasks = append(out.Subtasks, does(*f)...)
	}
	return out
}

// offThing is new work that takes a value out of a list of a thing that was spoken of; nil
// where there is none.
func (b *binder) offThing(v, of string) []Subtask {
	for i := range b.holders {
		h := &b.holders[i]
		if !h.counts() || h.thing == nil || of != "" && h.called(of) == 0 {
			continue
		}
		for _, s := range b.ThingSlots(h.thing.Inputs[KindKey]) {
			if score, c := b.fit(s.Kind, v, b.utterance.reference()); s.Removes && score > 0 {
				return b.through(h, &s, v, c)
			}
		}
	}
	return nil
}

// keep has nodes count that were taken out, or were to be.
func (b *binder) keep(p part) bound {
	var out bound
	for _, v := range b.enumerated(p) {
		if gone := b.find(v, p.move.First("of"), false); len(gone) > 0 {
			out.Subtasks = append(out.Subtasks, Subtask{Intent: Update, Title: "keep " + gone[0].node.Value, Node: gone[0].node.ID, Relations: []Related{{Restores, gone[0].node.ID}}})
			continue
		}
		if is := b.find(v, p.move.First("of"), true); len(is) > 0 {
			out.Subtasks = append(out.Subtasks, Subtask{Intent: Check, Asks: AsksValue, Node: is[0].node.ID, Relations: []Related{{Duplicate, is[0].node.ID}}})
			continue
		}
		if h := b.goneWhole(v); h != nil {
			out.Subtasks = append(out.Subtasks, Subtask{Intent: Update, Title: "keep " + h.title(), Node: h.root.ID, Relations: []Related{{Restores, h.root.ID}}})
			continue
		}
		return bound{}
	}
	return out
}

// only leaves nothing but some values in a list.
func (b *binder) only(p part) bound {
	values := expand(b.enumerated(p))
	if len(values) == 0 {
		return bound{}
	}
	target := b.listHolder(values[0], p.move.First("of"), p.move.First("what"))
	if target == nil {
		return b.tell(p)
	}
	var out bound
	stays := map[string]bool{}
	for _, v := range values {
		switch is, gone := b.within(target, v, true), b.within(target, v, false); {
		case is != nil:
			stays[is.ID] = true
			out.Subtasks = append(out.Subtasks, Subtask{Intent: Check, Asks: AsksValue, Node: is.ID, Relations: []Related{{Duplicate, is.ID}}})
		case gone != nil:
			out.Subtasks = append(out.Subtasks, Subtask{Intent: Update, Title: "keep " + gone.Value, Node: gone.ID, Relations: []Related{{Restores, gone.ID}}})
		default:
			out.Subtasks = append(out.Subtasks, b.insert(target.h, target.slot, v, "")...)
		}
	}
	for _, n := range target.h.in(target.slot.Name) {
		if !stays[n.ID] {
			out.Subtasks = append(out.Subtasks, Subtask{Intent: Update, Title: "without " + n.Value, Node: n.ID, Relations: []Related{{Removes, n.ID}}})
		}
	}
	return out
}
