package rungraph

import (
	"cmp"
	"fmt"
	"slices"

	tg "legomem/orchestrator/taskgraph"
	"legomem/trajectory"
)

// planned takes in a plan. Steps that it keeps stay, and those that come back count again.
// A new one takes the place of the first of the dropped ones of its agent; the other
// dropped ones are inactive.
func (g *Graph) planned(p trajectory.Planned) error {
	dropped := g.dropped(p.Plan)
	for _, s := range p.Plan.Steps {
		var err error
		dropped, err = g.step(s, dropped)
		if err != nil {
			return err
		}
	}
	for _, n := range dropped {
		if _, there := g.live(n.ID); !there {
			continue // it left with what it was a part of
		}
		if err := g.apply(tg.Inactivate{Node: n.ID, Why: fmt.Sprintf("not in plan %d", p.Revision)}); err != nil {
			return err
		}
	}
	return nil
}

// dropped are the nodes that a plan leaves out, and whose work has come to nothing that
// stands: what was done stays.
func (g *Graph) dropped(p trajectory.Plan) []tg.Node {
	return slices.DeleteFunc(g.Nodes(), func(n tg.Node) bool {
		kept := slices.ContainsFunc(p.Steps, func(s trajectory.PlanStep) bool { return s.ID == n.ID })
		stands := slices.Contains([]tg.Status{tg.Done, tg.Stale, tg.Inactive}, n.Status)
		return kept || stands || n.ID == Task
	})
}

// step takes in a step of a plan, and returns what is still dropped.
func (g *Graph) step(s trajectory.PlanStep, dropped []tg.Node) ([]tg.Node, error) {
	if n, err := g.Node(s.ID); err == nil {
		if n.Status == tg.Inactive {
			return dropped, g.apply(tg.Restore{Node: s.ID})
		}
		return dropped, nil
	}
	add := tg.Add{ID: s.ID, Slot: cmp.Or(s.Agent, "step"), Value: s.Description, Parents: []string{Task}, DependsOn: g.those(s.Needs)}
	at := slices.IndexFunc(dropped, func(n tg.Node) bool {
		_, there := g.live(n.ID)
		return there && n.Slot == add.Slot
	})
	if at < 0 {
		return dropped, g.apply(add)
	}
	old := dropped[at].ID
	return slices.Delete(dropped, at, at+1), g.apply(tg.Replace{Node: old, By: add})
}

// those are the ids that name nodes which count, each once.
func (g *Graph) those(ids []string) []string {
	var out []string
	for _, id := range ids {
		_, known := g.live(id)
		if known && id != Task && !slices.Contains(out, id) {
			out = append(out, id)
		}
	}
	return out
}
