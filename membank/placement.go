package membank

import (
	"context"

	"legomem/trajectory"
)

// Placement decides which roles see memories (LEGOMem 4.3.1).
type Placement string

// The placements.
const (
	// Both: full-task memories in the plan, every ledger round and every
	// re-plan; subtask memories with the agents.
	Both Placement = "both"
	// Planning: full-task memories in the plan and re-plans only; subtask
	// memories with the agents.
	Planning Placement = "planning"
	// OrchestratorOnly: full-task memories as in Both, the agents none.
	OrchestratorOnly Placement = "orchestrator"
	// AgentsOnly: subtask memories with the agents, the orchestrator none.
	// Full-task retrieval still runs, for the subtask memories' sake.
	AgentsOnly Placement = "agents"
	// Nowhere: nobody sees any.
	Nowhere Placement = "none"
)

// Placements lists them all.
func Placements() []Placement {
	return []Placement{Both, Planning, OrchestratorOnly, AgentsOnly, Nowhere}
}

// Memories is what each role of one run sees. The zero value gives nothing.
type Memories struct {
	plan, round []Hit
	agent       func(context.Context, trajectory.Subtask) ([]Hit, error)
}

// Place hands out what was retrieved.
func (p Placement) Place(r Retrieved) *Memories {
	m := &Memories{}
	if p == Both || p == Planning || p == OrchestratorOnly {
		m.plan = r.Full
	}
	if p == Both || p == OrchestratorOnly {
		m.round = r.Full
	}
	if p == Both || p == Planning || p == AgentsOnly {
		m.agent = r.ForAgent
	}
	return m
}

// ForPlan is what the orchestrator sees when it plans or re-plans.
func (m *Memories) ForPlan() []Hit { return m.plan }

// ForRound is what it sees in every ledger round.
func (m *Memories) ForRound() []Hit { return m.round }

// ForAgent is what the agent sees while it does the subtask.
func (m *Memories) ForAgent(ctx context.Context, s trajectory.Subtask) ([]Hit, error) {
	if m.agent == nil {
		return nil, nil
	}
	return m.agent(ctx, s)
}

// Retrieve asks the strategy for a task's memories and places them. It also returns all
// that was found, placed or not. With the placement Nowhere it does not search.
func (b *Bank) Retrieve(ctx context.Context, ask Ask, s Strategy, p Placement) (Retrieved, *Memories, error) {
	if p == Nowhere {
		return Retrieved{}, &Memories{}, nil
	}
	r, err := s.Retrieve(ctx, b, ask)
	if err != nil {
		return Retrieved{}, nil, err
	}
	return r, p.Place(r), nil
}
