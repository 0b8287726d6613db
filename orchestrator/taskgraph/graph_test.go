package taskgraph_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"legomem/golden"
	"legomem/must"
	tg "legomem/orchestrator/taskgraph"
)

// TestCycles: a link that would close a cycle becomes a soft one, or is refused with the
// way that it would close.
func TestCycles(t *testing.T) {
	chain := []tg.Operation{step("a"), step("b", "a"), tg.Add{Slot: "c", Parents: []string{"b"}}}
	for _, c := range []struct {
		name string
		then []tg.Operation
		op   tg.Operation
		edge tg.Edge
		path []string
	}{
		{"a dependency", nil, tg.Link{From: "a", Relation: tg.DependsOn, To: "b"}, tg.Edge{From: "a", Relation: tg.DependsOn, To: "b"}, []string{"a", "b"}},
		{"over a part", nil, tg.Link{From: "a", Relation: tg.DependsOn, To: "c"}, tg.Edge{From: "a", Relation: tg.DependsOn, To: "c"}, []string{"a", "b", "c"}},
		{"of parents", nil, tg.Link{From: "a", Relation: tg.ChildOf, To: "c"}, tg.Edge{From: "a", Relation: tg.ChildOf, To: "c"}, []string{"a", "b", "c"}},
		{"over what is inactive, and may come back", []tg.Operation{step("p"), tg.Link{From: "c", Relation: tg.ChildOf, To: "p"}, tg.Inactivate{Node: "b"}}, tg.Link{From: "a", Relation: tg.DependsOn, To: "c"}, tg.Edge{From: "a", Relation: tg.DependsOn, To: "c"}, []string{"a", "b", "c"}},
		{"by a replacement", nil, tg.Replace{Node: "a", By: tg.Add{ID: "d", Slot: "d", DependsOn: []string{"b"}}}, tg.Edge{From: "b", Relation: tg.DependsOn, To: "d"}, []string{"b", "d"}},
		{"by a merge", []tg.Operation{step("d", "c")}, tg.Merge{Nodes: []string{"a", "d"}, Into: "a"}, tg.Edge{From: "a", Relation: tg.DependsOn, To: "c"}, []string{"a", "b", "c"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			asks := graphOf(t, append(chain, c.then...)...)
			was := asks.Text()
			var cycle *tg.CycleError
			if _, err := asks.Apply(at(9), c.op); !errors.As(err, &cycle) {
				t.Fatalf("it is refused with %v", err)
			}
			must.NoDiff(t, cmp.Diff(c.edge, cycle.Edge)+cmp.Diff(c.path, cycle.Path)+cmp.Diff(was, asks.Text()), "(-want +got):\n%s")
			if !strings.Contains(cycle.Error(), strings.Join(c.path, " comes before ")) {
				t.Errorf("it says %q", cycle)
			}

			softens := tg.New(tg.Soften)
			do(t, softens, append(chain, c.then...)...)
			r := do(t, softens, c.op)
			must.NoDiff(t, cmp.Diff([]tg.Edge{c.edge}, r.Event.Softened), "softened (-want +got):\n%s")
			must.NoDiff(t, cmp.Diff(tg.SoftLink{Relation: tg.RefersTo, To: c.edge.To}, lastLink(node(t, softens, c.edge.From))), "linked (-want +got):\n%s")
			acyclic(t, byID(softens))
			sameAs(t, softens, replayed(t, softens), "replayed where cycles are refused")
		})
	}
}

func lastLink(n tg.Node) tg.SoftLink {
	if len(n.Links) == 0 {
		return tg.SoftLink{}
	}
	for _, l := range n.Links {
		if l.Relation == tg.RefersTo {
			return l
		}
	}
	return n.Links[0]
}

// TestReplayRefuses: a log that cannot have been written is refused.
func TestReplayRefuses(t *testing.T) {
	g := graphOf(t, step("a"), step("b", "a"))
	bad := func(change func(events []tg.Event) []tg.Event, says string) {
		t.Helper()
		events := append([]tg.Event(nil), g.Events()...)
		if _, err := tg.Replay(tg.Soften, change(events)); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("it is refused with %v, which does not say %q", err, says)
		}
	}
	bad(func(e []tg.Event) []tg.Event { return e[1:] }, "revision 2 where 1 was due")
	bad(func(e []tg.Event) []tg.Event { e[0].Operation = nil; return e }, "without an operation")
	bad(func(e []tg.Event) []tg.Event { e[1].Operation = tg.Delete{Node: "c"}; return e }, "revision 2: delete")
	bad(func(e []tg.Event) []tg.Event {
		return append(e, tg.Event{Revision: 3, Operation: tg.Link{From: "a", Relation: tg.DependsOn, To: "b"}})
	}, "would close a cycle") // though the graph would soften it: the log does not say so
	if _, err := g.At(3); !errors.Is(err, tg.ErrInvalid) {
		t.Errorf("at a revision to come: %v", err)
	}
}

// TestReport: an operation tells what it made stale, and fresh again, in topological
// order, and its event has all filled in.
func TestReport(t *testing.T) {
	g := graphOf(t, told("a", "1"), step("c", "a"), step("b", "c"), step("d"), done("b"), done("c"), done("d"))
	r := do(t, g, tg.Update{Node: "a", Value: "2"})
	must.NoDiff(t, cmp.Diff([]string{"c", "b"}, r.Stale)+cmp.Diff([]string(nil), r.Fresh)+cmp.Diff([]string{"c", "b"}, g.Redo()), "stale (-want +got):\n%s")
	r = do(t, g, tg.Update{Node: "a", Value: "1"})
	must.NoDiff(t, cmp.Diff([]string(nil), r.Stale)+cmp.Diff([]string{"c", "b"}, r.Fresh), "fresh (-want +got):\n%s")
	r = do(t, g, tg.Add{Slot: "a", Value: "x"})
	if got := r.Event.Operation.(tg.Add).ID; got != "a-2" || r.Event.Revision != g.Revision() {
		t.Errorf("the event names the new node %q, revision %d", got, r.Event.Revision)
	}
}

// TestReadyAndRedo: steps are ready once all before them is done, and again when they are
// stale; what is asked of the user is not.
func TestReadyAndRedo(t *testing.T) {
	g := graphOf(t, told("a", "1"), step("b", "a"), step("c", "b"), step("d", "c"), step("e"), tg.Mark{Node: "e", Status: tg.Asked})
	ready := func(want, redo []string) {
		t.Helper()
		must.NoDiff(t, cmp.Diff(want, g.Ready())+cmp.Diff(redo, g.Redo()), "ready and to be redone (-want +got):\n%s")
	}
	ready([]string{"b"}, nil)
	do(t, g, done("b"))
	ready([]string{"c"}, nil)
	do(t, g, done("c"))
	ready([]string{"d"}, nil)
	do(t, g, tg.Update{Node: "a", Value: "2"})
	ready([]string{"b"}, []string{"b", "c"})
	do(t, g, tg.Mark{Node: "b", Status: tg.Active})
	ready(nil, []string{"c"})
	do(t, g, done("b"))
	ready([]string{"c"}, []string{"c"})
	do(t, g, tg.Inactivate{Node: "b"})
	ready([]string{"c"}, []string{"c"})
	do(t, g, done("c"))
	ready([]string{"d"}, nil)
}

// TestLeftovers: effects of what counts no more stand until they are taken back, whoever
// deleted it.
func TestLeftovers(t *testing.T) {
	effect := []tg.Effect{{Run: "r1", Change: "c1"}}
	g := graphOf(t, step("a"), tg.Mark{Node: "a", Status: tg.Done, Effects: effect}, step("b"), tg.Mark{Node: "b", Status: tg.Done, Effects: effect})
	do(t, g, tg.Replace{Node: "a", By: step("a2")}, tg.Delete{Node: "b"}, tg.RollBack{To: 2})
	left := g.Leftovers()
	if len(left) != 1 || left[0].ID != "b" || !cmp.Equal(left[0].Effects, effect) {
		t.Errorf("a counts again, and b was not there: %+v", left)
	}
	do(t, g, tg.RollBack{To: 5})
	left = g.Leftovers()
	if len(left) != 1 || left[0].ID != "a" || !cmp.Equal(left[0].Became, []string{"a2"}) {
		t.Errorf("a became another: %+v", left)
	}
	do(t, g, tg.TakenBack{Node: "a"}, tg.RollBack{To: 2}, tg.TakenBack{Node: "b"})
	if left := g.Leftovers(); len(left) > 0 || node(t, g, "a").Status != tg.Waiting {
		t.Errorf("all is taken back: %+v", left)
	}
}

// TestEffects: effects stand through attempts that tell of none.
func TestEffects(t *testing.T) {
	one, two := []tg.Effect{{Run: "r1", Change: "c1"}}, []tg.Effect{{Run: "r2", Change: "c1"}}
	g := graphOf(t, step("a"), tg.Mark{Node: "a", Status: tg.Done, Effects: one}, tg.Update{Node: "a", Value: "x"}, tg.Mark{Node: "a", Status: tg.Active}, tg.Mark{Node: "a", Status: tg.Failed, Error: "no"})
	if n := node(t, g, "a"); !cmp.Equal(n.Effects, one) || n.Attempts != 2 || n.Error != "no" {
		t.Errorf("after a failure: %+v", n)
	}
	do(t, g, tg.Mark{Node: "a", Status: tg.Active}, tg.Mark{Node: "a", Status: tg.Done, Effects: two})
	if n := node(t, g, "a"); !cmp.Equal(n.Effects, two) || n.Attempts != 3 || n.Error != "" {
		t.Errorf("done again: %+v", n)
	}
}

// TestHistory: a node's values with turn, time and what gave them.
func TestHistory(t *testing.T) {
	g := graphOf(t, tg.Add{Slot: "a", Value: "1", User: "one"}, tg.Say{Node: "a", System: "fine"}, tg.Update{Node: "a", Value: "2", User: "two"}, tg.Update{Node: "a", Value: "2"}, tg.RollBack{To: 1})
	want := []tg.Value{
		{Moment: at(1), Value: "1", Revision: 1, Kind: "add", User: "one"},
		{Moment: at(3), Value: "2", Revision: 3, Kind: "update", User: "two"},
		{Moment: at(5), Value: "1", Revision: 5, Kind: "roll_back", User: "one"},
	}
	must.NoDiff(t, cmp.Diff(want, node(t, g, "a").History), "(-want +got):\n%s")
	if n := node(t, g, "a"); n.User != "one" || n.System != "" {
		t.Errorf("its words are %q and %q: they go back, too", n.User, n.System)
	}
}

// TestStays: what was part of a node, or came before it, and until when; also when it came
// back.
func TestStays(t *testing.T) {
	g := graphOf(t, step("pot"), tg.Add{Slot: "salt", Parents: []string{"pot"}}, step("heat"), tg.Link{From: "pot", Relation: tg.DependsOn, To: "heat"},
		tg.Inactivate{Node: "salt"}, tg.Restore{Node: "salt"}, tg.Unlink{From: "pot", Relation: tg.DependsOn, To: "heat"})
	var got []string
	for _, s := range must.Have(g.Stays("pot"))(t) {
		got = append(got, strings.TrimSpace(strings.Join([]string{s.ID, string(s.Relation), span(s), string(s.By)}, " ")))
	}
	must.NoDiff(t, cmp.Diff([]string{"salt child_of 2-5 inactivate", "heat depends_on 4-7 unlink", "salt child_of 6-"}, got), "(-want +got):\n%s")
	for _, ask := range []func() error{
		func() error { _, err := g.Stays("x"); return err },
		func() error { _, err := g.Lineage("x"); return err },
		func() error { _, err := g.Parts("x"); return err },
		func() error { _, _, err := g.Inherited("x"); return err },
		func() error { _, err := g.Node("x"); return err },
	} {
		if !errors.Is(ask(), tg.ErrUnknown) {
			t.Errorf("of an unknown node: %v", ask())
		}
	}
}

func span(s tg.Stay) string {
	out := string(rune('0'+s.From.Turn)) + "-"
	if s.Until != nil {
		out += string(rune('0' + s.Until.Turn))
	}
	return out
}

// TestRootsAndSlots: forests, shared parts and slots.
func TestRootsAndSlots(t *testing.T) {
	g := graphOf(t, step("a"), step("b"), tg.Add{Slot: "x", Parents: []string{"a", "b"}}, tg.Add{Slot: "x", Parents: []string{"b"}}, tg.Inactivate{Node: "a"})
	must.NoDiff(t, cmp.Diff([]string{"b"}, g.Roots())+cmp.Diff([]string{"x", "x-2"}, g.InSlot("x"))+cmp.Diff([]string{"x", "x-2"}, must.Have(g.Parts("b"))(t))+cmp.Diff([]string{"b", "x", "x-2"}, g.Order()), "(-want +got):\n%s")
}

// TestOwnCopies: what is handed in and out is nobody else's.
func TestOwnCopies(t *testing.T) {
	in := map[string]string{"k": "v"}
	op := tg.Add{Slot: "a", Inputs: in}
	g := graphOf(t, op)
	in["k"] = "changed"
	out := node(t, g, "a")
	out.Inputs["k"] = "changed too"
	if got := node(t, g, "a").Inputs["k"]; got != "v" {
		t.Errorf("the graph's input is %q", got)
	}
	sameAs(t, g, must.Have(g.At(1))(t), "replayed from its own events")
}

// TestOddLetters: what is no UTF-8 and what means something to a drawing do no harm, and
// the graph is what its log gives.
func TestOddLetters(t *testing.T) {
	g := graphOf(t, tg.Add{ID: "a\xff", Slot: "s\"\n#<b>`\\", Value: "x\x00\xfe\"]\n%% click"}, tg.Add{ID: "b", Slot: "b", DependsOn: []string{"a\uFFFD"}})
	sameAs(t, g, replayed(t, g), "replayed")
	golden.Check(t, "odd.mmd", g.Mermaid())
	golden.Check(t, "odd.dot", g.DOT())
	golden.Check(t, "odd.txt", g.Text())
	if !json.Valid(jsonOf(t, g)) {
		t.Error("its JSON is none")
	}
}
