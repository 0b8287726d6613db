package membank

import (
	"context"
	"errors"
	"fmt"

	"legomem/membank/records"
	"legomem/membank/store"
)

// Reembedded is what Reembed did. From and To are the same if there was nothing to do.
type Reembedded struct {
	From  store.Embedding `json:"from"`
	To    store.Embedding `json:"to"`
	Units int             `json:"embedded"` // of all tenants
}

// Reembed embeds all units of a store again, for every tenant, after the embedder was
// changed: all or none. It takes a store, since no Bank opens on one whose units
// another model embedded. A store that this embedder already embedded is left as it is.
func Reembed(ctx context.Context, s store.Store, e Embedder) (Reembedded, error) {
	to := records.EmbeddingOf(e)
	err := s.Ensure(ctx, unitsCollection, to)
	if err == nil {
		return Reembedded{From: to, To: to}, nil
	}
	var other *store.Mismatch
	if !errors.As(err, &other) {
		return Reembedded{}, fmt.Errorf("open the memory bank: %w", err)
	}
	n, err := s.Reembed(ctx, unitsCollection, to, e.Embed)
	if err != nil {
		return Reembedded{}, fmt.Errorf("embed the memory bank anew with %s: %w", to, err)
	}
	return Reembedded{From: other.Have, To: to, Units: n}, nil
}
