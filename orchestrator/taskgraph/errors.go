package taskgraph

import (
	"errors"
	"fmt"
	"strings"
)

// Why an operation cannot be applied.
var (
	ErrUnknown  = errors.New("there is no such node")
	ErrDeleted  = errors.New("the node was deleted")
	ErrInactive = errors.New("the node is inactive")
	ErrStatus   = errors.New("the status does not fit")
	ErrInvalid  = errors.New("the operation is not valid")
)

// CycleError refuses a link that would close a cycle.
type CycleError struct {
	Edge Edge
	// Path goes over the links that are there: each node is needed by, or has as a part,
	// the next.
	Path []string
}

func (e *CycleError) Error() string {
	return fmt.Sprintf("%q %s %q would close a cycle, for %s: link them with %s, or take one of those links away first",
		e.Edge.From, e.Edge.Relation, e.Edge.To, strings.Join(e.Path, " comes before "), RefersTo)
}

// find is a node that was not deleted.
func (g *Graph) find(id string) (*node, error) {
	n := g.byID[id]
	if n == nil {
		return nil, fmt.Errorf("%w: %q; Nodes lists those that there are", ErrUnknown, id)
	}
	if w := n.now(); w.presence == deleted {
		return nil, fmt.Errorf("%w: %q, by revision %d; rolling back to %d brings it back", ErrDeleted, id, w.left, w.left-1)
	}
	return n, nil
}
