package recall

import (
	"context"
	"errors"
	"fmt"
	"io"

	"legomem/lists"
	"legomem/membank/records"
)

// Quarantine keeps units from retrieval, for a reason, until Lift; what they superseded is in
// force again meanwhile. It returns how many units it changed; unknown ids are skipped.
func (m *Memory) Quarantine(ctx context.Context, ids []string, reason string) (int, error) {
	if reason == "" {
		return 0, errors.New("a quarantine needs its reason")
	}
	return m.setQuarantine(ctx, ids, reason)
}

// Lift ends the quarantine of units, and returns how many units it changed.
func (m *Memory) Lift(ctx context.Context, ids []string) (int, error) {
	return m.setQuarantine(ctx, ids, "")
}

func (m *Memory) setQuarantine(ctx context.Context, ids []string, reason string) (int, error) {
	if err := m.ready(ctx); err != nil {
		return 0, err
	}
	units, err := m.shelf.Get(ctx, ids)
	if err != nil {
		return 0, err
	}
	change := lists.Filter(units, func(u Unit) bool { return u.Quarantine != reason })
	if len(change) == 0 {
		return 0, nil
	}
	if err := m.shelf.Mark(ctx, lists.Map(change, func(u Unit) string { return u.ID }), records.Quarantine, reason); err != nil {
		return 0, fmt.Errorf("change the quarantine of %d units: %w", len(change), err)
	}
	for i := range change {
		change[i].Quarantine = reason
	}
	write, err := m.settled(ctx, change, nil)
	if err == nil {
		err = m.write(ctx, write)
	}
	return len(change), err
}

// Export writes the chosen units as JSON lines, by ascending id, and returns how many.
func (m *Memory) Export(ctx context.Context, w io.Writer, s Selection) (int, error) {
	units, err := m.List(ctx, s)
	if err != nil {
		return 0, err
	}
	return len(units), records.Write(w, "unit", units, func(u Unit) string { return u.ID })
}

// ReadUnits reads units from JSON lines, each checked and sealed; see records.Read. Remember
// keeps them.
func ReadUnits(r io.Reader) ([]Unit, error) {
	return records.Read(r, "unit", func(u Unit) (records.Sealed[Unit], error) {
		sealed, err := Seal(u)
		return records.Sealed[Unit]{Item: sealed, ID: sealed.ID, Hash: sealed.Hash, Claimed: u.Hash}, err
	})
}
