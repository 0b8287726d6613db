package taskgraph

import (
	"fmt"
	"slices"
)

// precede drafts a link that orders: before comes before n. One that would close a cycle
// becomes soft or is refused (dag-memory 2.4). Links that are there already are left alone.
func (d *draft) precede(n *node, r Relation, before *node) error {
	if n == before {
		return fmt.Errorf("%w: %q cannot be linked to itself", ErrInvalid, n.id)
	}
	if slices.Contains(*d.list(d.want(n), r), before) {
		return nil
	}
	edge := Edge{n.id, r, before.id}
	path := d.pathBack(before, n)
	switch {
	case path == nil:
		w := d.edit(n)
		*d.list(w, r) = with(*d.list(w, r), before)
		return nil
	case d.cycles == Soften, slices.Contains(d.replayed, edge):
		d.softened = append(d.softened, edge)
		d.soft(n, softLink{relation: RefersTo, to: before})
		return nil
	}
	return &CycleError{Edge: edge, Path: idsOf(path)}
}

// list is the list of a relation that orders.
func (*draft) list(w *want, r Relation) *[]*node {
	if r == ChildOf {
		return &w.parents
	}
	return &w.needs
}

// pathBack goes from a node to those that come before it, until it finds one; it returns
// the way in the order of the work, nil if there is none. Links of inactive and deleted
// nodes count, since these may come back.
func (d *draft) pathBack(from, to *node) []*node {
	if d.leadsNowhere(to) {
		return nil
	}
	came := make([]*node, len(d.g.nodes)+len(d.added)) // by index, from where it was reached
	came[from.index] = from
	for stack := []*node{from}; len(stack) > 0; {
		n := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		w := d.want(n)
		for _, list := range [][]*node{w.parents, w.needs} {
			for _, before := range list {
				if came[before.index] != nil {
					continue
				}
				came[before.index] = n
				if before == to {
					return wayOf(came, from, to)
				}
				stack = append(stack, before)
			}
		}
	}
	return nil
}

// leadsNowhere reports whether nothing comes after a node: it is new, and new nodes are
// linked to what comes before them before anything is linked to them.
func (*draft) leadsNowhere(n *node) bool { return len(n.wants) == 0 }

// wayOf goes from a node that was reached to the one where the search began.
func wayOf(came []*node, from, to *node) []*node {
	way := []*node{to}
	for n := to; n != from; {
		n = came[n.index]
		way = append(way, n)
	}
	return way
}

// soft drafts a soft link; a mutual one on both ends.
func (d *draft) soft(n *node, l softLink) {
	w := d.edit(n)
	if !slices.Contains(w.links, l) {
		w.links = append(slices.Clip(w.links), l)
	}
	back := softLink{relation: l.relation, to: n}
	if l.relation.mutual() && !slices.Contains(d.want(l.to).links, back) {
		d.soft(l.to, back)
	}
}

// unsoft drafts the end of a soft link, and reports whether it was there.
func (d *draft) unsoft(n *node, l softLink) bool {
	if !slices.Contains(d.want(n).links, l) {
		return false
	}
	w := d.edit(n)
	w.links = slices.DeleteFunc(slices.Clone(w.links), func(have softLink) bool { return have == l })
	if l.relation.mutual() {
		d.unsoft(l.to, softLink{relation: l.relation, to: n})
	}
	return true
}
