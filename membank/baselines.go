package membank

import (
	"context"
	"slices"

	"legomem/trajectory"
)

// Synapse gives everyone whole raw trajectories of similar tasks: the baseline of
// LEGOMem 4.1.2, adapted to a team as in 4.1.3. Each gets as many as with LEGOMem.
type Synapse struct{ Limits }

// Name is "synapse".
func (Synapse) Name() string { return "synapse" }

// Retrieve implements Strategy. An agent sees the nearest of what the
// orchestrator sees.
func (s Synapse) Retrieve(ctx context.Context, b *Bank, ask Ask) (Retrieved, error) {
	most := max(s.K, s.PerAgent)
	for _, n := range s.Agents {
		most = max(most, n)
	}
	hits, err := b.Search(ctx, Query{Text: ask.Task, K: most, Filter: Filter{Kind: RawTrajectory}})
	if err != nil {
		return Retrieved{}, err
	}
	first := func(n int) []Hit { return slices.Clone(hits[:min(n, len(hits))]) }
	return Retrieved{Full: first(s.K), ForAgent: func(_ context.Context, sub trajectory.Subtask) ([]Hit, error) {
		return first(s.For(sub.Agent)), nil
	}}, nil
}

// AWM gives every agent the routines induced from its own work that are nearest to the
// task, and the orchestrator the list of the nearest routines of all: the baseline of
// LEGOMem 4.1.2, adapted as in 4.1.3.
type AWM struct{ Limits }

// Name is "awm".
func (AWM) Name() string { return "awm" }

// Retrieve implements Strategy. An agent sees the same routines at every
// delegation.
func (a AWM) Retrieve(ctx context.Context, b *Bank, ask Ask) (Retrieved, error) {
	list, err := b.Search(ctx, Query{Text: ask.Task, K: a.K, Filter: Filter{Kind: RoutineUnit}})
	if err != nil {
		return Retrieved{}, err
	}
	mine := map[string][]Hit{}
	for _, agent := range ask.Agents {
		q := Query{Text: ask.Task, K: a.For(agent), Filter: Filter{Kind: RoutineUnit, Agent: agent}}
		if mine[agent], err = b.Search(ctx, q); err != nil {
			return Retrieved{}, err
		}
	}
	return Retrieved{Full: list, ForAgent: dealt(mine)}, nil
}
