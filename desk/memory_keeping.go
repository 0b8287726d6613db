package desk

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"legomem/membank"
	"legomem/membank/store/sqlite"
)

// QuarantineMemories keeps memories from every retrieval, for a reason, and returns how
// many it changed.
func (d *Desk) QuarantineMemories(ctx context.Context, ids []string, reason string) (int, error) {
	if reason = strings.Join(strings.Fields(reason), " "); reason == "" {
		return 0, BadInput("say why with --reason, or lift a quarantine with --lift")
	}
	return withBank(ctx, d, sqlite.ReadWrite, func(b *membank.Bank) (int, error) {
		if err := checkThere(ctx, b, ids); err != nil {
			return 0, err
		}
		return b.Quarantine(ctx, ids, reason)
	})
}

// LiftQuarantine lets memories be retrieved again, and returns how many it changed.
func (d *Desk) LiftQuarantine(ctx context.Context, ids []string) (int, error) {
	return withBank(ctx, d, sqlite.ReadWrite, func(b *membank.Bank) (int, error) {
		if err := checkThere(ctx, b, ids); err != nil {
			return 0, err
		}
		n, err := b.Lift(ctx, ids)
		if covered := new(membank.Covered); errors.As(err, &covered) {
			err = &InputError{err}
		}
		return n, err
	})
}

// ExportMemories writes memories as JSON lines, by ascending id.
func (d *Desk) ExportMemories(ctx context.Context, w io.Writer, f membank.Filter) (int, error) {
	return withBank(ctx, d, sqlite.ReadOnly, func(b *membank.Bank) (int, error) {
		if err := hasAgent(ctx, b, f.Agent); err != nil {
			return 0, err
		}
		return b.Export(ctx, w, f)
	})
}

// ImportMemories adds memories from JSON lines, all or none.
func (d *Desk) ImportMemories(ctx context.Context, r io.Reader) (membank.Added, error) {
	return withBank(ctx, d, sqlite.ReadWrite, func(b *membank.Bank) (membank.Added, error) {
		added, err := b.Import(ctx, r)
		if err != nil && !IsOutside(err) && ctx.Err() == nil {
			err = &InputError{err} // what is read is the user's
		}
		return added, err
	})
}

// ReembedMemories embeds every memory of the bank, of all its tenants, with the
// configured embedder: all or none.
func (d *Desk) ReembedMemories(ctx context.Context) (membank.Reembedded, error) {
	var did membank.Reembedded
	name, _, err := bankFile(d.config, d.Lookup)
	if err != nil {
		return did, err
	}
	if _, err := os.Stat(name); errors.Is(err, fs.ErrNotExist) && !isServer(name) {
		return did, BadInput("there is no memory bank at %s; legomem run and legomem curate make one", name)
	}
	embedder, err := d.embedder(d.config)
	if err != nil {
		return did, err
	}
	db, err := d.openStore(ctx, name, sqlite.ReadWrite)
	if err != nil {
		return did, err
	}
	defer db.Close()
	if did, err = membank.Reembed(ctx, db, embedder); err != nil {
		return did, fmt.Errorf("memory bank %s: %w", name, err)
	}
	return did, nil
}
