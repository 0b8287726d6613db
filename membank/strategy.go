package membank

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"legomem/trajectory"
)

// Ask is what one run asks of a strategy.
type Ask struct {
	Task   string
	Agents []string // the team's task agents
	// Draft breaks the task down into a few steps, guided by the full-task memories;
	// rewrite needs it (LEGOMem 3.3, the query rewriter).
	Draft Drafter
	// Playable is how many full tasks a brain that plays procedures will ask for, so
	// that the same search finds them; 0 if none will.
	Playable int
}

// Drafter drafts a plan for a task from full-task memories, each step as one
// would delegate it.
type Drafter func(ctx context.Context, task string, full []Hit) ([]string, error)

// Retrieved is what a strategy found for a task.
type Retrieved struct {
	// Full are the orchestrator's memories, best first: full-task memories, or
	// what a baseline has in their place.
	Full []Hit
	// ForAgent gives an agent its memories for a subtask. Nil: none.
	ForAgent func(ctx context.Context, s trajectory.Subtask) ([]Hit, error)
	// Draft is what the query rewriter made of the task, nil with other strategies.
	Draft []string
	// LeftOut is what was left out at random of what was found, and with what
	// probability; nil where nothing could be.
	LeftOut *trajectory.LeftOut
	// Playable is what SearchTasks would find for the task; nil if it must be asked.
	Playable *TaskSearch
}

// dealt gives each agent its own memories, the same ones at every delegation.
func dealt(mine map[string][]Hit) func(context.Context, trajectory.Subtask) ([]Hit, error) {
	return func(_ context.Context, s trajectory.Subtask) ([]Hit, error) { return slices.Clone(mine[s.Agent]), nil }
}

// TaskSearch is the full tasks that a search found and that may be played.
type TaskSearch struct {
	text string
	k    int
	hits []Hit
}

// First returns the k best for a text; false if the search was for another text or for
// fewer.
func (s *TaskSearch) First(text string, k int) ([]Hit, bool) {
	if s == nil || s.text != text || s.k < k {
		return nil, false
	}
	return slices.Clone(s.hits[:min(k, len(s.hits))]), true
}

// Strategy retrieves memories for a task (LEGOMem 3.3).
type Strategy interface {
	// Name is what the config and the log call it.
	Name() string
	Retrieve(ctx context.Context, b *Bank, ask Ask) (Retrieved, error)
}

// How much is retrieved unless the config says otherwise (LEGOMem 4.1.3).
const (
	DefaultK        = 5 // memories for the orchestrator
	DefaultPerAgent = 3 // memories for each agent
)

// Limits is how much is retrieved.
type Limits struct {
	K        int
	PerAgent int
	// Agents overrides PerAgent for those named.
	Agents map[string]int
}

// For is an agent's limit.
func (l Limits) For(agent string) int {
	if n, ok := l.Agents[agent]; ok {
		return n
	}
	return l.PerAgent
}

func (l Limits) check(strategy string) error {
	least := l.PerAgent
	for _, n := range l.Agents {
		least = min(least, n)
	}
	if l.K < 1 || least < 0 {
		return fmt.Errorf("the strategy %s cannot retrieve %d memories and %d for an agent; at least 1 and 0 are accepted", strategy, l.K, least)
	}
	return nil
}

// Strategies are the names NewStrategy takes: none, LEGOMem's three, and the
// two baselines.
func Strategies() []string {
	return []string{"none", "vanilla", "dynamic", "rewrite", "synapse", "awm"}
}

// NewStrategy makes the strategy of that name.
func NewStrategy(name string, l Limits) (Strategy, error) {
	if !slices.Contains(Strategies(), name) {
		return nil, fmt.Errorf("there is no retrieval strategy %q; there are: %s", name, strings.Join(Strategies(), ", "))
	}
	if name == "none" {
		return None{}, nil
	}
	if err := l.check(name); err != nil {
		return nil, err
	}
	return map[string]Strategy{
		"vanilla": Vanilla{l}, "dynamic": Dynamic{l}, "rewrite": Rewrite{l}, "synapse": Synapse{l}, "awm": AWM{l},
	}[name], nil
}

// KindsFor are the kinds of unit a strategy retrieves.
func KindsFor(strategy string) []UnitKind {
	switch strategy {
	case "vanilla":
		return []UnitKind{FullTask}
	case "dynamic", "rewrite":
		return []UnitKind{FullTask, SubtaskUnit}
	case "synapse":
		return []UnitKind{RawTrajectory}
	case "awm":
		return []UnitKind{RoutineUnit}
	}
	return nil
}

// None retrieves nothing.
type None struct{}

// Name is "none".
func (None) Name() string { return "none" }

// Retrieve finds nothing.
func (None) Retrieve(context.Context, *Bank, Ask) (Retrieved, error) { return Retrieved{}, nil }

// fullTasks are the K full-task memories nearest to the task, which all of
// LEGOMem's strategies begin with.
func fullTasks(ctx context.Context, b *Bank, ask Ask, k int) (Retrieved, error) {
	if ask.Playable > 0 && b.view.dense() {
		return b.fullAndPlayable(ctx, ask, k)
	}
	if b.view.byOperation() {
		hits, err := b.distinctTasks(ctx, ask.Task, k)
		return Retrieved{Full: hits}, err
	}
	hits, err := b.Search(ctx, Query{Text: ask.Task, K: k, Filter: Filter{Kind: FullTask}})
	return Retrieved{Full: hits}, err
}

// fullAndPlayable finds by one search what two would find. A cosine depends only on the
// query and the record, so that neither a longer list nor the other records in it
// change a score; with other rankings they might.
func (b *Bank) fullAndPlayable(ctx context.Context, ask Ask, k int) (Retrieved, error) {
	shown := func(hits []Hit) []Hit { return hits[:min(k, len(hits))] }
	most := max(k, ask.Playable)
	if b.view.byOperation() {
		shown = func(hits []Hit) []Hit { return distinct(hits, k) }
		most = max(lookedThrough*k, ask.Playable)
	}
	hits, err := b.searchUnits(ctx, Query{Text: ask.Task, K: most, Filter: Filter{Kind: FullTask}}, playable, notQuarantined)
	if err != nil {
		return Retrieved{}, err
	}
	return Retrieved{Full: shown(hits), Playable: &TaskSearch{ask.Task, most, onlyPlayable(hits)}}, nil
}

// onlyPlayable are the hits that may be played, ranked among themselves.
func onlyPlayable(hits []Hit) []Hit {
	var out []Hit
	for _, h := range hits {
		if playable(h.Unit) {
			h.Rank = len(out) + 1
			out = append(out, h)
		}
	}
	return out
}
