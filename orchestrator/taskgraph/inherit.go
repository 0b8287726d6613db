package taskgraph

import (
	"cmp"
	"maps"
	"slices"
)

// Conflict is a slot for which a node would inherit different values from its parents
// (dag-memory 2.2). The branch that was active last is the one that counts.
type Conflict struct {
	Slot string `json:"slot"`
	Kept string `json:"kept"` // the node whose value counts
	// SetAside are the nodes whose values do not, the most recently active branch's first.
	SetAside []string `json:"set_aside"`
}

// Inherited are the ids, by slot, of the nodes whose values a node inherits from its
// parents and what these stand on. Only a slot with one value in each branch can be in
// conflict: one that has several, as the ingredients of a dish, is a list.
func (g *Graph) Inherited(id string) (map[string][]string, []Conflict, error) {
	n, err := g.find(id)
	if err != nil {
		return nil, nil, err
	}
	bySlot, conflicts := g.inherited(n)
	out := map[string][]string{}
	for slot, nodes := range bySlot {
		out[slot] = idsOf(nodes)
	}
	return out, conflicts, nil
}

// branch is what a node inherits by way of one parent.
type branch struct {
	active int // the revision that last touched something of it
	bySlot map[string][]*node
}

func (g *Graph) inherited(n *node) (map[string][]*node, []Conflict) {
	branches := g.branches(n)
	out := map[string][]*node{}
	for _, b := range branches {
		for slot, nodes := range b.bySlot {
			for _, m := range nodes {
				out[slot] = with(out[slot], m)
			}
		}
	}
	var conflicts []Conflict
	for _, slot := range slices.Sorted(maps.Keys(out)) {
		kept, aside := rank(branches, slot)
		if len(aside) == 0 {
			continue
		}
		out[slot] = []*node{kept}
		conflicts = append(conflicts, Conflict{Slot: slot, Kept: kept.id, SetAside: idsOf(aside)})
	}
	return out, conflicts
}

// branches are those of a node's parents, the one that was active last first.
func (g *Graph) branches(n *node) []branch {
	var out []branch
	for _, p := range alive(n.parents) {
		out = append(out, g.branch(p))
	}
	slices.SortStableFunc(out, func(a, b branch) int { return cmp.Compare(b.active, a.active) })
	return out
}

// branch is what a node hands on to its parts: its own value and those of all before it.
func (g *Graph) branch(p *node) branch {
	b := branch{bySlot: map[string][]*node{}}
	for _, m := range g.before([]*node{p}, both) {
		b.active = max(b.active, m.active())
		if m.now().value != "" && m.status != Stale {
			b.bySlot[m.slot] = append(b.bySlot[m.slot], m)
		}
	}
	return b
}

// rank is the node of a slot that counts, and those with other values that do not.
func rank(branches []branch, slot string) (kept *node, aside []*node) {
	for _, b := range branches {
		nodes := b.bySlot[slot]
		switch {
		case len(nodes) > 1:
			return nil, nil
		case len(nodes) == 0:
		case kept == nil:
			kept = nodes[0]
		case nodes[0].now().value != kept.now().value:
			aside = with(aside, nodes[0])
		}
	}
	return kept, aside
}
