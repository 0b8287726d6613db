package draw

import (
	"slices"

	"legomem/orchestrator/taskgraph"
)

// story is a graph over its turns.
type story struct {
	turns []int
	rows  []row
}

// row is a node over the turns.
type row struct {
	id    string
	depth int
	spans []span
	needs []string // what it depends on
	also  []string // its parents but the first
}

// span is a time in which nothing of a node that is drawn changed.
type span struct {
	from, to int // places among the turns, the last one included
	value    string
	status   taskgraph.Status
}

// storyOf follows a graph through its turns.
func storyOf(g *taskgraph.Graph) (story, error) {
	var s story
	last := map[string]taskgraph.Node{} // as each was last seen
	spans := map[string][]span{}
	var order []string
	err := g.EachTurn(func(turn int, was *taskgraph.Graph) {
		for _, n := range was.Nodes() {
			if _, seen := last[n.ID]; !seen {
				order = append(order, n.ID)
			}
			last[n.ID] = n
			spans[n.ID] = lengthen(spans[n.ID], len(s.turns), n)
		}
		s.turns = append(s.turns, turn)
	})
	s.rows = rowsOf(order, last)
	for i := range s.rows {
		s.rows[i].spans = spans[s.rows[i].id]
	}
	return s, err
}

// lengthen adds a turn to the spans of a node.
func lengthen(spans []span, at int, n taskgraph.Node) []span {
	if len(spans) > 0 {
		end := &spans[len(spans)-1]
		if end.to == at-1 && end.value == n.Value && end.status == n.Status {
			end.to = at
			return spans
		}
	}
	return append(spans, span{from: at, to: at, value: n.Value, status: n.Status})
}

// rowsOf puts nodes under their first parents.
func rowsOf(order []string, nodes map[string]taskgraph.Node) []row {
	parts := map[string][]string{}
	for _, id := range order {
		parent := ""
		if parents := nodes[id].Parents; len(parents) > 0 {
			parent = parents[0]
		}
		parts[parent] = append(parts[parent], id)
	}
	var out []row
	drawn := map[string]bool{}
	var under func(id string, depth int)
	under = func(id string, depth int) {
		if drawn[id] {
			return
		}
		drawn[id] = true
		n := nodes[id]
		out = append(out, row{id: id, depth: depth, needs: n.DependsOn, also: n.Parents[min(1, len(n.Parents)):]})
		for _, part := range parts[id] {
			under(part, depth+1)
		}
	}
	for _, id := range slices.Concat(parts[""], order) { // those under a node that was never there at the end of a turn come last
		under(id, 0)
	}
	return out
}

// lane leads from a row to others.
type lane struct {
	from   int
	to     []int
	dashed bool // to its parts, else to its dependents
}

// lanesOf are the lanes of a story, the one from the last row first, so that long ones
// stand outside.
func lanesOf(s story) []lane {
	at := map[string]int{}
	for i, r := range s.rows {
		at[r.id] = i
	}
	needed, also := make([]lane, len(s.rows)), make([]lane, len(s.rows))
	for i, r := range s.rows {
		for _, id := range r.needs {
			if from, drawn := at[id]; drawn {
				needed[from].to = append(needed[from].to, i)
			}
		}
		for _, id := range r.also {
			if from, drawn := at[id]; drawn {
				also[from].to = append(also[from].to, i)
			}
		}
	}
	var out []lane
	for i := len(s.rows) - 1; i >= 0; i-- {
		for _, l := range []lane{{i, needed[i].to, false}, {i, also[i].to, true}} {
			if len(l.to) > 0 {
				out = append(out, l)
			}
		}
	}
	return out
}
