package membank

import (
	"context"

	"legomem/membank/records"
	"legomem/membank/store"
)

// Reembed embeds all units of a store again, for every tenant; see records.Reembed.
func Reembed(ctx context.Context, s store.Store, e Embedder) (records.Reembedded, error) {
	return records.Reembed(ctx, s, unitsCollection, e, "memory bank")
}
