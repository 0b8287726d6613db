package rungraph_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"legomem/must"
	"legomem/orchestrator/taskgraph/rungraph"
	"legomem/trajectory"
)

var begun = time.Date(2026, 3, 10, 9, 0, 0, 0, time.UTC)

// log is a run's events as they are written.
type log struct {
	t      *testing.T
	graph  *rungraph.Graph
	events []trajectory.Event
	plan   trajectory.Plan
	plans  int
	round  int
}

func begin(t *testing.T) *log {
	l := &log{t: t, graph: must.Have(rungraph.New(trajectory.Task{Text: "Mail the total"}, begun))(t)}
	l.write(trajectory.Started{Task: trajectory.Task{Text: "Mail the total"}})
	return l
}

// write has the graph see an event, and keeps it as a log does.
func (l *log) write(p trajectory.Payload) {
	l.t.Helper()
	must.Do(l.t, l.graph.Saw(p))
	l.events = append(l.events, trajectory.Event{Schema: trajectory.Schema, Seq: len(l.events) + 1, Time: begun, Kind: p.EventKind(), Payload: must.Have(json.Marshal(p))(l.t)})
}

func step(agent, description string, needs ...string) trajectory.PlanStep {
	return trajectory.PlanStep{Agent: agent, Description: description, Needs: needs}
}

func (l *log) makePlan(steps ...trajectory.PlanStep) {
	l.plan = trajectory.Plan{Steps: steps}.Follow(l.plan, l.plans)
	l.write(trajectory.Planned{Plan: l.plan, Revision: l.plans})
	l.plans++
}

// work delegates a subtask, and has it reported.
func (l *log) work(agent, does, step, report string, failed bool, uses ...string) {
	l.round++
	sub := trajectory.Subtask{Round: l.round, Agent: agent, Description: does, PlanStep: step}
	l.write(trajectory.Decided{Round: l.round, Ledger: trajectory.Ledger{Speaker: agent, Instruction: does, Uses: uses}})
	l.write(trajectory.Delegated{Subtask: sub})
	l.write(trajectory.Intended{Step: l.round})
	l.write(trajectory.Summarised{Round: l.round, Agent: agent, Summary: report, Failed: failed})
}

// TestGraph holds what events come to.
func TestGraph(t *testing.T) {
	for _, c := range []struct {
		name string
		run  func(l *log)
		want string
	}{
		{"a plan and what was done for it", func(l *log) {
			l.makePlan(step("excel", "sum up"), step("mail", "send it", "1"))
			l.work("excel", "sum up column B", "0.1", "12", false)
		}, `task: Mail the total [waiting]
  0.1 (excel): sum up [done] → actions=1; summary=12
  0.2 (mail): send it [waiting] needs 0.1
`},
		{"work beside the plan, on what it uses", func(l *log) {
			l.makePlan(step("excel", "sum up"))
			l.work("excel", "sum up", "0.1", "12", false)
			l.work("mail", "send 12", "", "Sent.", false, "0.1", "nothing of that name", "task")
		}, `task: Mail the total [waiting]
  0.1 (excel): sum up [done] → actions=1; summary=12
  round-2 (mail): send 12 [done] → actions=1; summary=Sent. needs 0.1
`},
		{"a step that failed is tried again", func(l *log) {
			l.makePlan(step("excel", "sum up"))
			l.work("excel", "sum up", "0.1", "no file", true)
			l.work("excel", "sum up q2.xlsx", "0.1", "12", false)
		}, `task: Mail the total [waiting]
  0.1 (excel): sum up [done] → actions=1; summary=12
`},
		{"more for a step that is done is a part of it, for which others wait, too", func(l *log) {
			l.makePlan(step("excel", "sum up"), step("mail", "send it", "1"))
			l.work("excel", "sum up q1", "0.1", "12", false)
			l.work("excel", "sum up q2", "0.1", "13", false)
		}, `task: Mail the total [waiting]
  0.1 (excel): sum up [done] → actions=1; summary=12
    round-2 (excel): sum up q2 [done] → actions=1; summary=13 needs 0.1
  0.2 (mail): send it [waiting] needs 0.1, round-2
`},
		{"a re-plan keeps what was done, and what it names again", func(l *log) {
			l.makePlan(step("excel", "sum up"), step("mail", "send it", "1"), step("word", "write it", "1"))
			l.work("excel", "sum up", "0.1", "12", false)
			l.work("mail", "send it", "0.2", "no address", true)
			l.makePlan(step("mail", "look the address up"), step("word", "write it"))
		}, `task: Mail the total [waiting]
  0.1 (excel): sum up [done] → actions=1; summary=12
  0.3 (word): write it [waiting] needs 0.1
  1.1 (mail): look the address up [waiting] needs 0.1 alternative_to 0.2
0.2 (mail): send it [inactive] needs 0.1 alternative_to 1.1 (replaced by 1.1)
`},
		{"a step without a successor is inactive", func(l *log) {
			l.makePlan(step("excel", "sum up"), step("mail", "send it", "1"))
			l.makePlan(step("excel", "sum up"))
		}, `task: Mail the total [waiting]
  0.1 (excel): sum up [waiting]
0.2 (mail): send it [inactive] needs 0.1 (not in plan 1)
`},
		{"work that rests on other work than before is stale", func(l *log) {
			l.makePlan(step("excel", "sum up"), step("mail", "send it", "1"))
			l.work("excel", "sum up", "0.1", "no file", true)
			l.work("mail", "send 0", "0.2", "Sent.", false)
			l.work("excel", "sum up", "0.1", "12", false)
		}, `task: Mail the total [waiting]
  0.1 (excel): sum up [done] → actions=1; summary=12
  0.2 (mail): send it [stale] needs 0.1
`},
		{"the end", func(l *log) {
			l.makePlan(step("excel", "sum up"))
			l.write(trajectory.Answered{Answer: "12"})
			l.write(trajectory.Finished{Result: trajectory.Result{Outcome: trajectory.Solved, Answer: "12"}})
		}, `task: Mail the total [done] → answer=12
  0.1 (excel): sum up [waiting]
`},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := begin(t)
			c.run(l)
			must.NoDiff(t, cmp.Diff(c.want, l.graph.Text()), "-want +got:\n%s")
			l.same()
		})
	}
}

// same holds that the log gives the graph that the run kept.
func (l *log) same() {
	l.t.Helper()
	again := must.Have(rungraph.Of(must.Have(trajectory.Assemble(l.events))(l.t)))(l.t)
	must.NoDiff(l.t, cmp.Diff(l.graph.Document(), again.Document()), "rebuilt (-kept +rebuilt):\n%s")
}

// TestAnyRunHasAGraph: whatever is planned, delegated and reported, by any names, the
// graph takes it in, shows each round's work once, and is rebuilt as it was at any moment.
func TestAnyRunHasAGraph(t *testing.T) {
	for seed := range uint64(200) {
		random, l := rand.New(rand.NewPCG(seed, 1)), begin(t)
		agent := func() string { return []string{"excel", "mail", "word", ""}[random.IntN(4)] }
		name := func() string {
			return []string{"", fmt.Sprintf("%d.%d", random.IntN(3), 1+random.IntN(3)), fmt.Sprintf("round-%d", random.IntN(9)), "task", "2"}[random.IntN(5)]
		}
		for range 25 {
			if random.IntN(4) == 0 {
				var steps []trajectory.PlanStep
				for range random.IntN(4) {
					steps = append(steps, step(agent(), fmt.Sprint("do ", random.IntN(4)), name(), name()))
				}
				l.makePlan(steps...)
				continue
			}
			l.work(agent(), "work", name(), "report", random.IntN(2) == 0, name(), name())
			sub := trajectory.Subtask{Round: l.round, PlanStep: lastStep(l)}
			if n, err := l.graph.Node(rungraph.NodeOf(l.graph.Graph, sub)); err != nil || n.Attempts == 0 {
				t.Fatalf("seed %d, round %d: the work is on no node: %+v, %v", seed, l.round, n, err)
			}
		}
		l.same()
	}
}

// lastStep is the step that the last delegation names.
func lastStep(l *log) string {
	run := must.Have(trajectory.Assemble(l.events))(l.t)
	return run.Subtasks[len(run.Subtasks)-1].PlanStep
}
