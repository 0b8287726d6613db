package store

import (
	"bytes"
	"context"
	"maps"
	"slices"
	"sync"
)

// Memory is a Store that lives as long as the program. The zero value is
// ready. See store/sqlite for one that lasts.
type Memory struct {
	mu          sync.Mutex
	collections map[string]Embedding
	records     map[Scope]map[string]Record
}

// Ensure implements Store.
func (m *Memory) Ensure(ctx context.Context, collection string, e Embedding) error {
	if err := e.Check(); err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	have, ok := m.collections[collection]
	if ok && have != e {
		return &Mismatch{Collection: collection, Have: have, Want: e}
	}
	if m.collections == nil {
		m.collections, m.records = map[string]Embedding{}, map[Scope]map[string]Record{}
	}
	m.collections[collection] = e
	return ctx.Err()
}

// Upsert implements Store.
func (m *Memory) Upsert(ctx context.Context, s Scope, records []Record) error {
	if err := s.Check(); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	e, ok := m.collections[s.Collection]
	if !ok {
		return ErrNoCollection
	}
	for _, r := range records {
		if err := r.Check(e); err != nil {
			return err
		}
	}
	if m.records[s] == nil {
		m.records[s] = map[string]Record{}
	}
	for _, r := range records {
		m.records[s][r.ID] = kept(r)
	}
	return nil
}

// kept is the record as it is held: a copy nobody else can change.
func kept(r Record) Record {
	r.Fields, r.Payload = maps.Clone(r.Fields), bytes.Clone(r.Payload)
	if len(r.Vector) > 0 {
		r.Vector = Unit(r.Vector)
	}
	return r
}

// Amend implements Store.
func (m *Memory) Amend(ctx context.Context, s Scope, ids []string, change func(map[string]string)) error {
	if err := s.Check(); err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, id := range ids {
		r, ok := m.records[s][id]
		if !ok {
			continue
		}
		fields := maps.Clone(r.Fields)
		if fields == nil {
			fields = map[string]string{}
		}
		change(fields)
		r.Fields = fields
		m.records[s][id] = r
	}
	return ctx.Err()
}

// Delete implements Store.
func (m *Memory) Delete(ctx context.Context, s Scope, ids []string) (int, error) {
	if err := s.Check(); err != nil {
		return 0, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	before := len(m.records[s])
	for _, id := range ids {
		delete(m.records[s], id)
	}
	return before - len(m.records[s]), ctx.Err()
}

// Get implements Store.
func (m *Memory) Get(ctx context.Context, s Scope, ids []string) ([]Record, error) {
	if err := s.Check(); err != nil {
		return nil, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	var out []Record
	for _, id := range ids {
		if r, ok := m.records[s][id]; ok {
			r.Vector = slices.Clone(r.Vector)
			out = append(out, given(r))
		}
	}
	return out, ctx.Err()
}

// given is a copy of a held record for a caller to keep.
func given(r Record) Record {
	r.Fields, r.Payload = maps.Clone(r.Fields), bytes.Clone(r.Payload)
	return r
}

// List implements Store.
func (m *Memory) List(ctx context.Context, s Scope, p Page) ([]Record, error) {
	found, err := m.filtered(s, p.Filter)
	if err != nil {
		return nil, err
	}
	var out []Record
	for _, r := range found {
		if r.ID > p.After && (p.Limit <= 0 || len(out) < p.Limit) {
			r.Vector = nil
			out = append(out, r)
		}
	}
	return out, ctx.Err()
}

// Count implements Store.
func (m *Memory) Count(ctx context.Context, s Scope, f Filter) (int, error) {
	found, err := m.filtered(s, f)
	if err != nil {
		return 0, err
	}
	return len(found), ctx.Err()
}

// filtered lists copies of the records by ascending id, vectors shared.
func (m *Memory) filtered(s Scope, f Filter) ([]Record, error) {
	if err := s.Check(); err != nil {
		return nil, err
	}
	if err := f.Check(); err != nil {
		return nil, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	var out []Record
	for _, id := range slices.Sorted(maps.Keys(m.records[s])) {
		if r := m.records[s][id]; f.Holds(r.Fields) {
			out = append(out, given(r))
		}
	}
	return out, nil
}

// Close implements Store.
func (m *Memory) Close() error { return nil }

// Reembed implements Store.
func (m *Memory) Reembed(ctx context.Context, collection string, e Embedding, embed EmbedFunc) (int, error) {
	return EmbedTexts(ctx, e, embed, func(known map[string][]float32) (int, []string, error) {
		return m.reembed(collection, e, known)
	})
}

func (m *Memory) reembed(collection string, e Embedding, known map[string][]float32) (n int, lack []string, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, ok := m.collections[collection]; !ok {
		return 0, nil, ErrNoCollection
	}
	fresh := map[Scope]map[string]Record{}
	for s, records := range m.records {
		if s.Collection != collection {
			continue
		}
		fresh[s] = maps.Clone(records)
		for id, r := range records {
			if len(r.Vector) == 0 {
				continue
			}
			n++
			if r.Vector = known[r.Text]; r.Vector == nil {
				lack = append(lack, r.Text)
			}
			fresh[s][id] = r
		}
	}
	if len(lack) > 0 {
		return 0, lack, nil
	}
	maps.Copy(m.records, fresh)
	m.collections[collection] = e
	return n, nil, nil
}
