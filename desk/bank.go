package desk

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"legomem/configs"
	"legomem/membank"
	"legomem/membank/hashembed"
	"legomem/membank/recall"
	"legomem/membank/store"
	"legomem/membank/store/qdrant"
	"legomem/membank/store/sqlite"
	"legomem/places"
	"legomem/tools/apps"
)

// openBank opens the configured bank. Only the default one is seeded, so it is opened
// for writing even if a command only reads.
func (d *Desk) openBank(ctx context.Context, c configs.Config, mode sqlite.Mode) (*membank.Bank, func(), error) {
	file, own, err := bankFile(c, d.Lookup)
	if err != nil {
		return nil, nil, err
	}
	if own {
		mode = sqlite.ReadWrite
	}
	if _, err := os.Stat(file); errors.Is(err, fs.ErrNotExist) && !own && !isServer(file) && mode == sqlite.ReadWrite {
		d.Notify(NewBank{Name: file})
	}
	return d.openBankFile(ctx, c, file, own, mode)
}

// bankThere opens the configured bank to read it; nil where there is none yet.
func (d *Desk) bankThere(ctx context.Context) (*membank.Bank, func(), error) {
	none := func() {}
	file, own, err := bankFile(d.config, d.Lookup)
	if err != nil {
		return nil, none, err
	}
	if _, err := os.Stat(file); errors.Is(err, fs.ErrNotExist) && !own && !isServer(file) {
		return nil, none, nil
	}
	bank, done, err := d.openBank(ctx, d.config, sqlite.ReadOnly)
	if err != nil {
		return nil, none, err
	}
	return bank, done, nil
}

// openBankFile opens the bank of that name: a file, or a server's address.
func (d *Desk) openBankFile(ctx context.Context, c configs.Config, name string, own bool, mode sqlite.Mode) (*membank.Bank, func(), error) {
	embedder, err := d.embedder(c)
	if err != nil {
		return nil, nil, err
	}
	bank, done, err := d.openEmbedded(ctx, c, name, mode, embedder)
	if isOfEarlierVersion(err) {
		if err = d.reembed(ctx, name, embedder); err == nil {
			bank, done, err = d.openEmbedded(ctx, c, name, mode, embedder)
		}
	}
	if err != nil {
		return nil, nil, err
	}
	if own && mode == sqlite.ReadWrite {
		if err := bank.Seed(ctx); err != nil {
			done()
			return nil, nil, bankError(name, err)
		}
	}
	return bank.View(viewOf(c)), done, nil
}

// openEmbedded opens a bank whose vectors are the embedder's.
func (d *Desk) openEmbedded(ctx context.Context, c configs.Config, name string, mode sqlite.Mode, embedder membank.Embedder) (*membank.Bank, func(), error) {
	db, err := d.openStore(ctx, name, mode)
	if err != nil {
		return nil, nil, err
	}
	done := func() { _ = db.Close() } // what was written is committed already
	bank, err := membank.Open(ctx, db, embedder, c.Memory.Tenant)
	if err != nil {
		done()
		return nil, nil, bankError(name, err)
	}
	return bank, done, nil
}

// isOfEarlierVersion reports whether a bank cannot be opened because an earlier version of
// the embedded embedder made its vectors. It needs no endpoint to make them anew.
func isOfEarlierVersion(err error) bool {
	var other *store.Mismatch
	return errors.As(err, &other) && other.Want.Model == hashembed.Embedder{}.Model() && hashembed.Earlier(other.Have.Model)
}

// reembed embeds a bank anew, for all its tenants.
func (d *Desk) reembed(ctx context.Context, name string, embedder membank.Embedder) error {
	db, err := d.openStore(ctx, name, sqlite.ReadWrite)
	if err != nil {
		return err
	}
	defer db.Close()
	if _, err := reembedAll(ctx, db, embedder); err != nil {
		return fmt.Errorf("memory bank %s: %w", name, err)
	}
	return nil
}

// viewOf is how the configuration has memories found.
func viewOf(c configs.Config) membank.View {
	v := membank.View{By: store.Ranking(c.Memory.Ranking)}
	if c.Memory.Find == "operation" {
		v.Changes = apps.Registry().Changing
	}
	return v
}

// openStore opens the store of a bank's records.
func (d *Desk) openStore(ctx context.Context, name string, mode sqlite.Mode) (store.Store, error) {
	if isServer(name) {
		key, _ := d.Lookup("QDRANT_API_KEY")
		s, err := qdrant.Open(ctx, qdrant.Options{Address: name, APIKey: key, Indexed: indexed(), ReadOnly: mode == sqlite.ReadOnly})
		if err != nil && !IsOutside(err) {
			return nil, &InputError{err}
		}
		return s, err
	}
	db, err := sqlite.Open(ctx, name, mode)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, BadInput("%v; legomem run and legomem curate make one", err)
	}
	if err != nil && !IsOutside(err) {
		return nil, &InputError{err} // no bank, or not one of ours
	}
	return db, err
}

// indexed are the fields that a server should index, of memories and of what users said.
func indexed() []string {
	all := slices.Concat(membank.Indexed(), recall.Indexed())
	slices.Sort(all)
	return slices.Compact(all)
}

// isServer reports whether a bank's name is the address of a server.
func isServer(name string) bool { return strings.Contains(name, "://") }

// bankError adds to an error which bank cannot be used. If another embedder made its
// units, the user has to change something.
func bankError(file string, err error) error {
	var other *store.Mismatch
	if errors.As(err, &other) {
		return BadInput("memory bank %s: %w; set embedder.kind to the one that made it, or name another file with --bank", file, err)
	}
	return fmt.Errorf("memory bank %s: %w", file, err)
}

// bankFile is the bank's file, and whether it is the default one.
func bankFile(c configs.Config, lookup func(string) (string, bool)) (file string, own bool, err error) {
	if c.Memory.Bank != "" {
		return c.Memory.Bank, false, nil
	}
	dir, err := configs.DataDir(lookup)
	if err != nil {
		return "", false, BadInput("no folder for the memory bank: %v; name one with --bank", err)
	}
	return places.Data(dir).Bank(), true, nil
}

func bankName(c configs.Config) string {
	if c.Memory.Bank == "" {
		return "default"
	}
	return c.Memory.Bank
}
