package membank

import (
	"context"
	"errors"
	"testing"

	"legomem/membank/hashembed"
	"legomem/membank/records"
	"legomem/membank/store"
	"legomem/membank/store/sqlite/sqlitetest"
	"legomem/must"
)

// broken is an embedder whose endpoint is gone.
type broken struct{ otherModel }

func (broken) Embed(context.Context, []string) ([][]float32, error) { return nil, errors.New("gone") }

func TestReembed(t *testing.T) {
	s := sqlitetest.New(t)
	units := map[string][]Unit{}
	for _, tenant := range []string{"ann", "bea"} {
		b := openBank(t, s, hashembed.Embedder{}, tenant)
		units[tenant] = add(t, b, task(near, "calendar_agent"), task(far, "email_agent"))
	}
	same(t, "nothing to do", reembed(t, s, hashembed.Embedder{}), records.Reembedded{From: hashed(), To: hashed()})
	if _, err := Reembed(t.Context(), s, broken{}); err == nil {
		t.Error("a broken embedder embedded the bank")
	}
	must.Have(Open(t.Context(), s, hashembed.Embedder{}, "ann"))(t) // it is as it was

	words := wordCount{vocabulary: []string{"schedule", "review", "mail", "total"}}
	to := store.Embedding{Model: "words", Dim: 4}
	same(t, "done", reembed(t, s, words), records.Reembedded{From: hashed(), To: to, Records: 8})
	var other *store.Mismatch
	if _, err := Open(t.Context(), s, hashembed.Embedder{}, "ann"); !errors.As(err, &other) {
		t.Errorf("the old embedder: %v", err)
	}
	for tenant, want := range units {
		b := openBank(t, s, words, tenant)
		got := getUnits(t, b, ids(want)...)
		same(t, tenant+"'s units", got, want)
		hits := searchTasks(t, b, "mail the total", 1)
		same(t, tenant+" recalls", brief(hits), []string{far})
	}
}

func hashed() store.Embedding {
	return store.Embedding{Model: hashembed.Embedder{}.Model(), Dim: hashembed.Embedder{}.Dim()}
}

func reembed(t *testing.T, s store.Store, e Embedder) records.Reembedded {
	t.Helper()
	did := must.Have(Reembed(t.Context(), s, e))(t)
	return did
}
