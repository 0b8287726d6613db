package trim

import (
	"slices"

	tg "legomem/orchestrator/taskgraph"
	"legomem/orchestrator/taskgraph/moves"
	"legomem/reading"
)

// check finds what is asked about. It never changes anything.
func (b *binder) check(p part) bound {
	if len(b.holders) == 0 || b.root != nil && p.move.Kind == moves.AskWhether {
		return bound{} // of what nobody has spoken of yet
	}
	asks := map[moves.Kind]Asks{moves.AskValue: AsksValue, moves.AskWhether: AsksWhether, moves.AskHistory: AsksHistory, moves.AskWhy: AsksWhy}[p.move.Kind]
	about := func(node, value string) Subtask {
		return Subtask{Intent: Check, Asks: asks, Node: node, New: value, Title: b.text}
	}
	var out bound
	if asks == AsksWhether {
		h := b.holderFor(p.move.First("of"))
		for _, v := range p.move.All("value") {
			if named := b.holderFor(v); named != nil {
				if spoken := b.spokenOf(named); spoken != "" {
					h, v = named, spoken // "the soup never had celery"
				}
			}
			out.Subtasks = append(out.Subtasks, about(b.whether(v, h, p), v))
		}
		if len(out.Subtasks) > 0 {
			return out
		}
	}
	h := b.holderFor(p.move.First("of"))
	for _, what := range labelled(p.move.All("what"), b.label) {
		found := false
		for i := range b.holders {
			if h != nil && b.holders[i].root.ID != h.root.ID {
				continue
			}
			for _, n := range b.holders[i].values {
				if n.Status != tg.Inactive && (Likeness(what, b.slotNamed(&b.holders[i], n.Slot).said()) >= 0.5 || Likeness(what, n.Value) == 1) {
					out.Subtasks = append(out.Subtasks, about(n.ID, ""))
					found = true
				}
			}
			if found {
				break
			}
		}
		if found {
			continue
		}
		if whole := b.holderFor(what); whole != nil {
			out.Subtasks = append(out.Subtasks, about(whole.root.ID, ""))
		}
	}
	if len(out.Subtasks) == 0 {
		if h == nil && (p.move.First("of") != "" || p.move.First("what") != "") && b.domain.Shape == Office {
			return bound{} // it is about the office, not about what was said
		}
		if h == nil {
			h = b.meant("")
		}
		if h == nil {
			return bound{}
		}
		out.Subtasks = append(out.Subtasks, about(h.root.ID, p.move.First("value")))
	}
	return out
}

// spokenOf is a value that a holder has or had, and that the utterance names besides it; ""
// for none.
func (b *binder) spokenOf(h *holder) string {
	for i := range b.holders {
		for _, n := range b.holders[i].values {
			for _, past := range n.History {
				for _, word := range stemless(past.Value) {
					if Likeness(word, b.text) == 1 && Likeness(word, h.root.Slot+" "+h.root.Value) == 0 {
						return word
					}
				}
			}
		}
	}
	return ""
}

// labelled are mentions, with the slot that the utterance names in front.
func labelled(all []string, label string) []string {
	if label != "" && !slices.Contains(all, label) {
		return append([]string{label}, all...)
	}
	return all
}

// holderFor is the holder that a mention names, nil for none.
func (b *binder) holderFor(mention string) *holder {
	if mention == "" {
		return nil
	}
	var best *holder
	like := 0.49
	for i := range b.holders {
		if l := b.holders[i].called(mention); l > like {
			best, like = &b.holders[i], l
		}
	}
	return best
}

// whether is the node that a value is asked about: that it is or was the value of, or else
// the slot that the words around it name; "" for the conversation as a whole.
func (b *binder) whether(v string, h *holder, p part) string {
	for _, counting := range []bool{true, false} {
		for _, f := range b.find(v, "", counting) {
			if h == nil || f.h.root.ID == h.root.ID || slices.Contains(f.node.Parents, h.root.ID) {
				return f.node.ID
			}
		}
	}
	for i := range b.holders {
		for _, n := range b.holders[i].values {
			if slices.ContainsFunc(n.History, func(past tg.Value) bool { return Likeness(v, past.Value) == 1 }) {
				return n.ID
			}
		}
	}
	what := p.move.First("what")
	for i := range b.holders {
		for _, n := range b.holders[i].values {
			slot := b.slotNamed(&b.holders[i], n.Slot)
			named := b.label == n.Slot || what != "" && Likeness(what, slot.said()) >= 0.5 || Likeness(n.Slot, b.text) == 1 || slot.Says != "" && sharesWord(slot.Says, b.text)
			if s, _ := b.fit(slot.Kind, v, b.utterance.reference()); n.Status != tg.Inactive && named && s > notAtAll {
				return n.ID
			}
		}
	}
	if h != nil {
		return h.root.ID
	}
	return ""
}

// sharesWord says that two texts have a word in common that is not in every sentence.
func sharesWord(a, b string) bool {
	in := stems(b)
	return slices.ContainsFunc(stems(a), func(w string) bool { return slices.Contains(in, w) })
}

func common(word string) bool { return reading.Common(word) }

// fresh is an utterance that no move is read in: in a domain, what it begins with, or a
// step of it; in an office something new.
func (b *binder) fresh(t Trim) (Trim, error) {
	t.Fresh = true
	d := b.domain
	if d.Shape == Office || d.Shape == Shared {
		return t, nil
	}
	for _, s := range d.Slots {
		named := b.label == s.Name || b.label == "" && Likeness(s.Name, b.text) == 1
		if !s.Step || !named || d.Shape == Sessions {
			continue
		}
		t.Fresh = false
		if s.Apart {
			t.Subtasks = append(t.Subtasks, Subtask{Intent: New, Slot: s.Name, New: b.text, Title: b.text})
			return t, nil
		}
		for i := range b.holders {
			if b.holders[i].counts() {
				t.Subtasks = b.finished(b.insert(&b.holders[i], s, b.text, ""))
				return t, nil
			}
		}
	}
	if b.root != nil {
		t.Fresh = false
		t.Subtasks = append(t.Subtasks, *b.root)
	}
	return t, nil
}
