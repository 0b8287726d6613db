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
	"legomem/membank/recall"
	"legomem/membank/records"
	"legomem/membank/store"
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

// ImportOrder says what ImportMemories imports.
type ImportOrder struct {
	Lines io.Reader
	From  string // the file's name, which is noted
	Trust bool   // the user vouches for all of it
}

// ImportedMemories is what ImportMemories did.
type ImportedMemories struct {
	membank.Added
	// Untrusted is how many memories of the bank now wait for TrustMemories.
	Untrusted int `json:"untrusted"`

	Declined bool `json:"-"` // the user was asked, and said no
}

// ImportMemories adds memories from JSON lines, all or none, once sure agrees to the
// replacement of those in the bank; if sure is nil, nothing is replaced.
func (d *Desk) ImportMemories(ctx context.Context, o ImportOrder, sure func(replaced []membank.Unit) (bool, error)) (ImportedMemories, error) {
	return withBank(ctx, d, sqlite.ReadWrite, func(b *membank.Bank) (ImportedMemories, error) {
		added, err := b.Import(ctx, o.Lines, membank.Importing{Import: membank.Import{At: d.Now(), From: o.From}, Trusted: o.Trust, Replace: sure})
		switch {
		case sure != nil && caused[*membank.Replaces](err):
			return ImportedMemories{Declined: true}, nil
		case caused[*membank.Replaces](err):
			err = BadInput("%w; nothing was imported: say --replace to take the file's", err)
		case err != nil && !IsOutside(err) && ctx.Err() == nil:
			err = &InputError{err} // what is read is the user's
		}
		if err != nil {
			return ImportedMemories{}, err
		}
		n, err := b.Count(ctx, membank.Filter{Untrusted: true})
		return ImportedMemories{Added: added, Untrusted: n}, err
	})
}

// TrustMemories takes the user's word for imported memories: reflex plays them from now
// on. It returns how many it changed.
func (d *Desk) TrustMemories(ctx context.Context, ids []string) (int, error) {
	return withBank(ctx, d, sqlite.ReadWrite, func(b *membank.Bank) (int, error) {
		if err := checkThere(ctx, b, ids); err != nil {
			return 0, err
		}
		return b.Trust(ctx, ids)
	})
}

// ReembedMemories embeds every memory of the bank, of all its tenants, with the
// configured embedder: all or none.
func (d *Desk) ReembedMemories(ctx context.Context) (records.Reembedded, error) {
	var did records.Reembedded
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
	if did, err = reembedAll(ctx, db, embedder); err != nil {
		return did, fmt.Errorf("memory bank %s: %w", name, err)
	}
	return did, nil
}

// reembedAll embeds what a store holds: memories, and what users said.
func reembedAll(ctx context.Context, db store.Store, embedder records.Embedder) (records.Reembedded, error) {
	did, err := membank.Reembed(ctx, db, embedder)
	if err != nil {
		return did, err
	}
	said, err := recall.Reembed(ctx, db, embedder)
	if did.From == did.To {
		did.From = said.From
	}
	did.Records += said.Records
	return did, err
}
