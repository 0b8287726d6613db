package trim

import (
	"fmt"
	"maps"
	"slices"

	tg "legomem/orchestrator/taskgraph"
)

// Canon is the input under which a node has its value's canonical form.
const Canon = "canon"

// ReadBy is the input under which a step says who read its work, where that was a model.
const ReadBy = "read by"

// InvalidError is a subtask that cannot be carried out on the graph, and why.
type InvalidError struct {
	Subtask Subtask
	Why     string
}

func (e *InvalidError) Error() string {
	return fmt.Sprintf("the subtask %q (%s) cannot be applied: %s", e.Subtask.name(), e.Subtask.Intent, e.Why)
}

func (s Subtask) name() string {
	for _, n := range []string{s.Title, s.Node, s.Slot, s.New} {
		if n != "" {
			return n
		}
	}
	return "without a name"
}

// to are the nodes that a subtask has a relation to.
func (s Subtask) to(r Relation) []string {
	var out []string
	for _, one := range s.Relations {
		if one.Relation == r {
			out = append(out, one.Node)
		}
	}
	return out
}

// Operations are what subtasks change in a graph, in order. All of them can be applied one
// after the other, or the error says which subtask cannot. A check comes to none.
func Operations(g *tg.Graph, subtasks []Subtask, user string) ([]tg.Operation, error) {
	var out []tg.Operation
	for i := 0; i < len(subtasks); i++ {
		s := subtasks[i]
		if parts := s.to(Splits); len(parts) == 1 && s.Intent == New {
			op := tg.Split{Node: parts[0]}
			for ; i < len(subtasks) && slices.Equal(subtasks[i].to(Splits), parts); i++ {
				op.Parts = append(op.Parts, subtasks[i].add(user))
			}
			i--
			out = append(out, op)
			continue
		}
		ops, err := s.operations(g, user)
		if err != nil {
			return nil, err
		}
		out = append(out, ops...)
	}
	return out, try(g, out)
}

// try applies operations to a copy of the graph.
func try(g *tg.Graph, ops []tg.Operation) error {
	copied, err := g.At(g.Revision())
	if err != nil {
		return err
	}
	for _, op := range ops {
		if _, err := copied.Apply(tg.Moment{}, op); err != nil {
			return fmt.Errorf("%s: %w", op.Kind(), err)
		}
	}
	return nil
}

// add is the new node of a subtask.
func (s Subtask) add(user string) tg.Add {
	a := tg.Add{ID: s.ID, Slot: s.Slot, Value: s.New, Parents: s.to(ChildOf), DependsOn: s.to(DependsOn), ParallelWith: s.to(ParallelWith), User: user}
	if s.Done {
		a.Status = tg.Done
	}
	if s.Canon != "" || s.Kind != "" {
		a.Inputs = map[string]string{Canon: s.Canon, KindKey: s.Kind}
	}
	if s.By != "" {
		a.Inputs = map[string]string{ReadBy: s.By}
	}
	return a
}

func (s Subtask) operations(g *tg.Graph, user string) ([]tg.Operation, error) {
	switch s.Intent {
	case Check:
		return nil, nil
	case New:
		if s.Slot == "" {
			return nil, &InvalidError{s, "a new node has no slot"}
		}
		if old := s.to(Replaces); len(old) > 0 {
			return []tg.Operation{tg.Replace{Node: old[0], By: s.add(user), Parts: true}}, nil
		}
		return []tg.Operation{s.add(user)}, nil
	case Update:
		return s.update(g, user)
	}
	return nil, &InvalidError{s, fmt.Sprintf("there is no intent %q; there are new, update and check", s.Intent)}
}

func (s Subtask) update(g *tg.Graph, user string) ([]tg.Operation, error) {
	if s.has(RollsBack) {
		return s.rollBack(g, user)
	}
	if s.Node == "" {
		return nil, &InvalidError{s, "it names no node to change"}
	}
	switch {
	case s.has(Removes):
		return []tg.Operation{tg.Inactivate{Node: s.Node, Why: "removed", User: user}}, nil
	case s.has(Restores):
		return []tg.Operation{tg.Restore{Node: s.Node, User: user}}, nil
	case s.has(Merges):
		op := tg.Merge{Nodes: append([]string{s.Node}, s.to(Merges)...), Into: s.Node, User: user}
		if s.New != "" {
			op.Value = &s.New
		}
		return []tg.Operation{op}, nil
	}
	var out []tg.Operation
	for _, to := range s.to(ChildOf) {
		out = append(out, tg.Link{From: s.Node, Relation: tg.ChildOf, To: to})
	}
	for _, to := range s.to(DependsOn) {
		out = append(out, tg.Link{From: s.Node, Relation: tg.DependsOn, To: to})
	}
	if s.New != "" {
		op := tg.Update{Node: s.Node, Value: s.New, User: user}
		if n, err := g.Node(s.Node); err == nil && (s.Canon != "" || n.Inputs[Canon] != "") {
			op.Inputs = maps.Clone(n.Inputs)
			if op.Inputs == nil {
				op.Inputs = map[string]string{}
			}
			op.Inputs[Canon] = s.Canon
		}
		out = append(out, op)
	}
	if len(out) == 0 {
		return nil, &InvalidError{s, "it changes nothing"}
	}
	return out, nil
}

func (s Subtask) has(r Relation) bool {
	return slices.ContainsFunc(s.Relations, func(o Related) bool { return o.Relation == r })
}

// rollBack goes back to a revision, or with a node to a value that it had: the last one of
// those that it has not now.
func (s Subtask) rollBack(g *tg.Graph, user string) ([]tg.Operation, error) {
	if s.Node == "" {
		if s.To == 0 {
			return nil, &InvalidError{s, "it names neither a node nor a revision to go back to"}
		}
		return []tg.Operation{tg.RollBack{To: s.To}}, nil
	}
	n, err := g.Node(s.Node)
	if err != nil {
		return nil, err
	}
	for i := len(n.History) - 1; i >= 0; i-- {
		was := n.History[i]
		if was.Value == n.Value || s.New != "" && was.Value != s.New {
			continue
		}
		return []tg.Operation{tg.RollBack{To: was.Revision, Nodes: []string{s.Node}, User: user}}, nil
	}
	return nil, &InvalidError{s, fmt.Sprintf("%s was never anything else than %q", n.Slot, n.Value)}
}
