package membank

import (
	"context"
	"fmt"
	"slices"

	"legomem/membank/records"
	"legomem/membank/store"
	"legomem/trajectory"
)

// Query asks for the K units that match Text best.
type Query struct {
	Text   string
	K      int
	Filter Filter
}

// View is a way of looking at a bank.
type View struct {
	// By is how searches rank; empty: store.Dense.
	By store.Ranking
	// Changes reports whether an action, as a step has it, changes something. With it,
	// memories are found by what is to be done: agents see those that did what a subtask
	// asks for, nobody sees the same twice, and a place that nothing fits stays empty. Nil:
	// what is nearest by words fills all places (LEGOMem 3.3).
	Changes func(action string) bool
	// HideTasks keeps what was learned from these tasks of HideSuite (empty: of any
	// suite) out of every search. A routine is hidden with any of its tasks, and so is
	// a memory that a hidden one was merged into, unless HideTexts shows what to leave
	// out of it.
	HideSuite string
	HideTasks []string
	// HideTexts does so for tasks with these texts: their suite may have had another
	// name when they were learned.
	HideTexts []string
}

// dense reports whether searches rank by vectors alone.
func (v View) dense() bool { return v.By == "" || v.By == store.Dense }

// byOperation reports whether memories are found by what is to be done.
func (v View) byOperation() bool { return v.Changes != nil }

// View returns the same bank, seen through v.
func (b *Bank) View(v View) *Bank {
	seen := *b
	seen.view = v
	return &seen
}

// hidden reports whether a source's task is hidden.
func (v View) hidden(s Source) bool {
	return s.Text != "" && slices.ContainsFunc(v.HideTexts, func(text string) bool { return TextHash(text) == s.Text }) ||
		s.Task != "" && (v.HideSuite == "" || s.Suite == v.HideSuite) && slices.Contains(v.HideTasks, s.Task)
}

// show returns a unit as the view shows it, false if the view hides it.
func (v View) show(u Unit) (Unit, bool) {
	own := u.Source
	if own.Text == "" && u.Kind != RoutineUnit {
		own.Text = TextHash(u.Task) // learned before sources had it
	}
	if v.hidden(own) {
		return u, false
	}
	if slices.ContainsFunc(u.Joined, v.hidden) {
		u.Joined, u.Procedure, u.Compiler = nil, nil, "" // what came from there is unknown
	}
	if !slices.ContainsFunc(u.Merged, v.hidden) {
		return u, true
	}
	if u.Kind == RoutineUnit || len(v.HideTexts) == 0 {
		return u, false // what came from where is unknown
	}
	u.Merged = slices.DeleteFunc(slices.Clone(u.Merged), v.hidden)
	u.Wordings = slices.DeleteFunc(slices.Clone(u.Wordings), func(w trajectory.Wording) bool { return slices.Contains(v.HideTexts, w.Text) })
	if slices.ContainsFunc(v.HideTexts, func(text string) bool { return holdsText(u.Procedure, text) }) {
		u.Procedure, u.Compiler = nil, ""
	}
	return u, true
}

// Search returns the units that match a text best, best first. A full-task memory and a
// raw trajectory are found by their task, a subtask memory by its description (LEGOMem
// 3.2.1), a routine by its name and description. Quarantined units are never found.
func (b *Bank) Search(ctx context.Context, q Query) ([]Hit, error) {
	return b.searchUnits(ctx, q, anyUnit, notQuarantined)
}

func anyUnit(Unit) bool { return true }

// playable reports whether a unit's procedure may be played.
func playable(u Unit) bool { return u.Suspended == "" && !u.Untrusted }

// searchUnits is Search with more conditions (must), down to the Kth unit that counts.
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
		ask.K *= 2 // units that are hidden, or do not count, took places
	}
}

var (
	notQuarantined = records.NotQuarantined
	notSuspended   = store.Match{Field: fieldSuspended, Any: []string{""}}
	notUntrusted   = store.Match{Field: fieldUntrusted, Any: []string{""}}
)

// search asks the store once and keeps what is not hidden, down to the kth that counts.
// Enough is set if it got that far, or if the store has no more.
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

// SearchTasks returns the full-task memories nearest to a text, best first, to play
// their procedures: those whose procedure is suspended, or not trusted yet, are left out.
func (b *Bank) SearchTasks(ctx context.Context, text string, k int) ([]Hit, error) {
	return b.searchUnits(ctx, Query{Text: text, K: k, Filter: Filter{Kind: FullTask}}, anyUnit, notQuarantined, notSuspended, notUntrusted)
}
