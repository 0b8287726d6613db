package taskgraph_test

import (
	"bytes"
	"encoding/json"
	"testing"
	"time"

	"legomem/must"
	tg "legomem/orchestrator/taskgraph"
)

// at is when a turn is.
func at(turn int) tg.Moment {
	return tg.Moment{Turn: turn, Time: time.Date(2026, 3, 2, 9, turn, 0, 0, time.UTC)}
}

// graphOf applies operations one after the other, each in a turn of its own.
func graphOf(t testing.TB, ops ...tg.Operation) *tg.Graph {
	t.Helper()
	g := tg.New(tg.AskUser)
	do(t, g, ops...)
	return g
}

func do(t testing.TB, g *tg.Graph, ops ...tg.Operation) tg.Report {
	t.Helper()
	var last tg.Report
	for _, op := range ops {
		last = must.Have(g.Apply(at(g.Revision()+1), op))(t)
	}
	return last
}

// node is a node of the graph.
func node(t testing.TB, g *tg.Graph, id string) tg.Node {
	t.Helper()
	return must.Have(g.Node(id))(t)
}

// jsonOf is the graph as JSON.
func jsonOf(t testing.TB, g *tg.Graph) []byte {
	t.Helper()
	return must.Have(g.JSON())(t)
}

// replayed is the graph of the same events, written and read.
func replayed(t testing.TB, g *tg.Graph) *tg.Graph {
	t.Helper()
	var events []tg.Event
	must.Do(t, json.Unmarshal(must.Have(json.Marshal(g.Events()))(t), &events))
	return must.Have(tg.Replay(tg.AskUser, events))(t)
}

// sameAs fails the test unless two graphs tell the same.
func sameAs(t testing.TB, want, got *tg.Graph, what string) {
	t.Helper()
	if a, b := jsonOf(t, want), jsonOf(t, got); !bytes.Equal(a, b) {
		t.Errorf("%s: it was\n%s\nand is\n%s", what, a, b)
	}
}

// step is a node that stands under no other and depends on some.
func step(id string, needs ...string) tg.Add {
	return tg.Add{ID: id, Slot: id, Value: id + "!", DependsOn: needs}
}

// told is a value of the user's.
func told(id, value string, parents ...string) tg.Add {
	return tg.Add{ID: id, Slot: id, Value: value, Status: tg.Done, Parents: parents}
}

func done(id string) tg.Mark { return tg.Mark{Node: id, Status: tg.Done} }
