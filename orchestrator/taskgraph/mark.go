package taskgraph

import (
	"fmt"
	"slices"
)

// Mark says how a node's work goes. What was done is a fact: no roll back takes it back.
type Mark struct {
	Node string `json:"node"`
	// Status is Asked (for a value, or what to do), Waiting (the question is withdrawn),
	// Active (an attempt begins), Done or Failed.
	Status  Status            `json:"status"`
	Outputs map[string]string `json:"outputs,omitempty"` // of Done and Failed
	Error   string            `json:"error,omitempty"`   // of Failed
	// Effects, where there are any, are the changes that stand from now on because of
	// the node: those of earlier attempts that still stand are to be among them.
	Effects []Effect `json:"effects,omitempty"`
}

func (op Mark) plan(d *draft) (Operation, error) {
	n, err := d.live(op.Node)
	if err != nil {
		return nil, err
	}
	if err := op.check(n); err != nil {
		return nil, fmt.Errorf("%q: %w", op.Node, err)
	}
	switch op.Status {
	case Asked, Waiting:
		d.edit(n).told = op.Status
	case Active:
		d.settle(n)
		w := d.work(n)
		w.state, w.with, w.err = Active, n.given, ""
		w.attempts++
	default:
		d.settle(n)
		d.finish(n, op)
	}
	return op, nil
}

// check refuses a status that cannot follow the present one.
func (op Mark) check(n *node) error {
	from := map[Status][]Status{
		Asked:   {Waiting, Done, Failed, Stale},
		Waiting: {Asked},
		Active:  {Waiting, Asked, Active, Done, Failed, Stale},
		Done:    {Waiting, Asked, Active, Stale},
		Failed:  {Waiting, Asked, Active, Stale},
	}
	if from[op.Status] == nil {
		return fmt.Errorf("%w: nothing is marked %q", ErrStatus, op.Status)
	}
	if !slices.Contains(from[op.Status], n.status) {
		return fmt.Errorf("%w: it is %s, and cannot be %s from there", ErrStatus, n.status, op.Status)
	}
	ended := op.Status == Done || op.Status == Failed
	if !ended && len(op.Outputs)+len(op.Effects) > 0 {
		return fmt.Errorf("%w: outputs and effects are of work that ended, and it is to be %s", ErrInvalid, op.Status)
	}
	if op.Error != "" && op.Status != Failed {
		return fmt.Errorf("%w: it has an error, and is to be %s", ErrInvalid, op.Status)
	}
	return nil
}

// settle drafts that nothing is asked of the user any more.
func (d *draft) settle(n *node) {
	if d.want(n).told == Asked {
		d.edit(n).told = Waiting
	}
}

// finish drafts the end of an attempt. It was carried out with what was wanted when it
// began, so that it is stale at once if that changed.
func (d *draft) finish(n *node, op Mark) {
	w := d.work(n)
	if w.state != Active {
		w.with = n.given
		w.attempts++
	}
	w.state, w.outputs, w.err = op.Status, copied(op.Outputs), op.Error
	if len(op.Effects) > 0 {
		w.effects = slices.Clone(op.Effects)
	}
}

// TakenBack says that what was done for a node was taken back: its effects are gone, and
// it is as if it had not been carried out. The node may be inactive, or deleted.
type TakenBack struct {
	Node string `json:"node"`
}

func (op TakenBack) plan(d *draft) (Operation, error) {
	n := d.g.byID[op.Node]
	if n == nil {
		_, err := d.g.find(op.Node)
		return nil, err
	}
	if n.work.state == "" {
		return nil, fmt.Errorf("%w: nothing was done for %q", ErrStatus, op.Node)
	}
	*d.work(n) = work{revision: d.revision}
	return op, nil
}
