package membank

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"hash"
	"time"

	"legomem/lists"
	"legomem/membank/store"
)

// copyBatch is how many units are copied at a time.
const copyBatch = 500

// Snapshot copies the bank's units with their vectors into another store, and returns
// the copy, as this tenant's bank there, with a hash of its content. An experiment
// works on the copy: changes to the bank meanwhile do not matter, and the hash shows
// whether the bank is still the same another time. The hash leaves out when and by
// which run a unit was made, and how often it was used.
func (b *Bank) Snapshot(ctx context.Context, into store.Store) (*Bank, string, error) {
	copied, err := Open(ctx, into, b.embed, b.tenant)
	if err != nil {
		return nil, "", err
	}
	copied.view = b.view
	sum := sha256.New()
	fmt.Fprintln(sum, b.embed.Model(), b.embed.Dim())
	after := ""
	for {
		page, err := b.store.List(ctx, b.units(), store.Page{After: after, Limit: copyBatch})
		if err != nil {
			return nil, "", fmt.Errorf("copy the memory bank: %w", err)
		}
		if len(page) == 0 {
			return copied, hex.EncodeToString(sum.Sum(nil))[:16], nil
		}
		after = page[len(page)-1].ID
		if err := b.copyPage(ctx, copied, page, sum); err != nil {
			return nil, "", fmt.Errorf("copy the memory bank: %w", err)
		}
	}
}

func (b *Bank) copyPage(ctx context.Context, into *Bank, page []store.Record, sum hash.Hash) error {
	ids := lists.Map(page, func(r store.Record) string { return r.ID })
	records, err := b.store.Get(ctx, b.units(), ids) // with their vectors
	if err != nil {
		return err
	}
	for _, r := range records {
		if err := digestRecord(sum, r); err != nil {
			return err
		}
	}
	return into.store.Upsert(ctx, into.units(), records)
}

// digestRecord adds a stored unit to a hash: its content itself, not just the hash it
// claims, and its vector.
func digestRecord(sum hash.Hash, r store.Record) error {
	u, err := fromRecord(r)
	if err != nil {
		return err
	}
	u.Created = time.Time{}
	for _, n := range u.counts() {
		*n = 0
	}
	u.Source.Run = ""
	for _, further := range [][]Source{u.Merged, u.Joined} {
		for i := range further {
			further[i].Run = ""
		}
	}
	content, err := json.Marshal(u)
	if err != nil {
		return fmt.Errorf("memory %s: %w", u.ID, err)
	}
	fmt.Fprintln(sum, string(content))
	return binary.Write(sum, binary.LittleEndian, r.Vector)
}
