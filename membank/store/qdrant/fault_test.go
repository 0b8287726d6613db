package qdrant

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"legomem/lists"
	"legomem/membank/store"
	"legomem/membank/store/qdrant/qdranttest"
	"legomem/must"
)

var (
	three = store.Embedding{Model: "test-1", Dim: 3}
	pair  = store.Embedding{Model: "test-2", Dim: 2}
	ann   = store.Scope{Tenant: "ann", Collection: "things"}
)

// faults has a server's requests fail, or do something first.
type faults struct {
	mu sync.Mutex
	at map[string]func(context.Context) error // by "Upsert 2": the third from now on
	n  map[string]int
}

func (f *faults) before(ctx context.Context, method string, _ int, _ any) error {
	f.mu.Lock()
	n := f.n[method]
	if f.n != nil {
		f.n[method]++
	}
	do := f.at[fmt.Sprintf("%s %d", method, n)]
	if all := f.at[method]; do == nil {
		do = all
	}
	f.mu.Unlock()
	if do == nil {
		return nil
	}
	return do(ctx)
}

// from now on, these.
func (f *faults) set(at map[string]func(context.Context) error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.at, f.n = at, map[string]int{}
}

func fail(context.Context) error { return status.Error(codes.Unavailable, "broken on purpose") }

// bank is a store with a collection, on a server with faults.
func bank(t *testing.T, records ...store.Record) (*Store, *qdranttest.Server, *faults) {
	t.Helper()
	f := &faults{}
	server := qdranttest.New(t, qdranttest.Options{Before: f.before})
	s := another(t, server)
	must.Do(t, s.Ensure(t.Context(), ann.Collection, three))
	must.Do(t, s.Upsert(t.Context(), ann, records))
	return s, server, f
}

func another(t *testing.T, server *qdranttest.Server) *Store {
	t.Helper()
	s := must.Have(Open(t.Context(), Options{Address: server.Address}))(t)
	t.Cleanup(func() { s.Close() })
	return s
}

// state is all of Ann's records, and what she finds with their vectors.
func state(t *testing.T, s *Store) []store.Record {
	t.Helper()
	listed := must.Have(s.List(t.Context(), ann, store.Page{}))(t)
	ids := lists.Map(listed, func(r store.Record) string { return r.ID })
	got := must.Have(s.Get(t.Context(), ann, ids))(t)
	return got
}

func TestUpsertInParcels(t *testing.T) {
	old := []store.Record{{ID: "1", Text: "old one", Vector: []float32{0, 0, 1}, Fields: map[string]string{"n": "1"}}, {ID: "4", Text: "old four"}}
	var fresh []store.Record
	for i := range 6 {
		fresh = append(fresh, store.Record{ID: fmt.Sprint(i), Text: "new", Vector: []float32{1, 0, 0}, Payload: make([]byte, 600)})
	}
	for name, c := range map[string]struct {
		faults map[string]func(context.Context) error
		undone bool
		says   string
	}{
		"nothing fails":           {nil, false, ""},
		"the first fails":         {map[string]func(context.Context) error{"Upsert 0": fail}, true, "broken on purpose"},
		"the third fails":         {map[string]func(context.Context) error{"Upsert 2": fail}, true, "broken on purpose"},
		"the third and the undo":  {map[string]func(context.Context) error{"Upsert 2": fail, "Delete": fail}, false, "write them all again"},
		"what was is not read":    {map[string]func(context.Context) error{"Scroll 0": fail}, true, "broken on purpose"},
		"the fourth and the undo": {map[string]func(context.Context) error{"Upsert 3": fail, "Upsert 4": fail}, false, "write them all again"},
	} {
		t.Run(name, func(t *testing.T) {
			s, _, f := bank(t, old...)
			s.request = 2000
			before := state(t, s)
			f.set(c.faults)
			err := s.Upsert(t.Context(), ann, fresh)
			f.set(nil)
			if (err != nil) != (c.says != "") || err != nil && !strings.Contains(err.Error(), c.says) {
				t.Fatalf("%v does not say %q", err, c.says)
			}
			if diff := cmp.Diff(before, state(t, s)); c.undone && diff != "" {
				t.Errorf("something is left (-before +after):\n%s", diff)
			}
			if n := len(state(t, s)); err == nil && n != 6 {
				t.Errorf("%d records", n)
			}
		})
	}
}

// TestUpsertCancelled gives up between two parcels.
func TestUpsertCancelled(t *testing.T) {
	s, _, f := bank(t, store.Record{ID: "1", Text: "old"})
	s.request = 1
	before := state(t, s)
	ctx, cancel := context.WithCancel(t.Context())
	f.set(map[string]func(context.Context) error{"Upsert 1": func(context.Context) error { cancel(); return nil }})
	err := s.Upsert(ctx, ann, []store.Record{{ID: "0", Text: "new"}, {ID: "1", Text: "new"}, {ID: "2", Text: "new"}})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v", err)
	}
	must.NoDiff(t, cmp.Diff(before, state(t, s)), "something is left (-before +after):\n%s")
}
