package store_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"legomem/membank/store"
	"legomem/must"
)

func TestFuse(t *testing.T) {
	hit := func(ids ...string) (hits []store.Hit) {
		for _, id := range ids {
			hits = append(hits, store.Hit{Record: store.Record{ID: id}})
		}
		return hits
	}
	got := store.Fuse(3, hit("a", "b", "c"), hit("b", "d", "a"))
	want := []store.Hit{
		{Record: store.Record{ID: "b"}, Score: 1./62 + 1./61},
		{Record: store.Record{ID: "a"}, Score: 1./61 + 1./63},
		{Record: store.Record{ID: "d"}, Score: 1. / 62},
	}
	must.NoDiff(t, cmp.Diff(want, got, cmpopts.EquateApprox(0, 1e-12)), "(-want +got):\n%s")
	if got := store.Fuse(3); len(got) != 0 {
		t.Errorf("of nothing: %v", got)
	}
}
