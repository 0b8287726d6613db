package trim

import (
	"fmt"
	"slices"

	tg "legomem/orchestrator/taskgraph"
)

// why tells how a node came to be as it is: what was said, turn by turn, of it and of what
// it hangs together with.
func why(g *tg.Graph, n tg.Node) string {
	out := whatIs(g, n)
	kin := kinOf(g, n)
	told := map[string]bool{}
	for _, e := range g.Events() {
		words, of := wordsOf(e.Operation)
		if words == "" || told[words] || len(of) > 0 && !slices.ContainsFunc(of, func(id string) bool { return kin[id] }) {
			continue
		}
		told[words] = true
		out += fmt.Sprintf("\n  turn %d: %q", e.Turn, words)
	}
	return out
}

// kinOf are the nodes that one hangs together with: those that it is, or ever was, a part of,
// and all that are, or ever were, parts of those.
func kinOf(g *tg.Graph, n tg.Node) map[string]bool {
	out := map[string]bool{}
	var take func(id string)
	take = func(id string) {
		n, err := g.Node(id)
		if out[id] || err != nil {
			return
		}
		out[id] = true
		for _, parent := range n.Parents {
			take(parent)
		}
		stays, err := g.Stays(id)
		if err != nil {
			return
		}
		for _, s := range stays {
			take(s.ID)
		}
	}
	take(n.ID)
	return out
}

// wordsOf are the user's words that came with an operation, and the nodes that it is about;
// none where it is about all.
func wordsOf(op tg.Operation) (words string, of []string) {
	switch o := op.(type) {
	case tg.Add:
		return o.User, []string{o.ID}
	case tg.Update:
		return o.User, []string{o.Node}
	case tg.Replace:
		return o.By.User, []string{o.Node, o.By.ID}
	case tg.Merge:
		return o.User, o.Nodes
	case tg.Split:
		if len(o.Parts) > 0 {
			return o.Parts[0].User, []string{o.Node}
		}
	case tg.Inactivate:
		return o.User, []string{o.Node}
	case tg.Restore:
		return o.User, []string{o.Node}
	case tg.RollBack:
		return o.User, o.Nodes
	}
	return "", nil
}
