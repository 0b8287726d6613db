package taskgraph_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"legomem/must"
	tg "legomem/orchestrator/taskgraph"
)

// byWords counts a token for each word.
func byWords(text string) int { return len(strings.Fields(text)) }

// contextOfExample are contexts in one graph: a report that has two parents, one of which
// has a long name, and what it stands on.
func contextExample(t testing.TB) *tg.Graph {
	return graphOf(t,
		tg.Add{Slot: "quarter", Value: "close the quarter with all that belongs to it"},
		tg.Add{Slot: "month", Value: "June"},
		tg.Add{Slot: "audit"},
		tg.Add{Slot: "sales", Value: "add the sales up", Parents: []string{"month"}},
		tg.Add{Slot: "report", Value: "write the report", Parents: []string{"quarter", "month"}, DependsOn: []string{"sales"}, User: "write a report on it", System: "I will."},
		tg.Add{Slot: "mail", Value: "mail it to Kim", Parents: []string{"month"}, DependsOn: []string{"report"}},
		tg.Add{Slot: "chart", Value: "draw a chart", Parents: []string{"report"}},
		tg.Add{Slot: "table", Parents: []string{"report"}}, tg.Inactivate{Node: "table", Why: "too long"},
		tg.Mark{Node: "sales", Status: tg.Done, Outputs: map[string]string{"sum": "1200", "cell": "B7"}},
	)
}

// TestContext: what a context of the report has, as it is asked for.
func TestContext(t *testing.T) {
	core := `
		- quarter: close the quarter with all that belongs to it [waiting]
		- month: June [waiting]
		- sales: add the sales up → cell=B7; sum=1200
		> report: write the report [waiting]
`
	for _, c := range []struct {
		name string
		of   string
		ask  tg.Ask
		then []tg.Operation
		want string
	}{
		{"itself, its ancestors, and what it depends on", "report", tg.Ask{}, nil, core},
		{"its parts", "report", tg.Ask{Parts: true}, nil, core + `		- chart: draw a chart [waiting]
`},
		{"its siblings, in order", "report", tg.Ask{Siblings: true}, nil, core + `		- mail: mail it to Kim [waiting]
`},
		{"what was", "report", tg.Ask{History: true}, []tg.Operation{tg.Update{Node: "report", Value: "write it  short"}}, strings.Replace(core, "the report", "it short", 1) + `		turn 5: report was write the report (add)
		turn 11: report was write it short (update)
		turns 8 to 9: table (inactivate)
`},
		{"its words", "report", tg.Ask{Words: true}, nil, core + `		user: write a report on it
		system: I will.
`},
		{"by ids", "mail", tg.Ask{IDs: true}, []tg.Operation{tg.Update{Node: "mail", Value: "mail it", Inputs: map[string]string{"to": "Kim"}}}, `
		- month: June [waiting]
		- sales: add the sales up → cell=B7; sum=1200
		- report: write the report [waiting]
		> mail: mail it (to=Kim) [waiting]
`},
		{"no stale value", "mail", tg.Ask{}, []tg.Operation{done("report"), tg.Update{Node: "sales", Value: "add them up again"}}, `
		- month: June [waiting]
		- sales: to be done again
		- report: to be done again
		> mail: mail it to Kim [waiting]
`},
		{"what a stale node is to do, and not what came of it", "sales", tg.Ask{}, []tg.Operation{tg.Update{Node: "sales", Value: "add them up again"}}, `
		- month: June [waiting]
		> sales: add them up again [to be done again]
`},
		{"nothing inactive", "report", tg.Ask{}, []tg.Operation{tg.Inactivate{Node: "sales"}, tg.Delete{Node: "quarter"}}, `
		- month: June [waiting]
		> report: write the report [waiting]
`},
		{"why it failed", "report", tg.Ask{}, []tg.Operation{tg.Mark{Node: "report", Status: tg.Failed, Error: "no\npaper"}, tg.Delete{Node: "quarter"}}, `
		- month: June [waiting]
		- sales: add the sales up → cell=B7; sum=1200
		> report: write the report [failed: no paper]
`},
		{"a root", "audit", tg.Ask{Siblings: true, Parts: true, History: true, Words: true}, nil, `
		> audit: [waiting]
		turn 3: audit (add)
`},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := contextExample(t)
			do(t, g, c.then...)
			got := must.Have(g.Context(c.of, c.ask))(t)
			must.NoDiff(t, cmp.Diff(strings.ReplaceAll(strings.TrimPrefix(c.want, "\n"), "\t\t", ""), got.Text), "(-want +got):\n%s")
		})
	}
}

// TestContextBudget: what is the least comes first, and the rest as far as there is room,
// what the question is about before what goes with it.
func TestContextBudget(t *testing.T) {
	g := contextExample(t)
	do(t, g, tg.Update{Node: "report", Value: "write a report"}, tg.Update{Node: "report", Value: "write the report", User: "write a report on it"})
	ask := tg.Ask{Parts: true, Siblings: true, History: true, Words: true, Count: byWords}
	whole := must.Have(g.Context("report", ask))(t)
	if whole.Tokens != byWords(whole.Text) || len(whole.LeftOut) > 0 {
		t.Errorf("the whole has %d tokens, leaves out %v", whole.Tokens, whole.LeftOut)
	}
	var least *tg.BudgetError
	ask.Budget = 1
	if _, err := g.Context("report", ask); !errors.As(err, &least) {
		t.Fatalf("one token: %v", err)
	}
	must.NoDiff(t, cmp.Diff([]string{"sales", "report", "month"}, least.CheapestPath), "the least (-want +got):\n%s")
	seen := map[string]bool{}
	for ask.Budget = least.Needs; ask.Budget <= whole.Tokens; ask.Budget++ {
		got := must.Have(g.Context("report", ask))(t)
		if got.Tokens > ask.Budget || got.Tokens != byWords(got.Text) {
			t.Errorf("%d tokens of %d", got.Tokens, ask.Budget)
		}
		for _, id := range []string{"month", "sales", "report"} {
			if !slices.Contains(got.Nodes, id) {
				t.Errorf("%d tokens: %q lack %s", ask.Budget, got.Nodes, id)
			}
		}
		for _, section := range got.LeftOut {
			seen[string(section)] = true
		}
	}
	for _, section := range []tg.Section{tg.Ancestors, tg.NodeParts, tg.Siblings, tg.History, tg.WordsSection} {
		if !seen[string(section)] {
			t.Errorf("%s were never left out", section)
		}
	}
	ask = tg.Ask{History: true, Count: byWords, Budget: must.Have(g.Context("report", tg.Ask{Count: byWords}))(t).Tokens + 8}
	got := must.Have(g.Context("report", ask))(t)
	if !strings.Contains(got.Text, "turns 8 to 9: table") || strings.Contains(got.Text, "turn 5") || !slices.Equal(got.LeftOut, []tg.Section{tg.History}) {
		t.Errorf("the newest of a history: %s, %v", got.Text, got.LeftOut)
	}
}

// TestContextRefused: of what is not there, or counts no more, there is no context.
func TestContextRefused(t *testing.T) {
	g := contextExample(t)
	do(t, g, tg.Delete{Node: "audit"})
	for id, want := range map[string]error{"nobody": tg.ErrUnknown, "audit": tg.ErrDeleted, "table": tg.ErrInactive} {
		if _, err := g.Context(id, tg.Ask{}); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", id, err, want)
		}
	}
}

// conflicting is a booking that is part of two branches with different destinations, the
// hotel's touched last.
func conflicting(t testing.TB) *tg.Graph {
	return graphOf(t,
		tg.Add{ID: "for-flight", Slot: "destination", Value: "Boston", Status: tg.Done},
		tg.Add{ID: "for-hotel", Slot: "destination", Value: "Seattle", Status: tg.Done},
		step("flight", "for-flight"), step("hotel", "for-hotel"),
		tg.Add{Slot: "confirm", Value: "confirm the booking", Parents: []string{"flight", "hotel"}},
	)
}

// TestConflict: of inherited values that differ, that of the branch that was active last
// counts, and it is said which do not.
func TestConflict(t *testing.T) {
	for _, c := range []struct {
		name        string
		then        []tg.Operation
		kept, aside string
	}{
		{"the branch that was touched last", nil, "for-hotel", "for-flight"},
		{"the other one once it is", []tg.Operation{tg.Say{Node: "flight", User: "fly, then"}}, "for-flight", "for-hotel"},
		{"by its work", []tg.Operation{done("flight")}, "for-flight", "for-hotel"},
		{"by what it stands on", []tg.Operation{tg.Update{Node: "for-flight", Value: "Rome"}}, "for-flight", "for-hotel"},
		{"as before, once that is rolled back", []tg.Operation{tg.Update{Node: "for-flight", Value: "Rome"}, tg.RollBack{To: 5}}, "for-hotel", "for-flight"},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := conflicting(t)
			do(t, g, c.then...)
			got := must.Have(g.Context("confirm", tg.Ask{}))(t)
			must.NoDiff(t, cmp.Diff([]tg.Conflict{{Slot: "destination", Kept: c.kept, SetAside: []string{c.aside}}}, got.Conflicts), "(-want +got):\n%s")
			line := "! destination: " + node(t, g, c.kept).Value + " counts, not " + node(t, g, c.aside).Value + "\n"
			if !strings.Contains(got.Text, line) {
				t.Errorf("%q is not in\n%s", line, got.Text)
			}
			values, _, err := g.Inherited("confirm")
			must.NoError(t, err)
			must.NoDiff(t, cmp.Diff([]string{c.kept}, values["destination"]), "inherited (-want +got):\n%s")
		})
	}
}

// TestNoConflict: the same value twice is none, nor is a slot that has several values in a
// branch.
func TestNoConflict(t *testing.T) {
	for name, op := range map[string]tg.Operation{
		"the same value": tg.Update{Node: "for-flight", Value: "Seattle"},
		"a list":         tg.Add{ID: "more", Slot: "destination", Value: "Rome"},
		"one branch":     tg.Unlink{From: "confirm", Relation: tg.ChildOf, To: "flight"},
		"no value":       tg.Update{Node: "for-flight"},
		"no value left":  tg.Inactivate{Node: "for-flight"},
	} {
		g := conflicting(t)
		do(t, g, op)
		if name == "a list" {
			do(t, g, tg.Link{From: "hotel", Relation: tg.DependsOn, To: "more"})
		}
		if got := must.Have(g.Context("confirm", tg.Ask{}))(t); len(got.Conflicts) > 0 || strings.Contains(got.Text, "!") && strings.Contains(got.Text, "counts") {
			t.Errorf("%s: %+v\n%s", name, got.Conflicts, got.Text)
		}
	}
}

// TestContextOfAny: of any graph, a context has exactly what it should, in topological
// order, and no value of a stale node.
func TestContextOfAny(t *testing.T) {
	for seed := range uint64(60) {
		g, _ := play(t, bytesOf(seed, 500))
		nodes, order := byID(g), g.Order()
		for id, n := range nodes {
			if n.Status == tg.Inactive {
				continue
			}
			got := must.Have(g.Context(id, tg.Ask{IDs: true}))(t)
			var want []string
			for _, other := range order {
				if reaches(nodes, id, other, func(n tg.Node) []string { return n.Parents }) || dependsOn(nodes, id, other) {
					want = append(want, other)
				}
			}
			slices.Sort(want)
			must.NoDiff(t, cmp.Diff(want, slices.Sorted(slices.Values(got.Nodes))), "seed %d: the context of %s (-want +got):\n%s", seed, id)
			inOrder(t, nodes, got.Nodes)
			for _, line := range strings.Split(got.Text, "\n") {
				name, content, _ := strings.Cut(strings.TrimPrefix(line, "- "), ": ")
				if nodes[name].Status == tg.Stale && content != "to be done again" {
					t.Errorf("seed %d: of the stale %s it tells %q", seed, name, content)
				}
			}
		}
	}
}

// reaches reports whether one node is another or leads to it, over nodes that count.
func reaches(nodes map[string]tg.Node, id, to string, next func(tg.Node) []string) bool {
	return id == to || slices.ContainsFunc(next(nodes[id]), func(n string) bool {
		return nodes[n].Status != tg.Inactive && reaches(nodes, n, to, next)
	})
}

// inOrder fails the test unless each node comes after those that come before it.
func inOrder(t *testing.T, nodes map[string]tg.Node, ids []string) {
	t.Helper()
	both := func(n tg.Node) []string { return append(slices.Clone(n.Parents), n.DependsOn...) }
	for i, id := range ids {
		for _, later := range ids[i+1:] {
			if reaches(nodes, id, later, both) {
				t.Errorf("%s is before %s in %q", id, later, ids)
			}
		}
	}
}
