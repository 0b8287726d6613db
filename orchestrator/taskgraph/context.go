package taskgraph

import (
	"fmt"
	"slices"
	"strings"
)

// Ask says what a context is for, and how long it may be. A context always has the node
// itself, its ancestors and all that it depends on, however far (tme-v1 4.2.8, tme-dag 4.5).
type Ask struct {
	Parts    bool // the question is about the node's parts: what is in the soup?
	Siblings bool // or about what else its parents have
	History  bool // or about what was, and is no more
	Words    bool // the words that the node's last change came with
	IDs      bool // nodes are named by id, for a reply that is to name them, else by slot
	// Budget is how many tokens, as Count counts them, the text may have; 0 for any.
	Budget int
	Count  func(text string) int
}

// Context is the part of the graph that matters for a node.
type Context struct {
	// Nodes are the ids of what it holds, each after its parents and what it depends on.
	Nodes  []string
	Text   string
	Tokens int // of the text; 0 where nothing counts
	// Conflicts are the slots for which the node inherits different values. Only the one
	// that counts is shown as a value.
	Conflicts []Conflict
	// LeftOut are the parts that did not fit.
	LeftOut []Section
}

// Section is a part of a context that is left out before others are.
type Section string

// The sections, the most important first.
const (
	Ancestors    Section = "ancestors" // those beside the cheapest way to a root
	NodeParts    Section = "parts"
	Siblings     Section = "siblings"
	History      Section = "history" // the oldest lines are left out first
	WordsSection Section = "words"
)

// BudgetError says that not even the smallest complete part of the graph fits.
type BudgetError struct {
	Node         string
	Needs        int // tokens of the smallest part
	Budget       int
	CheapestPath []string // what it holds
}

func (e *BudgetError) Error() string {
	return fmt.Sprintf("the smallest context of %q takes %d tokens, and %d are allowed", e.Node, e.Needs, e.Budget)
}

// Context gives what matters for a node: first the cheapest complete part of the graph
// (itself, what it depends on, and of several ways to a root the cheapest), then, as far
// as there is room, the rest. It holds no outputs of a stale node, and no value of one but
// the node itself, whose value is what is to be done. The error is a *BudgetError, or
// wraps ErrUnknown, ErrDeleted or ErrInactive.
func (g *Graph) Context(id string, ask Ask) (Context, error) {
	n, err := g.find(id)
	if err != nil {
		return Context{}, err
	}
	if !n.live() {
		return Context{}, fmt.Errorf("%w: %q; Lineage tells what it was", ErrInactive, id)
	}
	s := synthesis{g: g, focus: n, ask: ask, lines: map[*node]string{}}
	return s.build()
}

// synthesis builds one context.
type synthesis struct {
	g     *Graph
	focus *node
	ask   Ask
	aside []*node // whose values lost a conflict
	lines map[*node]string
	out   Context
}

// piece is what a context is built of: nodes, and lines beside them.
type piece struct {
	nodes          []*node
	history, words []string
}

func (s *synthesis) build() (Context, error) {
	s.resolve()
	p := s.smallest()
	if !s.fits(p) {
		return Context{}, &BudgetError{Node: s.focus.id, Needs: s.count(s.text(p)), Budget: s.ask.Budget, CheapestPath: idsOf(p.nodes)}
	}
	for _, section := range s.sections() {
		if section == History {
			p.history = s.recent(p, s.history())
			continue
		}
		if more := s.grow(p, section); s.fits(more) {
			p = more
			continue
		}
		s.out.LeftOut = append(s.out.LeftOut, section)
	}
	s.out.Nodes, s.out.Text = idsOf(s.order(p.nodes)), s.text(p)
	s.out.Tokens = s.count(s.out.Text)
	return s.out, nil
}

// resolve settles what the node inherits from several parents.
func (s *synthesis) resolve() {
	if len(alive(s.focus.parents)) < 2 {
		return
	}
	_, s.out.Conflicts = s.g.inherited(s.focus)
	for _, c := range s.out.Conflicts {
		for _, id := range c.SetAside {
			s.aside = append(s.aside, s.g.byID[id])
		}
	}
}

// sections are those that the question asks for.
func (s *synthesis) sections() []Section {
	out := []Section{Ancestors}
	for _, asked := range []struct {
		yes     bool
		section Section
	}{{s.ask.Parts, NodeParts}, {s.ask.Siblings, Siblings}, {s.ask.History, History}, {s.ask.Words, WordsSection}} {
		if asked.yes {
			out = append(out, asked.section)
		}
	}
	return out
}

// grow is a piece with one more section.
func (s *synthesis) grow(p piece, section Section) piece {
	switch section {
	case Ancestors:
		p.nodes = union(p.nodes, s.g.before([]*node{s.focus}, toParents))
	case NodeParts:
		p.nodes = union(p.nodes, alive(s.focus.parts))
	case Siblings:
		for _, parent := range alive(s.focus.parents) {
			p.nodes = union(p.nodes, alive(parent.parts))
		}
	case WordsSection:
		p.words = s.words()
	}
	return p
}

// union is a new list of the nodes of two lists.
func union(a, b []*node) []*node {
	seen := map[*node]bool{}
	var out []*node
	for _, list := range [][]*node{a, b} {
		for _, n := range list {
			if !seen[n] {
				seen[n] = true
				out = append(out, n)
			}
		}
	}
	return out
}

// smallest is the cheapest complete part: the node, all that it depends on, and the
// cheapest way to a root.
func (s *synthesis) smallest() piece {
	needed := s.g.before([]*node{s.focus}, toNeeds)
	return piece{nodes: union(needed, s.cheapestWay())}
}

// cheapestWay is the way from the node to a root whose lines take the fewest tokens.
func (s *synthesis) cheapestWay() []*node {
	if len(s.focus.parents) == 0 {
		return []*node{s.focus}
	}
	cost, next := map[*node]int{}, map[*node]*node{}
	for _, n := range s.g.before([]*node{s.focus}, toParents) {
		for _, p := range alive(n.parents) {
			if next[n] == nil || cost[p] < cost[next[n]] {
				next[n] = p
			}
		}
		cost[n] = s.count(s.line(n)) + cost[next[n]]
	}
	var way []*node
	for n := s.focus; n != nil; n = next[n] {
		way = append(way, n)
	}
	return way
}

// order sorts nodes topologically, by all links of the graph between them.
func (s *synthesis) order(nodes []*node) []*node {
	in := map[*node]bool{}
	for _, n := range nodes {
		in[n] = true
	}
	nodes = slices.SortedFunc(slices.Values(nodes), byIndex)
	return slices.DeleteFunc(s.g.before(nodes, both), func(n *node) bool { return !in[n] })
}

func (s *synthesis) count(text string) int {
	if s.ask.Count == nil {
		return 0
	}
	return s.ask.Count(text)
}

func (s *synthesis) fits(p piece) bool {
	return s.ask.Budget == 0 || s.count(s.text(p)) <= s.ask.Budget
}

// recent are the newest lines of a history that fit.
func (s *synthesis) recent(p piece, lines []string) []string {
	for skip := 0; skip < len(lines); skip += max(1, (len(lines)-skip)/2) {
		p.history = lines[skip:]
		if s.fits(p) {
			if skip > 0 {
				s.out.LeftOut = append(s.out.LeftOut, History)
			}
			return p.history
		}
	}
	if len(lines) > 0 {
		s.out.LeftOut = append(s.out.LeftOut, History)
	}
	return nil
}

func (s *synthesis) text(p piece) string {
	var b strings.Builder
	for _, n := range s.order(p.nodes) {
		if !slices.Contains(s.aside, n) {
			b.WriteString(s.line(n))
		}
	}
	for _, c := range s.out.Conflicts {
		b.WriteString(s.conflict(c))
	}
	for _, lines := range [][]string{p.history, p.words} {
		for _, line := range lines {
			b.WriteString(line)
		}
	}
	return b.String()
}
