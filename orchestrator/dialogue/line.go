package dialogue

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	tg "legomem/orchestrator/taskgraph"
)

// lineOf says what an operation does to a graph, before it is applied; "" for what nobody
// need see, as how work goes.
func lineOf(g *tg.Graph, op tg.Operation) string {
	named := func(id string) string {
		n, err := g.Node(id)
		if err != nil {
			return id
		}
		return n.Slot + " " + n.Value
	}
	switch o := op.(type) {
	case tg.Add:
		return fmt.Sprintf("+ %s: %s", o.Slot, o.Value)
	case tg.Update:
		n, _ := g.Node(o.Node)
		if n.Value == o.Value {
			return "" // what it is called was noted
		}
		return fmt.Sprintf("~ %s: %s → %s", n.Slot, n.Value, o.Value)
	case tg.Replace:
		return fmt.Sprintf("~ %s → %s", named(o.Node), o.By.Value)
	case tg.Merge:
		var all []string
		for _, id := range o.Nodes {
			all = append(all, named(id))
		}
		return "~ one of " + strings.Join(all, " and ")
	case tg.Split:
		return fmt.Sprintf("~ %s becomes %d", named(o.Node), len(o.Parts))
	case tg.Inactivate:
		return "- " + named(o.Node)
	case tg.Restore:
		return "+ " + named(o.Node) + ", again"
	case tg.Delete:
		return "- " + named(o.Node)
	case tg.Switch:
		return "~ over to " + named(o.To)
	case tg.RollBack:
		if len(o.Nodes) == 1 {
			if was, err := g.At(o.To); err == nil {
				if n, err := was.Node(o.Nodes[0]); err == nil {
					return fmt.Sprintf("~ %s: back to %s", n.Slot, n.Value)
				}
			}
		}
		return "" // what that changes is told value by value
	case tg.Link:
		if o.Relation == tg.ChildOf {
			return fmt.Sprintf("~ %s is also part of %s", named(o.From), named(o.To))
		}
	}
	return ""
}

// valuesIn are the values that count in a graph, by node, before a roll back of all of it;
// nil for other operations.
func valuesIn(g *tg.Graph, op tg.Operation) map[string]tg.Node {
	if back, ok := op.(tg.RollBack); !ok || len(back.Nodes) == 1 {
		return nil
	}
	out := map[string]tg.Node{}
	for _, n := range g.Nodes() {
		if n.Status != tg.Inactive {
			out[n.ID] = n
		}
	}
	return out
}

// differences tells what a roll back of all changed.
func differences(g *tg.Graph, was map[string]tg.Node) []string {
	if was == nil {
		return nil
	}
	var out []string
	is := map[string]bool{}
	for _, n := range g.Nodes() {
		if n.Status == tg.Inactive {
			continue
		}
		is[n.ID] = true
		old, there := was[n.ID]
		switch {
		case strings.Contains(n.Slot, "."):
		case !there:
			out = append(out, fmt.Sprintf("+ %s: %s", n.Slot, n.Value))
		case old.Value != n.Value:
			out = append(out, fmt.Sprintf("~ %s: %s → %s", n.Slot, old.Value, n.Value))
		}
	}
	for _, id := range slices.Sorted(maps.Keys(was)) {
		if n := was[id]; !is[id] && !strings.Contains(n.Slot, ".") {
			out = append(out, fmt.Sprintf("- %s: %s", n.Slot, n.Value))
		}
	}
	return out
}
