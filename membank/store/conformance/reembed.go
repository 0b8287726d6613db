package conformance

import (
	"context"
	"errors"
	"slices"
	"testing"

	"legomem/membank/store"
)

var (
	two  = store.Embedding{Model: "test-2", Dim: 3}
	four = store.Embedding{Model: "test-2", Dim: 4}
)

// marks embeds each text by its first letter, and keeps what it was asked.
type marks struct {
	dim   int
	asked []string
}

func (m *marks) embed(_ context.Context, texts []string) ([][]float32, error) {
	m.asked = append(m.asked, texts...)
	var out [][]float32
	for _, text := range texts {
		v := make([]float32, m.dim)
		v[int(text[0]-'a')%m.dim] = 2
		out = append(out, v)
	}
	return out, nil
}

// mixed puts records of two tenants, and one of another collection.
func mixed(t *testing.T, s store.Store) {
	put(t, s, ann,
		store.Record{ID: "a", Vector: []float32{1, 0, 0}, Text: "a text", Fields: map[string]string{"f": "v"}, Payload: []byte("p")},
		store.Record{ID: "b", Vector: []float32{0, 1, 0}, Text: "b text"},
		store.Record{ID: "bare", Text: "c text"})
	put(t, s, bea, store.Record{ID: "b", Vector: []float32{0, 0, 1}, Text: "d text"})
	put(t, s, store.Scope{Tenant: "ann", Collection: "others"}, store.Record{ID: "a", Vector: []float32{0, 0, 1}, Text: "z text"})
}

func get(t *testing.T, s store.Store, at store.Scope, ids ...string) []store.Record {
	t.Helper()
	got, err := s.Get(t.Context(), at, ids)
	must(t, err)
	return got
}

func reembeds(t *testing.T, s store.Store) {
	mixed(t, s)
	m := &marks{dim: 3}
	n, err := s.Reembed(t.Context(), "things", two, m.embed)
	must(t, err)
	same(t, "records", n, 3)
	slices.Sort(m.asked)
	same(t, "asked", m.asked, []string{"a text", "b text", "d text"})
	same(t, "Ann's", get(t, s, ann, "a", "b", "bare"), []store.Record{
		{ID: "a", Vector: []float32{1, 0, 0}, Text: "a text", Fields: map[string]string{"f": "v"}, Payload: []byte("p")},
		{ID: "b", Vector: []float32{0, 1, 0}, Text: "b text"},
		{ID: "bare", Text: "c text"},
	})
	same(t, "Bea's", get(t, s, bea, "b"), []store.Record{{ID: "b", Vector: []float32{1, 0, 0}, Text: "d text"}})
	others := get(t, s, store.Scope{Tenant: "ann", Collection: "others"}, "a")
	same(t, "the other collection's", others[0].Vector, []float32{0, 0, 1})
	must(t, s.Ensure(t.Context(), "others", three))
	ensured(t, s, two, three)
}

// ensured checks that the collection has the one embedding, not the other.
func ensured(t *testing.T, s store.Store, has, not store.Embedding) {
	t.Helper()
	must(t, s.Ensure(t.Context(), "things", has))
	err := s.Ensure(t.Context(), "things", not)
	var m *store.Mismatch
	if !errors.As(err, &m) || m.Have != has {
		t.Errorf("the collection has %v, but Ensure of %v says: %v", has, not, err)
	}
}

func reembedsLonger(t *testing.T, s store.Store) {
	mixed(t, s)
	before := search(t, s, ann, store.Query{Vector: []float32{1, 0, 0}, K: 3})
	same(t, "before", hitIDs(before), []string{"a", "b"})
	_, err := s.Reembed(t.Context(), "things", four, (&marks{dim: 4}).embed)
	must(t, err)
	ensured(t, s, four, three)
	hits := search(t, s, ann, store.Query{Vector: []float32{0, 1, 0, 0}, K: 3})
	same(t, "by vector", hitIDs(hits), []string{"b", "a"})
	same(t, "its score", hits[0].Score, 1.)
	same(t, "Bea's", hitIDs(search(t, s, bea, store.Query{Vector: []float32{0, 0, 0, 1}, K: 3})), []string{"b"})
	same(t, "by words", len(search(t, s, ann, lexical("text"))), 3)
	same(t, "by both", len(search(t, s, ann, store.Query{By: store.Hybrid, Vector: []float32{0, 1, 0, 0}, Text: "text", K: 9})), 3)
	if _, err := s.Search(t.Context(), ann, store.Query{Vector: []float32{1, 0, 0}, K: 1}); err == nil {
		t.Error("a query of the old length was taken")
	}
	must(t, s.Upsert(t.Context(), ann, []store.Record{{ID: "new", Vector: []float32{0, 3, 0, 1}, Text: "new"}}))
	same(t, "with a new one", hitIDs(search(t, s, ann, store.Query{Vector: []float32{0, 1, 0, 0}, K: 2})), []string{"b", "new"})
}

func reembedFails(t *testing.T, s store.Store) {
	mixed(t, s)
	broken := errors.New("the endpoint is down")
	for name, embed := range map[string]store.EmbedFunc{
		"an error": func(context.Context, []string) ([][]float32, error) { return nil, broken },
		"too few":  func(context.Context, []string) ([][]float32, error) { return [][]float32{{1, 0, 0, 0}}, nil },
		"too short": func(_ context.Context, texts []string) ([][]float32, error) {
			return make([][]float32, len(texts)), nil
		},
	} {
		n, err := s.Reembed(t.Context(), "things", four, embed)
		if err == nil || n != 0 {
			t.Errorf("%s: %d records, %v", name, n, err)
		}
		if name == "an error" && !errors.Is(err, broken) {
			t.Errorf("%s: %v", name, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	_, err := s.Reembed(ctx, "things", four, func(context.Context, []string) ([][]float32, error) {
		cancel()
		return nil, ctx.Err()
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	same(t, "Ann's", get(t, s, ann, "a")[0].Vector, []float32{1, 0, 0})
	same(t, "Bea's", get(t, s, bea, "b")[0].Vector, []float32{0, 0, 1})
	same(t, "found", hitIDs(search(t, s, ann, store.Query{Vector: []float32{0, 1, 0}, K: 1})), []string{"b"})
	ensured(t, s, three, four)
}

func reembedRefused(t *testing.T, s store.Store) {
	m := &marks{dim: 4}
	if _, err := s.Reembed(t.Context(), "things", four, m.embed); !errors.Is(err, store.ErrNoCollection) {
		t.Errorf("a collection never made: %v", err)
	}
	mixed(t, s)
	for _, bad := range []store.Embedding{{}, {Model: "test-2"}, {Dim: 4}, {Model: "test-2", Dim: -4}} {
		if _, err := s.Reembed(t.Context(), "things", bad, m.embed); err == nil {
			t.Errorf("%+v was taken", bad)
		}
	}
	same(t, "asked", m.asked, nil)
	ensured(t, s, three, four)
	must(t, s.Ensure(t.Context(), "bare", store.Embedding{}))
	n, err := s.Reembed(t.Context(), "bare", four, m.embed)
	must(t, err)
	same(t, "of an empty collection", n, 0)
	must(t, s.Ensure(t.Context(), "bare", four))
}

// TestReembedMeanwhile writes while the vectors are made: what is written is
// there after, and no vector of the old embedding is. It is for stores with
// transactions, and not a part of Test.
func TestReembedMeanwhile(t *testing.T, s store.Store) {
	mixed(t, s)
	m := &marks{dim: 4}
	done := false
	_, err := s.Reembed(t.Context(), "things", four, func(ctx context.Context, texts []string) ([][]float32, error) {
		if !done {
			done = true
			err := s.Upsert(ctx, ann, []store.Record{{ID: "late", Vector: []float32{0, 0, 1}, Text: "c"}, {ID: "a", Vector: []float32{0, 0, 1}, Text: "b, once a"}})
			_, gone := s.Delete(ctx, ann, []string{"b"})
			if err := errors.Join(err, gone); err != nil {
				return nil, err
			}
		}
		return m.embed(ctx, texts)
	})
	must(t, err)
	ensured(t, s, four, three)
	same(t, "ids", list(t, s, ann, nil), []string{"a", "bare", "late"})
	for _, r := range get(t, s, ann, "a", "late") {
		want := map[string][]float32{"a": {0, 1, 0, 0}, "late": {0, 0, 1, 0}}[r.ID]
		same(t, r.ID, r.Vector, want)
	}
}
