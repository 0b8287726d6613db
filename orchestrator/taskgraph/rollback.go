package taskgraph

import (
	"fmt"
	"maps"
	"slices"
)

// RollBack has what is wanted be as it was at a revision, by adding one more: nothing is
// erased, so that a roll back can be rolled back. What was done stays done, and is stale
// where it does not fit. With nodes, only the values of these go back.
type RollBack struct {
	// To is the revision, or Snapshot the name of one.
	To       int      `json:"to,omitempty"`
	Snapshot string   `json:"snapshot,omitempty"`
	Nodes    []string `json:"nodes,omitempty"`
	User     string   `json:"user,omitempty"`   // with nodes
	System   string   `json:"system,omitempty"` // with nodes
}

func (op RollBack) plan(d *draft) (Operation, error) {
	if op.Snapshot != "" {
		to, err := d.g.snapshot(op.Snapshot)
		if err != nil {
			return nil, err
		}
		if op.To != 0 && op.To != to {
			return nil, fmt.Errorf("%w: it names revision %d, and snapshot %q of revision %d", ErrInvalid, op.To, op.Snapshot, to)
		}
		op.To = to
	}
	if err := d.g.checkRevision(op.To); err != nil {
		return nil, err
	}
	if op.To == 0 {
		return nil, fmt.Errorf("%w: it names no revision, and no snapshot", ErrInvalid)
	}
	if len(op.Nodes) > 0 {
		return op, d.rollBackValues(op)
	}
	for _, n := range d.g.nodes {
		d.rollBack(n, op.To)
	}
	return op, nil
}

// rollBack drafts a node as it was wanted at a revision; deleted, if it was not there.
// What was not there then is in no link of what was, so that no cycle can come of it.
func (d *draft) rollBack(n *node, to int) {
	was, now := n.at(to), n.now()
	switch {
	case was == nil && now.presence != deleted:
		w := d.edit(n)
		w.presence, w.left, w.why = deleted, d.revision, ""
	case was != nil && !was.same(now):
		w := *was
		w.revision = d.revision
		*d.edit(n) = w
	}
}

// same reports whether two versions want the same.
func (w *want) same(v *want) bool {
	plain := w.touched == v.touched && w.presence == v.presence && w.left == v.left && w.why == v.why
	said := w.told == v.told && w.value == v.value && w.user == v.user && w.system == v.system
	linked := slices.Equal(w.parents, v.parents) && slices.Equal(w.needs, v.needs) && slices.Equal(w.links, v.links)
	descended := slices.Equal(w.became, v.became) && slices.Equal(w.from, v.from)
	return plain && said && linked && descended && maps.Equal(w.inputs, v.inputs)
}

// rollBackValues drafts the values that nodes had.
func (d *draft) rollBackValues(op RollBack) error {
	nodes, err := d.allLive(op.Nodes)
	if err != nil {
		return err
	}
	for _, n := range nodes {
		was := n.at(op.To)
		if was == nil {
			return fmt.Errorf("%w: %q was not there at revision %d", ErrInvalid, n.id, op.To)
		}
		w := d.edit(n)
		w.value, w.inputs, w.told, w.user, w.system = was.value, was.inputs, was.told, op.User, op.System
	}
	return nil
}

// Snapshot gives the graph's present revision a name.
type Snapshot struct {
	Name string `json:"name"`
}

func (op Snapshot) plan(d *draft) (Operation, error) {
	if op.Name == "" {
		return nil, fmt.Errorf("%w: the snapshot has no name", ErrInvalid)
	}
	if revision, taken := d.g.snapshots[op.Name]; taken {
		return nil, fmt.Errorf("%w: snapshot %q is that of revision %d already", ErrInvalid, op.Name, revision)
	}
	d.named = op.Name
	return op, nil
}

// Loop says that the work goes back, from a node, to how things were in a snapshot: what
// would be a cycle is a reference (tme-v1 4.1). It orders nothing.
type Loop struct {
	Node     string `json:"node"`
	Snapshot string `json:"snapshot"`
}

func (op Loop) plan(d *draft) (Operation, error) {
	n, err := d.live(op.Node)
	if err != nil {
		return nil, err
	}
	if _, err := d.g.snapshot(op.Snapshot); err != nil {
		return nil, err
	}
	d.soft(n, softLink{relation: LoopsTo, snapshot: op.Snapshot})
	return op, nil
}

func (g *Graph) snapshot(name string) (int, error) {
	revision, ok := g.snapshots[name]
	if !ok {
		return 0, fmt.Errorf("%w: there is no snapshot %q", ErrInvalid, name)
	}
	return revision, nil
}

// Snapshots are the names of revisions.
func (g *Graph) Snapshots() map[string]int { return maps.Clone(g.snapshots) }
