package modelbrain_test

import (
	"strings"
	"testing"
	"time"

	"legomem/agents"
	"legomem/agents/modelbrain"
	"legomem/llm/llmtest"
	"legomem/must"
	"legomem/trajectory"
)

// TestFixedPartsFirst: what stays the same in a run comes before what changes, so that an
// endpoint that keeps beginnings need not read it again: in ledgers all up to the newest
// round, for an agent all up to the memories of its subtask.
func TestFixedPartsFirst(t *testing.T) {
	endpoint := llmtest.New(t, llmtest.Options{Answer: obliging})
	model := newBrain(t, endpoint, modelbrain.Config{General: true, Plans: true, Now: time.Now})
	brief := agents.Brief{Run: "r", Task: task, Team: team(), Tools: registry(), Memories: memories{&[]string{}}}
	planner, actor, err := model.Open(t.Context(), brief)
	must.Do(t, err)
	st := state()
	for n := range len(st.Rounds) + 1 {
		sofar := st
		sofar.Rounds = st.Rounds[:n]
		must.Have(planner.Next(t.Context(), sofar))(t)
	}
	for _, work := range []string{"List Dana's events", "Look whether Dana is free"} {
		must.Have(actor.Act(t.Context(), trajectory.Subtask{Round: 1, Agent: agents.Calendar, Description: work}, nil))(t)
	}
	asked := endpoint.Requests()
	last := func(i int) string { return asked[i].Messages[len(asked[i].Messages)-1].Content }
	for _, pair := range []struct {
		a, b int
		upTo string
	}{{0, 1, "Nothing has been done yet."}, {1, 2, "Judge where the work stands"}, {3, 4, "For reference, "}} {
		fixed, _, found := strings.Cut(last(pair.a), pair.upTo)
		if !found || !strings.HasPrefix(last(pair.b), strings.TrimRight(fixed, "\n")) {
			t.Errorf("what comes before %q differs between\n%s\nand\n%s", pair.upTo, last(pair.a), last(pair.b))
		}
		if asked[pair.a].Messages[0].Content != asked[pair.b].Messages[0].Content {
			t.Error("the system's message differs")
		}
	}
}
