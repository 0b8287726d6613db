package taskgraph_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	tg "legomem/orchestrator/taskgraph"
)

// dice make choices of bytes, so that a fuzzer can make them too.
type dice struct {
	data  []byte
	known []string // ids of nodes
	made  int      // new ids
}

// of is a number from 0 to n-1.
func (d *dice) of(n int) int {
	if len(d.data) == 0 {
		return 0
	}
	b := int(d.data[0])
	d.data = d.data[1:]
	return b % n
}

// id is the id of some node, now and then of one that is not there.
func (d *dice) id() string {
	if i := d.of(len(d.known) + 1); i < len(d.known) {
		return d.known[i]
	}
	return fmt.Sprintf("n%d", d.of(9))
}

// fresh is the id of a new node, now and then one that is taken.
func (d *dice) fresh() string {
	if d.of(12) == 11 {
		return d.id()
	}
	d.made++
	return fmt.Sprintf("n%d", d.made-1)
}

func (d *dice) ids(most int) []string {
	var out []string
	for range d.of(most + 1) {
		out = append(out, d.id())
	}
	return out
}

func (d *dice) value() string { return string(rune('a' + d.of(5))) }

func (d *dice) values() map[string]string {
	if d.of(2) == 0 {
		return nil
	}
	return map[string]string{"x": d.value()}
}

func (d *dice) effects() []tg.Effect {
	if d.of(3) > 0 {
		return nil
	}
	return []tg.Effect{{Run: "r1", Change: d.value()}}
}

func (d *dice) node() tg.Add {
	status := []tg.Status{"", tg.Done, tg.Asked, tg.Waiting}[d.of(4)]
	return tg.Add{ID: d.fresh(), Slot: d.value(), Value: d.value(), Status: status, Parents: d.ids(2), DependsOn: d.ids(2), Inputs: d.values()}
}

// operation is any operation, valid or not: mostly new nodes, other values, and work.
func (d *dice) operation(revision int) tg.Operation {
	switch d.of(48) {
	case 0, 1, 2, 21, 22, 23, 24:
		return d.node()
	case 3, 4, 25, 26, 27, 28:
		return tg.Update{Node: d.id(), Value: d.value(), Inputs: d.values()}
	case 5:
		return tg.Replace{Node: d.id(), By: d.node(), Parts: d.of(2) == 0}
	case 6:
		nodes := append(d.ids(2), d.id())
		return tg.Merge{Nodes: nodes, Into: nodes[0]}
	case 7:
		return tg.Split{Node: d.id(), Parts: []tg.Add{d.node(), d.node()}}
	case 8:
		return tg.Inactivate{Node: d.id()}
	case 9:
		return tg.Restore{Node: d.id()}
	case 10:
		return tg.Delete{Node: d.id()}
	case 11:
		return tg.Prune{Goals: d.ids(1)}
	case 12, 13:
		return tg.Link{From: d.id(), Relation: tg.Relations()[d.of(len(tg.Relations()))], To: d.id()}
	case 14:
		return tg.Unlink{From: d.id(), Relation: tg.Relations()[d.of(len(tg.Relations()))], To: d.id()}
	case 15:
		return tg.RollBack{To: d.of(revision + 2), Nodes: d.ids(1)}
	case 16:
		return tg.Switch{To: d.id()}
	case 17:
		return tg.Snapshot{Name: d.value()}
	case 18:
		return tg.Loop{Node: d.id(), Snapshot: d.value()}
	case 19:
		return tg.TakenBack{Node: d.id()}
	case 20:
		return tg.Say{Node: d.id(), User: d.value()}
	}
	op := tg.Mark{Node: d.id(), Status: []tg.Status{tg.Done, tg.Done, tg.Done, tg.Active, tg.Active, tg.Failed, tg.Asked, tg.Waiting, tg.Stale}[d.of(9)]}
	if op.Status == tg.Done {
		op.Outputs, op.Effects = d.values(), d.effects()
	}
	return op
}

// ledger is what the test itself keeps of the nodes that were begun: all that came before
// them then, and whether they still go on.
type ledger struct {
	with    map[string]string
	running map[string]bool
}

// closure spells out a node with all that comes before it, from what the graph tells.
func closure(nodes map[string]tg.Node, id string, known map[string]string) string {
	if known[id] != "" {
		return known[id]
	}
	n := nodes[id]
	var before []string
	for _, dep := range n.DependsOn {
		if nodes[dep].Status != tg.Inactive {
			before = append(before, closure(nodes, dep, known)+must1(json.Marshal(nodes[dep].Outputs)))
		}
	}
	slices.Sort(before)
	spelt := strings.Join(append([]string{n.Slot, n.Value, must1(json.Marshal(n.Inputs))}, slices.Compact(before)...), "\n")
	known[id] = fmt.Sprintf("%x", sha256.Sum256([]byte(spelt)))
	return known[id]
}

func must1(data []byte, err error) string {
	if err != nil {
		panic(err)
	}
	return string(data)
}

func byID(g *tg.Graph) map[string]tg.Node {
	out := map[string]tg.Node{}
	for _, n := range g.Nodes() {
		out[n.ID] = n
	}
	return out
}

// note keeps what an operation began, ended and took back.
func (l ledger) note(op tg.Operation, before map[string]tg.Node) {
	switch op := op.(type) {
	case tg.Mark:
		if op.Status == tg.Asked || op.Status == tg.Waiting {
			return
		}
		if op.Status == tg.Active || !l.running[op.Node] {
			l.with[op.Node] = closure(before, op.Node, map[string]string{})
		}
		l.running[op.Node] = op.Status == tg.Active
	case tg.TakenBack:
		delete(l.with, op.Node)
		delete(l.running, op.Node)
	}
}

// check holds that exactly those nodes are stale that were carried out with other things
// before them than there are now.
func (l ledger) check(t *testing.T, nodes map[string]tg.Node, op tg.Operation) {
	t.Helper()
	for id, n := range nodes {
		ended := n.Status == tg.Done || n.Status == tg.Failed || n.Status == tg.Stale
		if !ended || n.Attempts == 0 {
			continue
		}
		stale := l.with[id] != closure(nodes, id, map[string]string{})
		if stale != (n.Status == tg.Stale) {
			t.Fatalf("after %T%+v: %s is %s; that what came before it changed is %v", op, op, id, n.Status, stale)
		}
	}
}

// acyclic fails the test if parents and dependencies go in a circle.
func acyclic(t *testing.T, nodes map[string]tg.Node) {
	t.Helper()
	left := maps.Clone(nodes)
	for len(left) > 0 {
		free := slices.DeleteFunc(slices.Collect(maps.Keys(left)), func(id string) bool {
			return slices.ContainsFunc(append(slices.Clone(left[id].Parents), left[id].DependsOn...), func(before string) bool {
				_, is := left[before]
				return is
			})
		})
		if len(free) == 0 {
			t.Fatalf("a circle among %v", slices.Sorted(maps.Keys(left)))
		}
		for _, id := range free {
			delete(left, id)
		}
	}
}

// refusals are the errors that an operation may be refused with.
func refusals(err error) bool {
	var cycle *tg.CycleError
	known := []error{tg.ErrUnknown, tg.ErrDeleted, tg.ErrInactive, tg.ErrStatus, tg.ErrInvalid}
	return errors.As(err, &cycle) || slices.ContainsFunc(known, func(k error) bool { return errors.Is(err, k) })
}

// play applies operations of the dice, and holds the graph's promises after each. It
// returns how many were applied.
func play(t *testing.T, data []byte) (*tg.Graph, int) {
	t.Helper()
	d := &dice{data: data}
	g := tg.New([]tg.Cycles{tg.Soften, tg.AskUser}[d.of(2)])
	l, applied := ledger{map[string]string{}, map[string]bool{}}, 0
	for len(d.data) > 0 {
		before, was, events := byID(g), jsonOf(t, g), len(g.Events())
		d.known = slices.Sorted(maps.Keys(before))
		op := d.operation(g.Revision())
		report, err := g.Apply(at(g.Revision()+1), op)
		after := byID(g)
		if err != nil {
			if !refusals(err) || !bytes.Equal(was, jsonOf(t, g)) || len(g.Events()) != events {
				t.Fatalf("%T%+v was refused with %v, and the graph that was\n%s\nis\n%s", op, op, err, was, jsonOf(t, g))
			}
			continue
		}
		applied++
		l.note(op, before)
		l.check(t, after, op)
		acyclic(t, after)
		reported(t, report, before, after)
		if update, is := op.(tg.Update); is {
			spreads(t, update, before, after)
		}
	}
	return g, applied
}

// reported holds that the report names what became stale and fresh.
func reported(t *testing.T, r tg.Report, before, after map[string]tg.Node) {
	t.Helper()
	for id, n := range after {
		became := n.Status == tg.Stale && before[id].Status != tg.Stale
		if became != slices.Contains(r.Stale, id) {
			t.Fatalf("%+v: %s was %q and is %q, and the report says of stale nodes %v", r.Event.Operation, id, before[id].Status, n.Status, r.Stale)
		}
	}
}

// spreads holds that a change of a value makes stale the executed nodes among the node
// itself and its transitive dependents, where they were done, and nothing else.
func spreads(t *testing.T, op tg.Update, before, after map[string]tg.Node) {
	t.Helper()
	changed := before[op.Node].Value != after[op.Node].Value || !maps.Equal(before[op.Node].Inputs, after[op.Node].Inputs)
	for id, n := range after {
		ended := (before[id].Status == tg.Done || before[id].Status == tg.Failed) && before[id].Attempts > 0
		if !ended {
			if n.Status == tg.Stale && before[id].Status != tg.Stale && before[id].Status != tg.Asked {
				t.Fatalf("%+v made %s stale, which was %s", op, id, before[id].Status)
			}
			continue
		}
		want := changed && dependsOn(after, id, op.Node)
		if got := n.Status == tg.Stale; got != want {
			t.Fatalf("%+v: %s is %s, and depends on the node: %v", op, id, n.Status, want)
		}
	}
}

// dependsOn reports whether a node is another, or depends on it over nodes that count.
func dependsOn(nodes map[string]tg.Node, id, on string) bool {
	return id == on || slices.ContainsFunc(nodes[id].DependsOn, func(dep string) bool {
		return nodes[dep].Status != tg.Inactive && dependsOn(nodes, dep, on)
	})
}

// told is a graph without what only grows: its revision and histories.
func content(t *testing.T, g *tg.Graph) string {
	t.Helper()
	doc := g.Document()
	doc.Revision, doc.Snapshots = 0, nil
	var contexts []string
	for i := range doc.Nodes {
		doc.Nodes[i].History = nil
		c, err := g.Context(doc.Nodes[i].ID, tg.Ask{Parts: true, Siblings: true, Words: true, IDs: true})
		contexts = append(contexts, fmt.Sprint(c, err))
	}
	return must1(json.MarshalIndent(doc, "", " ")) + strings.Join(contexts, "\n") + g.Text()
}

// backAndForth holds that a roll back to any revision and one to where it began change
// nothing.
func backAndForth(t *testing.T, g *tg.Graph) {
	t.Helper()
	want, now := content(t, g), g.Revision()
	for to := 1; to < now; to++ {
		do(t, g, tg.RollBack{To: to}, tg.RollBack{To: now})
		if diff := cmp.Diff(want, content(t, g)); diff != "" {
			t.Fatalf("back to revision %d and forth to %d (-was +is):\n%s", to, now, diff)
		}
	}
}

// bytesOf are some bytes for dice.
func bytesOf(seed uint64, n int) []byte {
	r := rand.New(rand.NewPCG(seed, 16))
	out := make([]byte, n)
	for i := range out {
		out[i] = byte(r.Uint32())
	}
	return out
}

// TestAnySequence: any sequence of operations keeps the graph acyclic, and makes stale
// what it must and nothing else; its events give the same graph; roll back and forth is
// the identity.
func TestAnySequence(t *testing.T) {
	games, applied := 150, 0
	if testing.Short() {
		games = 50
	}
	for seed := range uint64(games) {
		g, n := play(t, bytesOf(seed, 900))
		applied += n
		sameAs(t, g, replayed(t, g), "replayed")
		backAndForth(t, g)
		sameAs(t, g, replayed(t, g), "replayed, rolled back and forth")
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
	if applied < games*20 {
		t.Errorf("only %d operations were applied in %d games: the dice are loaded", applied, games)
	}
}

// FuzzOperations: the same, with a fuzzer's dice.
func FuzzOperations(f *testing.F) {
	for seed := range uint64(3) {
		f.Add(bytesOf(seed, 200))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		g, _ := play(t, data[:min(len(data), 600)]) // more of the dice only takes longer
		sameAs(t, g, replayed(t, g), "replayed")
		backAndForth(t, g)
	})
}
