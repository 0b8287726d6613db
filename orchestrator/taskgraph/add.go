package taskgraph

import (
	"fmt"
	"strings"
)

// Add adds a node.
type Add struct {
	// ID names the node from then on; where it is empty, its slot does, with a number if
	// that is taken.
	ID    string `json:"id,omitempty"`
	Slot  string `json:"slot"`
	Value string `json:"value,omitempty"`
	// Status is Waiting (where it is empty), Asked, or Done for what the user told.
	Status       Status            `json:"status,omitempty"`
	Parents      []string          `json:"parents,omitempty"`
	DependsOn    []string          `json:"depends_on,omitempty"`
	ParallelWith []string          `json:"parallel_with,omitempty"`
	Inputs       map[string]string `json:"inputs,omitempty"`
	User         string            `json:"user,omitempty"`
	System       string            `json:"system,omitempty"`
}

func (op Add) plan(d *draft) (Operation, error) {
	named, _, err := d.addNode(op)
	return named, err
}

// addNode drafts the node of an Add, and returns that with all filled in.
func (d *draft) addNode(op Add) (Add, *node, error) {
	op, err := d.name(op)
	if err != nil {
		return op, nil, err
	}
	told, err := toldStatus(op.Status)
	if err != nil {
		return op, nil, fmt.Errorf("%q: %w", op.ID, err)
	}
	n := d.add(op.ID, op.Slot)
	w := d.edit(n)
	w.value, w.inputs, w.told, w.user, w.system = op.Value, copied(op.Inputs), told, op.User, op.System
	return op, n, d.linkAll(n, op)
}

// name gives a new node its id.
func (d *draft) name(op Add) (Add, error) {
	if strings.TrimSpace(op.Slot) == "" {
		return op, fmt.Errorf("%w: the new node has no slot", ErrInvalid)
	}
	if op.ID != "" {
		if d.taken(op.ID) {
			return op, fmt.Errorf("%w: there is, or was, a node %q: give the new one another id", ErrInvalid, op.ID)
		}
		return op, nil
	}
	op.ID = op.Slot
	for i := 2; d.taken(op.ID); i++ {
		op.ID = fmt.Sprintf("%s-%d", op.Slot, i)
	}
	return op, nil
}

func (d *draft) taken(id string) bool {
	for _, n := range d.added {
		if n.id == id {
			return true
		}
	}
	return d.g.byID[id] != nil
}

// toldStatus is the status of a node that was not carried out.
func toldStatus(s Status) (Status, error) {
	switch s {
	case "":
		return Waiting, nil
	case Waiting, Asked, Done:
		return s, nil
	}
	return "", fmt.Errorf("%w: it can be %s, %s or %s (told), not %q", ErrStatus, Waiting, Asked, Done, s)
}

// linkAll drafts the links of a new node.
func (d *draft) linkAll(n *node, op Add) error {
	for _, links := range []struct {
		relation Relation
		to       []string
	}{{ChildOf, op.Parents}, {DependsOn, op.DependsOn}, {ParallelWith, op.ParallelWith}} {
		others, err := d.allLive(links.to)
		if err != nil {
			return fmt.Errorf("%q %s: %w", n.id, links.relation, err)
		}
		for _, other := range others {
			if err := d.link(n, links.relation, other); err != nil {
				return err
			}
		}
	}
	return nil
}
