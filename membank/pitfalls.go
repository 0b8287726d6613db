package membank

import (
	"context"
	"slices"

	"legomem/membank/store"
	"legomem/trajectory"
)

// Which pitfalls are shown. Both are ours: the paper remembers no failures.
const (
	mostPitfalls = 2   // in one prompt
	nearPitfall  = 0.5 // cosine of the tasks; less alike work fails by other things
)

// Warned is a strategy that also finds the pitfalls of tasks like the one at hand. The
// orchestrator gets them after its memories, and each agent its own after its memories.
// What the strategy itself finds does not change.
type Warned struct{ Strategy }

// Retrieve implements Strategy.
func (w Warned) Retrieve(ctx context.Context, b *Bank, ask Ask) (Retrieved, error) {
	r, err := w.Strategy.Retrieve(ctx, b, ask)
	if err != nil {
		return Retrieved{}, err
	}
	warnings, err := b.pitfalls(ctx, ask.Task)
	if err != nil || len(warnings) == 0 {
		return r, err
	}
	inner := r.ForAgent
	r.Full = slices.Concat(r.Full, warnings)
	r.ForAgent = func(ctx context.Context, s trajectory.Subtask) ([]Hit, error) {
		own := of(warnings, s.Agent)
		if inner == nil {
			return own, nil
		}
		hits, err := inner(ctx, s)
		return slices.Concat(hits, own), err
	}
	return r, nil
}

// of are the pitfalls of one agent.
func of(warnings []Hit, agent string) []Hit {
	return slices.DeleteFunc(slices.Clone(warnings), func(h Hit) bool { return h.Unit.Agent() != agent })
}

// pitfalls are the nearest to a task that are near enough, none twice. However the bank
// ranks, these are told by their cosine: it says how alike two tasks are by itself.
func (b *Bank) pitfalls(ctx context.Context, task string) ([]Hit, error) {
	n, err := b.Count(ctx, Filter{Kind: PitfallUnit})
	if err != nil || n == 0 {
		return nil, err
	}
	view := b.view
	view.By = store.Dense
	hits, err := b.View(view).Search(ctx, Query{Text: task, K: 2 * mostPitfalls, Filter: Filter{Kind: PitfallUnit}})
	if err != nil {
		return nil, err
	}
	var out []Hit
	for _, h := range hits {
		known := slices.ContainsFunc(out, func(o Hit) bool { return *o.Unit.Pitfall == *h.Unit.Pitfall })
		if h.Score >= nearPitfall && !known && len(out) < mostPitfalls {
			h.Rank = len(out) + 1
			out = append(out, h)
		}
	}
	return out, nil
}
