package sqlite

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"legomem/lists"
	"legomem/membank/store"
	"legomem/must"
	"legomem/sweep"
)

var (
	things = store.Scope{Tenant: "ann", Collection: "things"}
	plane  = store.Embedding{Model: "test", Dim: 2}
)

// handles are n handles on one file, as n processes have them.
func handles(t *testing.T, n int) (out []*Store) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "bank.db")
	for range n {
		s, err := Open(t.Context(), path, ReadWrite)
		if err == nil {
			err = s.Ensure(t.Context(), things.Collection, plane)
		}
		must.Do(t, err)
		t.Cleanup(func() { s.Close() })
		out = append(out, s)
	}
	return out
}

// TestCacheFollowsTheFile makes the same random changes to a model
// and, through either of two handles, to a file, and searches all three.
func TestCacheFollowsTheFile(t *testing.T) {
	sweep.OneGoroutine(t)
	random := rand.New(rand.NewPCG(1, 2))
	files := handles(t, 2)
	model := &model{records: map[string]store.Record{}}
	for i := range 200 {
		change := randomChange(t, random)
		must.Do(t, errors.Join(change(files[random.IntN(2)]), change(model)))
		q := store.Query{Vector: randomVector(random, 2), K: 1 + random.IntN(30)}
		if random.IntN(2) == 0 {
			q.Filter = store.Filter{{Field: []string{"mood", "kind"}[random.IntN(2)], Any: []string{"", "1", "7"}, Not: random.IntN(2) == 0}}
		}
		want := model.nearest(q)
		for n, s := range files {
			got := must.Have(s.Search(t.Context(), things, q))(t)
			if diff := cmp.Diff(want, got, cmpopts.EquateApprox(0, 1e-6), cmpopts.EquateEmpty()); diff != "" {
				t.Fatalf("after change %d, handle %d (-want +got):\n%s", i, n, diff)
			}
		}
	}
}

// randomChange is one that has the same effect on each store it is made to.
func randomChange(t *testing.T, random *rand.Rand) func(store.Store) error {
	id := func() string { return fmt.Sprint(random.IntN(60)) }
	value := fmt.Sprint(random.IntN(9))
	ids := []string{id(), id(), id()}
	switch random.IntN(9) {
	case 0:
		return func(s store.Store) error { _, err := s.Delete(t.Context(), things, ids); return err }
	case 1:
		return func(s store.Store) error {
			return s.Upsert(t.Context(), things, []store.Record{{ID: ids[0], Text: "without a vector"}})
		}
	case 2, 3:
		return func(s store.Store) error {
			return s.Amend(t.Context(), things, ids, func(f map[string]string) { f["mood"] = value; delete(f, "kind") })
		}
	case 4:
		angle := random.Float64()
		return func(s store.Store) error {
			_, err := s.Reembed(t.Context(), things.Collection, plane, turnedBy(angle))
			return err
		}
	default:
		var records []store.Record
		for _, id := range ids {
			records = append(records, store.Record{ID: id, Text: id, Vector: randomVector(random, 2), Fields: map[string]string{"kind": value}})
		}
		return func(s store.Store) error { return s.Upsert(t.Context(), things, records) }
	}
}

// ones is a model that has one vector for everything.
func ones(_ context.Context, texts []string) ([][]float32, error) {
	return slices.Repeat([][]float32{{1, 0}}, len(texts)), nil
}

// turnedBy is a model whose vectors of numbers are turned by an angle.
func turnedBy(angle float64) store.EmbedFunc {
	return func(_ context.Context, texts []string) (out [][]float32, err error) {
		for _, text := range texts {
			n, err := strconv.Atoi(text)
			if err != nil {
				return nil, err
			}
			out = append(out, []float32{float32(math.Cos(angle + float64(n))), float32(math.Sin(angle + float64(n)))})
		}
		return out, nil
	}
}

func points(from, n int) (records []store.Record) {
	for i := from; i < from+n; i++ {
		records = append(records, store.Record{ID: fmt.Sprintf("%04d", i), Vector: []float32{1, float32(i)}, Fields: map[string]string{"kind": "point"}})
	}
	return records
}

// TestOneUpsertReadsOneRecord looks at what another handle's writes do to a
// full cache.
func TestOneUpsertReadsOneRecord(t *testing.T) {
	files := handles(t, 2)
	reads, writes := files[0], files[1]
	look := func() *matrix {
		t.Helper()
		q := store.Query{Vector: []float32{0, 1}, K: 1, Filter: store.Filter{{Field: "kind", Any: []string{"point"}}}}
		must.Have(reads.Search(t.Context(), things, q))(t)
		return reads.cache(things).m
	}
	must.Do(t, writes.Upsert(t.Context(), things, points(0, 1000)))
	full := look()
	must.Do(t, writes.Upsert(t.Context(), things, points(1000, 1)))
	if m := look(); m != full || len(m.keys) != 1001 {
		t.Errorf("an upsert of one record made 1000 rows %d, in the same matrix: %v", len(m.keys), m == full)
	}
	must.Have(writes.Delete(t.Context(), things, []string{"0000", "0001"}))(t)
	if m := look(); m != full || len(m.keys) != 1001 || len(m.rows) != 999 {
		t.Errorf("after a deletion there are %d rows, %d of them live", len(m.keys), len(m.rows))
	}
	must.Have(writes.Reembed(t.Context(), "things", store.Embedding{Model: "other", Dim: 2}, ones))(t)
	var m *store.Mismatch
	if _, err := reads.Search(t.Context(), things, store.Query{Vector: []float32{1, 0}, K: 1}); !errors.As(err, &m) {
		t.Errorf("a search with a vector of the old model: %v", err)
	}
	if err := reads.Upsert(t.Context(), things, points(0, 1)); !errors.As(err, &m) {
		t.Errorf("an upsert of a vector of the old model: %v", err)
	}
}

// TestAmendsDontPileUp changes every record many times.
func TestAmendsDontPileUp(t *testing.T) {
	sweep.OneGoroutine(t)
	s := handles(t, 1)[0]
	must.Do(t, s.Upsert(t.Context(), things, points(0, 300)))
	ids := lists.Map(points(0, 300), func(r store.Record) string { return r.ID })
	for i := range 20 {
		must.Do(t, s.Amend(t.Context(), things, ids, func(f map[string]string) { f["n"] = fmt.Sprint(i) }))
		hits, err := s.Search(t.Context(), things, store.Query{Vector: []float32{1, 0}, K: 999, Filter: store.Filter{{Field: "n", Any: []string{fmt.Sprint(i)}}}})
		if err != nil || len(hits) != 300 {
			t.Fatalf("%d hits, %v", len(hits), err)
		}
		if n := len(s.cache(things).m.keys); n > 2*300+blockRows+300 {
			t.Fatalf("%d rows for 300 records", n)
		}
	}
}

func TestNothingIsReadBeforeASearch(t *testing.T) {
	s := handles(t, 1)[0]
	must.Do(t, s.Upsert(t.Context(), things, points(0, 10)))
	must.Have(s.Search(t.Context(), things, store.Query{By: store.Lexical, Text: "x", K: 1}))(t)
	if len(s.caches) != 0 {
		t.Errorf("vectors of %d scopes were read", len(s.caches))
	}
}
