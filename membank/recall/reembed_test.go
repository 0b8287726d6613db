package recall_test

import (
	"context"
	"errors"
	"testing"

	"legomem/membank/hashembed"
	"legomem/membank/recall"
	"legomem/membank/store"
	"legomem/must"
)

// other is another embedding model.
type other struct{ hashembed.Embedder }

func (other) Model() string { return "other" }

// TestReembed: after the embedder was changed a memory does not open, and does once its units
// are embedded anew; history stays history.
func TestReembed(t *testing.T) {
	stores(t, func(t *testing.T, s store.Store) {
		m := open(t, s, "t", "ann")
		remember(t, m, said("s1", 2, booking, "room", "Room 4"))
		remember(t, m, said("s2", 3, booking, "room", "Room 4"))
		before := exported(t, m)
		again := func() (*recall.Memory, error) {
			return recall.Open(context.WithoutCancel(t.Context()), s, other{}, must.Have(recall.Shipped())(t), must.Have(recall.NewOwner("t", "ann"))(t))
		}
		var mismatch *store.Mismatch
		if _, err := again(); !errors.As(err, &mismatch) {
			t.Fatalf("with another embedder: %v", err)
		}
		did := must.Have(recall.Reembed(t.Context(), s, other{}))(t)
		same(t, "embedded", did.Records, 1)
		n := must.Have(again())(t)
		same(t, "after it", exported(t, n), before)
		same(t, "found", values(propose(t, n, room())["room"])[0], "Room 4")
	})
}
