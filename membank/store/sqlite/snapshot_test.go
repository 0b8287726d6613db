package sqlite_test

import (
	"fmt"
	"math"
	"path/filepath"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"

	"legomem/membank/store"
	"legomem/membank/store/sqlite"
	"legomem/must"
)

const (
	generations = 40
	generation  = 20 // records
)

// turned is the vector of all records of a generation.
func turned(g int) []float32 {
	angle := float64(g) / generations
	return []float32{float32(math.Cos(angle)), float32(math.Sin(angle)), 0}
}

func writeGeneration(t *testing.T, s store.Store, g int) {
	var records []store.Record
	for i := range generation {
		records = append(records, store.Record{ID: fmt.Sprint(i), Vector: turned(g), Text: fmt.Sprintf("all of them are of g%d", g),
			Fields: map[string]string{"g": strconv.Itoa(g), "half": strconv.Itoa(i % 2)}})
	}
	must.NoError(t, s.Upsert(t.Context(), at, records))
}

// TestASearchSeesOneMoment searches through two handles on one file while the
// records are replaced through both, all of them at a time: what is found is of
// one generation, whole, and scored by that generation's vector. A writer lets
// somebody search between two generations.
func TestASearchSeesOneMoment(t *testing.T) {
	path := filepath.Join(t.TempDir(), "bank.db")
	handles := []*sqlite.Store{open(t, path, sqlite.ReadWrite), open(t, path, sqlite.ReadWrite)}
	for _, s := range handles {
		must.Do(t, s.Ensure(t.Context(), at.Collection, three))
	}
	writeGeneration(t, handles[0], 0)
	var all sync.WaitGroup
	var next, written atomic.Int64
	searched := make(chan struct{})
	for _, s := range handles {
		all.Go(func() {
			for g := next.Add(1); g < generations; g = next.Add(1) {
				<-searched
				writeGeneration(t, s, int(g))
				written.Add(1)
			}
		})
		for _, by := range store.Rankings() {
			all.Go(func() {
				for last := false; !last; {
					last = written.Load() == generations-1
					oneMoment(t, s, by)
					select {
					case searched <- struct{}{}:
					default:
					}
				}
			})
		}
	}
	all.Wait()
}

func oneMoment(t *testing.T, s store.Store, by store.Ranking) {
	filter := store.Filter{{Field: "half", Any: []string{"1"}}}
	hits, err := s.Search(t.Context(), at, store.Query{By: by, Vector: []float32{1, 0, 0}, Text: "them", Filter: filter, K: generation})
	if err != nil {
		t.Error(err)
		return
	}
	if len(hits) != generation/2 {
		t.Errorf("%s: %d hits", by, len(hits))
		return
	}
	g, _ := strconv.Atoi(hits[0].Fields["g"])
	for _, h := range hits {
		if h.Fields["g"] != strconv.Itoa(g) || h.Text != fmt.Sprintf("all of them are of g%d", g) {
			t.Errorf("%s: generations %d and %s at once", by, g, h.Fields["g"])
		}
		if want := float64(turned(g)[0]); by == store.Dense && math.Abs(h.Score-want) > 1e-6 {
			t.Errorf("of generation %d: a score of %v, not %v", g, h.Score, want)
		}
	}
}
