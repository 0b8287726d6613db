package membank

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
)

// Rewrite has the full-task memories turned into a draft plan for the new task
// before the run, and searches every agent's subtask memories with each step of
// the draft. A memory's score is the best it has with any step; the best of
// each agent are its memories at every delegation (LEGOMem 3.3, figure 2b; how
// the searches are pooled is ours, the paper leaves it open). With a view that has Changes
// an agent sees those of what the steps found that did what is delegated.
type Rewrite struct{ Limits }

// Name is "rewrite".
func (Rewrite) Name() string { return "rewrite" }

// Retrieve implements Strategy.
func (r Rewrite) Retrieve(ctx context.Context, b *Bank, ask Ask) (Retrieved, error) {
	if ask.Draft == nil {
		return Retrieved{}, errors.New("the strategy rewrite needs a model to draft the steps; choose vanilla or dynamic, or the brain model or hybrid")
	}
	found, err := fullTasks(ctx, b, ask, r.K)
	if err != nil {
		return Retrieved{}, err
	}
	if found.Draft, err = ask.Draft(ctx, ask.Task, found.Full); err != nil {
		return Retrieved{}, err
	}
	if b.view.byOperation() {
		mine, err := r.drafted(ctx, b, ask.Agents, found.Draft)
		found.ForAgent = b.fittingAmong(mine, r.Limits)
		return found, err
	}
	mine := map[string][]Hit{}
	for _, agent := range ask.Agents {
		if mine[agent], err = r.pool(ctx, b, agent, found.Draft); err != nil {
			return Retrieved{}, err
		}
	}
	found.ForAgent = dealt(mine)
	return found, nil
}

// drafted are the memories that the steps find for each agent, each once.
func (r Rewrite) drafted(ctx context.Context, b *Bank, agents, steps []string) (map[string][]Hit, error) {
	mine := map[string][]Hit{}
	for _, agent := range agents {
		seen := map[string]bool{}
		for _, step := range steps {
			hits, err := subtasksOf(ctx, b, agent, step, lookedThrough*r.For(agent))
			if err != nil {
				return nil, err
			}
			for _, h := range hits {
				if !seen[h.Unit.ID] {
					seen[h.Unit.ID] = true
					mine[agent] = append(mine[agent], h)
				}
			}
		}
	}
	return mine, nil
}

// pool searches an agent's memories with every step and keeps each memory's best score.
// Two with the same content count as one.
func (r Rewrite) pool(ctx context.Context, b *Bank, agent string, steps []string) ([]Hit, error) {
	limit := r.For(agent)
	best := map[string]Hit{} // by content
	for _, step := range steps {
		// Duplicates take up places: look a little further.
		hits, err := subtasksOf(ctx, b, agent, step, 2*limit)
		if err != nil {
			return nil, err
		}
		for _, h := range hits {
			what := content(h.Unit)
			if have, ok := best[what]; !ok || h.Score > have.Score {
				best[what] = h
			}
		}
	}
	out := slices.SortedFunc(maps.Values(best), func(a, b Hit) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), strings.Compare(a.Unit.ID, b.Unit.ID))
	})
	out = out[:min(limit, len(out))]
	for i := range out {
		out[i].Rank = i + 1
	}
	return out, nil
}

// content is what a subtask memory shows an agent.
func content(u Unit) string {
	s := u.Subtask
	parts := []string{s.Agent, s.Description, s.Observations}
	for _, st := range s.Steps {
		parts = append(parts, st.Think, st.Action)
	}
	return strings.Join(parts, "\x00")
}
