package sqlite

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"legomem/membank/store"
)

// model is what a collection should hold, in as few words as it can be said:
// what random changes need of a store, and no more.
type model struct {
	store.Store
	records map[string]store.Record
}

func (m *model) Upsert(_ context.Context, _ store.Scope, records []store.Record) error {
	for _, r := range records {
		r.Fields = maps.Clone(r.Fields)
		m.records[r.ID] = r
	}
	return nil
}

func (m *model) Amend(_ context.Context, _ store.Scope, ids []string, change func(map[string]string)) error {
	for _, id := range ids {
		if r, ok := m.records[id]; ok {
			fields := map[string]string{}
			maps.Copy(fields, r.Fields)
			change(fields)
			r.Fields = fields
			m.records[id] = r
		}
	}
	return nil
}

func (m *model) Delete(_ context.Context, _ store.Scope, ids []string) (int, error) {
	before := len(m.records)
	for _, id := range ids {
		delete(m.records, id)
	}
	return before - len(m.records), nil
}

func (m *model) Reembed(ctx context.Context, _ string, _ store.Embedding, embed store.EmbedFunc) (int, error) {
	for id, r := range m.records {
		if len(r.Vector) == 0 {
			continue
		}
		vectors, err := embed(ctx, []string{r.Text})
		if err != nil {
			return 0, err
		}
		r.Vector = vectors[0]
		m.records[id] = r
	}
	return len(m.records), nil
}

func (m *model) nearest(q store.Query) (hits []store.Hit) {
	query := store.Unit(q.Vector)
	for _, r := range m.records {
		if len(r.Vector) > 0 && lets(q.Filter, r.Fields) {
			score := exact(query, store.Unit(r.Vector))
			r.Vector = nil
			hits = append(hits, store.Hit{Record: r, Score: score})
		}
	}
	slices.SortFunc(hits, func(a, b store.Hit) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), strings.Compare(a.ID, b.ID))
	})
	return hits[:min(q.K, len(hits))]
}

// lets says whether a filter lets a record with these fields through.
func lets(f store.Filter, fields map[string]string) bool {
	return !slices.ContainsFunc(f, func(m store.Match) bool { return slices.Contains(m.Any, fields[m.Field]) == m.Not })
}
