package taskgraph

import (
	"hash/maphash"
	"maps"
	"slices"
)

// A node's digest is of its own value and inputs, and of what those that it depends on
// would pass on: their digests and their outputs. So it changes with anything that comes
// before, however far, and is the old one again when that is.

// own is the digest of what is wanted of a node itself.
func (g *Graph) own(n *node, w *want) uint64 {
	return mix(maphash.Comparable(g.seed, [2]string{n.slot, w.value}), g.digestOf(w.inputs))
}

func (g *Graph) digestOf(m map[string]string) uint64 {
	if len(m) == 0 {
		return 0
	}
	out := uint64(0)
	for _, k := range slices.Sorted(maps.Keys(m)) {
		out = mix(out, maphash.Comparable(g.seed, [2]string{k, m[k]}))
	}
	return out
}

// mix puts a digest behind another.
func mix(a, b uint64) uint64 {
	a = (a ^ b ^ 0x9e3779b97f4a7c15) * 0xff51afd7ed558ccd
	a = (a ^ a>>32 ^ b) * 0xc4ceb9fe1a85ec53
	return a ^ a>>29
}

// weigh brings a node's digests up to date. Dependencies that are the same to the letter
// count once, and those that are gone not at all.
func (n *node) weigh() {
	var room [8]uint64
	passed := room[:0]
	for _, before := range n.needs {
		if before.live() {
			passed = append(passed, before.yields)
		}
	}
	if len(passed) > 1 {
		slices.Sort(passed)
		passed = slices.Compact(passed)
	}
	n.given = n.own
	for _, p := range passed {
		n.given = mix(n.given, p)
	}
	n.yields = mix(n.given, n.work.passed)
}

// spread brings the digests and statuses up to date that a draft touches, and returns what
// it made stale, and fresh again.
func (g *Graph) spread(d *draft) (stale, fresh []string) {
	touched := slices.Clone(d.order)
	for n := range d.worked {
		touched = append(touched, n)
	}
	slices.SortFunc(touched, byIndex)
	wave := g.after(touched)
	for i := len(wave) - 1; i >= 0; i-- {
		n := g.nodes[wave[i]]
		n.weigh()
		before := n.status
		n.status = n.standing()
		switch {
		case n.status == Stale && before != Stale:
			stale = append(stale, n.id)
		case before == Stale && n.executed() && n.status == n.work.state:
			fresh = append(fresh, n.id)
		}
	}
	return stale, fresh
}

// after are, by index, some nodes with all that depends on them, each behind its dependents.
func (g *Graph) after(nodes []*node) []int32 {
	seen := make([]bool, len(g.nodes))
	type frame struct{ n, next int32 }
	var stack []frame
	var out []int32
	for _, n := range nodes {
		if seen[n.index] {
			continue
		}
		seen[n.index] = true
		stack = append(stack, frame{n: int32(n.index)})
		for len(stack) > 0 {
			top := &stack[len(stack)-1]
			dependents := g.nodes[top.n].dependents
			if int(top.next) == len(dependents) {
				out = append(out, top.n)
				stack = stack[:len(stack)-1]
				continue
			}
			i := dependents[top.next].index
			top.next++
			if !seen[i] {
				seen[i] = true
				stack = append(stack, frame{n: int32(i)})
			}
		}
	}
	return out
}

// Redo are the ids of the stale nodes: the steps that must be done again, each after those
// that come before it.
func (g *Graph) Redo() []string {
	return idsOf(g.sorted(func(n *node) bool { return n.status == Stale }))
}

// Ready are the ids of the steps that could be done next: they wait, or are stale, and all
// that they depend on is done.
func (g *Graph) Ready() []string {
	return idsOf(g.sorted(func(n *node) bool {
		due := n.status == Waiting || n.status == Stale
		return due && !slices.ContainsFunc(alive(n.needs), func(m *node) bool { return m.status != Done })
	}))
}

// Leftovers are the nodes that count no more and have effects that stand: to be taken back,
// or handed on to the nodes that they became. Deleted ones are among them.
func (g *Graph) Leftovers() []Node {
	var out []Node
	for _, n := range g.nodes {
		if !n.live() && len(n.work.effects) > 0 {
			out = append(out, g.view(n))
		}
	}
	return out
}
