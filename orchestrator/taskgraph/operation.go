package taskgraph

import "maps"

// Operation is a change of the graph, as a plain value that JSON carries. Those of this
// package are all that there are; Operations lists them.
type Operation interface {
	Kind() Kind
	// plan drafts what the operation changes, and returns it as it was understood.
	plan(*draft) (Operation, error)
}

// Kind names an operation.
type Kind string

// Operations is one of each kind, empty.
func Operations() []Operation {
	return []Operation{
		Add{}, Update{}, Replace{}, Merge{}, Split{}, Inactivate{}, Restore{}, Delete{}, Prune{},
		Link{}, Unlink{}, RollBack{}, Switch{}, Snapshot{}, Loop{}, Mark{}, TakenBack{}, Say{},
	}
}

// Kind of each operation.
func (Add) Kind() Kind        { return "add" }
func (Update) Kind() Kind     { return "update" }
func (Replace) Kind() Kind    { return "replace" }
func (Merge) Kind() Kind      { return "merge" }
func (Split) Kind() Kind      { return "split" }
func (Inactivate) Kind() Kind { return "inactivate" }
func (Restore) Kind() Kind    { return "restore" }
func (Delete) Kind() Kind     { return "delete" }
func (Prune) Kind() Kind      { return "prune" }
func (Link) Kind() Kind       { return "link" }
func (Unlink) Kind() Kind     { return "unlink" }
func (RollBack) Kind() Kind   { return "roll_back" }
func (Switch) Kind() Kind     { return "switch" }
func (Snapshot) Kind() Kind   { return "snapshot" }
func (Loop) Kind() Kind       { return "loop" }
func (Mark) Kind() Kind       { return "mark" }
func (TakenBack) Kind() Kind  { return "taken_back" }
func (Say) Kind() Kind        { return "say" }

// Relation is what a node is to another (tme-v1 4.2.2).
type Relation string

// The relations. The first two order the nodes, and never in a circle; the others are
// soft.
const (
	DependsOn     Relation = "depends_on"     // the other comes first
	ChildOf       Relation = "child_of"       // it is a part of the other
	ParallelWith  Relation = "parallel_with"  // both can go on at once
	AlternativeTo Relation = "alternative_to" // only one of them counts
	RefersTo      Relation = "refers_to"      // memory may follow it
	LoopsTo       Relation = "loops_to"       // the work goes back to a snapshot; see Loop
)

// Relations are all relations.
func Relations() []Relation {
	return []Relation{DependsOn, ChildOf, ParallelWith, AlternativeTo, RefersTo, LoopsTo}
}

// orders reports whether the relation is one that must not go in a circle.
func (r Relation) orders() bool { return r == DependsOn || r == ChildOf }

// mutual reports whether both nodes have the link.
func (r Relation) mutual() bool { return r == ParallelWith || r == AlternativeTo }

// known reports whether there is such a relation.
func (r Relation) known() bool {
	for _, known := range Relations() {
		if r == known {
			return true
		}
	}
	return false
}

// copied is a map that nobody else writes to; nil where there is nothing in it.
func copied(m map[string]string) map[string]string {
	if len(m) == 0 {
		return nil
	}
	return maps.Clone(m)
}
