package recall

import (
	"context"

	"legomem/membank/records"
	"legomem/membank/store"
)

// Reembed embeds all users' units of a store again; see records.Reembed.
func Reembed(ctx context.Context, s store.Store, e records.Embedder) (records.Reembedded, error) {
	return records.Reembed(ctx, s, unitsCollection, e, "users' memory")
}
