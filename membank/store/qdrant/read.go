package qdrant

import (
	"context"
	"errors"
	"slices"

	"github.com/qdrant/go-client/qdrant"

	"legomem/lists"
	"legomem/membank/store"
)

// Get implements store.Store.
func (s *Store) Get(ctx context.Context, at store.Scope, ids []string) ([]store.Record, error) {
	if err := errors.Join(at.Check(), ctx.Err()); err != nil {
		return nil, err
	}
	return s.part(at).get(ctx, ids, true)
}

// get reads records in the order of ids.
func (p part) get(ctx context.Context, ids []string, vectors bool) ([]store.Record, error) {
	found, err := p.byID(ctx, want{vectors: vectors}, ids)
	if err != nil {
		return nil, err
	}
	var out []store.Record
	for _, id := range ids {
		point, ok := found[pointID(p.at, id).GetUuid()]
		if !ok {
			continue
		}
		r, err := toRecord(point.GetPayload())
		if err != nil {
			return nil, err
		}
		r.Vector = dense(point.GetVectors())
		out = append(out, r)
	}
	return out, nil
}

// List implements store.Store. The server lists by its own ids, so this reads the ids
// and fields of everything that passes the filter, even for one page, and then gets the page's
// records. It is no snapshot: a record that is removed meanwhile may be left out.
func (s *Store) List(ctx context.Context, at store.Scope, p store.Page) ([]store.Record, error) {
	if err := p.Check(); err != nil {
		return nil, err
	}
	where, ok, err := check(ctx, at, p.Filter)
	if err != nil || !ok {
		return nil, err
	}
	mine := s.part(at)
	if p.Limit <= 0 {
		return mine.all(ctx, where, p)
	}
	var all []store.Record
	err = mine.each(ctx, want{payload: []string{keyID, keyFields}}, where, func(point *qdrant.RetrievedPoint) error {
		if id := point.GetPayload()[keyID].GetStringValue(); id > p.After {
			all = append(all, store.Record{ID: id, Fields: fieldsOf(point.GetPayload())})
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	slices.SortFunc(all, p.Compare)
	return mine.get(ctx, lists.Map(all[:min(p.Limit, len(all))], func(r store.Record) string { return r.ID }), false)
}

// all reads every record of a page without a limit.
func (p part) all(ctx context.Context, where []*qdrant.Condition, page store.Page) ([]store.Record, error) {
	var out []store.Record
	err := p.each(ctx, want{}, where, func(point *qdrant.RetrievedPoint) error {
		r, err := toRecord(point.GetPayload())
		if err != nil {
			return err
		}
		if r.ID > page.After {
			out = append(out, r)
		}
		return nil
	})
	slices.SortFunc(out, page.Compare)
	return out, err
}

// Count implements store.Store.
func (s *Store) Count(ctx context.Context, at store.Scope, f store.Filter) (int, error) {
	where, ok, err := check(ctx, at, f)
	if err != nil || !ok {
		return 0, err
	}
	return s.part(at).count(ctx, where)
}

// check begins every call that reads; ok is false if nothing can be found.
func check(ctx context.Context, at store.Scope, f store.Filter) (where []*qdrant.Condition, ok bool, err error) {
	if err := errors.Join(at.Check(), f.Check(), ctx.Err()); err != nil {
		return nil, false, err
	}
	where, ok = conditions(f)
	return where, ok, nil
}
