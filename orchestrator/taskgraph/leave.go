package taskgraph

import "fmt"

// Inactivate takes a node out of what counts (tme-dag 4.2), with its parts that are of
// nothing else. Its links stay, for it may come back; what depended on it does without.
type Inactivate struct {
	Node   string `json:"node"`
	Why    string `json:"why,omitempty"`
	User   string `json:"user,omitempty"`
	System string `json:"system,omitempty"`
}

func (op Inactivate) plan(d *draft) (Operation, error) {
	n, err := d.live(op.Node)
	if err != nil {
		return nil, err
	}
	d.leave(n, op.Why)
	w := d.edit(n)
	w.user, w.system = op.User, op.System
	return op, nil
}

// Restore brings an inactive node back, with what was made inactive with it.
type Restore struct {
	Node   string `json:"node"`
	User   string `json:"user,omitempty"`
	System string `json:"system,omitempty"`
}

func (op Restore) plan(d *draft) (Operation, error) {
	n, err := d.find(op.Node)
	if err != nil {
		return nil, err
	}
	if d.want(n).presence == present {
		return nil, fmt.Errorf("%w: %q is not inactive", ErrStatus, op.Node)
	}
	d.comeBack(n)
	w := d.edit(n)
	w.user, w.system = op.User, op.System
	return op, nil
}

// Delete takes a node out of the graph; only a roll back brings it back. Its parts stay,
// and Prune finds those that are of nothing else.
type Delete struct {
	Node string `json:"node"`
}

func (op Delete) plan(d *draft) (Operation, error) {
	n, err := d.find(op.Node)
	if err != nil {
		return nil, err
	}
	w := d.edit(n)
	w.presence, w.left, w.why = deleted, d.revision, ""
	return op, nil
}

// Prune makes inactive what is neither a goal, nor a part of something reached, nor
// needed by it (tme-v1 4.2.7).
type Prune struct {
	// Goals are the nodes to begin with: where there are none, those that are part of
	// nothing. One whose parents all left is still a part of them.
	Goals []string `json:"goals,omitempty"`
}

func (op Prune) plan(d *draft) (Operation, error) {
	goals, err := d.allLive(op.Goals)
	if err != nil {
		return nil, err
	}
	if len(goals) == 0 {
		for _, n := range d.g.nodes {
			if n.live() && len(n.parents) == 0 {
				goals = append(goals, n)
			}
		}
	}
	reached := d.g.reached(goals)
	for _, n := range d.g.nodes {
		if n.live() && !reached[n.index] {
			d.leaveAlone(n, "out of reach")
		}
	}
	return op, nil
}

// reached says by index what can be reached from goals.
func (g *Graph) reached(goals []*node) []bool {
	reached := make([]bool, len(g.nodes))
	for queue := goals; len(queue) > 0; queue = queue[1:] {
		n := queue[0]
		if reached[n.index] || !n.live() {
			continue
		}
		reached[n.index] = true
		queue = append(append(queue, n.parts...), n.needs...)
	}
	return reached
}

// leaveAlone drafts that a node is inactive.
func (d *draft) leaveAlone(n *node, why string) {
	w := d.edit(n)
	w.presence, w.left, w.why = inactive, d.revision, why
}

// leave drafts that a node is inactive, and of its parts, and theirs, those that are of
// nothing else that counts.
func (d *draft) leave(n *node, why string) {
	d.leaveAlone(n, why)
	for queue := d.partsOf(n); len(queue) > 0; queue = queue[1:] {
		part := queue[0]
		if d.want(part).presence != present || d.partOfSomething(part) {
			continue
		}
		d.leaveAlone(part, "with "+n.id)
		queue = append(queue, d.partsOf(part)...)
	}
}

func (d *draft) partOfSomething(n *node) bool {
	for _, p := range d.want(n).parents {
		if d.want(p).presence == present {
			return true
		}
	}
	return false
}

// comeBack drafts that a node counts again, and what left with it, in the same operation.
func (d *draft) comeBack(n *node) {
	left := d.want(n).left
	for queue := []*node{n}; len(queue) > 0; queue = queue[1:] {
		back := queue[0]
		w := d.want(back)
		if w.presence != inactive || w.left != left {
			continue
		}
		w = d.edit(back)
		w.presence, w.left, w.why, w.became = present, 0, "", nil
		queue = append(queue, d.partsOf(back)...)
	}
}
