package membank

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"legomem/membank/store"
)

// Suspend keeps a unit's procedure from reflex, for a reason, until it is
// verified or Lift; strategies go on finding the unit. One that is gone is
// passed over.
func (b *Bank) Suspend(ctx context.Context, id, reason string) error {
	if reason == "" {
		return errors.New("a quarantine needs its reason")
	}
	if err := b.shelf().Mark(ctx, []string{id}, fieldSuspended, reason); err != nil {
		return fmt.Errorf("quarantine the procedure of memory %s: %w", id, err)
	}
	return nil
}

// Reinstate ends a Suspend, and leaves a Quarantine as it is.
func (b *Bank) Reinstate(ctx context.Context, id string) error {
	_, err := b.reinstate(ctx, []string{id})
	return err
}

// reinstate returns which units it changed.
func (b *Bank) reinstate(ctx context.Context, ids []string) (map[string]bool, error) {
	changed := map[string]bool{}
	units, err := b.Get(ctx, ids)
	if err != nil {
		return nil, err
	}
	var change []string
	for _, u := range units {
		if u.Suspended != "" {
			changed[u.ID] = true
			change = append(change, u.ID)
		}
	}
	if err := b.shelf().Mark(ctx, change, fieldSuspended, ""); err != nil {
		return nil, fmt.Errorf("lift the quarantine of %d procedures: %w", len(change), err)
	}
	return changed, nil
}

// SetProcedure gives a full-task unit another procedure. Its id stays, with all
// that is known of it; a procedure that was suspended stays so until somebody
// verifies it.
func (b *Bank) SetProcedure(ctx context.Context, id string, procedure json.RawMessage, compiler string, joined []Source) error {
	units, err := b.Get(ctx, []string{id})
	if err != nil {
		return err
	}
	if len(units) == 0 || units[0].Kind != FullTask {
		return fmt.Errorf("memory %s cannot have a procedure: there is no whole task of that id", id)
	}
	u := units[0]
	u.Procedure, u.Compiler, u.Joined = procedure, compiler, joined
	if u, err = Seal(u); err != nil {
		return err
	}
	records, err := b.rewritten(ctx, []Unit{u})
	if err == nil {
		err = b.store.Upsert(ctx, b.units(), records)
	}
	if err != nil {
		return fmt.Errorf("give memory %s another procedure: %w", id, err)
	}
	return nil
}

// asCounted is a unit that is about to be rewritten, with the counts and the quarantine
// that its record has now, trusted or not: runs may have ended since the unit was read.
func asCounted(u Unit, now store.Record) (Unit, error) {
	was, err := fromRecord(now)
	if err != nil {
		return u, err
	}
	counted := was.counts()
	for name, n := range u.counts() {
		*n = *counted[name]
	}
	u.Quarantine, u.Suspended, u.Untrusted = was.Quarantine, was.Suspended, was.Untrusted
	return u, nil
}
