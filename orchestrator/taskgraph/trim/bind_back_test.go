package trim

import (
	"testing"

	"legomem/must"
	tg "legomem/orchestrator/taskgraph"
)

// TestVoidTurns: a turn that went back to how all was before it is none to take back.
func TestVoidTurns(t *testing.T) {
	g := tg.New(tg.Soften)
	for _, one := range []struct {
		turn int
		op   tg.Operation
	}{
		{1, tg.Add{ID: "a", Slot: "a", Value: "1"}},
		{2, tg.Update{Node: "a", Value: "2"}},
		{3, tg.RollBack{To: 1}},
		{3, tg.RollBack{To: 2}}, // it was cut off
	} {
		must.Have(g.Apply(tg.Moment{Turn: one.turn}, one.op))(t)
	}
	if n := must.Have(g.Node("a"))(t); n.Value != "2" {
		t.Fatalf("it is %s", n.Value)
	}
	to, turn := beforeLast(g, func(tg.Event) bool { return true })
	if to != 1 || turn != 2 {
		t.Errorf("turn %d would be taken back, to revision %d", turn, to)
	}
}
