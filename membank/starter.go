package membank

import (
	"bytes"
	"context"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"fmt"
	"strings"

	"legomem/lists"
	"legomem/membank/store"
)

// starter is the bank that comes with the program: units curated from the
// demonstrations of the project's own suite, as JSON lines.
//
//go:embed starter.jsonl
var starter []byte

// The notes a bank keeps about its starter units.
const (
	starterNote   = "starter"    // which version is in the bank
	forgottenNote = "forgotten " // + id: the user does not want it back
	noteVersion   = "version"
)

// Starter returns the units that come with the program.
func Starter() ([]Unit, error) { return starterUnits(starter) }

func starterUnits(lines []byte) ([]Unit, error) {
	units, err := ReadUnits(bytes.NewReader(lines))
	if err != nil {
		return nil, fmt.Errorf("read the starter bank: %w", err)
	}
	for i := range units {
		units[i].Source.Starter = true
		for _, n := range units[i].counts() {
			*n = 0
		}
	}
	return units, nil
}

// Seed brings the starter units of the bank to this program's version: it adds new
// ones, replaces changed ones and removes those that are gone. The user's own units
// stay as they are, and starter units the user forgot stay forgotten. For a current
// bank it costs one read. Only the default bank should be seeded.
func (b *Bank) Seed(ctx context.Context) error {
	if err := b.seed(ctx, starter); err != nil {
		return fmt.Errorf("fill the memory bank with the starter memories: %w", err)
	}
	return nil
}

func (b *Bank) seed(ctx context.Context, lines []byte) error {
	sum := sha256.Sum256(lines)
	version := hex.EncodeToString(sum[:])
	notes, err := b.store.Get(ctx, b.notes(), []string{starterNote})
	if err != nil {
		return err
	}
	if len(notes) == 1 && notes[0].Fields[noteVersion] == version {
		return nil
	}
	if err := b.reseed(ctx, lines); err != nil {
		return err
	}
	// Last, so that a seeding that was cut short is done again.
	return b.store.Upsert(ctx, b.notes(), []store.Record{{ID: starterNote, Fields: map[string]string{noteVersion: version}}})
}

func (b *Bank) reseed(ctx context.Context, lines []byte) error {
	units, err := starterUnits(lines)
	if err != nil {
		return err
	}
	if units, err = b.wanted(ctx, units); err != nil {
		return err
	}
	if _, err := b.Add(ctx, units); err != nil {
		return err
	}
	keep := map[string]bool{}
	for _, u := range units {
		keep[u.ID] = true
	}
	was, err := b.store.List(ctx, b.units(), store.Page{Filter: store.Filter{{Field: fieldStarter, Any: []string{yes}}}})
	if err != nil {
		return err
	}
	var gone []string
	for _, r := range was {
		if !keep[r.ID] && r.Fields[fieldAuthored] == "" { // what the user wrote stays
			gone = append(gone, r.ID)
		}
	}
	_, err = b.store.Delete(ctx, b.units(), gone)
	return err
}

// wanted leaves out what the user forgot.
func (b *Bank) wanted(ctx context.Context, units []Unit) ([]Unit, error) {
	notes, err := b.store.List(ctx, b.notes(), store.Page{})
	if err != nil {
		return nil, err
	}
	forgotten := map[string]bool{}
	for _, n := range notes {
		if id, ok := strings.CutPrefix(n.ID, forgottenNote); ok {
			forgotten[id] = true
		}
	}
	return lists.Filter(units, func(u Unit) bool { return !forgotten[u.ID] }), nil
}
