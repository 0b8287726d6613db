package qdrant_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"

	client "github.com/qdrant/go-client/qdrant"

	"legomem/membank/store"
	"legomem/membank/store/qdrant"
	"legomem/membank/store/qdrant/qdranttest"
	"legomem/must"
)

// guard looks at every request that reaches points: each filter in it must
// begin with the tenant.
type guard struct {
	mu     sync.Mutex
	tenant string // "": nobody's requests are looked at
	seen   map[string]int
	bad    []string
}

func (g *guard) watch(_ context.Context, method string, _ int, req any) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.tenant == "" {
		return nil
	}
	filters, known := filtersOf(req)
	if !known {
		g.bad = append(g.bad, fmt.Sprintf("%s is a request that nobody has looked at", method))
	}
	for _, f := range filters {
		first := &client.FieldCondition{}
		if len(f.GetMust()) > 0 {
			first = f.GetMust()[0].GetField()
		}
		if first.GetKey() != "tenant" || first.GetMatch().GetKeyword() != g.tenant {
			g.bad = append(g.bad, fmt.Sprintf("%s has a filter for all tenants: %v", method, f))
		}
	}
	g.seen[method]++
	return nil
}

// filtersOf are the filters a request must have; known is false for a request
// that is in no list here.
func filtersOf(req any) (filters []*client.Filter, known bool) {
	switch r := req.(type) {
	case *client.GetCollectionInfoRequest:
	case *client.ScrollPoints:
		filters = append(filters, r.GetFilter())
	case *client.CountPoints:
		filters = append(filters, r.GetFilter())
	case *client.DeletePoints:
		filters = append(filters, r.GetPoints().GetFilter())
	case *client.UpsertPoints:
		filters = append(filters, r.GetUpdateFilter())
	case *client.UpdateBatchPoints:
		for _, op := range r.GetOperations() {
			filters = append(filters, op.GetSetPayload().GetPointsSelector().GetFilter())
		}
	case *client.QueryPoints:
		filters = append(filters, r.GetFilter())
		for _, leg := range r.GetPrefetch() {
			filters = append(filters, leg.GetFilter())
		}
	default:
		return nil, false
	}
	return filters, true
}

// TestTenants has one tenant try every method with another's ids and words.
func TestTenants(t *testing.T) {
	g := &guard{seen: map[string]int{}}
	s := open(t, qdrant.Options{Address: qdranttest.New(t, qdranttest.Options{Before: g.watch}).Address})
	ensure(t, s)
	hers := store.Record{ID: "a", Vector: []float32{1, 0, 0}, Text: "a secret budget", Fields: map[string]string{"kind": "task"}}
	must.Do(t, s.Upsert(t.Context(), at, []store.Record{hers}))
	g.mu.Lock()
	g.tenant = "eve"
	g.mu.Unlock()

	eve, ctx := store.Scope{Tenant: "eve", Collection: at.Collection}, t.Context()
	for name, attack := range map[string]func(at store.Scope) (any, error){
		"Get": func(at store.Scope) (any, error) {
			r, err := s.Get(ctx, at, []string{"a"})
			return len(r), err
		},
		"List": func(at store.Scope) (any, error) {
			r, err := s.List(ctx, at, store.Page{})
			return len(r), err
		},
		"List a page": func(at store.Scope) (any, error) {
			r, err := s.List(ctx, at, store.Page{Limit: 1, Filter: store.Filter{{Field: "kind", Any: []string{"task"}}}})
			return len(r), err
		},
		"Count": func(at store.Scope) (any, error) { return s.Count(ctx, at, nil) },
		"Count by a field called tenant": func(at store.Scope) (any, error) {
			return s.Count(ctx, at, store.Filter{{Field: "tenant", Any: []string{"ann"}}})
		},
		"Count by what is not": func(at store.Scope) (any, error) {
			return s.Count(ctx, at, store.Filter{{Field: "kind", Any: []string{"", "none"}, Not: true}})
		},
		"Search by vector": func(at store.Scope) (any, error) {
			r, err := s.Search(ctx, at, store.Query{Vector: []float32{1, 0, 0}, K: 5})
			return len(r), err
		},
		"Search by words": func(at store.Scope) (any, error) {
			r, err := s.Search(ctx, at, store.Query{By: store.Lexical, Text: "secret", K: 5})
			return len(r), err
		},
		"Search by both": func(at store.Scope) (any, error) {
			r, err := s.Search(ctx, at, store.Query{By: store.Hybrid, Vector: []float32{1, 0, 0}, Text: "secret", K: 5})
			return len(r), err
		},
		"Delete": func(at store.Scope) (any, error) { return s.Delete(ctx, at, []string{"a"}) },
		"Amend": func(at store.Scope) (any, error) {
			called := 0
			return called, s.Amend(ctx, at, []string{"a"}, func(f map[string]string) { called++; f["kind"] = "eve's" })
		},
	} {
		if found, err := attack(eve); err != nil || found != 0 {
			t.Errorf("%s: %v, %v", name, found, err)
		}
	}
	mine := store.Record{ID: "a", Text: "of eve"}
	must.Do(t, s.Upsert(ctx, eve, []store.Record{mine}))
	must.Do(t, s.Amend(ctx, eve, []string{"a"}, func(f map[string]string) { f["kind"] = "eve's" }))
	if n, err := s.Delete(ctx, eve, []string{"a"}); err != nil || n != 1 {
		t.Errorf("her own: %d, %v", n, err)
	}
	g.mu.Lock()
	g.tenant = ""
	g.mu.Unlock()
	for _, method := range []string{"Scroll", "Count", "Query", "Delete", "Upsert", "UpdateBatch"} {
		if g.seen[method] == 0 {
			t.Errorf("no %s was looked at", method)
		}
	}
	for _, bad := range g.bad {
		t.Error(bad)
	}
	got, err := s.Get(ctx, at, []string{"a"})
	if err != nil || len(got) != 1 || got[0].Text != hers.Text || got[0].Fields["kind"] != "task" {
		t.Errorf("Ann's record became %v, %v", got, err)
	}
}

// TestTenantsScores adds another tenant's texts and looks whether they tell in
// the order of a tenant's own.
func TestTenantsScores(t *testing.T) {
	s := open(t, qdrant.Options{Address: qdranttest.Start(t)})
	ensure(t, s)
	must.Do(t, s.Upsert(t.Context(), at, []store.Record{
		{ID: "rare", Text: "budget one two three"}, {ID: "b", Text: "report one two three"}, {ID: "c", Text: "report four five six"},
	}))
	eve := store.Scope{Tenant: "eve", Collection: at.Collection}
	for i := range 50 {
		must.Do(t, s.Upsert(t.Context(), eve, []store.Record{{ID: fmt.Sprint(i), Text: "budget budget budget"}}))
	}
	hits, err := s.Search(t.Context(), at, store.Query{By: store.Lexical, Text: "budget report", K: 3})
	if err != nil || len(hits) != 3 || hits[0].ID != "rare" {
		t.Errorf("a word that is rare with Ann and frequent with Eve: %v, %v", hits, err)
	}
}

func TestReadOnly(t *testing.T) {
	address := qdranttest.Start(t)
	w, r := open(t, qdrant.Options{Address: address}), open(t, qdrant.Options{Address: address, ReadOnly: true})
	must.Do(t, r.Ensure(t.Context(), at.Collection, three))
	must.Have(w.Count(t.Context(), at, nil))(t)
	if err := w.Upsert(t.Context(), at, []store.Record{{ID: "a"}}); !errors.Is(err, store.ErrNoCollection) {
		t.Errorf("a reader made the collection: %v", err)
	}
	ensure(t, w)
	must.Do(t, w.Upsert(t.Context(), at, []store.Record{{ID: "a", Vector: []float32{1, 0, 0}, Text: "text"}}))
	ensure(t, r)
	var m *store.Mismatch
	if err := r.Ensure(t.Context(), at.Collection, store.Embedding{Model: "other", Dim: 3}); !errors.As(err, &m) {
		t.Errorf("another embedding: %v", err)
	}
	hits, err := r.Search(t.Context(), at, store.Query{By: store.Hybrid, Vector: []float32{1, 0, 0}, Text: "texts", K: 1})
	if err != nil || len(hits) != 1 {
		t.Errorf("Search: %v, %v", hits, err)
	}
	_, deleteErr := r.Delete(t.Context(), at, []string{"a"})
	_, reembedErr := r.Reembed(t.Context(), at.Collection, store.Embedding{Model: "test-2", Dim: 2}, embedLength)
	for name, err := range map[string]error{
		"Upsert": r.Upsert(t.Context(), at, []store.Record{{ID: "b"}}),
		"Amend":  r.Amend(t.Context(), at, []string{"a"}, func(map[string]string) {}),
		"Delete": deleteErr, "Reembed": reembedErr,
	} {
		if !errors.Is(err, store.ErrReadOnly) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestTies has many records of one score, whose order on the server is another
// than that of their ids.
func TestTies(t *testing.T) {
	s := open(t, qdrant.Options{Address: qdranttest.Start(t)})
	ensure(t, s)
	var records []store.Record
	for i := range 100 {
		records = append(records, store.Record{ID: fmt.Sprintf("r%02d", i), Vector: []float32{0, 1, 0}, Text: "the same"})
	}
	records = append(records, store.Record{ID: "z", Vector: []float32{1, 0, 0}, Text: "the same, the same"})
	must.Do(t, s.Upsert(t.Context(), at, records))
	for _, q := range []store.Query{{Vector: []float32{2, 1, 0}, K: 4}, {By: store.Lexical, Text: "same", K: 4}} {
		hits := must.Have(s.Search(t.Context(), at, q))(t)
		var ids string
		for _, h := range hits {
			ids += " " + h.ID
		}
		if ids != " z r00 r01 r02" {
			t.Errorf("%s: %s", q.By, ids)
		}
	}
}
