package taskgraph_test

import (
	"fmt"
	"testing"

	"legomem/must"
	tg "legomem/orchestrator/taskgraph"
)

// size is how many nodes the benchmarks' graphs have.
const size = 10_000

// office is a session of many tasks: each has twenty steps, of which a step depends on one
// or two of those before it in the task, and all depend on a value that is told once. All
// steps are done.
func office(b *testing.B) *tg.Graph {
	g := tg.New(tg.Soften)
	do(b, g, told("month", "June"))
	for i := 1; i < size; i++ {
		task := fmt.Sprintf("task %d", i/20)
		op := tg.Add{ID: fmt.Sprintf("n%d", i), Slot: "step", Value: fmt.Sprintf("step %d of the work", i)}
		switch i % 20 {
		case 0:
			op.ID, op.DependsOn = task, []string{"month"}
		case 1:
			op.DependsOn = []string{"month"}
		default:
			op.DependsOn = []string{fmt.Sprintf("n%d", i-1)}
			if i%3 == 0 && i%20 > 2 {
				op.DependsOn = append(op.DependsOn, fmt.Sprintf("n%d", i-2))
			}
		}
		if i%20 > 0 && i >= 20 {
			op.Parents = []string{task}
		}
		do(b, g, op)
		do(b, g, done(op.ID))
	}
	return g
}

// BenchmarkUpdate changes a value and finds what is stale for it: of one task's first
// step, and of the value that all 10,000 nodes depend on.
func BenchmarkUpdate(b *testing.B) {
	for _, c := range []struct{ name, node string }{{"task", "n5001"}, {"all", "month"}} {
		b.Run(c.name, func(b *testing.B) {
			g := office(b)
			i, stale := 0, 0
			for b.Loop() {
				i++
				stale = len(must.Have(g.Apply(at(1), tg.Update{Node: c.node, Value: fmt.Sprint(i)}))(b).Stale)
			}
			_ = stale
			b.ReportMetric(float64(len(g.Redo())), "stale")
		})
	}
}

// BenchmarkContext makes the context of one task's last step, and of one that all 10,000
// nodes come before; with siblings and history, and within a budget.
func BenchmarkContext(b *testing.B) {
	ask := tg.Ask{Siblings: true, History: true, Words: true, Budget: 4000, Count: func(text string) int { return len(text) / 4 }}
	for _, c := range []struct{ name, node string }{{"task", "n5019"}, {"root", "task 7"}} {
		b.Run(c.name, func(b *testing.B) {
			g := office(b)
			nodes := 0
			for b.Loop() {
				nodes = len(must.Have(g.Context(c.node, ask))(b).Nodes)
			}
			b.ReportMetric(float64(nodes), "nodes")
		})
	}
}

// BenchmarkRedo lists all that must be done again, in order, where all but one of 10,000
// nodes must.
func BenchmarkRedo(b *testing.B) {
	g := office(b)
	do(b, g, tg.Update{Node: "month", Value: "July"})
	for b.Loop() {
		if len(g.Redo()) != size-1 {
			b.Fatal(len(g.Redo()))
		}
	}
}

// BenchmarkRollBack goes back and forth between two revisions of 10,000 nodes.
func BenchmarkRollBack(b *testing.B) {
	g := office(b)
	do(b, g, tg.Update{Node: "n5001", Value: "July"})
	last := g.Revision()
	for b.Loop() {
		do(b, g, tg.RollBack{To: last - 1}, tg.RollBack{To: last})
	}
}

// BenchmarkReplay builds a graph of 10,000 nodes from its events.
func BenchmarkReplay(b *testing.B) {
	g := office(b)
	for b.Loop() {
		must.Have(tg.Replay(tg.Soften, g.Events()))(b)
	}
}
