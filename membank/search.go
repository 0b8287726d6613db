package membank

import (
	"context"
	"fmt"
	"slices"

	"legomem/membank/store"
)

// Query asks for the K units that answer to Text best.
type Query struct {
	Text   string
	K      int
	Filter Filter
}

// View is a way of looking at a bank.
type View struct {
	// By is what searches go by; empty: store.Dense.
	By store.Ranking
	// HideTasks keeps what was learned from these source tasks, of HideSuite or
	// of any suite, out of every search, also in part: a routine of several
	// tasks is hidden with any one of them.
	HideSuite string
	HideTasks []string
	// HideTexts does so for tasks of these texts, by TextHash: a suite may have
	// been called otherwise when they were learned.
	HideTexts []string
}

// View returns the same bank seen so.
func (b *Bank) View(v View) *Bank {
	seen := *b
	seen.view = v
	return &seen
}

// hides says whether a unit was learned from a hidden task.
func (v View) hides(u Unit) bool {
	if len(v.HideTexts) > 0 && u.Kind != RoutineUnit && slices.Contains(v.HideTexts, TextHash(u.Task)) {
		return true // also one from before sources told the text
	}
	return slices.ContainsFunc(u.Sources(), func(s Source) bool {
		return slices.Contains(v.HideTexts, s.Text) ||
			s.Task != "" && (v.HideSuite == "" || s.Suite == v.HideSuite) && slices.Contains(v.HideTasks, s.Task)
	})
}

// Search returns the units that answer to a text best, best first. A full-task
// memory and a raw trajectory are found by their task, a subtask memory by its
// description (LEGOMem 3.2.1), a routine by its name and description. What is
// quarantined is never found.
func (b *Bank) Search(ctx context.Context, q Query) ([]Hit, error) {
	if q.K <= 0 {
		return nil, nil
	}
	ask := store.Query{Text: q.Text, By: b.view.By, Filter: append(q.Filter.matches(), notQuarantined), K: q.K}
	if b.view.By != store.Lexical {
		vectors, err := b.vectors(ctx, []string{q.Text})
		if err != nil {
			return nil, fmt.Errorf("search the memory bank: %w", err)
		}
		ask.Vector = vectors[0]
	}
	for {
		hits, all, err := b.search(ctx, ask, q.K)
		if err != nil {
			return nil, fmt.Errorf("search the memory bank: %w", err)
		}
		if all || len(hits) == q.K {
			return hits, nil
		}
		ask.K *= 2 // what is hidden took places
	}
}

var notQuarantined = store.Match{Field: fieldQuarantine, Any: []string{""}}

// search asks the store once and keeps the first k that are not hidden. All
// says that the store has no more.
func (b *Bank) search(ctx context.Context, ask store.Query, k int) (hits []Hit, all bool, err error) {
	found, err := b.store.Search(ctx, b.units(), ask)
	if err != nil {
		return nil, false, err
	}
	for _, f := range found {
		u, err := fromRecord(f.Record)
		if err != nil {
			return nil, false, err
		}
		if !b.view.hides(u) && len(hits) < k {
			hits = append(hits, Hit{Unit: u, Rank: len(hits) + 1, Score: f.Score})
		}
	}
	return hits, len(found) < ask.K, nil
}

// Recall returns the full-task memories nearest to a text, best first.
func (b *Bank) Recall(ctx context.Context, text string, k int) ([]Hit, error) {
	return b.Search(ctx, Query{Text: text, K: k, Filter: Filter{Kind: FullTask}})
}
