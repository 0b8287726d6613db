package taskgraph

import "fmt"

// Update gives a node another value. Of a node that was carried out, and of all that
// depend on it, those that were carried out become stale.
type Update struct {
	Node  string `json:"node"`
	Value string `json:"value"`
	// Inputs are its inputs from now on; they stay where there are none.
	Inputs map[string]string `json:"inputs,omitempty"`
	// Status is what becomes of one that is not carried out; where it is empty, a node
	// that was asked for is Done, and others stay as they are.
	Status Status `json:"status,omitempty"`
	User   string `json:"user,omitempty"`
	System string `json:"system,omitempty"`
}

func (op Update) plan(d *draft) (Operation, error) {
	n, err := d.live(op.Node)
	if err != nil {
		return nil, err
	}
	if op.Status == "" {
		op.Status = d.want(n).told
		if op.Status == Asked {
			op.Status = Done
		}
	}
	told, err := toldStatus(op.Status)
	if err != nil {
		return nil, fmt.Errorf("%q: %w", op.Node, err)
	}
	w := d.edit(n)
	w.value, w.told, w.user, w.system = op.Value, told, op.User, op.System
	if len(op.Inputs) > 0 {
		w.inputs = copied(op.Inputs)
	}
	return op, nil
}

// Say keeps the words of a turn with a node, and changes nothing else: the system's words
// are often known only once the operation is applied. Words that are empty stay.
type Say struct {
	Node   string `json:"node"`
	User   string `json:"user,omitempty"`
	System string `json:"system,omitempty"`
}

func (op Say) plan(d *draft) (Operation, error) {
	n, err := d.find(op.Node)
	if err != nil {
		return nil, err
	}
	w := d.edit(n)
	if op.User != "" {
		w.user = op.User
	}
	if op.System != "" {
		w.system = op.System
	}
	return op, nil
}
