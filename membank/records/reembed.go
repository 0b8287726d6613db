package records

import (
	"context"
	"errors"
	"fmt"

	"legomem/membank/store"
)

// Reembedded is what Reembed did. From and To are the same if there was nothing to do.
type Reembedded struct {
	From    store.Embedding `json:"from"`
	To      store.Embedding `json:"to"`
	Records int             `json:"embedded"` // of all tenants
}

// Reembed embeds a collection's records again, for every tenant, after the embedder was
// changed: all or none. It takes a store, since nothing opens on one whose records another
// model embedded. A collection that this embedder already embedded is left as it is. Place is
// what errors call the whole.
func Reembed(ctx context.Context, s store.Store, collection string, e Embedder, place string) (Reembedded, error) {
	to := EmbeddingOf(e)
	err := s.Ensure(ctx, collection, to)
	if err == nil {
		return Reembedded{From: to, To: to}, nil
	}
	var other *store.Mismatch
	if !errors.As(err, &other) {
		return Reembedded{}, fmt.Errorf("open the %s: %w", place, err)
	}
	n, err := s.Reembed(ctx, collection, to, e.Embed)
	if err != nil {
		return Reembedded{}, fmt.Errorf("embed the %s anew with %s: %w", place, to, err)
	}
	return Reembedded{From: other.Have, To: to, Records: n}, nil
}
