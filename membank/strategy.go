package membank

import (
	"context"
	"fmt"
	"slices"

	"legomem/trajectory"
)

// Recalled is what a strategy found for a task.
type Recalled struct {
	// Full are the full-task memories, best first.
	Full []Hit
	// ForAgent gives an agent its subtask memories for a subtask. Nil: none.
	ForAgent func(ctx context.Context, s trajectory.Subtask) ([]Hit, error)
}

// Strategy retrieves memories for a task (LEGOMem 3.3).
type Strategy interface {
	// Name is what the config and the log call it.
	Name() string
	Recall(ctx context.Context, b *Bank, task string) (Recalled, error)
}

// How much is retrieved unless the config says otherwise (LEGOMem 4.1.3).
const (
	DefaultK        = 5 // full-task memories
	DefaultPerAgent = 3 // subtask memories for each agent
)

// Strategies are the names NewStrategy takes.
func Strategies() []string { return []string{"none", "vanilla"} }

// NewStrategy makes the strategy of that name, for k full-task memories and
// perAgent subtask memories for each agent.
func NewStrategy(name string, k, perAgent int) (Strategy, error) {
	switch name {
	case "none":
		return None{}, nil
	case "vanilla":
		if k < 1 || perAgent < 0 {
			return nil, fmt.Errorf("the strategy vanilla cannot retrieve %d memories and %d for each agent; at least 1 and 0 are accepted", k, perAgent)
		}
		return Vanilla{K: k, PerAgent: perAgent}, nil
	}
	return nil, fmt.Errorf("there is no retrieval strategy %q; there are: none, vanilla", name)
}

// None retrieves nothing.
type None struct{}

// Name is "none".
func (None) Name() string { return "none" }

// Recall finds nothing.
func (None) Recall(context.Context, *Bank, string) (Recalled, error) { return Recalled{}, nil }

// Vanilla embeds the task once and takes the K nearest full-task memories; the
// subtask memories are those inside them, each agent's own, by its parent's
// rank and then in order, PerAgent at most. An agent sees the same ones at
// every delegation (LEGOMem 3.2.2, algorithm 1).
type Vanilla struct {
	K        int
	PerAgent int
	// Filter restricts the full-task memories; its Kind is set.
	Filter Filter
}

// Name is "vanilla".
func (Vanilla) Name() string { return "vanilla" }

// Recall implements Strategy.
func (v Vanilla) Recall(ctx context.Context, b *Bank, task string) (Recalled, error) {
	f := v.Filter
	f.Kind = FullTask
	full, err := b.Search(ctx, Query{Text: task, K: v.K, Filter: f})
	if err != nil {
		return Recalled{}, err
	}
	mine := v.split(full)
	return Recalled{Full: full, ForAgent: func(_ context.Context, s trajectory.Subtask) ([]Hit, error) {
		return slices.Clone(mine[s.Agent]), nil
	}}, nil
}

// split deals the parts of the memories out to the agents that did them.
func (v Vanilla) split(full []Hit) map[string][]Hit {
	mine := map[string][]Hit{}
	for _, h := range full {
		for _, part := range Cut(h.Unit) {
			agent := part.Subtask.Agent
			if have := mine[agent]; len(have) < v.PerAgent {
				mine[agent] = append(have, Hit{Unit: part, Rank: len(have) + 1, Score: h.Score})
			}
		}
	}
	return mine
}
