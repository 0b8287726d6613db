package trim

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	tg "legomem/orchestrator/taskgraph"
	"legomem/tools/value"
)

// holder is something that has slots: a form, a list, a dish, a piece of work.
type holder struct {
	root  tg.Node
	slots []Slot
	// values are the nodes in its slots, those that count first; steps are what is to be
	// done for it.
	values, steps []tg.Node
	turn          int // that last touched something of it
	// thing is a thing of the office that it is about, and of which more can be changed.
	thing *tg.Node
}

// view is a graph as an utterance is read against it.
type view struct {
	g       *tg.Graph
	domain  *Domain
	holders []holder // the most recently active first
	nodes   []tg.Node
	turn    int // the last one
	// people are Offline.People, who are looked for once; nil where they are not known.
	people func() []string
}

func (o *Offline) view(g *tg.Graph) *view {
	v := &view{g: g, domain: o.Domain, nodes: g.Nodes()}
	if o.People != nil {
		v.people = sync.OnceValue(o.People)
	}
	touched := map[string]int{}
	for _, e := range g.Events() {
		v.turn = max(v.turn, e.Turn)
	}
	for _, n := range v.nodes {
		touched[n.ID] = lastTouch(n)
	}
	for _, root := range v.nodes {
		if len(root.Parents) > 0 || o.isApart(root) {
			continue
		}
		h := holder{root: root, turn: touched[root.ID]}
		for _, n := range v.nodes {
			if !slices.Contains(n.Parents, root.ID) {
				continue
			}
			h.turn = max(h.turn, touched[n.ID])
			if o.isStep(n) {
				h.steps = append(h.steps, n)
			} else {
				h.values = append(h.values, n)
			}
		}
		slices.SortStableFunc(h.values, func(a, b tg.Node) int { return cmp.Compare(leftLast(a), leftLast(b)) })
		h.slots = o.slotsOf(h)
		o.addThing(&h) // it points at one of the values: they keep their order from here
		v.holders = append(v.holders, h)
	}
	slices.SortStableFunc(v.holders, func(a, b holder) int { return cmp.Compare(b.turn, a.turn) })
	return v
}

func leftLast(n tg.Node) int {
	if n.Status == tg.Inactive {
		return 1
	}
	return 0
}

// lastTouch is the turn that last gave a node a value.
func lastTouch(n tg.Node) int { return n.History[len(n.History)-1].Turn }

// isStep says that something is to be done for a node: in an office, a skill.
func (o *Offline) isStep(n tg.Node) bool {
	if o.Domain.Shape == Office {
		return strings.Contains(n.Slot, ".")
	}
	s, ok := o.Domain.Slot(n.Slot)
	return ok && s.Step && o.Domain.Shape != Sessions
}

// isApart says that a node is a task of its own.
func (o *Offline) isApart(n tg.Node) bool {
	s, ok := o.Domain.Slot(n.Slot)
	return ok && s.Apart
}

// slotsOf are the slots that a holder has: the domain's, or those of its skills.
func (o *Offline) slotsOf(h holder) []Slot {
	if o.Domain.Shape != Office {
		return o.Domain.Slots
	}
	var out []Slot
	for _, step := range h.steps {
		slots := o.SkillSlots(step.Slot)
		if slots == nil {
			slots = slotsGiven(h)
		}
		for _, s := range slots {
			if !slices.ContainsFunc(out, func(t Slot) bool { return t.Name == s.Name }) {
				out = append(out, s)
			}
		}
	}
	return out
}

// slotsGiven are the slots of work that is no skill of the office, as what was learned: those
// that it was given values in.
func slotsGiven(h holder) []Slot {
	var out []Slot
	for _, n := range h.values {
		out = append(out, Slot{Name: n.Slot, Kind: value.Kind(n.Inputs[KindKey])})
	}
	return out
}

// KindKey is the input of a node that holds its value's kind, in an office.
const KindKey = "kind"

// addThing adds the slots of the thing that a piece of work is about.
func (o *Offline) addThing(h *holder) {
	if o.ThingSlots == nil {
		return
	}
	for i, n := range h.values {
		if n.Status == tg.Inactive || n.Inputs[Canon] == "" {
			continue
		}
		more := o.ThingSlots(n.Inputs[KindKey])
		if len(more) == 0 {
			continue
		}
		h.thing = &h.values[i]
		for _, s := range more {
			slot := s.Slot
			slot.via = &s
			if !s.Removes && !slices.ContainsFunc(h.slots, func(t Slot) bool { return t.Name == s.Name }) {
				h.slots = append(h.slots, slot)
			}
		}
		return
	}
}

// looked says that a piece of work changed nothing: it told something.
func (h holder) looked() bool {
	return len(h.steps) > 0 && !slices.ContainsFunc(h.steps, func(s tg.Node) bool { return s.Status != tg.Done || len(s.Effects) > 0 })
}

// counts says that a holder counts.
func (h holder) counts() bool { return h.root.Status != tg.Inactive }

// in are the nodes in a slot that count.
func (h holder) in(slot string) []tg.Node {
	var out []tg.Node
	for _, n := range h.values {
		if n.Slot == slot && n.Status != tg.Inactive {
			out = append(out, n)
		}
	}
	return out
}

// says is all that a holder is about, in words.
func (h holder) says() string {
	said := []string{h.root.Slot, h.root.Value}
	for _, n := range h.values {
		if n.Status != tg.Inactive {
			said = append(said, n.Value)
		}
	}
	return strings.Join(said, " ")
}

// title is a holder in a few words: what people would call it.
func (h holder) title() string {
	for _, slot := range h.slots {
		if slot.Kind == "" || slot.Kind == "phrase" || slot.Kind == "event" {
			if all := h.in(slot.Name); len(all) == 1 {
				return all[0].Value
			}
		}
	}
	return h.root.Value
}

// called is how well a mention names a holder: 1 for wholly.
func (h holder) called(mention string) float64 {
	return max(Likeness(mention, h.root.Slot+" "+h.root.Value), 0.9*Likeness(mention, h.says()))
}
