// Package bench trains and measures the user's memory (package recall) on users made of
// published dialogues (package dialogues): which of their earlier answers are found for what a
// last session leaves out, how well they fill it, and how many turns that saves (MemGuide,
// "Experiments"). The same data and seed give the same numbers.
//
// Start with Run and Train. What a system under test sees of a goal is its recall.Ask; the
// gold values stay in here, with the judge.
package bench

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"legomem/membank/hashembed"
	"legomem/membank/recall"
	"legomem/membank/recall/dialogues"
	"legomem/membank/store"
	"legomem/membank/store/sqlite"
)

// asked is a goal at the end of its last session, and the memory of that moment.
type asked struct {
	memory *recall.Memory
	store  store.Store
	user   string
	past   []dialogues.Session // before this one
	goal   *dialogues.Goal
}

// walk lives users' sessions in the order of time, each remembered when it ends, and calls use
// for each goal before its last session is remembered.
func walk(ctx context.Context, users []dialogues.User, sc *recall.Scorer, use func(ctx context.Context, a asked) error) error {
	dir, err := os.MkdirTemp("", "recall-bench-")
	if err != nil {
		return fmt.Errorf("make a folder for the bench: %w", err)
	}
	defer os.RemoveAll(dir)
	db, err := sqlite.Open(ctx, filepath.Join(dir, "recall.db"), sqlite.ReadWrite)
	if err != nil {
		return err
	}
	defer db.Close()
	for _, u := range users {
		if err := live(ctx, db, u, sc, use); err != nil {
			return fmt.Errorf("user %s: %w", u.Name, err)
		}
	}
	return nil
}

func live(ctx context.Context, db store.Store, u dialogues.User, sc *recall.Scorer, use func(ctx context.Context, a asked) error) error {
	owner, err := recall.NewOwner("bench", u.Name)
	if err != nil {
		return err
	}
	m, err := recall.Open(ctx, db, hashembed.Embedder{}, sc, owner)
	if err != nil {
		return err
	}
	for i, s := range u.Sessions {
		if s.Goal != nil {
			if err := use(ctx, asked{memory: m, store: db, user: u.Name, past: u.Sessions[:i], goal: s.Goal}); err != nil {
				return err
			}
		}
		if _, err := m.Remember(ctx, recall.Curate(s.ID, s.At, s.Said)); err != nil {
			return err
		}
	}
	return nil
}
