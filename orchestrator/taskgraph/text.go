package taskgraph

import (
	"fmt"
	"maps"
	"strings"
)

// Text draws the graph as an outline: a line for each node, under its parents. A node that
// has several is told under the first and named under the others. Nodes that count no more
// come last.
func (g *Graph) Text() string {
	o := outline{told: map[*node]bool{}}
	for _, n := range g.nodes {
		if n.live() && len(alive(n.parents)) == 0 {
			o.tell(n, 0)
		}
	}
	for _, n := range g.nodes {
		if n.now().presence == inactive {
			o.line(n, 0)
		}
	}
	return o.b.String()
}

// outline is a text that is being drawn.
type outline struct {
	b    strings.Builder
	told map[*node]bool
}

func (o *outline) tell(n *node, depth int) {
	if o.told[n] {
		fmt.Fprintf(&o.b, "%s%s (above)\n", strings.Repeat("  ", depth), oneLine(n.id))
		return
	}
	o.told[n] = true
	o.line(n, depth)
	for _, part := range alive(n.parts) {
		o.tell(part, depth+1)
	}
}

func (o *outline) line(n *node, depth int) {
	w := n.now()
	fmt.Fprintf(&o.b, "%s%s [%s%s]", strings.Repeat("  ", depth), labelled(n), n.status, failure(n))
	if outputs := pairs(forPeople(n.work.outputs)); outputs != "" && n.status != Stale {
		fmt.Fprintf(&o.b, " → %s", outputs)
	}
	if needs := alive(w.needs); len(needs) > 0 {
		fmt.Fprintf(&o.b, " needs %s", oneLine(strings.Join(idsOf(needs), ", ")))
	}
	for _, l := range w.links {
		if l.to == nil {
			fmt.Fprintf(&o.b, " %s %s", l.relation, oneLine(l.snapshot))
		} else if l.to.now().presence != deleted {
			fmt.Fprintf(&o.b, " %s %s", l.relation, oneLine(l.to.id))
		}
	}
	if w.why != "" {
		fmt.Fprintf(&o.b, " (%s)", oneLine(w.why))
	}
	o.b.WriteString("\n")
}

// forPeople are outputs without those that programs read.
func forPeople(outputs map[string]string) map[string]string {
	out := maps.Clone(outputs)
	maps.DeleteFunc(out, func(_, text string) bool { return strings.HasPrefix(text, "[{") })
	return out
}

// labelled is a node's id, its slot where that is another, and its value.
func labelled(n *node) string {
	label := oneLine(n.id)
	if n.slot != n.id {
		label += " (" + oneLine(n.slot) + ")"
	}
	if value := oneLine(n.now().value); value != "" {
		label += ": " + value
	}
	return label
}
