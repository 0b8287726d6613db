package taskgraph

import (
	"fmt"
	"slices"
	"strings"
)

// Merge makes one node of several (tme-v1 4.2.7). The one that stays has the parents, the
// dependencies, the dependents and the parts of all; the others are inactive. What
// depended on a node of the same slot, value and dependencies is not stale for it.
type Merge struct {
	Nodes []string `json:"nodes"` // at least two
	Into  string   `json:"into"`  // the one of them that stays
	// Value is its value from now on; nil leaves it.
	Value  *string `json:"value,omitempty"`
	User   string  `json:"user,omitempty"`
	System string  `json:"system,omitempty"`
}

func (op Merge) plan(d *draft) (Operation, error) {
	nodes, err := d.allLive(op.Nodes)
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(nodes, func(n *node) bool { return n.id == op.Into })
	switch {
	case len(nodes) < 2:
		return nil, fmt.Errorf("%w: it takes two nodes at least", ErrInvalid)
	case i < 0:
		return nil, fmt.Errorf("%w: into %q, which is not one of them", ErrInvalid, op.Into)
	}
	into := nodes[i]
	for _, n := range without(nodes, into) {
		if err := d.absorb(into, n); err != nil {
			return nil, err
		}
		d.leaveAlone(n, "merged into "+into.id)
	}
	w := d.edit(into)
	if op.Value != nil {
		w.value = *op.Value
	}
	w.user, w.system = op.User, op.System
	return op, nil
}

// absorb drafts that into has the links of n. Links between the two fall away.
func (d *draft) absorb(into, n *node) error {
	d.unlink(into, DependsOn, n)
	d.unlink(into, ChildOf, n)
	w := *d.want(n)
	if err := d.inherit(into, ChildOf, w.parents); err != nil {
		return err
	}
	if err := d.inherit(into, DependsOn, w.needs); err != nil {
		return err
	}
	if err := d.moveAll(d.partsOf(n), ChildOf, n, into); err != nil {
		return err
	}
	return d.succeed(n, into)
}

// Split makes several nodes of one. Each has its parents, dependencies and parts where it
// names none itself; what depended on it depends on all; it is inactive.
type Split struct {
	Node  string `json:"node"`
	Parts []Add  `json:"parts"` // at least two
}

func (op Split) plan(d *draft) (Operation, error) {
	old, err := d.live(op.Node)
	if err != nil {
		return nil, err
	}
	if len(op.Parts) < 2 {
		return nil, fmt.Errorf("%w: it takes two parts at least", ErrInvalid)
	}
	was := *d.want(old)
	parts, dependents := d.partsOf(old), d.dependentsOf(old)
	op.Parts = slices.Clone(op.Parts)
	for i := range op.Parts {
		part, n, err := d.addNode(op.Parts[i])
		if err != nil {
			return nil, err
		}
		if err := d.share(n, part, was, parts, dependents); err != nil {
			return nil, err
		}
		d.descend(old, n)
		op.Parts[i] = part
	}
	for _, m := range dependents {
		d.unlink(m, DependsOn, old)
	}
	d.leaveAlone(old, "split into "+strings.Join(idsOf(d.want(old).became), " and "))
	return op, nil
}

// share drafts that n has its share of the links of a node that is split.
func (d *draft) share(n *node, part Add, was want, parts, dependents []*node) error {
	if len(part.Parents) == 0 {
		if err := d.inherit(n, ChildOf, was.parents); err != nil {
			return err
		}
	}
	if len(part.DependsOn) == 0 {
		if err := d.inherit(n, DependsOn, was.needs); err != nil {
			return err
		}
	}
	for _, m := range parts {
		if err := d.precede(m, ChildOf, n); err != nil {
			return err
		}
	}
	for _, m := range dependents {
		if err := d.precede(m, DependsOn, n); err != nil {
			return err
		}
	}
	return nil
}
