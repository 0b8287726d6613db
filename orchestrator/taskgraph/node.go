package taskgraph

import (
	"maps"
	"slices"

	"legomem/trajectory"
)

// Status is how far a node has come.
type Status = trajectory.Status

// The statuses. Stale is never set: a node is stale while what it was carried out with is
// not what is wanted.
const (
	Waiting  = trajectory.Waiting // to be done, or for a value to be told
	Asked    = Status("asked")    // the user was asked for it
	Active   = trajectory.Active  // it is being carried out
	Done     = trajectory.Done    // it was carried out, or told by the user
	Failed   = trajectory.Failed
	Stale    = Status("stale")    // it was carried out, and must be again
	Inactive = Status("inactive") // it does not count, and may come back
)

// Node is a step or a value, as it is now: the fields of tme-dag appendix E.1 and
// tme-v1 4.1. A Node shares no memory with the graph.
type Node struct {
	ID     string `json:"id"`
	Slot   string `json:"slot"`
	Value  string `json:"value"`
	Status Status `json:"status"`
	// Parents are the nodes that it is a part of, DependsOn those that come before it.
	Parents   []string   `json:"parents,omitempty"`
	DependsOn []string   `json:"depends_on,omitempty"`
	Links     []SoftLink `json:"links,omitempty"` // soft ones: they order nothing
	// User and System are the words that its last change came with.
	User    string            `json:"user,omitempty"`
	System  string            `json:"system,omitempty"`
	Inputs  map[string]string `json:"inputs,omitempty"`
	Outputs map[string]string `json:"outputs,omitempty"`
	// Attempts is how often it was begun, Error why the last attempt failed.
	Attempts int    `json:"attempts,omitempty"`
	Error    string `json:"error,omitempty"`
	// Effects are the changes that stand because of it.
	Effects []Effect `json:"effects,omitempty"`
	// Why is the reason for its being inactive; Became are the nodes that took its
	// place, CameFrom those whose place it took.
	Why      string   `json:"why,omitempty"`
	Became   []string `json:"became,omitempty"`
	CameFrom []string `json:"came_from,omitempty"`
	// History are its values, the first one first and the present one last.
	History []Value `json:"history"`
}

// Value is a value that a node had from a revision on.
type Value struct {
	Moment
	Value    string            `json:"value"`
	Inputs   map[string]string `json:"inputs,omitempty"`
	Revision int               `json:"revision"`
	Kind     Kind              `json:"by"` // of the operation that gave it
	User     string            `json:"user,omitempty"`
}

// Effect names a change of a run that a node's work made.
type Effect struct {
	Run    string `json:"run"`
	Change string `json:"change"`
}

// SoftLink is a link that orders nothing. To is empty where it leads to a snapshot.
type SoftLink struct {
	Relation Relation `json:"relation"`
	To       string   `json:"to,omitempty"`
	Snapshot string   `json:"snapshot,omitempty"`
}

// node is a node with all its versions. What the walks over the graph read comes first:
// they are bound by how much memory they touch.
type node struct {
	// What a wave of changes reads of each node that it reaches comes first, close
	// together; told, presence, needs and own are copies of those of wanted.
	index    int // its place among the graph's nodes
	presence presence
	// given is a digest of all that it would be carried out with now, yields one of what
	// it passes on to its dependents.
	own, given, yields uint64
	told               Status
	work               work
	status             Status // as of the last operation
	// parts and dependents are the other ends of the parents and needs of other nodes, by
	// index.
	needs, dependents []*node
	id                string
	wanted            *want // the last of wants; parents are its
	parts, parents    []*node
	slot              string
	wants             []want  // by revision
	everParts         []*node // those that ever were its parts, by index
}

// room is an empty node. Nodes lie side by side in the order in which they were added, which
// is nearly that in which waves of changes come by.
func (g *Graph) room() *node {
	if len(g.empty) == 0 {
		g.empty = make([]node, min(max(8, len(g.nodes)), 1024))
	}
	n := &g.empty[0]
	g.empty = g.empty[1:]
	return n
}

// want is what is wanted of a node, from a revision on. The lists and maps of a version
// are never written to.
type want struct {
	parents, needs []*node // before all else, with presence: walks read nothing more
	presence       presence
	told           Status // Waiting, Asked or Done
	own            uint64 // digest of slot, value and inputs
	revision       int
	touched        int // the revision that changed it, before any roll back
	left           int // the revision that made it inactive or deleted it
	why            string
	value          string
	inputs         map[string]string
	links          []softLink
	became, from   []*node
	user, system   string
}

// softLink is a soft link.
type softLink struct {
	relation Relation
	to       *node
	snapshot string
}

// presence is whether a node counts.
type presence int

const (
	present presence = iota
	inactive
	deleted
)

// work is what was done for a node.
type work struct {
	state    Status // "", Active, Done or Failed
	with     uint64 // the digest that it was carried out with
	passed   uint64 // digest of the outputs
	outputs  map[string]string
	err      string
	attempts int
	effects  []Effect
	revision int
}

// now is what is wanted of the node.
func (n *node) now() *want { return n.wanted }

// become adds a version.
func (n *node) become(w want) {
	n.wants = append(n.wants, w)
	n.wanted = &n.wants[len(n.wants)-1]
	n.presence, n.told = w.presence, w.told
	n.parents, n.needs, n.own = w.parents, w.needs, w.own
}

// at is what was wanted at a revision, nil if the node was not there yet.
func (n *node) at(revision int) *want {
	i, found := slices.BinarySearchFunc(n.wants, revision, func(w want, r int) int { return w.revision - r })
	if found {
		return &n.wants[i]
	}
	if i == 0 {
		return nil
	}
	return &n.wants[i-1]
}

func (n *node) live() bool { return n.presence == present }

// executed reports whether the node's work has come to an end, good or bad.
func (n *node) executed() bool { return n.work.state == Done || n.work.state == Failed }

// standing is the node's status: what is not there comes first, then what waits for the
// user, then what was done.
func (n *node) standing() Status {
	switch {
	case n.presence != present:
		return Inactive
	case n.told == Asked:
		return Asked
	case n.work.state == "":
		return n.told
	case n.executed() && n.work.with != n.given:
		return Stale
	}
	return n.work.state
}

// active is when the node was last touched.
func (n *node) active() int { return max(n.now().touched, n.work.revision) }

func (g *Graph) view(n *node) Node {
	w := n.now()
	out := Node{
		ID: n.id, Slot: n.slot, Value: w.value, Status: n.status,
		Parents: idsOf(kept(w.parents)), DependsOn: idsOf(kept(w.needs)),
		User: w.user, System: w.system, Inputs: maps.Clone(w.inputs), Outputs: maps.Clone(n.work.outputs),
		Attempts: n.work.attempts, Error: n.work.err, Effects: slices.Clone(n.work.effects),
		Why: w.why, Became: idsOf(kept(w.became)), CameFrom: idsOf(kept(w.from)), History: g.historyOf(n),
	}
	for _, l := range w.links {
		if l.to == nil || l.to.now().presence != deleted {
			out.Links = append(out.Links, l.view())
		}
	}
	return out
}

func (l softLink) view() SoftLink {
	out := SoftLink{Relation: l.relation, Snapshot: l.snapshot}
	if l.to != nil {
		out.To = l.to.id
	}
	return out
}

// kept are those of some nodes that were not deleted.
func kept(nodes []*node) []*node {
	return slices.DeleteFunc(slices.Clone(nodes), func(n *node) bool { return n.now().presence == deleted })
}

func idsOf(nodes []*node) []string {
	var out []string
	for _, n := range nodes {
		out = append(out, n.id)
	}
	return out
}

// Node is the node with an id. The error wraps ErrUnknown or ErrDeleted.
func (g *Graph) Node(id string) (Node, error) {
	n, err := g.find(id)
	if err != nil {
		return Node{}, err
	}
	return g.view(n), nil
}

// Nodes are all nodes but the deleted ones, in the order in which they were added.
func (g *Graph) Nodes() []Node {
	var out []Node
	for _, n := range g.nodes {
		if n.now().presence != deleted {
			out = append(out, g.view(n))
		}
	}
	return out
}

// InSlot are the ids of the nodes in a slot that count, in the order in which they were
// added.
func (g *Graph) InSlot(slot string) []string {
	var out []string
	for _, n := range g.nodes {
		if n.slot == slot && n.live() {
			out = append(out, n.id)
		}
	}
	return out
}

// Parts are the ids of the nodes that count and have this one as a parent.
func (g *Graph) Parts(id string) ([]string, error) {
	n, err := g.find(id)
	if err != nil {
		return nil, err
	}
	return idsOf(alive(n.parts)), nil
}

// alive are those of some nodes that count.
func alive(nodes []*node) []*node {
	var out []*node
	for _, n := range nodes {
		if n.live() {
			out = append(out, n)
		}
	}
	return out
}
