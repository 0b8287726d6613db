package membank

import (
	"context"

	"legomem/lists"
	"legomem/trajectory"
)

// Dynamic embeds every subtask when it is delegated and searches the agent's
// own subtask memories with it; the orchestrator's are as under Vanilla
// (LEGOMem 3.3, figure 2a). A view with Changes has them found by what is to be done.
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
		if b.view.byOperation() {
			return b.fitting(ctx, s.Agent, s.Description, nil, d.For(s.Agent))
		}
		return subtasksOf(ctx, b, s.Agent, s.Description, d.For(s.Agent))
	}
	return r, nil
}

// subtasksOf searches one agent's subtask memories.
func subtasksOf(ctx context.Context, b *Bank, agent, text string, k int) ([]Hit, error) {
	return b.Search(ctx, Query{Text: text, K: k, Filter: Filter{Kind: SubtaskUnit, Agent: agent}})
}

// fittingAmong gives an agent, for each subtask, those of its memories that do what it
// asks for.
func (b *Bank) fittingAmong(mine map[string][]Hit, l Limits) func(context.Context, trajectory.Subtask) ([]Hit, error) {
	return func(ctx context.Context, s trajectory.Subtask) ([]Hit, error) {
		among := lists.Map(mine[s.Agent], func(h Hit) Unit { return h.Unit })
		if len(among) == 0 {
			return nil, nil
		}
		return b.fitting(ctx, s.Agent, s.Description, among, l.For(s.Agent))
	}
}
