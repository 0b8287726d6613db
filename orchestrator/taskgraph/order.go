package taskgraph

// Order are the ids of the nodes that count, each after its parents and those that it
// depends on, else in the order in which they were added.
func (g *Graph) Order() []string {
	return idsOf(g.sorted(func(*node) bool { return true }))
}

// Roots are the ids of the nodes that count and are part of nothing.
func (g *Graph) Roots() []string {
	var out []string
	for _, n := range g.nodes {
		if n.live() && len(n.parents) == 0 {
			out = append(out, n.id)
		}
	}
	return out
}

// sorted are those nodes that count and are kept, in topological order.
func (g *Graph) sorted(keep func(*node) bool) []*node {
	var out []*node
	for _, n := range g.before(g.nodes, both) {
		if keep(n) {
			out = append(out, n)
		}
	}
	return out
}

// ways are the links that a walk back follows.
type ways int

const (
	toParents ways = 1 << iota
	toNeeds
	both = toParents | toNeeds
)

// before are those of some nodes that count, and all that count and come before them: each
// after those.
func (g *Graph) before(nodes []*node, w ways) []*node {
	seen := make([]bool, len(g.nodes)) // by index
	var out []*node
	type frame struct {
		n    *node
		next int
	}
	var stack []frame
	push := func(n *node) {
		if !seen[n.index] && n.live() {
			seen[n.index] = true
			stack = append(stack, frame{n: n})
		}
	}
	for _, n := range nodes {
		for push(n); len(stack) > 0; {
			top := &stack[len(stack)-1]
			next := top.n.back(top.next, w)
			if next == nil {
				out = append(out, top.n)
				stack = stack[:len(stack)-1]
				continue
			}
			top.next++
			push(next)
		}
	}
	return out
}

// back is the node's i-th link back, nil behind the last one.
func (n *node) back(i int, w ways) *node {
	if w&toParents != 0 {
		if i < len(n.parents) {
			return n.parents[i]
		}
		i -= len(n.parents)
	}
	if w&toNeeds != 0 && i < len(n.needs) {
		return n.needs[i]
	}
	return nil
}
