package orchestrator_test

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"legomem/agents"
	"legomem/must"
	"legomem/orchestrator"
	"legomem/orchestrator/taskgraph/rungraph"
	"legomem/sweep"
)

// lent is a brain that keeps what it is lent.
type lent struct {
	agents.Brain
	brief agents.Brief
}

func (l *lent) Open(ctx context.Context, s agents.Brief) (agents.Planner, agents.Actor, error) {
	l.brief = s
	return l.Brain.Open(ctx, s)
}

// sameInLog holds that the working memory which a run lent its brain is the graph of its log.
func sameInLog(t *testing.T, l *lent, dir string) {
	t.Helper()
	logged := must.Have(rungraph.Of(openLog(t, dir)))(t)
	must.NoDiff(t, cmp.Diff(logged.Text(), l.brief.Working.Text()), "working memory (-of the log +lent):\n%s")
}

// TestWorkingMemory: a run keeps the graph of its log while it goes on: of what is
// delegated, and of a re-plan.
func TestWorkingMemory(t *testing.T) {
	f := setUp(t, turn{failed: true}, turn{}, turn{stuck: true})
	f.deps.Limits.Stalls, f.deps.Limits.Replans = 1, 1
	l := &lent{Brain: f.brain}
	f.deps.Brain = l
	must.Have(orchestrator.Run(t.Context(), f.deps, f.order))(t)
	sameInLog(t, l, f.dir())
	must.NoDiff(t, cmp.Diff(`task: do it [waiting]
  round-2 (noter): round 2 [done] → actions=0; summary=report of round 2
  1.1 (step): again, 1 [waiting] alternative_to 0.1
0.1 (step): do it [inactive] alternative_to 1.1 (replaced by 1.1)
round-1 (noter): round 1 [inactive] (not in plan 1)
`, l.brief.Working.Text()), "-want +got:\n%s")
}

// TestWorkingMemoryOfAResumedRun: wherever a run is killed, and by however many brains it is
// done, it is resumed with the working memory of its log.
func TestWorkingMemoryOfAResumedRun(t *testing.T) {
	sweep.OneGoroutine(t)
	for name, brain := range brains(4) {
		t.Run(name, func(t *testing.T) {
			for n := 5; ; n++ {
				k := cutOff(t, brain(), atEvent(n))
				if k.ran {
					t.Fatal("it was never killed at its end")
				}
				again := &lent{Brain: brain()}
				_, _, err := k.resume(again)
				if over, ok := errors.AsType[*orchestrator.Unresumable](err); ok && over.Ended {
					return
				}
				must.Do(t, err)
				sameInLog(t, again, k.dir())
			}
		})
	}
}
