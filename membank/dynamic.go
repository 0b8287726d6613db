package membank

import (
	"context"

	"legomem/trajectory"
)

// Dynamic embeds every subtask when it is delegated and searches the agent's
// own subtask memories with it; the orchestrator's are as under Vanilla
// (LEGOMem 3.3, figure 2a).
type Dynamic struct{ Limits }

// Name is "dynamic".
func (Dynamic) Name() string { return "dynamic" }

// Retrieve implements Strategy.
func (d Dynamic) Retrieve(ctx context.Context, b *Bank, ask Ask) (Retrieved, error) {
	r, err := fullTasks(ctx, b, ask, d.K)
	if err != nil {
		return Retrieved{}, err
	}
	r.ForAgent = func(ctx context.Context, s trajectory.Subtask) ([]Hit, error) {
		return subtasksOf(ctx, b, s.Agent, s.Description, d.For(s.Agent))
	}
	return r, nil
}

// subtasksOf searches one agent's subtask memories.
func subtasksOf(ctx context.Context, b *Bank, agent, text string, k int) ([]Hit, error) {
	return b.Search(ctx, Query{Text: text, K: k, Filter: Filter{Kind: SubtaskUnit, Agent: agent}})
}
