package membank

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"legomem/lists"
)

// Vanilla embeds the task once and takes the K nearest full-task memories; the subtask
// memories come from those, each agent's own, by the parent's rank and then in order,
// up to the agent's limit. An agent sees the same ones at every delegation (LEGOMem
// 3.2.2, algorithm 1). With a view that has Changes it sees those of them that did what
// is delegated.
type Vanilla struct{ Limits }

// Name is "vanilla".
func (Vanilla) Name() string { return "vanilla" }

// Retrieve implements Strategy.
func (v Vanilla) Retrieve(ctx context.Context, b *Bank, ask Ask) (Retrieved, error) {
	r, err := fullTasks(ctx, b, ask, v.K)
	if err != nil {
		return Retrieved{}, err
	}
	parts, err := b.parts(ctx, r.Full)
	if err != nil {
		return Retrieved{}, err
	}
	if b.view.byOperation() {
		r.ForAgent = b.fittingAmong(parts, v.Limits)
		return r, nil
	}
	r.ForAgent = dealt(v.first(parts))
	return r, nil
}

// first are the first of each agent's parts, up to its limit.
func (v Vanilla) first(parts map[string][]Hit) map[string][]Hit {
	mine := map[string][]Hit{}
	for agent, hits := range parts {
		if n := min(v.For(agent), len(hits)); n > 0 {
			mine[agent] = hits[:n]
		}
	}
	return mine
}

// parts hands the parts of the memories to the agents that did them.
func (b *Bank) parts(ctx context.Context, full []Hit) (map[string][]Hit, error) {
	mine := map[string][]Hit{}
	for _, h := range full {
		parts, err := b.partsOf(ctx, h.Unit)
		if err != nil {
			return nil, err
		}
		for _, part := range parts {
			agent := part.Subtask.Agent
			mine[agent] = append(mine[agent], Hit{Unit: part, Rank: len(mine[agent]) + 1, Score: h.Score})
		}
	}
	return mine, nil
}

// partsOf cuts a full-task memory into its subtask memories. Parts that were forgotten
// or quarantined one by one are left out; a part that never was in the bank by itself
// counts like any other.
func (b *Bank) partsOf(ctx context.Context, full Unit) ([]Unit, error) {
	parts := Cut(full)
	ids := lists.Map(parts, func(p Unit) string { return p.ID })
	kept, err := b.Get(ctx, ids)
	if err != nil {
		return nil, err
	}
	away, err := b.forgotten(ctx, ids)
	if err != nil {
		return nil, err
	}
	for _, k := range kept {
		away[k.ID] = k.Quarantine != "" // what was learned again is no longer forgotten
	}
	return slices.DeleteFunc(parts, func(p Unit) bool { return away[p.ID] }), nil
}

// forgotten returns which of the ids a user has asked to forget.
func (b *Bank) forgotten(ctx context.Context, ids []string) (map[string]bool, error) {
	notes := lists.Map(ids, func(id string) string { return forgottenNote + id })
	found, err := b.store.Get(ctx, b.notes(), notes)
	if err != nil {
		return nil, fmt.Errorf("read the memory bank: %w", err)
	}
	out := map[string]bool{}
	for _, n := range found {
		out[strings.TrimPrefix(n.ID, forgottenNote)] = true
	}
	return out, nil
}
