// Package taskgraph is the working memory of a task or a conversation: the Task Memory
// Engine's graph (tme-v1 4.1, tme-dag 4.1, dag-memory 2). Each step of the work and each
// value that a user said is a node; nodes have parents and depend on others, and a change
// of one makes stale what was carried out on the strength of it, and nothing else.
//
// Two things are kept apart. What is wanted (values, links, what is inactive) can be
// revised, and rolled back to how it was at any revision. What was done (attempts,
// outputs, effects) happened, and no roll back undoes it: a step is stale while what it
// was carried out with is not what is wanted now.
//
// Every change is an Operation. Start with New and Graph.Apply; Replay builds a graph from
// the events of a log. Graph.Context gives the part of it that matters for one node, and
// Graph.Redo the steps that must be done again. The package reads no sentence: which
// operation an utterance means is decided above it.
package taskgraph

import (
	"fmt"
	"hash/maphash"
	"time"
)

// Graph is a working memory. It is not safe for use by several goroutines at once.
type Graph struct {
	cycles    Cycles
	nodes     []*node // in the order in which they were added
	empty     []node  // room for further ones
	byID      map[string]*node
	snapshots map[string]int // the revisions that they name
	events    []Event
	seed      maphash.Seed // of digests, which stay in memory
}

// Cycles is what becomes of a link that would close a cycle (dag-memory 2.4).
type Cycles string

// What becomes of such a link.
const (
	// Soften makes it a soft link for memory to follow, that orders nothing: the paper's
	// reference downgrade.
	Soften Cycles = "soften"
	// AskUser refuses the operation with a *CycleError, to be put to the user.
	AskUser Cycles = "ask"
)

// Moment is when something is changed: the user's turn, counted from 1 (0 where there is
// no conversation), and the time.
type Moment struct {
	Turn int       `json:"turn"`
	Time time.Time `json:"time"`
}

// New is an empty graph.
func New(cycles Cycles) *Graph {
	return &Graph{cycles: cycles, byID: map[string]*node{}, snapshots: map[string]int{}, seed: maphash.MakeSeed()}
}

// Report is what an operation did.
type Report struct {
	// Event is what to write into the log.
	Event Event
	// Stale are the nodes that it made stale, and Fresh those that are as they were
	// carried out again, each after those that it depends on.
	Stale, Fresh []string
}

// Apply carries out an operation, as the graph's next revision. One that cannot be applied
// changes nothing. The error wraps ErrUnknown, ErrDeleted, ErrInactive, ErrStatus or
// ErrInvalid, or is a *CycleError. The graph keeps a copy of the operation, as a log would
// give it back: letters that are not UTF-8 are not kept.
func (g *Graph) Apply(at Moment, op Operation) (Report, error) {
	e, err := Event{Revision: g.Revision() + 1, Moment: at, Operation: op}.asRead()
	if err != nil {
		return Report{}, err
	}
	return g.apply(e, false)
}

// Replay builds the graph of some events: the same from the same events.
func Replay(cycles Cycles, events []Event) (*Graph, error) {
	g := New(cycles)
	for _, e := range events {
		if e.Revision != g.Revision()+1 {
			return nil, fmt.Errorf("replay the graph: revision %d where %d was due", e.Revision, g.Revision()+1)
		}
		if _, err := g.apply(e, true); err != nil {
			return nil, fmt.Errorf("replay the graph: revision %d: %w", e.Revision, err)
		}
	}
	return g, nil
}

func (g *Graph) apply(e Event, replayed bool) (Report, error) {
	if e.Operation == nil {
		return Report{}, fmt.Errorf("%w: an event without an operation", ErrInvalid)
	}
	d := g.draft(e, replayed)
	op, err := e.Operation.plan(d)
	if err != nil {
		return Report{}, fmt.Errorf("%s: %w", e.Operation.Kind(), err)
	}
	e.Operation, e.Softened = op, d.softened
	g.events = append(g.events, e)
	stale, fresh := g.commit(d)
	return Report{Event: e, Stale: stale, Fresh: fresh}, nil
}

// Revision is how many operations made the graph.
func (g *Graph) Revision() int { return len(g.events) }

// Events are the operations that made the graph, in order. The list is the graph's own.
func (g *Graph) Events() []Event { return g.events[:len(g.events):len(g.events)] }

// At is the graph as it was at a revision, 0 for the empty one.
func (g *Graph) At(revision int) (*Graph, error) {
	if err := g.checkRevision(revision); err != nil {
		return nil, err
	}
	return Replay(g.cycles, g.events[:revision])
}

// AtTurn is the graph as it was at the end of a turn.
func (g *Graph) AtTurn(turn int) (*Graph, error) {
	last := 0
	for _, e := range g.events {
		if e.Turn > turn {
			break
		}
		last = e.Revision
	}
	return g.At(last)
}

// EachTurn calls f with the graph as it was at the end of each turn that changed it. That
// graph is f's for the call alone, to read.
func (g *Graph) EachTurn(f func(turn int, was *Graph)) error {
	was := New(g.cycles)
	for i, e := range g.events {
		if _, err := was.apply(e, true); err != nil {
			return fmt.Errorf("replay the graph: revision %d: %w", e.Revision, err)
		}
		if last := i+1 == len(g.events); last || g.events[i+1].Turn != e.Turn {
			f(e.Turn, was)
		}
	}
	return nil
}

func (g *Graph) checkRevision(revision int) error {
	if revision < 0 || revision > g.Revision() {
		return fmt.Errorf("%w: there is no revision %d: the graph has 0 to %d", ErrInvalid, revision, g.Revision())
	}
	return nil
}

// moment is when a revision was made.
func (g *Graph) moment(revision int) Moment { return g.events[revision-1].Moment }
