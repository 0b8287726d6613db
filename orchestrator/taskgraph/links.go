package taskgraph

import (
	"fmt"
	"slices"
)

// Link links a node to another.
type Link struct {
	From     string   `json:"from"`
	Relation Relation `json:"relation"` // any but LoopsTo, for which there is Loop
	To       string   `json:"to"`
}

// Unlink takes a link away.
type Unlink struct {
	From     string   `json:"from"`
	Relation Relation `json:"relation"`
	To       string   `json:"to"`
}

func (op Link) plan(d *draft) (Operation, error) {
	if err := checkLink(op.Relation); err != nil {
		return nil, err
	}
	n, err := d.live(op.From)
	if err != nil {
		return nil, err
	}
	to, err := d.live(op.To)
	if err != nil {
		return nil, err
	}
	return op, d.link(n, op.Relation, to)
}

func checkLink(r Relation) error {
	if !r.known() {
		return fmt.Errorf("%w: there is no relation %q", ErrInvalid, r)
	}
	if r == LoopsTo {
		return fmt.Errorf("%w: %s leads to a snapshot, and is made with %s", ErrInvalid, r, Loop{}.Kind())
	}
	return nil
}

// link drafts a link of any relation.
func (d *draft) link(n *node, r Relation, to *node) error {
	if r == ParallelWith {
		for _, ends := range [][2]*node{{n, to}, {to, n}} {
			if way := d.pathBack(ends[0], ends[1]); way != nil {
				return fmt.Errorf("%w: %q and %q are not parallel: %q comes before %q", ErrInvalid, n.id, to.id, ends[1].id, ends[0].id)
			}
		}
	}
	if !r.orders() {
		if n == to {
			return fmt.Errorf("%w: %q cannot be linked to itself", ErrInvalid, n.id)
		}
		d.soft(n, softLink{relation: r, to: to})
		return nil
	}
	if err := d.precede(n, r, to); err != nil {
		return err
	}
	if slices.Contains(*d.list(d.want(n), r), to) {
		d.unsoft(n, softLink{relation: ParallelWith, to: to}) // it is not, any more
	}
	return nil
}

func (op Unlink) plan(d *draft) (Operation, error) {
	if err := checkLink(op.Relation); err != nil {
		return nil, err
	}
	n, err := d.find(op.From)
	if err != nil {
		return nil, err
	}
	to, err := d.find(op.To)
	if err != nil {
		return nil, err
	}
	if !d.unlink(n, op.Relation, to) {
		return nil, fmt.Errorf("%w: %q has no link %s to %q", ErrInvalid, op.From, op.Relation, op.To)
	}
	return op, nil
}

// unlink drafts the end of a link, and reports whether it was there.
func (d *draft) unlink(n *node, r Relation, to *node) bool {
	if !r.orders() {
		return d.unsoft(n, softLink{relation: r, to: to})
	}
	if !slices.Contains(*d.list(d.want(n), r), to) {
		return false
	}
	w := d.edit(n)
	*d.list(w, r) = without(*d.list(w, r), to)
	return true
}
