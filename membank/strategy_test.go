package membank

import (
	"strings"
	"testing"

	"legomem/must"
	"legomem/trajectory"
)

// brief names hits: the task or description, rank first.
func brief(hits []Hit) []string {
	var out []string
	for i, h := range hits {
		if h.Rank != i+1 {
			out = append(out, "rank is wrong")
		}
		out = append(out, h.Unit.text())
	}
	return out
}

func forAgent(t *testing.T, m *Memories, agent string) []string {
	t.Helper()
	hits := must.Have(m.ForAgent(t.Context(), trajectory.Subtask{Agent: agent, Description: "whatever"}))(t)
	return brief(hits)
}

const near, nearer, far = "Schedule a review for Dana", "Schedule a budget review for Dana", "Mail the total to Bob"

func practised(t *testing.T) *Bank {
	b := newBank(t)
	add(t, b, task(far, "excel_agent", "email_agent"),
		task(near, "calendar_agent", "email_agent", "calendar_agent"),
		task(nearer, "calendar_agent", "calendar_agent"))
	return b
}

func TestVanilla(t *testing.T) {
	b := practised(t)
	s := must.Have(NewStrategy("vanilla", Limits{K: 2, PerAgent: 3}))(t)
	found, m, err := b.Retrieve(t.Context(), Ask{Task: "Schedule a budget review for Priya"}, s, Both)
	must.Do(t, err)
	same(t, "full-task memories", brief(found.Full), []string{nearer, near})
	// By the parent's rank, then in order, three at most; none from the task
	// that was not retrieved.
	want := []string{"part 1 of: " + nearer, "part 2 of: " + nearer, "part 1 of: " + near}
	same(t, "the calendar agent's", forAgent(t, m, "calendar_agent"), want)
	same(t, "at the next delegation", forAgent(t, m, "calendar_agent"), want)
	same(t, "the email agent's", forAgent(t, m, "email_agent"), []string{"part 2 of: " + near})
	same(t, "the excel agent's", forAgent(t, m, "excel_agent"), nil)
}

func TestPlacements(t *testing.T) {
	b := practised(t)
	for _, c := range []struct {
		placement          Placement
		plan, round, agent int
		retrieved          int
	}{
		{Both, 2, 2, 3, 2},
		{Planning, 2, 0, 3, 2},
		{OrchestratorOnly, 2, 2, 0, 2},
		{AgentsOnly, 0, 0, 3, 2},
		{Nowhere, 0, 0, 0, 0},
	} {
		t.Run(string(c.placement), func(t *testing.T) {
			found, m, err := b.Retrieve(t.Context(), Ask{Task: nearer}, Vanilla{Limits{K: 2, PerAgent: 3}}, c.placement)
			must.Do(t, err)
			same(t, "retrieved", len(found.Full), c.retrieved)
			same(t, "in the plan", len(m.ForPlan()), c.plan)
			same(t, "in a round", len(m.ForRound()), c.round)
			same(t, "with the agent", len(forAgent(t, m, "calendar_agent")), c.agent)
		})
	}
}

func TestNoneRetrievesNothing(t *testing.T) {
	s := must.Have(NewStrategy("none", Limits{K: 5, PerAgent: 3}))(t)
	found, m, err := practised(t).Retrieve(t.Context(), Ask{Task: near}, s, Both)
	must.Do(t, err)
	same(t, "retrieved", len(found.Full)+len(m.ForPlan())+len(m.ForRound())+len(forAgent(t, m, "calendar_agent")), 0)
}

func TestUnknownNames(t *testing.T) {
	if _, err := NewStrategy("clever", Limits{K: 5, PerAgent: 3}); err == nil || !strings.Contains(err.Error(), strings.Join(Strategies(), ", ")) {
		t.Errorf("an unknown strategy: %v", err)
	}
	if _, err := NewStrategy("vanilla", Limits{PerAgent: 3}); err == nil {
		t.Error("no memories at all were taken")
	}
}
