package membank

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	"legomem/membank/store"
)

// Added counts what Add did.
type Added struct {
	New     int `json:"new"`
	Changed int `json:"changed"` // known by id, with different content
	Same    int `json:"same"`    // known; nothing was done
	// Merged became part of an existing unit (only in Bank.Merge).
	Merged int `json:"merged,omitempty"`
}

// Add puts units into the bank, all or none. Empty ids and all hashes are computed. A
// unit that is already there with the same content is left as it is, so that adding
// twice changes nothing and costs no embedding; one whose content differs is replaced
// and keeps its counts. Units in quarantine, and units cut from them, stay there; only
// Lift ends that.
//
// A user's own unit takes the place of the starter bank's, never the other way
// round. What was learned here takes the place of what was imported and is not trusted.
func (b *Bank) Add(ctx context.Context, units []Unit) (Added, error) {
	sealed, err := seal(units)
	if err != nil {
		return Added{}, err
	}
	write, did, err := b.compare(ctx, sealed)
	if err != nil {
		return Added{}, err
	}
	if err := b.write(ctx, write); err != nil {
		return Added{}, fmt.Errorf("add %d memories: %w", len(write), err)
	}
	return did, nil
}

// compare returns the units that have to be written for the sealed ones, as they are to
// be kept.
func (b *Bank) compare(ctx context.Context, sealed []Unit) (write []Unit, did Added, err error) {
	known, err := b.known(ctx, sealed)
	if err != nil {
		return nil, Added{}, err
	}
	sealed = confine(sealed, known)
	if write, err = b.covered(ctx, sealed, known); err != nil {
		return nil, Added{}, err
	}
	did.Changed = len(write)
	for _, u := range sealed {
		old, ok := known[u.ID]
		if ok && u.Source.Starter == old.Source.Starter && !isLearned(u, old) {
			u = withSources(u, old)
		}
		if ok {
			if u, err = withProcedure(u, old); err != nil {
				return nil, Added{}, err
			}
		}
		switch {
		case ok && !supersedes(u, old) && u.Quarantine == old.Quarantine && u.Suspended == old.Suspended:
			did.Same++
			continue
		case ok && !supersedes(u, old):
			did.Changed++
			old.Quarantine, old.Suspended = u.Quarantine, u.Suspended
			u = old
		case ok:
			did.Changed++
			was := old.counts()
			for name, n := range u.counts() {
				*n = *was[name]
			}
		default:
			did.New++
		}
		write = append(write, u)
	}
	return write, did, nil
}

// withProcedure returns a unit as it replaces a known one: a procedure that a person
// wrote stays, unless a person wrote the new one too, and a procedure suspended as
// failed stays so when it is learned again.
func withProcedure(u, old Unit) (Unit, error) {
	u.Suspended = cmp.Or(old.Suspended, u.Suspended)
	if old.Compiler != Authored || u.Compiler == Authored || isLearned(u, old) {
		return u, nil
	}
	u.Procedure, u.Compiler, u.Joined = old.Procedure, old.Compiler, old.Joined
	return Seal(u)
}

// supersedes reports whether a unit replaces the known one with its id.
func supersedes(u, known Unit) bool {
	if u.Source.Starter != known.Source.Starter {
		return known.Source.Starter
	}
	return isLearned(u, known) || u.Hash != known.Hash || len(u.Merged) > len(known.Merged)
}

// withSources returns a unit with the sources of the one it replaces added: what was
// once learned from a task is hidden and forgotten with that task, even if it is
// learned again from others.
func withSources(u, old Unit) Unit {
	if u.Kind != RoutineUnit {
		return u // Merge decides on these
	}
	own := old.Source
	merged := slices.Clone(old.Merged)
	for _, s := range u.Sources() {
		if s.key() != own.key() && !slices.ContainsFunc(merged, func(m Source) bool { return m.key() == s.key() }) {
			merged = append(merged, s)
		}
	}
	u.Source, u.Merged = own, merged
	return u
}

// known returns the stored units with the units' ids, and the stored parents of parts.
func (b *Bank) known(ctx context.Context, units []Unit) (map[string]Unit, error) {
	wanted := map[string]bool{}
	for _, u := range units {
		wanted[u.ID] = true
		if u.Parent != "" {
			wanted[u.Parent] = true
		}
	}
	found, err := b.Get(ctx, slices.Sorted(maps.Keys(wanted)))
	if err != nil {
		return nil, err
	}
	known := map[string]Unit{}
	for _, u := range found {
		known[u.ID] = u
	}
	return known, nil
}

func (b *Bank) write(ctx context.Context, units []Unit) error {
	if len(units) == 0 {
		return nil
	}
	records, err := b.records(ctx, units, nil)
	if err == nil {
		err = b.recount(ctx, records)
	}
	if err != nil {
		return err
	}
	return b.store.Upsert(ctx, b.units(), records)
}

// recount copies the latest counts and suspensions into records that are about to
// replace others: making vectors takes time, and runs end meanwhile.
func (b *Bank) recount(ctx context.Context, records []store.Record) error {
	at := map[string]int{}
	for i, r := range records {
		at[r.ID] = i
	}
	have, err := b.store.Get(ctx, b.units(), slices.Sorted(maps.Keys(at)))
	if err != nil {
		return fmt.Errorf("read the memory bank: %w", err)
	}
	for _, old := range have {
		fields := records[at[old.ID]].Fields
		for name := range new(Unit).counts() {
			if n := old.Fields[name]; n != "" {
				fields[name] = n
			}
		}
		if why := old.Fields[fieldSuspended]; why != "" {
			fields[fieldSuspended] = why
		}
	}
	return nil
}

// records returns the units' records. Vectors that are known, by id, are not made
// again.
func (b *Bank) records(ctx context.Context, units []Unit, known map[string][]float32) ([]store.Record, error) {
	var texts []string
	for _, u := range units {
		if known[u.ID] == nil {
			texts = append(texts, u.text())
		}
	}
	var made [][]float32
	if len(texts) > 0 {
		var err error
		if made, err = b.vectors(ctx, texts); err != nil {
			return nil, err
		}
	}
	var records []store.Record
	for _, u := range units {
		vector := known[u.ID]
		if vector == nil {
			vector, made = made[0], made[1:]
		}
		r, err := toRecord(u, vector)
		if err != nil {
			return nil, err
		}
		records = append(records, r)
	}
	return records, nil
}
