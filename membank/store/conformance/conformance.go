// Package conformance tests whether an implementation of store.Store does what the
// interface promises. Start with Test, and call it from your own test.
package conformance

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strconv"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"legomem/lists"
	"legomem/membank/store"
)

// Test runs the suite. Open returns a new, empty store each time; the suite
// closes it.
func Test(t *testing.T, open func(t *testing.T) store.Store) {
	for _, c := range []struct {
		name string
		test func(*testing.T, store.Store)
	}{
		{"what goes in comes out", roundTrip},
		{"a second upsert replaces", replaces},
		{"an upsert is all or nothing", allOrNothing},
		{"bad records are refused", refusals},
		{"a tenant is always named", tenantNamed},
		{"tenants and collections are apart", apart},
		{"a collection keeps its embedding", embedding},
		{"a missing collection is empty", missing},
		{"filters", filters},
		{"pages", pages},
		{"descending", descends},
		{"search ranks by cosine", ranks},
		{"search with a filter", searchFiltered},
		{"search passes over records without vectors", vectorless},
		{"search by words ranks by BM25", ranksWords},
		{"search by words with filters and tenants", wordsNarrowed},
		{"search by words follows the texts", wordsFollow},
		{"a search says how it ranks", rankingNamed},
		{"search by both fuses the ranks", fuses},
		{"search by both looks deep", fusesDeep},
		{"adding a record moves no other", unmoved},
		{"amend changes fields alone", amends},
		{"amends from many sides all count", amendsCount},
		{"delete", deletes},
		{"reembed", reembeds},
		{"reembed to another length", reembedsLonger},
		{"a reembed is all or nothing", reembedFails},
		{"a reembed that cannot be", reembedRefused},
		{"strange texts", strange},
		{"a cancelled call", cancelled},
		{"close twice", closesTwice},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := open(t)
			t.Cleanup(func() { s.Close() })
			c.test(t, s)
		})
	}
}

var (
	three = store.Embedding{Model: "test-1", Dim: 3}
	ann   = store.Scope{Tenant: "ann", Collection: "things"}
	bea   = store.Scope{Tenant: "bea", Collection: "things"}
)

// put makes the collection and writes records into it.
func put(t *testing.T, s store.Store, at store.Scope, records ...store.Record) {
	t.Helper()
	must(t, s.Ensure(t.Context(), at.Collection, three))
	must(t, s.Upsert(t.Context(), at, records))
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func same[T any](t *testing.T, what string, got, want T) {
	t.Helper()
	near := cmpopts.EquateApprox(0, 1e-6)
	if diff := cmp.Diff(want, got, cmpopts.EquateEmpty(), near); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

func ids(records []store.Record) []string {
	return lists.Map(records, func(r store.Record) string { return r.ID })
}

func hitIDs(hits []store.Hit) []string {
	return lists.Map(hits, func(h store.Hit) string { return h.ID })
}

func list(t *testing.T, s store.Store, at store.Scope, f store.Filter) []string {
	t.Helper()
	got, err := s.List(t.Context(), at, store.Page{Filter: f})
	must(t, err)
	return ids(got)
}

func roundTrip(t *testing.T, s store.Store) {
	r := store.Record{ID: "a", Vector: []float32{0, 3, 4}, Text: "a text", Fields: map[string]string{"kind": "task", "n_2": ""}, Payload: []byte{0, 1, 255}}
	bare := store.Record{ID: "b"}
	put(t, s, ann, r, bare)
	got := get(t, s, ann, "b", "nobody", "a")
	r.Vector = []float32{0, 0.6, 0.8}
	same(t, "Get", got, []store.Record{bare, r})
	listed, err := s.List(t.Context(), ann, store.Page{})
	must(t, err)
	r.Vector = nil
	same(t, "List", listed, []store.Record{r, bare})
}

func replaces(t *testing.T, s store.Store) {
	put(t, s, ann, store.Record{ID: "a", Vector: []float32{1, 0, 0}, Text: "old", Fields: map[string]string{"old": "1"}})
	put(t, s, ann, store.Record{ID: "a", Text: "new", Fields: map[string]string{"new": "1"}})
	got := get(t, s, ann, "a")
	same(t, "Get", got, []store.Record{{ID: "a", Text: "new", Fields: map[string]string{"new": "1"}}})
	hits := search(t, s, ann, store.Query{Vector: []float32{1, 0, 0}, K: 1})
	same(t, "Search finds the old vector", hitIDs(hits), nil)
}

func allOrNothing(t *testing.T, s store.Store) {
	put(t, s, ann, store.Record{ID: "a", Text: "old"})
	err := s.Upsert(t.Context(), ann, []store.Record{{ID: "a", Text: "new"}, {ID: "b"}, {ID: "c", Vector: []float32{1}}})
	if err == nil {
		t.Fatal("a vector of the wrong length was taken")
	}
	got, err := s.List(t.Context(), ann, store.Page{})
	must(t, err)
	same(t, "List", got, []store.Record{{ID: "a", Text: "old"}})
}

func refusals(t *testing.T, s store.Store) {
	must(t, s.Ensure(t.Context(), ann.Collection, three))
	for name, r := range map[string]store.Record{
		"no id":           {Text: "x"},
		"a short vector":  {ID: "a", Vector: []float32{1, 0}},
		"not a number":    {ID: "a", Vector: []float32{1, 0, float32(math.NaN())}},
		"an infinity":     {ID: "a", Vector: []float32{1, 0, float32(math.Inf(1))}},
		"a quoted field":  {ID: "a", Fields: map[string]string{`a"b`: ""}},
		"an upper field":  {ID: "a", Fields: map[string]string{"Kind": ""}},
		"a nameless one":  {ID: "a", Fields: map[string]string{"": ""}},
		"a spaced field":  {ID: "a", Fields: map[string]string{"a b": ""}},
		"a dotted field":  {ID: "a", Fields: map[string]string{"a.b": ""}},
		"an indexed path": {ID: "a", Fields: map[string]string{"$[0]": ""}},
	} {
		if err := s.Upsert(t.Context(), ann, []store.Record{r}); err == nil {
			t.Errorf("%s was taken", name)
		}
	}
	if _, err := s.Count(t.Context(), ann, store.Filter{{Field: "a' OR '1'='1"}}); err == nil {
		t.Error("a filter with a field that cannot be was taken")
	}
	if _, err := s.Search(t.Context(), ann, store.Query{Vector: []float32{1}, K: 1}); err == nil {
		t.Error("a query of the wrong length was taken")
	}
	same(t, "List", list(t, s, ann, nil), nil)
}

func tenantNamed(t *testing.T, s store.Store) {
	put(t, s, ann, store.Record{ID: "a", Vector: []float32{1, 0, 0}})
	nobody, ctx := store.Scope{Collection: ann.Collection}, t.Context()
	_, getErr := s.Get(ctx, nobody, []string{"a"})
	_, listErr := s.List(ctx, nobody, store.Page{})
	_, countErr := s.Count(ctx, nobody, nil)
	_, searchErr := s.Search(ctx, nobody, store.Query{Vector: []float32{1, 0, 0}, K: 1})
	_, deleteErr := s.Delete(ctx, nobody, []string{"a"})
	for name, err := range map[string]error{
		"Get": getErr, "List": listErr, "Count": countErr, "Search": searchErr, "Delete": deleteErr,
		"Upsert": s.Upsert(ctx, nobody, []store.Record{{ID: "b"}}),
		"Amend":  s.Amend(ctx, nobody, []string{"a"}, func(map[string]string) {}),
	} {
		if !errors.Is(err, store.ErrNoTenant) {
			t.Errorf("%s without a tenant: %v", name, err)
		}
	}
}

func apart(t *testing.T, s store.Store) {
	other := store.Scope{Tenant: "ann", Collection: "others"}
	for _, at := range []store.Scope{ann, bea, other} {
		put(t, s, at, store.Record{ID: "a", Vector: []float32{1, 0, 0}, Text: at.Tenant + at.Collection})
	}
	n, err := s.Delete(t.Context(), bea, []string{"a"})
	must(t, err)
	same(t, "deleted", n, 1)
	for _, at := range []store.Scope{ann, other} {
		hits := search(t, s, at, store.Query{Vector: []float32{1, 0, 0}, K: 9})
		if len(hits) != 1 || hits[0].Text != at.Tenant+at.Collection {
			t.Errorf("%v sees %v", at, hits)
		}
	}
	same(t, "Bea's", list(t, s, bea, nil), nil)
}

func embedding(t *testing.T, s store.Store) {
	must(t, s.Ensure(t.Context(), "things", three))
	must(t, s.Ensure(t.Context(), "things", three))
	must(t, s.Ensure(t.Context(), "notes", store.Embedding{}))
	for _, other := range []store.Embedding{{Model: "test-2", Dim: 3}, {Model: "test-1", Dim: 4}, {}} {
		err := s.Ensure(t.Context(), "things", other)
		var m *store.Mismatch
		if !errors.As(err, &m) {
			t.Fatalf("%v over %v: %v", other, three, err)
		}
		same(t, "mismatch", *m, store.Mismatch{Collection: "things", Have: three, Want: other})
	}
	for _, bad := range []store.Embedding{{Model: "test-1"}, {Dim: 3}, {Model: "test-1", Dim: -1}} {
		if s.Ensure(t.Context(), "new", bad) == nil {
			t.Errorf("%v was taken", bad)
		}
	}
}

func missing(t *testing.T, s store.Store) {
	same(t, "List", list(t, s, ann, nil), nil)
	hits := search(t, s, ann, store.Query{Vector: []float32{1, 0, 0}, K: 3})
	same(t, "Search", hitIDs(hits), nil)
	n, err := s.Delete(t.Context(), ann, []string{"a"})
	must(t, err)
	same(t, "deleted", n, 0)
	if err := s.Upsert(t.Context(), ann, []store.Record{{ID: "a"}}); !errors.Is(err, store.ErrNoCollection) {
		t.Errorf("Upsert into a collection never made: %v", err)
	}
}

func filters(t *testing.T, s store.Store) {
	put(t, s, ann,
		store.Record{ID: "a", Fields: map[string]string{"kind": "task", "agent": "x"}},
		store.Record{ID: "b", Fields: map[string]string{"kind": "task", "agent": "O'Neil \"y\""}},
		store.Record{ID: "c", Fields: map[string]string{"kind": "part"}},
		store.Record{ID: "d"})
	for _, c := range []struct {
		name string
		f    store.Filter
		want []string
	}{
		{"none", nil, []string{"a", "b", "c", "d"}},
		{"one value", store.Filter{{Field: "kind", Any: []string{"task"}}}, []string{"a", "b"}},
		{"either value", store.Filter{{Field: "kind", Any: []string{"part", "task"}}}, []string{"a", "b", "c"}},
		{"both fields", store.Filter{{Field: "kind", Any: []string{"task"}}, {Field: "agent", Any: []string{"x"}}}, []string{"a"}},
		{"quotes", store.Filter{{Field: "agent", Any: []string{"O'Neil \"y\""}}}, []string{"b"}},
		{"not", store.Filter{{Field: "kind", Any: []string{"task"}, Not: true}}, []string{"c", "d"}},
		{"a lacking field is empty", store.Filter{{Field: "agent", Any: []string{""}}}, []string{"c", "d"}},
		{"no value at all", store.Filter{{Field: "kind"}}, nil},
		{"not no value", store.Filter{{Field: "kind", Not: true}}, []string{"a", "b", "c", "d"}},
	} {
		same(t, c.name, list(t, s, ann, c.f), c.want)
		n, err := s.Count(t.Context(), ann, c.f)
		must(t, err)
		same(t, "count: "+c.name, n, len(c.want))
	}
}

func pages(t *testing.T, s store.Store) {
	var want []string
	for i := range 25 {
		kind := strconv.Itoa(i % 2)
		id := fmt.Sprintf("r%02d", (i*7)%25)
		put(t, s, ann, store.Record{ID: id, Fields: map[string]string{"kind": kind}})
		want = append(want, fmt.Sprintf("r%02d", i))
	}
	var got []string
	for after := ""; ; {
		page, err := s.List(t.Context(), ann, store.Page{After: after, Limit: 10})
		must(t, err)
		if len(page) == 0 {
			break
		}
		if len(page) > 10 {
			t.Fatalf("a page of %d", len(page))
		}
		got = append(got, ids(page)...)
		after = page[len(page)-1].ID
	}
	same(t, "all pages", got, want)
}

func descends(t *testing.T, s store.Store) {
	for id, at := range map[string]string{"a": "2026-03-01", "b": "2026-03-09", "c": "", "d": "2026-03-09", "e": "2026-03-02"} {
		r := store.Record{ID: id, Vector: []float32{1, 0, 0}, Fields: map[string]string{"intent": "x"}}
		if at != "" {
			r.Fields["at"] = at
		}
		if id == "e" {
			r.Fields["intent"] = "y"
		}
		put(t, s, ann, r)
	}
	put(t, s, bea, store.Record{ID: "b", Fields: map[string]string{"intent": "x", "at": "2026-03-10"}})
	for _, c := range []struct {
		page store.Page
		want []string
	}{
		{store.Page{Descending: "at"}, []string{"b", "d", "e", "a", "c"}},
		{store.Page{Descending: "at", Limit: 3}, []string{"b", "d", "e"}},
		{store.Page{Descending: "at", Filter: store.Filter{{Field: "intent", Any: []string{"x"}}}, Limit: 3}, []string{"b", "d", "a"}},
		{store.Page{Descending: "at", Filter: store.Filter{{Field: "intent", Any: []string{"y", "x"}}}}, []string{"b", "d", "e", "a", "c"}},
		{store.Page{Descending: "none"}, []string{"a", "b", "c", "d", "e"}},
	} {
		got, err := s.List(t.Context(), ann, c.page)
		must(t, err)
		same(t, fmt.Sprintf("%+v", c.page), ids(got), c.want)
	}
	for _, p := range []store.Page{{Descending: "at", After: "a"}, {Descending: "a'b"}} {
		if _, err := s.List(t.Context(), ann, p); err == nil {
			t.Errorf("the page %+v was listed", p)
		}
	}
}

func ranks(t *testing.T, s store.Store) {
	put(t, s, ann,
		store.Record{ID: "opposite", Vector: []float32{-2, 0, 0}},
		store.Record{ID: "right angle", Vector: []float32{0, 7, 0}},
		store.Record{ID: "same", Vector: []float32{5, 0, 0}, Text: "text", Payload: []byte("p"), Fields: map[string]string{"f": "v"}},
		store.Record{ID: "half", Vector: []float32{1, 1, 0}},
		store.Record{ID: "also half", Vector: []float32{3, 0, -3}},
		store.Record{ID: "nothing", Vector: []float32{0, 0, 0}})
	hits := search(t, s, ann, store.Query{Vector: []float32{9, 0, 0}, K: 9})
	same(t, "order", hitIDs(hits), []string{"same", "also half", "half", "nothing", "right angle", "opposite"})
	scores := lists.Map(hits, func(h store.Hit) float64 { return h.Score })
	same(t, "scores", scores, []float64{1, math.Sqrt2 / 2, math.Sqrt2 / 2, 0, 0, -1})
	same(t, "the record", hits[0].Record, store.Record{ID: "same", Text: "text", Payload: []byte("p"), Fields: map[string]string{"f": "v"}})
	two := search(t, s, ann, store.Query{Vector: []float32{9, 0, 0}, K: 2})
	same(t, "the best two", hitIDs(two), []string{"same", "also half"})
	none := search(t, s, ann, store.Query{Vector: []float32{9, 0, 0}})
	same(t, "the best none", hitIDs(none), nil)
}

func searchFiltered(t *testing.T, s store.Store) {
	for i := range 20 {
		put(t, s, ann, store.Record{ID: fmt.Sprintf("r%02d", i), Vector: []float32{1, float32(i) / 20, 0},
			Fields: map[string]string{"kind": strconv.Itoa(i % 10)}})
	}
	hits := search(t, s, ann, store.Query{Vector: []float32{1, 0, 0}, K: 3, Filter: store.Filter{{Field: "kind", Any: []string{"7", "8"}}}})
	same(t, "found", hitIDs(hits), []string{"r07", "r08", "r17"})
}

func vectorless(t *testing.T, s store.Store) {
	put(t, s, ann, store.Record{ID: "a"}, store.Record{ID: "b", Vector: []float32{-1, 0, 0}})
	hits := search(t, s, ann, store.Query{Vector: []float32{1, 0, 0}, K: 5})
	same(t, "found", hitIDs(hits), []string{"b"})
}

func unmoved(t *testing.T, s store.Store) {
	put(t, s, ann, store.Record{ID: "a", Vector: []float32{1, 2, 3}, Text: "a text"})
	before := get(t, s, ann, "a")
	for i := range 10 {
		put(t, s, ann, store.Record{ID: strconv.Itoa(i), Vector: []float32{1, 2, float32(i)}, Text: "a text"})
	}
	after := get(t, s, ann, "a")
	if diff := cmp.Diff(before, after); diff != "" {
		t.Errorf("the record moved:\n%s", diff)
	}
}

func amends(t *testing.T, s store.Store) {
	r := store.Record{ID: "a", Vector: []float32{0, 1, 0}, Text: "text", Payload: []byte("p"), Fields: map[string]string{"keep": "1", "drop": "1"}}
	put(t, s, ann, r, store.Record{ID: "b"})
	must(t, s.Amend(t.Context(), ann, []string{"a", "nobody", "b"}, func(f map[string]string) {
		delete(f, "drop")
		f["new"] = "2"
	}))
	got := get(t, s, ann, "a", "b", "nobody")
	r.Fields = map[string]string{"keep": "1", "new": "2"}
	same(t, "amended", got, []store.Record{r, {ID: "b", Fields: map[string]string{"new": "2"}}})
}

func amendsCount(t *testing.T, s store.Store) {
	put(t, s, ann, store.Record{ID: "a"})
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 5 {
				if err := s.Amend(t.Context(), ann, []string{"a"}, func(f map[string]string) {
					n, _ := strconv.Atoi(f["used"])
					f["used"] = strconv.Itoa(n + 1)
				}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	got := get(t, s, ann, "a")
	same(t, "used", got[0].Fields["used"], "40")
}

func deletes(t *testing.T, s store.Store) {
	put(t, s, ann, store.Record{ID: "a"}, store.Record{ID: "b"}, store.Record{ID: "c"})
	n, err := s.Delete(t.Context(), ann, []string{"a", "nobody", "c"})
	must(t, err)
	same(t, "deleted", n, 2)
	same(t, "left", list(t, s, ann, nil), []string{"b"})
}

func strange(t *testing.T, s store.Store) {
	for i, text := range []string{"", "'; DROP TABLE records; --", "naïve — 日本語 🗂", "a\x00b", "\n\t\\\"", string(make([]byte, 1<<16))} {
		r := store.Record{ID: fmt.Sprintf("%d %s", i, text[:min(len(text), 40)]), Text: text, Payload: []byte(text), Fields: map[string]string{"value": text}}
		put(t, s, ann, r)
		got := get(t, s, ann, r.ID)
		same(t, fmt.Sprintf("%.20q", text), got, []store.Record{r})
		same(t, fmt.Sprintf("filter %.20q", text), list(t, s, ann, store.Filter{{Field: "value", Any: []string{text}}}), []string{r.ID})
	}
}

func cancelled(t *testing.T, s store.Store) {
	put(t, s, ann, store.Record{ID: "a", Vector: []float32{1, 0, 0}})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.Search(ctx, ann, store.Query{Vector: []float32{1, 0, 0}, K: 1}); !errors.Is(err, context.Canceled) {
		t.Errorf("Search with a cancelled context: %v", err)
	}
	if err := s.Upsert(ctx, ann, []store.Record{{ID: "b"}}); !errors.Is(err, context.Canceled) {
		t.Errorf("Upsert with a cancelled context: %v", err)
	}
	same(t, "List", list(t, s, ann, nil), []string{"a"})
}

func closesTwice(t *testing.T, s store.Store) {
	must(t, s.Close())
	must(t, s.Close())
}
