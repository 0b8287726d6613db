package taskgraph

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Around gives what matters for words that may be about any of some nodes, the likeliest
// first: of each, as far as there is room, the node itself, its ancestors and all that it
// depends on, so that no line names a link to what is not shown. Each line names a node by
// its id and tells its slot, its value, what it is linked to, and the values that it had: it
// is for a reply that is to name nodes. Nodes that count no more are told last. Of Ask,
// Budget and Count are used. It is the same for the same graph, and as long as the budget
// allows however long the graph grows (tme-dag 4.5).
func (g *Graph) Around(ids []string, ask Ask) (Context, error) {
	a := around{g: g, ask: ask, shown: map[*node]bool{}}
	missed := 0
	for _, id := range ids {
		n, err := g.find(id)
		if err != nil {
			return Context{}, err
		}
		switch {
		case missed < mostMissed && a.add(n):
			missed = 0
		case !a.shown[n]:
			missed, a.left = missed+1, a.left+1
		}
	}
	return a.context(), nil
}

// mostMissed is how many nodes in a row must not fit for no more to be tried.
const mostMissed = 8

// around builds the context of several nodes.
type around struct {
	g     *Graph
	ask   Ask
	shown map[*node]bool
	spent int
	left  int // nodes that did not fit
}

// add shows a node with all that comes before it, if that fits.
func (a *around) add(n *node) bool {
	more, cost := []*node{n}, 0
	if n.live() {
		more = a.g.before([]*node{n}, both)
	}
	more = slices.DeleteFunc(more, func(m *node) bool { return a.shown[m] })
	if a.ask.Count != nil {
		for _, m := range more {
			cost += a.ask.Count(a.g.linked(m))
		}
	}
	if a.ask.Budget > 0 && a.spent+cost > a.ask.Budget {
		return false
	}
	a.spent += cost
	for _, m := range more {
		a.shown[m] = true
	}
	return true
}

func (a *around) context() Context {
	var live, gone []*node
	for _, n := range a.g.nodes {
		switch {
		case !a.shown[n]:
		case n.live():
			live = append(live, n)
		default:
			gone = append(gone, n)
		}
	}
	live = a.g.before(live, both)
	var b strings.Builder
	for _, n := range live {
		b.WriteString(a.g.linked(n))
	}
	if len(gone) > 0 {
		b.WriteString("count no more:\n")
	}
	for _, n := range gone {
		b.WriteString(a.g.linked(n))
	}
	if a.left > 0 {
		fmt.Fprintf(&b, "(%d more are not shown)\n", a.left)
	}
	out := Context{Nodes: append(idsOf(live), idsOf(gone)...), Text: b.String()}
	if a.ask.Count != nil {
		out.Tokens = a.ask.Count(out.Text)
	}
	return out
}

// linked is a line that tells a node, what it is linked to and what it was.
func (g *Graph) linked(n *node) string {
	w := n.now()
	label := oneLine(n.id)
	if n.slot != n.id {
		label += " (" + oneLine(n.slot) + ")"
	}
	out := label + ": " + strconv.Quote(oneLine(w.value))
	switch n.status {
	case Asked, Failed, Active:
		out += " [" + string(n.status) + "]"
	}
	if parents := alive(w.parents); len(parents) > 0 {
		out += " of " + oneLine(strings.Join(idsOf(parents), ", "))
	}
	if needs := alive(w.needs); len(needs) > 0 && n.live() {
		out += " needs " + oneLine(strings.Join(idsOf(needs), ", "))
	}
	if was := g.wasOnce(n); len(was) > 0 {
		out += "; was " + strings.Join(was, ", ")
	}
	if len(w.became) > 0 {
		out += "; became " + oneLine(strings.Join(idsOf(w.became), ", "))
	}
	return out + "\n"
}

// wasOnce are the values that a node, or what it came from, had before this one, the latest
// first, each once.
func (g *Graph) wasOnce(n *node) []string {
	var out []string
	all := g.lineage(n)
	for i := len(all) - 1; i >= 0; i-- {
		quoted := strconv.Quote(oneLine(all[i].Value))
		if all[i].Value != n.now().value && !slices.Contains(out, quoted) && len(out) < mostWas {
			out = append(out, quoted)
		}
	}
	return out
}

// mostWas is how many earlier values of a node are told.
const mostWas = 4
