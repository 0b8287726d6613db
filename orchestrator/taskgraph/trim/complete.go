package trim

import (
	"errors"
	"slices"
	"strings"

	tg "legomem/orchestrator/taskgraph"
)

// completed adds to a model's subtasks what the domain says by itself: the root that new
// nodes are part of, what steps stand on, canonical forms and titles.
func (b *binder) completed(all []Subtask) ([]Subtask, error) {
	var out []Subtask
	var again []tg.Node // those that count again
	var split []string
	root := b.onlyRoot(all)
	for _, s := range all {
		split = append(split, s.to(Splits)...)
	}
	for _, s := range all {
		s.Title = titleOf(s)
		switch s.Intent {
		case Check:
			if s.Asks == "" {
				s.Asks = AsksValue
			}
		case Update:
			n, err := b.g.Node(s.Node)
			if err == nil && s.New != "" && !s.has(RollsBack) {
				s.Canon = b.canonOf(b.slotOf(n), s.New)
			}
			if err == nil && s.has(Restores) {
				out = append(append(out, s), b.standingAgain(n)...)
				again = append(again, n)
				continue
			}
		case New:
			more, err := b.completedNew(&s, root, all, split)
			if err != nil {
				return nil, err
			}
			out = append(append(out, s), more...)
			continue
		}
		out = append(out, s)
	}
	for _, n := range again {
		out = append(out, b.standsOnAll(n, out)...)
	}
	return b.stepsLast(out), nil
}

// standsOnAll has a step that counts again stand on the values that its work got meanwhile, in
// these subtasks or before.
func (b *binder) standsOnAll(step tg.Node, all []Subtask) []Subtask {
	i := slices.IndexFunc(b.holders, func(h holder) bool { return slices.Contains(step.Parents, h.root.ID) })
	if b.domain.Shape != Office || i < 0 || !strings.Contains(step.Slot, ".") {
		return nil
	}
	var ids []string
	for _, v := range b.holders[i].values {
		if v.Status != tg.Inactive {
			ids = append(ids, v.ID)
		}
	}
	for j := range all {
		if all[j].Intent != New || !slices.Contains(all[j].to(ChildOf), b.holders[i].root.ID) || strings.Contains(all[j].Slot, ".") {
			continue
		}
		if all[j].ID == "" {
			all[j].ID = b.newID(all[j].Slot)
		}
		ids = append(ids, all[j].ID)
	}
	var out []Subtask
	for _, id := range ids {
		said := func(s Subtask) bool { return s.Node == step.ID && slices.Contains(s.to(DependsOn), id) }
		if !slices.Contains(step.DependsOn, id) && !slices.ContainsFunc(all, said) {
			out = append(out, Subtask{Intent: Update, Title: step.Slot + " with " + id, Node: step.ID, Relations: []Related{{DependsOn, id}}})
		}
	}
	return out
}

// completedNew completes a new node, and returns what its being there takes besides.
func (b *binder) completedNew(s *Subtask, root string, all []Subtask, split []string) ([]Subtask, error) {
	slot, known := b.domain.Slot(s.Slot)
	h := b.holderOf(*s)
	if b.domain.Shape == Office {
		slot, known = slotIn(h, s.Slot)
	}
	apart := known && slot.Apart
	isRoot := apart || !known || s.Slot == b.domain.Root
	if isRoot && b.domain.Shape != Office {
		return nil, nil
	}
	s.Canon = b.canonOf(slot, s.New)
	if b.domain.Shape == Office {
		s.Kind = string(slot.Kind)
	}
	s.Done = known && !slot.Step && b.domain.Shape != Shared
	if b.domain.Shape == Office && strings.Contains(s.Slot, ".") {
		s.Done = false // a step
	}
	if len(s.to(Splits))+len(s.to(Replaces)) == 0 && len(s.to(ChildOf)) == 0 {
		if root == "" {
			return nil, errors.New("the new node " + s.Slot + " is part of nothing: say by child_of of what; if that is not there yet, make it first")
		}
		s.Relations = append(s.Relations, Related{ChildOf, root})
	}
	b.standOn(s, slot, all)
	if len(s.to(Splits))+len(s.to(Replaces)) > 0 || h == nil {
		return nil, nil
	}
	if slot.via != nil {
		return nil, errors.New("the slot " + s.Slot + " is of a thing that was looked up: a change of that is work of its own")
	}
	var out []Subtask
	for _, step := range h.standing(slot, b.domain) {
		if slices.Contains(split, step.ID) {
			continue
		}
		if s.ID == "" {
			s.ID = b.newID(s.Slot)
		}
		out = append(out, Subtask{Intent: Update, Title: step.Slot + " with " + s.New, Node: step.ID, Relations: []Related{{DependsOn, s.ID}}})
	}
	return out, nil
}

// standingAgain has the steps of a piece of work stand on a value of it that counts again: what
// took its place meanwhile took the steps with it.
func (b *binder) standingAgain(n tg.Node) []Subtask {
	var out []Subtask
	for _, h := range b.holders {
		if b.domain.Shape != Office || n.ID == h.root.ID || !slices.Contains(n.Parents, h.root.ID) {
			continue
		}
		for _, step := range h.steps {
			if step.ID != n.ID && step.Status != tg.Inactive && !slices.Contains(step.DependsOn, n.ID) {
				out = append(out, Subtask{Intent: Update, Title: step.Slot + " with " + n.Value, Node: step.ID, Relations: []Related{{DependsOn, n.ID}}})
			}
		}
	}
	return out
}

// standOn has a step stand on what its slot needs and the subtask does not say: of a list,
// on those that it names where it names some.
func (b *binder) standOn(s *Subtask, slot Slot, all []Subtask) {
	if len(s.to(Replaces)) > 0 {
		return // what it takes the place of stands on it
	}
	for _, need := range slot.Needs {
		var ids []string
		for _, id := range b.g.InSlot(need) {
			ids = append(ids, id)
		}
		for i := range all {
			if all[i].Intent != New || all[i].Slot != need {
				continue
			}
			if all[i].ID == "" {
				all[i].ID = b.newID(need)
			}
			ids = append(ids, all[i].ID)
		}
		said := func(id string) bool { return slices.Contains(s.to(DependsOn), id) }
		if slices.ContainsFunc(ids, said) {
			continue
		}
		for _, id := range ids {
			s.Relations = append(s.Relations, Related{DependsOn, id})
		}
	}
}

// onlyRoot is the root that new nodes are of where nothing is said: the one that counts or
// that is new, "" where there are several or none.
func (b *binder) onlyRoot(all []Subtask) string {
	var roots []string
	for _, h := range b.countingHolders() {
		roots = append(roots, h.root.ID)
	}
	for i := range all {
		if slot, known := b.domain.Slot(all[i].Slot); all[i].Intent == New && len(all[i].Relations) == 0 && !known && !slot.Apart && b.domain.Shape != Office {
			if all[i].ID == "" {
				all[i].ID = b.newID(all[i].Slot)
			}
			roots = append(roots, all[i].ID)
		}
	}
	if len(roots) != 1 {
		return ""
	}
	return roots[0]
}

// slotOf is the slot of a node that is there.
func (b *binder) slotOf(n tg.Node) Slot {
	if b.domain.Shape != Office {
		s, _ := b.domain.Slot(n.Slot)
		return s
	}
	for i := range b.holders {
		if slices.Contains(n.Parents, b.holders[i].root.ID) {
			s, _ := slotIn(&b.holders[i], n.Slot)
			return s
		}
	}
	return Slot{}
}

func slotIn(h *holder, name string) (Slot, bool) {
	if h == nil {
		return Slot{}, false
	}
	i := slices.IndexFunc(h.slots, func(s Slot) bool { return s.Name == name })
	if i < 0 {
		return Slot{}, false
	}
	return h.slots[i], true
}

// canonOf is a value's canonical form, "" where it has none in its slot.
func (b *binder) canonOf(slot Slot, text string) string {
	if slot.Kind == "" {
		return ""
	}
	_, c := b.fit(slot.Kind, text, b.utterance.reference())
	return c
}

// stepsLast puts new steps behind the new values that they stand on.
func (b *binder) stepsLast(all []Subtask) []Subtask {
	last := func(s Subtask) int {
		if slot, ok := b.domain.Slot(s.Slot); ok && s.Intent == New && slot.Step {
			return 1
		}
		return 0
	}
	slices.SortStableFunc(all, func(x, y Subtask) int { return last(x) - last(y) })
	return all
}

// titleOf says a subtask in a few words.
func titleOf(s Subtask) string {
	switch {
	case s.has(Removes):
		return "without " + s.Node
	case s.has(Restores):
		return "again " + s.Node
	case s.New == "":
		return s.Node
	}
	return strings.TrimSpace(s.Slot + " " + s.New)
}
