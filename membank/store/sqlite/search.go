package sqlite

import (
	"context"
	"database/sql"
	"errors"

	"legomem/membank/store"
)

// Search implements store.Store. The rankings and the records come from one
// snapshot of the file.
func (s *Store) Search(ctx context.Context, at store.Scope, q store.Query) ([]store.Hit, error) {
	if err := errors.Join(at.Check(), q.Check()); err != nil || q.K <= 0 {
		return nil, err
	}
	snap, err := s.snapshot(ctx, at, q)
	if errors.Is(err, store.ErrNoCollection) {
		return nil, nil
	}
	if err != nil {
		return nil, explain(s.path, err)
	}
	defer snap.tx.Rollback()
	nearest, err := snap.rank(ctx, q)
	if err != nil {
		return nil, explain(s.path, err)
	}
	hits, err := s.recent.fetch(ctx, snap.tx, nearest)
	return hits, explain(s.path, err)
}

// snapshot is the file at one moment, and the vectors of that moment.
type snapshot struct {
	tx    *sql.Tx
	place place
	view  view
	tests []test
}

// snapshot takes a snapshot. The caller rolls it back.
func (s *Store) snapshot(ctx context.Context, at store.Scope, q store.Query) (*snapshot, error) {
	var c *cache
	if q.By.Vectors() {
		c = s.cache(at)
		if err := c.turn.wait(ctx); err != nil {
			return nil, err
		}
		defer c.turn.give()
	}
	tx, err := s.db.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return nil, err
	}
	snap := &snapshot{tx: tx}
	snap.place, err = s.locate(ctx, tx, at)
	if err == nil && c != nil {
		err = s.askable(at, snap.place.embedding, q)
	}
	if err == nil && c != nil {
		snap.view, snap.tests, err = c.look(ctx, tx, snap.place, q.Filter)
	}
	if err != nil {
		return nil, errors.Join(err, ignoreDone(tx.Rollback()))
	}
	return snap, nil
}

// askable returns an error unless the query's vector can be compared with the kept ones.
func (s *Store) askable(at store.Scope, e store.Embedding, q store.Query) error {
	if err := s.same(at.Collection, e); err != nil {
		return err
	}
	return e.CheckVector(q.Vector)
}

func (s *snapshot) rank(ctx context.Context, q store.Query) ([]near, error) {
	switch q.By {
	case store.Lexical:
		return s.byWords(ctx, q, q.K)
	case store.Hybrid:
		return s.byBoth(ctx, q)
	default:
		return s.byVector(ctx, q, q.K)
	}
}

func (s *snapshot) byVector(ctx context.Context, q store.Query, k int) ([]near, error) {
	return s.view.nearest(ctx, store.Unit(q.Vector), s.tests, k)
}

func (s *snapshot) byWords(ctx context.Context, q store.Query, k int) ([]near, error) {
	if !s.place.words {
		return nil, nil
	}
	return byWords(ctx, s.tx, s.place.key, q, k)
}

func (s *snapshot) byBoth(ctx context.Context, q store.Query) ([]near, error) {
	vectors, err := s.byVector(ctx, q, q.Depth())
	if err != nil {
		return nil, err
	}
	words, err := s.byWords(ctx, q, q.Depth())
	if err != nil {
		return nil, err
	}
	keys := map[string]int64{}
	hits := func(ranking []near) (out []store.Hit) {
		for _, n := range ranking {
			keys[n.id] = n.key
			out = append(out, store.Hit{Record: store.Record{ID: n.id}})
		}
		return out
	}
	var fused []near
	for _, h := range store.Fuse(q.K, hits(vectors), hits(words)) {
		fused = append(fused, near{key: keys[h.ID], id: h.ID, score: h.Score})
	}
	return fused, nil
}
