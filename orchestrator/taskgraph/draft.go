package taskgraph

import (
	"cmp"
	"fmt"
	"slices"
)

// draft is what an operation would change. Nothing of it is in the graph before commit.
type draft struct {
	g        *Graph
	revision int
	changed  map[*node]*want
	order    []*node // those of changed, in the order of their first change
	added    []*node
	worked   map[*node]*work
	named    string // the name of a new snapshot
	softened []Edge
	replayed []Edge // the links that the event of a log made soft
	cycles   Cycles
}

func (g *Graph) draft(e Event, replayed bool) *draft {
	d := &draft{
		g: g, revision: e.Revision, cycles: g.cycles,
		changed: map[*node]*want{}, worked: map[*node]*work{},
	}
	if replayed { // what was made soft is, and nothing else
		d.cycles, d.replayed = AskUser, e.Softened
	}
	return d
}

// want is what the draft wants of a node.
func (d *draft) want(n *node) *want {
	if w := d.changed[n]; w != nil {
		return w
	}
	return n.now()
}

// edit is what the draft wants of a node, to be changed. Lists and maps in it must be
// replaced, not written to.
func (d *draft) edit(n *node) *want {
	if w := d.changed[n]; w != nil {
		return w
	}
	w := *n.now()
	w.revision, w.touched = d.revision, d.revision
	d.changed[n] = &w
	d.order = append(d.order, n)
	return &w
}

// work is what the draft says was done for a node, to be changed.
func (d *draft) work(n *node) *work {
	if w := d.worked[n]; w != nil {
		return w
	}
	w := n.work
	w.revision = d.revision
	d.worked[n] = &w
	return &w
}

// add drafts a new node.
func (d *draft) add(id, slot string) *node {
	n := d.g.room()
	n.id, n.slot, n.index = id, slot, len(d.g.nodes)+len(d.added)
	d.added = append(d.added, n)
	d.changed[n] = &want{revision: d.revision, touched: d.revision, told: Waiting}
	d.order = append(d.order, n)
	return n
}

// find is a node that was not deleted, of the graph or of the draft.
func (d *draft) find(id string) (*node, error) {
	for _, n := range d.added {
		if n.id == id {
			return n, nil
		}
	}
	return d.g.find(id)
}

// live is a node that counts.
func (d *draft) live(id string) (*node, error) {
	n, err := d.find(id)
	if err != nil {
		return nil, err
	}
	if w := d.want(n); w.presence == inactive {
		return nil, fmt.Errorf("%w: %q, since revision %d; restore it or switch to it first", ErrInactive, id, w.left)
	}
	return n, nil
}

// allLive are nodes that count.
func (d *draft) allLive(ids []string) ([]*node, error) {
	var out []*node
	for _, id := range ids {
		n, err := d.live(id)
		if err != nil {
			return nil, err
		}
		if slices.Contains(out, n) {
			return nil, fmt.Errorf("%w: %q is named twice", ErrInvalid, id)
		}
		out = append(out, n)
	}
	return out, nil
}

// partsOf and dependentsOf are the other ends of links, as the draft wants them.

func (d *draft) partsOf(n *node) []*node {
	return d.pointing(n, n.parts, func(w *want) []*node { return w.parents })
}

func (d *draft) dependentsOf(n *node) []*node {
	return d.pointing(n, n.dependents, func(w *want) []*node { return w.needs })
}

// pointing are the nodes whose list has n, before among them those of the graph.
func (d *draft) pointing(n *node, before []*node, list func(*want) []*node) []*node {
	var out []*node
	for _, m := range before {
		if slices.Contains(list(d.want(m)), n) {
			out = append(out, m)
		}
	}
	for _, m := range d.order {
		if !slices.Contains(before, m) && slices.Contains(list(d.changed[m]), n) {
			out = append(out, m)
		}
	}
	slices.SortFunc(out, byIndex)
	return out
}

func byIndex(a, b *node) int { return cmp.Compare(a.index, b.index) }

// with is a list with one more node, unless it has that.
func with(list []*node, n *node) []*node {
	if slices.Contains(list, n) {
		return list
	}
	return append(slices.Clip(list), n)
}

// without is a list without a node.
func without(list []*node, n *node) []*node {
	var out []*node
	for _, m := range list {
		if m != n {
			out = append(out, m)
		}
	}
	return out
}

// commit brings the draft into the graph, and returns what it made stale, and fresh again.
func (g *Graph) commit(d *draft) (stale, fresh []string) {
	for _, n := range d.added {
		g.nodes, g.byID[n.id] = append(g.nodes, n), n
	}
	for _, n := range d.order {
		w := d.changed[n]
		w.own = g.own(n, w)
		before := &want{}
		if n.wanted != nil {
			before = n.wanted
		}
		n.rewire(before, w)
		n.become(*w)
	}
	for n, w := range d.worked {
		w.passed = g.digestOf(w.outputs)
		n.work = *w
	}
	if d.named != "" {
		g.snapshots[d.named] = d.revision - 1
	}
	return g.spread(d)
}

// rewire keeps the other ends of the node's links, each list in the order in which the
// nodes were added, so that it does not tell the way by which the graph came to be so.
func (n *node) rewire(before, after *want) {
	for _, r := range []struct {
		before, after []*node
		ends          func(*node) *[]*node
	}{
		{before.parents, after.parents, func(m *node) *[]*node { return &m.parts }},
		{before.needs, after.needs, func(m *node) *[]*node { return &m.dependents }},
	} {
		for _, m := range r.before {
			if ends := r.ends(m); !slices.Contains(r.after, m) {
				at, _ := slices.BinarySearchFunc(*ends, n, byIndex)
				*ends = slices.Delete(*ends, at, at+1)
			}
		}
		for _, m := range r.after {
			if ends := r.ends(m); !slices.Contains(r.before, m) {
				*ends = among(*ends, n)
			}
		}
	}
	for _, p := range after.parents {
		p.everParts = among(p.everParts, n)
	}
}

// among puts a node into a list by index, in place, unless it is there.
func among(list []*node, n *node) []*node {
	at, found := slices.BinarySearchFunc(list, n, byIndex)
	if found {
		return list
	}
	return slices.Insert(list, at, n)
}
