package trim

import (
	"slices"
	"strings"

	tg "legomem/orchestrator/taskgraph"
)

// put is what it takes for a place to have a value.
func (b *binder) put(p place, value, until string) []Subtask {
	if until != "" && p.slot.Kind != "" {
		value += " to " + until
		p.canon = ""
	}
	s := Subtask{Title: p.slot.Name + " " + value, Slot: p.slot.Name, New: value, Canon: p.canon, Done: !p.slot.Step}
	if p.slot.via != nil && p.node == nil {
		return b.through(p.h, p.slot.via, value, p.canon)
	}
	if p.node != nil && p.slot.List {
		return b.swapped(found{h: p.h, node: *p.node}, p.node.Value, value)
	}
	single := p.node != nil && !p.slot.List
	switch {
	case single && same(p.node.Value, value):
		s.Intent, s.Node, s.Relations = Check, p.node.ID, []Related{{Duplicate, p.node.ID}}
		s.Asks = AsksValue
	case single:
		s.Intent, s.Node, s.Replaces = Update, p.node.ID, p.node.Value
	case p.slot.List:
		var out []Subtask
		for _, one := range parted(value) {
			_, c := b.fit(p.slot.Kind, one, b.utterance.reference())
			if at := slices.IndexFunc(p.h.in(p.slot.Name), func(n tg.Node) bool { return same(n.Value, one) }); at < 0 {
				out = append(out, b.insert(p.h, p.slot, one, c)...)
			}
		}
		return out
	default:
		return b.insert(p.h, p.slot, value, p.canon)
	}
	return []Subtask{s}
}

// through is new work that changes a thing which is there.
func (b *binder) through(h *holder, via *ThingSlot, value, canon string) []Subtask {
	root, thing, v := b.newID("task"), b.newID(via.Thing), b.newID(via.Takes)
	part := Related{ChildOf, root}
	return []Subtask{
		{Intent: New, ID: root, Slot: h.root.Slot, New: b.utterance.Text, Title: b.utterance.Text},
		{Intent: New, ID: thing, Slot: via.Thing, New: h.thing.Value, Canon: h.thing.Inputs[Canon], Kind: h.thing.Inputs[KindKey], Done: true, Relations: []Related{part}},
		{Intent: New, ID: v, Slot: via.Takes, New: value, Canon: canon, Kind: string(via.Kind), Done: true, Title: via.Name + " " + value, Relations: []Related{part}},
		{Intent: New, ID: b.newID("step"), Slot: via.Skill, New: via.Does, Relations: []Related{part, {DependsOn, thing}, {DependsOn, v}}},
	}
}

// parted are the values that one text lists: "Alice, Bob and Carol".
func parted(text string) []string {
	var out []string
	for _, one := range strings.FieldsFunc(strings.NewReplacer(" and ", ",", " & ", ",").Replace(text), func(r rune) bool { return r == ',' }) {
		if one = strings.TrimSpace(one); one != "" {
			out = append(out, one)
		}
	}
	return out
}

// insert is a new value of a holder, on which the steps of that holder depend.
func (b *binder) insert(h *holder, slot Slot, value, canon string) []Subtask {
	s := Subtask{Intent: New, Title: slot.Name + " " + value, Slot: slot.Name, New: value, Canon: canon, Done: !slot.Step, Relations: []Related{{ChildOf, h.root.ID}}}
	for _, need := range slot.Needs {
		for _, n := range h.in(need) {
			s.Relations = append(s.Relations, Related{DependsOn, n.ID})
		}
	}
	steps := h.standing(slot, b.domain)
	if len(steps) == 0 {
		return []Subtask{s}
	}
	s.ID = b.newID(slot.Name)
	out := []Subtask{s}
	for _, step := range steps {
		out = append(out, Subtask{Intent: Update, Title: step.Slot + " with " + value, Node: step.ID, Relations: []Related{{DependsOn, s.ID}}})
	}
	return out
}

// standing are the steps of a holder that stand on the values of a slot.
func (h *holder) standing(slot Slot, d *Domain) []tg.Node {
	var out []tg.Node
	for _, n := range slices.Concat(h.steps, h.values) {
		of, ok := d.Slot(n.Slot)
		needs := d.Shape == Office || ok && slices.Contains(of.Needs, slot.Name)
		if n.Status != tg.Inactive && n.Slot != slot.Name && needs && (ok || slices.ContainsFunc(h.steps, func(s tg.Node) bool { return s.ID == n.ID })) {
			out = append(out, n)
		}
	}
	return out
}
