package modelbrain

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"legomem/agents"
	"legomem/lists"
	tg "legomem/orchestrator/taskgraph"
	"legomem/orchestrator/taskgraph/rungraph"
	"legomem/trajectory"
	"legomem/words"
)

// lastInFull is how many of the last rounds a ledger tells as they came: whether there is
// progress, or a loop, is judged by them.
const lastInFull = 2

// What is shown at least of a piece of work, and of what came of it, in tokens.
const (
	leastWork   = 6
	leastResult = 16
)

// isDone is the state of a piece of work that was carried out once, on what still holds.
const isDone = string(tg.Done)

// working is what a prompt shows of the run's working memory.
type working struct {
	pieces    []pieceView
	last      []int // the places of the rounds that are told as they came
	shortened bool  // a result is not there in full
}

// graph is the run's working memory, nil where prompts do not go by it.
func (a *asker) graph() *tg.Graph {
	if a.model.cfg.GraphTokens == 0 {
		return nil
	}
	return a.brief.Working
}

// working gives each piece of work with what came of it, within the tokens that it may take,
// and in full the last rounds and those of another brain, which it does not tell twice. Of
// what counts no more it has what was tried: some of that may have been done.
func (a *asker) working(g *tg.Graph, rounds []agents.Round) working {
	w := working{last: a.inFull(rounds)}
	below := lists.Map(w.last, func(i int) string { return rungraph.NodeOf(g, rounds[i].Subtask) })
	for _, id := range slices.Concat(g.Order(), triedInVain(g)) {
		if id == rungraph.Task {
			continue
		}
		p := pieceOf(g, id)
		if !slices.Contains(below, id) {
			w.pieces = append(w.pieces, p)
			continue
		}
		if p.State != isDone {
			p.State, p.Result = p.State+", reported below", ""
			w.pieces = append(w.pieces, p)
		}
	}
	w.shortened = a.within(w.pieces, a.model.cfg.GraphTokens)
	return w
}

// inFull are the places of the rounds that are told as they came: nobody reported another
// brain's to this one.
func (a *asker) inFull(rounds []agents.Round) []int {
	first := len(rounds) - lastInFull
	var out []int
	for i, r := range rounds {
		others := slices.ContainsFunc(a.brief.Done, func(o agents.Round) bool { return o.Subtask.Round == r.Subtask.Round })
		if others || i >= first {
			out = append(out, i)
		}
	}
	return out
}

// lastOf are the rounds that a view tells as they came, with the nodes that they worked on.
func lastOf(v orchestratorView, rounds []agents.Round, g *tg.Graph) []roundView {
	return lists.Map(v.last, func(i int) roundView {
		told := v.Rounds[i]
		told.Node = rungraph.NodeOf(g, rounds[i].Subtask)
		return told
	})
}

// triedInVain are the nodes that count no more, and on which somebody worked.
func triedInVain(g *tg.Graph) []string {
	tried := lists.Filter(g.Nodes(), func(n tg.Node) bool { return n.Status == tg.Inactive && n.Attempts > 0 })
	return lists.Map(tried, func(n tg.Node) string { return n.ID })
}

// instruct keeps what agents were told to do, by the nodes of that work: the plan has it in
// fewer words.
func (a *asker) instruct(rounds []agents.Round) {
	g := a.graph()
	if g == nil {
		return
	}
	a.instructed = map[string]string{}
	for _, r := range rounds {
		a.instructed[rungraph.NodeOf(g, r.Subtask)] = oneLine(r.Subtask.Description)
	}
}

// basis is what the work on a subtask rests on, with its results: in full those that it
// names, as they were told to be worked on, and within the tokens that are left those on which
// they rest.
func (a *asker) basis(sub trajectory.Subtask) ([]pieceView, error) {
	g := a.graph()
	if g == nil {
		return nil, nil
	}
	node, err := g.Node(rungraph.NodeOf(g, sub))
	if err != nil {
		return nil, nil // nobody delegated it
	}
	context, err := g.Context(node.ID, tg.Ask{})
	if err != nil {
		return nil, err
	}
	var all, far []pieceView
	left := a.model.cfg.GraphTokens
	for _, id := range context.Nodes {
		p := pieceOf(g, id)
		if id == rungraph.Task || id == node.ID || p.Result == "" {
			continue
		}
		if slices.Contains(node.DependsOn, id) {
			p.Value = cmp.Or(a.instructed[id], p.Value)
			left -= a.tokens(p.text())
		} else {
			far = append(far, p)
		}
		all = append(all, p)
	}
	a.within(far, max(0, left))
	for i := range all {
		if at := slices.IndexFunc(far, func(p pieceView) bool { return p.ID == all[i].ID }); at >= 0 {
			all[i] = far[at]
		}
	}
	return all, nil
}

// pieceOf shows a node. Of one that is stale it shows the result, too: it was done, and is
// not to be done twice unawares.
func pieceOf(g *tg.Graph, id string) pieceView {
	n, err := g.Node(id)
	if err != nil {
		return pieceView{ID: id}
	}
	p := pieceView{ID: n.ID, Agent: n.Slot, Value: oneLine(n.Value), State: string(n.Status), Result: n.Outputs[rungraph.Summary]}
	if n.Error != "" {
		p.Result = n.Error
	}
	switch n.Status {
	case tg.Stale:
		p.State = "done, but what it rests on has changed since"
	case tg.Inactive:
		p.State = "given up"
	}
	if n.Attempts > 1 && n.Status != tg.Done {
		p.State += ", " + words.Count(n.Attempts, "attempt")
	}
	return p
}

// within shortens the longest of some pieces so far that all take so many tokens, and
// reports whether a result is not there in full any more.
func (a *asker) within(pieces []pieceView, budget int) (shortened bool) {
	sizes := lists.Map(pieces, func(p pieceView) int { return a.tokens(p.text()) })
	most := share(sizes, budget)
	for i, size := range sizes {
		if size <= most {
			continue
		}
		p := &pieces[i]
		bare := pieceView{ID: p.ID, Value: shorten(p.Value, max(leastWork, most/4)), State: p.State}
		if p.State == isDone && p.Result != "" {
			bare.State = "" // that it has a result says so
		}
		result := shorten(p.Result, max(leastResult, most-a.tokens(bare.text())))
		shortened = shortened || result != p.Result
		bare.Result = result
		*p = bare
	}
	return shortened
}

// share is the most that one may take for all to take no more than a budget.
func share(sizes []int, budget int) int {
	sorted := slices.Sorted(slices.Values(sizes))
	for i, size := range sorted {
		each := budget / (len(sorted) - i)
		if size > each {
			return each
		}
		budget -= size
	}
	return math.MaxInt
}

// text is a piece as a prompt has it, near enough to count it.
func (p pieceView) text() string {
	text := "- " + p.ID + " " + p.Agent + ": " + p.Value
	if p.State != "" {
		text += " [" + p.State + "]"
	}
	if p.Result != "" {
		text += "\n| " + p.Result
	}
	return text + "\n"
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
