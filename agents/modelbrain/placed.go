package modelbrain

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"legomem/agents"
	"legomem/lists"
	tg "legomem/orchestrator/taskgraph"
	"legomem/orchestrator/taskgraph/rungraph"
	"legomem/trajectory"
)

// The keys by which replies name nodes of the run's task graph.
const (
	placeKey = "plan_step"
	usesKey  = "uses"
)

// place reads which node a ledger's subtask works on, and which results it uses. Ids that no
// node has are left out: they are no reason to ask again. Where the reply names no node, it
// is the next open step of its agent; where it does not say what is used, what was done last,
// unless the plan says it.
func place(l *trajectory.Ledger, raw json.RawMessage, g *tg.Graph, st agents.State) {
	if l.Satisfied.Answer {
		return
	}
	var in map[string]json.RawMessage
	if json.Unmarshal(raw, &in) != nil {
		return // parseLedger has read it
	}
	named, beside := placeIn(in, g)
	l.PlanStep = named
	if named == "" && !beside {
		l.PlanStep = nextOf(l.Speaker, g, st.Plan)
	}
	if has(in, usesKey) {
		l.Uses = known(textsIn(in[usesKey]), g)
		return
	}
	if n, err := g.Node(l.PlanStep); err != nil || len(n.DependsOn) == 0 {
		l.Uses = lastDone(g, st.Rounds)
	}
}

// placeIn is the node that a reply names; beside says that it wants none.
func placeIn(in map[string]json.RawMessage, g *tg.Graph) (node string, beside bool) {
	if !has(in, placeKey) {
		return "", false
	}
	a, err := field(in, placeKey)
	if err != nil {
		return "", false
	}
	id := textOf(a.Answer)
	if ids := known([]string{id}, g); len(ids) > 0 {
		return ids[0], false
	}
	return "", id == ""
}

// nextOf is the first step of a plan that is an agent's and not done, "" where there is none.
func nextOf(agent string, g *tg.Graph, plan trajectory.Plan) string {
	for _, s := range plan.Steps {
		n, err := g.Node(s.ID)
		if err != nil || s.Agent != agent {
			continue
		}
		if n.Status == tg.Waiting || n.Status == tg.Failed {
			return n.ID
		}
	}
	return ""
}

// lastDone is the node of the last round that succeeded.
func lastDone(g *tg.Graph, rounds []agents.Round) []string {
	for _, r := range slices.Backward(rounds) {
		if !r.Failed {
			return known([]string{rungraph.NodeOf(g, r.Subtask)}, g)
		}
	}
	return nil
}

// known are the ids of nodes that count; never nil.
func known(ids []string, g *tg.Graph) []string {
	out := []string{}
	for _, id := range ids {
		n, err := g.Node(id)
		if err != nil || n.Status == tg.Inactive || id == rungraph.Task {
			continue
		}
		out = append(out, id)
	}
	return out
}

// needed leaves of what the steps of a plan say they need what can be: steps before them, by
// their places, and nodes of the graph. A step of which that cannot be told needs the one
// before: to need nothing would have its agent do without what it lacks.
func needed(steps []trajectory.PlanStep, g *tg.Graph) {
	for i := range steps {
		if g == nil {
			steps[i].Needs = nil
			continue
		}
		said := steps[i].Needs
		steps[i].Needs = lists.Filter(said, func(need string) bool {
			if place, err := strconv.Atoi(need); err == nil {
				return 0 < place && place <= i
			}
			return len(known([]string{need}, g)) > 0
		})
		untold := said == nil || len(steps[i].Needs) < len(said)
		if before := strconv.Itoa(i); untold && i > 0 && !slices.Contains(steps[i].Needs, before) {
			steps[i].Needs = append(steps[i].Needs, before)
		}
	}
}

// textsIn are the texts of a list, where numbers are texts too; nil where it is no list.
func textsIn(raw json.RawMessage) []string {
	var list []json.RawMessage
	if json.Unmarshal(raw, &list) != nil || list == nil {
		return nil
	}
	out := []string{}
	for _, one := range list {
		out = append(out, textOf(one))
	}
	return out
}

func textOf(raw json.RawMessage) string { return strings.TrimSpace(strings.Trim(string(raw), `"`)) }
