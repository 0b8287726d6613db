package trim

import (
	"slices"

	tg "legomem/orchestrator/taskgraph"
	"legomem/orchestrator/taskgraph/moves"
	"legomem/tools/value"
)

// swap has a value take the place of another, wherever that is. Who is not told which,
// means what the clauses beside name.
func (b *binder) swap(p part) bound {
	values, olds := p.move.All("value"), p.move.All("old")
	if len(olds) == 0 {
		olds = b.besideNames()
	}
	if len(values) == 0 || len(olds) == 0 {
		return b.tell(p)
	}
	var out bound
	for i, old := range olds {
		v := values[min(i, len(values)-1)]
		does := func(f found) []Subtask { return b.swapped(f, old, v) }
		all := slices.DeleteFunc(b.find(old, p.move.First("of"), true), func(f found) bool {
			score, _ := b.fit(b.slotNamed(f.h, f.node.Slot).Kind, v, b.utterance.reference())
			return score <= -1
		})
		if len(all) == 0 {
			return b.tell(p)
		}
		f, q := b.one(old, all, does)
		if q != nil {
			return bound{Question: q}
		}
		out.Subtasks = append(out.Subtasks, does(*f)...)
	}
	return out
}

// standsIn says that a value is told for one that the clauses beside name, and that is no
// more: "there are no leeks left. Onions then."
func (b *binder) standsIn(p part) bool {
	gives := []moves.Kind{moves.Tell, moves.Add, moves.Only, moves.Merge, moves.Swap}
	values := p.move.All("value")
	if !slices.Contains(gives, p.move.Kind) || len(values) != 1 || p.move.First("of") != "" || len(p.move.All("old")) > 0 {
		return false
	}
	old := b.besideNames()
	return len(old) > 0 && Likeness(old[0], values[0]) == 0 && len(b.find(values[0], "", true)) == 0
}

// besideNames is the value that the clauses beside name: "there's no celery".
func (b *binder) besideNames() []string {
	for _, text := range b.beside {
		for _, h := range b.holders {
			for _, n := range h.values {
				if n.Status == tg.Inactive {
					continue
				}
				for _, word := range stemless(n.Value) {
					if Likeness(word, text) == 1 {
						return []string{word}
					}
				}
			}
		}
	}
	return nil
}

func (b *binder) swapped(f found, old, v string) []Subtask {
	slot := b.slotNamed(f.h, f.node.Slot)
	if !slot.List {
		_, c := b.fit(slot.Kind, v, b.utterance.reference())
		return []Subtask{{Intent: Update, Title: f.node.Slot + " " + v, Node: f.node.ID, New: v, Replaces: f.node.Value, Canon: c}}
	}
	_, c := b.fit(slot.Kind, v, b.utterance.reference())
	return []Subtask{{Intent: New, Kind: f.node.Inputs[KindKey], Title: v + " for " + f.node.Value, ID: b.newID(f.node.Slot), Slot: f.node.Slot, New: replaced(f.node.Value, old, v), Replaces: f.node.Value, Canon: c, Done: f.node.Status == tg.Done, Relations: []Related{{Replaces, f.node.ID}}}}
}

func (b *binder) slotNamed(h *holder, name string) Slot {
	for _, s := range h.slots {
		if s.Name == name {
			return s
		}
	}
	return Slot{Name: name}
}

// replaced is a value in which one thing stands for another: "wash and chop mushrooms".
func replaced(was, old, by string) string {
	words := stems(old)
	tokens := value.Tokens(was)
	for i, t := range tokens {
		if i+len(words) > len(tokens) || value.Stem(t.Lower) != words[0] {
			continue
		}
		last := tokens[i+len(words)-1]
		return was[:t.Start] + by + was[last.End:]
	}
	return by
}
