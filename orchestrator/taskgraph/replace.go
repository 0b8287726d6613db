package taskgraph

import (
	"fmt"
	"slices"
)

// Replace has a new node take the place of another: what depended on that depends on the
// new one, and the old one is inactive (tme-dag 4.2: celery becomes mushrooms in all
// dishes). The two are alternatives from then on: Switch goes back.
type Replace struct {
	Node string `json:"node"`
	// By is the new node. Its parents and dependencies are the old one's where it names
	// none.
	By Add `json:"by"`
	// Parts says that the old node's parts become the new one's. Else those that are part
	// of nothing else are inactive with it.
	Parts bool `json:"parts,omitempty"`
}

func (op Replace) plan(d *draft) (Operation, error) {
	old, err := d.live(op.Node)
	if err != nil {
		return nil, err
	}
	was := *d.want(old)
	by, n, err := d.addNode(op.By)
	if err != nil {
		return nil, err
	}
	if len(by.Parents) == 0 {
		err = d.inherit(n, ChildOf, was.parents)
	}
	if err == nil && len(by.DependsOn) == 0 {
		err = d.inherit(n, DependsOn, was.needs)
	}
	if err == nil {
		err = d.succeed(old, n)
	}
	if err == nil && op.Parts {
		err = d.moveAll(d.partsOf(old), ChildOf, old, n)
	}
	if err != nil {
		return nil, err
	}
	d.soft(n, softLink{relation: AlternativeTo, to: old})
	d.leave(old, "replaced by "+n.id)
	op.By = by
	return op, nil
}

// inherit drafts that n has links to the same nodes as another.
func (d *draft) inherit(n *node, r Relation, to []*node) error {
	for _, before := range to {
		if before == n {
			continue
		}
		if err := d.precede(n, r, before); err != nil {
			return err
		}
	}
	return nil
}

// succeed drafts that what depends on old depends on n instead, and that n came of it.
func (d *draft) succeed(old, n *node) error {
	d.descend(old, n)
	return d.moveAll(d.dependentsOf(old), DependsOn, old, n)
}

// descend drafts that n is what became of old.
func (d *draft) descend(old, n *node) {
	from, to := d.edit(old), d.edit(n)
	from.became, to.from = with(from.became, n), with(to.from, old)
}

// moveAll drafts that nodes which are linked to old are linked to n instead.
func (d *draft) moveAll(nodes []*node, r Relation, old, n *node) error {
	for _, m := range nodes {
		d.unlink(m, r, old)
		if m == n {
			continue
		}
		if err := d.precede(m, r, n); err != nil {
			return err
		}
	}
	return nil
}

// Switch goes over to an inactive alternative of what counts now (tme-v1 4.1: revisitable
// branches): what depends on the present one depends on it instead, the present one is
// inactive with the parts that are of nothing else, and the other's come back with it.
type Switch struct {
	To string `json:"to"`
}

func (op Switch) plan(d *draft) (Operation, error) {
	n, err := d.find(op.To)
	if err != nil {
		return nil, err
	}
	if d.want(n).presence == present {
		return nil, fmt.Errorf("%w: %q is the one that counts already", ErrStatus, op.To)
	}
	rivals := d.rivals(n)
	if len(rivals) == 0 {
		return nil, fmt.Errorf("%w: no alternative to %q counts now: restore it instead", ErrInvalid, op.To)
	}
	d.comeBack(n)
	for _, rival := range rivals {
		if err := d.succeed(rival, n); err != nil {
			return nil, err
		}
		d.leave(rival, "switched to "+n.id)
	}
	return op, nil
}

// rivals are the alternatives to a node that count, over any number of links.
func (d *draft) rivals(n *node) []*node {
	seen, out := []*node{n}, []*node(nil)
	for i := 0; i < len(seen); i++ {
		for _, l := range d.want(seen[i]).links {
			if l.relation != AlternativeTo || slices.Contains(seen, l.to) {
				continue
			}
			seen = append(seen, l.to)
			if d.want(l.to).presence == present {
				out = append(out, l.to)
			}
		}
	}
	return out
}
