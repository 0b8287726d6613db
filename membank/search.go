package membank

import (
	"context"
	"fmt"
	"slices"

	"legomem/membank/store"
	"legomem/trajectory"
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
	// of any suite, out of every search: a routine is hidden with any one of its
	// tasks, another memory that took a hidden one in is shown without what it
	// has from there.
	HideSuite string
	HideTasks []string
	// HideTexts does so for tasks of these texts: a suite may have been called
	// otherwise when they were learned.
	HideTexts []string
}

// dense says whether searches go by vectors alone.
func (v View) dense() bool { return v.By == "" || v.By == store.Dense }

// View returns the same bank seen so.
func (b *Bank) View(v View) *Bank {
	seen := *b
	seen.view = v
	return &seen
}

// hidden says whether a source is a hidden task.
func (v View) hidden(s Source) bool {
	return s.Text != "" && slices.ContainsFunc(v.HideTexts, func(text string) bool { return TextHash(text) == s.Text }) ||
		s.Task != "" && (v.HideSuite == "" || s.Suite == v.HideSuite) && slices.Contains(v.HideTasks, s.Task)
}

// show gives a unit as the view lets it be seen; false where it does not.
func (v View) show(u Unit) (Unit, bool) {
	own := u.Source
	if own.Text == "" && u.Kind != RoutineUnit {
		own.Text = TextHash(u.Task) // from before sources told it
	}
	if v.hidden(own) {
		return u, false
	}
	if slices.ContainsFunc(u.Joined, v.hidden) {
		u.Joined, u.Procedure, u.Compiler = nil, nil, "" // what of it is from there nobody can tell
	}
	if !slices.ContainsFunc(u.Merged, v.hidden) {
		return u, true
	}
	if u.Kind == RoutineUnit || len(v.HideTexts) == 0 {
		return u, false // nobody can tell what of it is from where
	}
	u.Merged = slices.DeleteFunc(slices.Clone(u.Merged), v.hidden)
	u.Wordings = slices.DeleteFunc(slices.Clone(u.Wordings), func(w trajectory.Wording) bool { return slices.Contains(v.HideTexts, w.Text) })
	if slices.ContainsFunc(v.HideTexts, func(text string) bool { return holdsText(u.Procedure, text) }) {
		u.Procedure, u.Compiler = nil, ""
	}
	return u, true
}

// Search returns the units that answer to a text best, best first. A full-task
// memory and a raw trajectory are found by their task, a subtask memory by its
// description (LEGOMem 3.2.1), a routine by its name and description. What is
// quarantined is never found.
func (b *Bank) Search(ctx context.Context, q Query) ([]Hit, error) {
	return b.searchUnits(ctx, q, anyUnit, notQuarantined)
}

func anyUnit(Unit) bool { return true }

// playable says whether a unit's procedure may be played.
func playable(u Unit) bool { return u.Suspended == "" }

// searchUnits is Search, with all that must hold, down to the Kth unit that counts.
func (b *Bank) searchUnits(ctx context.Context, q Query, counts func(Unit) bool, must ...store.Match) ([]Hit, error) {
	if q.K <= 0 {
		return nil, nil
	}
	ask := store.Query{Text: q.Text, By: b.view.By, Filter: append(q.Filter.matches(), must...), K: q.K}
	if b.view.By != store.Lexical {
		vectors, err := b.vectors(ctx, []string{q.Text})
		if err != nil {
			return nil, fmt.Errorf("search the memory bank: %w", err)
		}
		ask.Vector = vectors[0]
	}
	for {
		hits, enough, err := b.search(ctx, ask, q.K, counts)
		if err != nil {
			return nil, fmt.Errorf("search the memory bank: %w", err)
		}
		if enough {
			return hits, nil
		}
		ask.K *= 2 // what is hidden, or does not count, took places
	}
}

var (
	notQuarantined = store.Match{Field: fieldQuarantine, Any: []string{""}}
	notSuspended   = store.Match{Field: fieldSuspended, Any: []string{""}}
)

// search asks the store once and keeps what is not hidden, down to the kth that
// counts. Enough says that it came so far, or that the store has no more.
func (b *Bank) search(ctx context.Context, ask store.Query, k int, counts func(Unit) bool) (hits []Hit, enough bool, err error) {
	found, err := b.store.Search(ctx, b.units(), ask)
	if err != nil {
		return nil, false, err
	}
	for _, f := range found {
		u, err := known(f.Record)
		if err != nil {
			return nil, false, err
		}
		u, shown := b.view.show(u)
		if !shown || k == 0 {
			continue
		}
		hits = append(hits, Hit{Unit: u, Rank: len(hits) + 1, Score: f.Score})
		if counts(u) {
			k--
		}
	}
	return hits, k == 0 || len(found) < ask.K, nil
}

// SearchTasks returns the full-task memories nearest to a text, best first, for
// whoever plays their procedures: those whose procedure is suspended are left
// out.
func (b *Bank) SearchTasks(ctx context.Context, text string, k int) ([]Hit, error) {
	return b.searchUnits(ctx, Query{Text: text, K: k, Filter: Filter{Kind: FullTask}}, anyUnit, notQuarantined, notSuspended)
}
