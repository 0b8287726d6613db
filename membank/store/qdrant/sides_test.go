package qdrant_test

import (
	"context"
	"fmt"
	"strconv"
	"sync"
	"testing"

	"legomem/membank/store"
	"legomem/membank/store/conformance"
	"legomem/membank/store/qdrant"
	"legomem/membank/store/qdrant/qdranttest"
	"legomem/must"
)

const rounds = 8 // of each side's work

// TestManySides has two stores, as of two programs, and several goroutines in
// each, write and read at once.
func TestManySides(t *testing.T) {
	address := qdranttest.Start(t)
	stores := []*qdrant.Store{open(t, qdrant.Options{Address: address}), open(t, qdrant.Options{Address: address})}
	ensure(t, stores[0])
	must.Do(t, stores[0].Upsert(t.Context(), at, []store.Record{{ID: "shared"}}))
	var all sync.WaitGroup
	for i, s := range stores {
		for j := range 3 {
			all.Go(func() {
				must.NoError(t, work(t.Context(), s, fmt.Sprintf("side%dof%d", i, j)))
			})
		}
	}
	all.Wait()
	got := must.Have(stores[0].Get(t.Context(), at, []string{"shared"}))(t)
	if len(got) != 1 || got[0].Fields["n"] != strconv.Itoa(6*rounds) {
		t.Errorf("after all the counting: %v", got)
	}
	if n, err := stores[1].Count(t.Context(), at, nil); err != nil || n != 1+6*rounds {
		t.Errorf("%d records, %v", n, err)
	}
}

// work writes, counts in a record that all share, and reads what it wrote.
func work(ctx context.Context, s *qdrant.Store, who string) error {
	for i := range rounds {
		if err := s.Ensure(ctx, at.Collection, three); err != nil {
			return err
		}
		r := store.Record{ID: fmt.Sprintf("%s %d", who, i), Vector: []float32{1, 0, 0}, Text: who}
		if err := s.Upsert(ctx, at, []store.Record{r}); err != nil {
			return err
		}
		if err := s.Amend(ctx, at, []string{"shared"}, increment); err != nil {
			return err
		}
		hits, err := s.Search(ctx, at, store.Query{By: store.Lexical, Text: who, K: 100})
		if err != nil || len(hits) != i+1 {
			return fmt.Errorf("%s finds %d of its %d: %w", who, len(hits), i+1, err)
		}
	}
	return nil
}

func increment(f map[string]string) {
	n, _ := strconv.Atoi(f["n"])
	f["n"] = strconv.Itoa(n + 1)
}

// TestMadeAtOnce has many programs make one collection.
func TestMadeAtOnce(t *testing.T) {
	server := qdranttest.New(t, qdranttest.Options{})
	var all sync.WaitGroup
	for range 8 {
		s := open(t, qdrant.Options{Address: server.Address})
		all.Go(func() {
			must.NoError(t, s.Ensure(t.Context(), at.Collection, three))
		})
	}
	all.Wait()
	if got := server.Collections(); len(got) != 1 || got[0] != "legomem_things_first" {
		t.Errorf("there are %q", got)
	}
}

// TestAmendOvertaken has another program change a record at the worst moments:
// between the reading and the writing, and between the writing and the look at
// what became of it.
func TestAmendOvertaken(t *testing.T) {
	for name, c := range map[string]struct {
		method string
		nth    int
	}{
		"before the write": {"UpdateBatch", 0},
		"after the write":  {"Scroll", 1},
	} {
		t.Run(name, func(t *testing.T) {
			var other *qdrant.Store
			done := false
			server := qdranttest.New(t, qdranttest.Options{Before: func(ctx context.Context, method string, nth int, _ any) error {
				if method != c.method || nth != c.nth || done {
					return nil
				}
				done = true
				return other.Amend(ctx, at, []string{"a"}, increment)
			}})
			s := open(t, qdrant.Options{Address: server.Address})
			other = open(t, qdrant.Options{Address: server.Address})
			ensure(t, s)
			must.Do(t, s.Upsert(t.Context(), at, []store.Record{{ID: "a"}}))
			must.Do(t, s.Amend(t.Context(), at, []string{"a", "a"}, increment))
			got, err := s.Get(t.Context(), at, []string{"a"})
			if err != nil || len(got) != 1 || got[0].Fields["n"] != "3" || !done {
				t.Errorf("one from outside and two of ours: %v, %v, %v", got, done, err)
			}
		})
	}
}

func TestReembedMeanwhile(t *testing.T) {
	conformance.TestReembedMeanwhile(t, open(t, qdrant.Options{Address: qdranttest.Start(t)}))
}
