// Package membank is the procedural memory: units of past work, how they are
// retrieved for a new task (LEGOMem 3.3), and who gets which. Records and
// vectors are kept in membank/store; units are made in curate. What a unit's
// procedure means is reflex's business.
//
// Start with Unit and Bank. A Strategy retrieves (strategy.go), a Placement
// hands out (placement.go). Seed fills the default bank with the units that
// come with the program (starter.go).
package membank

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	lru "github.com/hashicorp/golang-lru/v2"

	"legomem/membank/operations"
	"legomem/membank/records"
	"legomem/membank/store"
)

// The collections a bank uses.
const (
	unitsCollection = "memories"
	notesCollection = "notes" // what the bank remembers about itself
)

// learnedMost is how many models of operations are kept: one for each agent of a few
// views.
const learnedMost = 32

// Embedder turns texts into vectors.
type Embedder = records.Embedder

// Hit is a retrieved unit with its rank from 1 and its score, higher is better: that of the
// ranking (store.Hit) or, where agents' memories are found by what is to be done, how
// likely that is what the memory did, from 0 to 1.
type Hit struct {
	Unit  Unit
	Rank  int
	Score float64
}

// Bank is one tenant's units in a store. Safe for several goroutines.
type Bank struct {
	store  store.Store
	embed  Embedder
	tenant string
	view   View
	// learned keeps what tells operations by words, by what it was learned from.
	learned *lru.Cache[uint64, *operations.Model]
}

// Open opens a tenant's bank in a store. If another model embedded its units, the error
// is a *store.Mismatch. Closing the store is left to the caller.
func Open(ctx context.Context, s store.Store, e Embedder, tenant string) (*Bank, error) {
	if tenant == "" {
		return nil, store.ErrNoTenant
	}
	if err := s.Ensure(ctx, unitsCollection, records.EmbeddingOf(e)); err != nil {
		return nil, fmt.Errorf("open the memory bank: %w", err)
	}
	if err := s.Ensure(ctx, notesCollection, store.Embedding{}); err != nil {
		return nil, fmt.Errorf("open the memory bank: %w", err)
	}
	learned, err := lru.New[uint64, *operations.Model](learnedMost)
	if err != nil {
		return nil, fmt.Errorf("open the memory bank: %w", err)
	}
	return &Bank{store: s, embed: e, tenant: tenant, learned: learned}, nil
}

// Embedder names the model that makes the bank's vectors.
func (b *Bank) Embedder() string { return b.embed.Model() }

func (b *Bank) units() store.Scope {
	return store.Scope{Tenant: b.tenant, Collection: unitsCollection}
}

func (b *Bank) notes() store.Scope {
	return store.Scope{Tenant: b.tenant, Collection: notesCollection}
}

func (b *Bank) vectors(ctx context.Context, texts []string) ([][]float32, error) {
	return b.shelf().Vectors(ctx, texts)
}

// shelf is where the units stand.
func (b *Bank) shelf() records.Shelf[Unit] {
	return records.Shelf[Unit]{Store: b.store, At: b.units(), Embed: b.embed, Place: "memory bank", Decode: fromRecord}
}

// Get returns the units that are there, in the order of ids.
func (b *Bank) Get(ctx context.Context, ids []string) ([]Unit, error) {
	return b.shelf().Get(ctx, ids)
}

// Filter selects units; an empty field does not restrict them.
type Filter struct {
	Kind   UnitKind
	Agent  string // a subtask memory's
	Suite  string
	Task   string // the source task, "1-1/0"
	Run    string // the first source's
	Parent string
	User   string // the acting user of the source run
	Own    bool   // leaves the starter bank's out
	// Quarantined keeps only units in quarantine, whole or with their procedure.
	Quarantined bool
	// Authored keeps only units whose procedure a person has edited.
	Authored bool
	// Untrusted keeps only units that were imported and that the user does not trust yet.
	Untrusted bool
	// suspended keeps only units whose procedure alone is in quarantine.
	suspended bool
}

// Page is a part of a listing: at most Limit units (0: all) after the unit
// with the id After.
type Page struct {
	After string
	Limit int
}

// List returns units by ascending id, a full-task memory before its subtasks.
func (b *Bank) List(ctx context.Context, f Filter, p Page) ([]Unit, error) {
	if f.Quarantined {
		return b.listConfined(ctx, f, p)
	}
	return b.list(ctx, f, p)
}

// listConfined lists the units that are in quarantine, whole or with their procedure
// alone.
func (b *Bank) listConfined(ctx context.Context, f Filter, p Page) ([]Unit, error) {
	whole, err := b.list(ctx, f, p)
	if err != nil {
		return nil, err
	}
	f.Quarantined, f.suspended = false, true
	more, err := b.list(ctx, f, p)
	if err != nil {
		return nil, err
	}
	all := append(whole, more...)
	slices.SortFunc(all, func(x, y Unit) int { return strings.Compare(x.ID, y.ID) })
	if p.Limit > 0 {
		all = all[:min(len(all), p.Limit)]
	}
	return all, nil
}

func (b *Bank) list(ctx context.Context, f Filter, p Page) ([]Unit, error) {
	return b.shelf().List(ctx, store.Page{Filter: f.matches(), After: p.After, Limit: p.Limit})
}

// Count counts units.
func (b *Bank) Count(ctx context.Context, f Filter) (int, error) {
	n, err := b.shelf().Count(ctx, f.matches())
	if err == nil && f.Quarantined {
		more := 0
		f.Quarantined, f.suspended = false, true
		more, err = b.shelf().Count(ctx, f.matches())
		n += more
	}
	return n, err
}

// Delete forgets units, a full-task memory with its subtask memories, and returns how
// many there were. Deleted starter units do not come back with the starter bank's next
// version.
func (b *Bank) Delete(ctx context.Context, ids []string) (int, error) {
	units, err := b.family(ctx, ids)
	if err != nil {
		return 0, err
	}
	return b.remove(ctx, units)
}

func (b *Bank) remove(ctx context.Context, units []Unit) (int, error) {
	if len(units) == 0 {
		return 0, nil
	}
	var all []string
	var forgotten []store.Record
	for _, u := range units {
		all = append(all, u.ID)
		// These would come back with the starter bank, or when their whole is cut
		// again: note that they are forgotten.
		if u.Source.Starter || u.Kind == SubtaskUnit {
			forgotten = append(forgotten, store.Record{ID: forgottenNote + u.ID})
		}
	}
	n, err := b.shelf().Forget(ctx, b.notes(), forgotten, all)
	if err != nil {
		return 0, fmt.Errorf("forget %d memories: %w", len(all), err)
	}
	return n, nil
}

// family returns the units with the ids and the units cut from them, each once.
func (b *Bank) family(ctx context.Context, ids []string) ([]Unit, error) {
	units, err := b.Get(ctx, ids)
	if err != nil {
		return nil, err
	}
	for _, u := range units {
		if u.Kind != FullTask {
			continue
		}
		parts, err := b.List(ctx, Filter{Parent: u.ID}, Page{})
		if err != nil {
			return nil, err
		}
		units = append(units, parts...)
	}
	seen := map[string]bool{}
	return slices.DeleteFunc(units, func(u Unit) bool {
		defer func() { seen[u.ID] = true }()
		return seen[u.ID]
	}), nil
}

// MarkPlayed counts a run that was played from a unit's procedure as a success
// or a failure. A unit that is gone is passed over.
func (b *Bank) MarkPlayed(ctx context.Context, id string, success bool) error {
	field := fieldFailures
	if success {
		field = fieldSuccesses
	}
	var bad error
	err := b.store.Amend(ctx, b.units(), []string{id}, func(f map[string]string) { bad = increment(f, field) })
	if err := errors.Join(err, bad); err != nil {
		return fmt.Errorf("count what came of memory %s: %w", id, err)
	}
	return nil
}

// MarkUsed counts one use of each unit, and one help where the run that used
// them passed. Units that are gone are passed over.
func (b *Bank) MarkUsed(ctx context.Context, ids []string, helped bool) error {
	var bad error
	err := b.store.Amend(ctx, b.units(), ids, func(f map[string]string) {
		bad = errors.Join(bad, increment(f, fieldUsed))
		if helped {
			bad = errors.Join(bad, increment(f, fieldHelped))
		}
	})
	if err := errors.Join(err, bad); err != nil {
		return fmt.Errorf("count the use of %d memories: %w", len(ids), err)
	}
	return nil
}

func increment(fields map[string]string, name string) error {
	n, err := number(fields, name)
	if err != nil {
		return err
	}
	fields[name] = strconv.Itoa(n + 1)
	return nil
}
