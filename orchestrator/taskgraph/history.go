package taskgraph

import (
	"cmp"
	"maps"
	"slices"
)

// historyOf are the values that a node had.
func (g *Graph) historyOf(n *node) []Value {
	var out []Value
	for i := range n.wants {
		w := &n.wants[i]
		if i > 0 && w.own == n.wants[i-1].own {
			continue
		}
		out = append(out, g.value(w))
	}
	return out
}

func (g *Graph) value(w *want) Value {
	e := g.events[w.revision-1]
	return Value{Moment: e.Moment, Value: w.value, Inputs: maps.Clone(w.inputs), Revision: w.revision, Kind: e.Operation.Kind(), User: w.user}
}

// Lineage are the values of a node and of those whose place it took, in the order in which
// they came to be: celery, and then mushrooms.
func (g *Graph) Lineage(id string) ([]Value, error) {
	n, err := g.find(id)
	if err != nil {
		return nil, err
	}
	return g.lineage(n), nil
}

func (g *Graph) lineage(n *node) []Value {
	var out []Value
	line := []*node{n}
	for i := 0; i < len(line); i++ {
		out = append(out, g.historyOf(line[i])...)
		for _, from := range line[i].now().from {
			line = with(line, from)
		}
	}
	slices.SortStableFunc(out, func(a, b Value) int { return cmp.Compare(a.Revision, b.Revision) })
	return out
}

// Stay is how long a node was part of another, or came before it: from a moment until
// another. Until is nil while it lasts.
type Stay struct {
	ID       string   `json:"id"`
	Slot     string   `json:"slot"`
	Value    string   `json:"value"` // the last one that it had there
	Relation Relation `json:"relation"`
	From     Moment   `json:"from"`
	Until    *Moment  `json:"until,omitempty"`
	// By is what ended it, Became what took its place.
	By     Kind     `json:"by,omitempty"`
	Became []string `json:"became,omitempty"`
	since  int      // the revision of From
}

// Stays are the nodes that are, or ever were, parts of a node (ChildOf) or came before it
// (DependsOn), in the order in which they came: what "was there ever celery in the soup?"
// asks for.
func (g *Graph) Stays(id string) ([]Stay, error) {
	n, err := g.find(id)
	if err != nil {
		return nil, err
	}
	return g.stays(n), nil
}

func (g *Graph) stays(n *node) []Stay {
	var out []Stay
	for _, m := range n.everParts {
		out = append(out, g.staysOf(n, m, ChildOf)...)
	}
	for _, m := range n.everNeeded() {
		out = append(out, g.staysOf(n, m, DependsOn)...)
	}
	slices.SortStableFunc(out, func(a, b Stay) int { return cmp.Compare(a.since, b.since) })
	return out
}

// everNeeded are the nodes that ever came before it.
func (n *node) everNeeded() []*node {
	var out []*node
	for i := range n.wants {
		for _, m := range n.wants[i].needs {
			out = with(out, m)
		}
	}
	return out
}

// staysOf are the times for which m was a part of n, or came before it.
func (g *Graph) staysOf(n, m *node, r Relation) []Stay {
	var out []Stay
	lasts := false
	for _, revision := range revisionsOf(n, m) {
		was := m.at(revision)
		linked := linkedAt(n, m, r, revision)
		switch {
		case linked && !lasts:
			out = append(out, Stay{ID: m.id, Slot: m.slot, Value: was.value, Relation: r, From: g.moment(revision), since: revision})
		case linked:
			out[len(out)-1].Value = was.value
		case lasts:
			e := g.events[revision-1]
			stay := &out[len(out)-1]
			stay.Until, stay.By, stay.Became = &e.Moment, e.Operation.Kind(), idsOf(was.became)
		}
		lasts = linked
	}
	return out
}

// revisionsOf are the revisions that changed one of two nodes.
func revisionsOf(n, m *node) []int {
	var out []int
	for _, wants := range [][]want{n.wants, m.wants} {
		for _, w := range wants {
			out = append(out, w.revision)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// linkedAt reports whether m, at a revision, counted and was a part of n or came before it.
func linkedAt(n, m *node, r Relation, revision int) bool {
	one, other := n.at(revision), m.at(revision)
	if one == nil || other == nil || other.presence != present {
		return false
	}
	if r == ChildOf {
		return slices.Contains(other.parents, n)
	}
	return slices.Contains(one.needs, m)
}
