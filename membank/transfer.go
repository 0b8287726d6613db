package membank

import (
	"context"
	"fmt"
	"io"

	"legomem/membank/records"
)

// Export writes the units that pass the filter as JSON lines, by ascending id, and
// returns how many.
func (b *Bank) Export(ctx context.Context, w io.Writer, f Filter) (int, error) {
	units, err := b.List(ctx, f, Page{})
	if err != nil {
		return 0, err
	}
	if err := WriteUnits(w, units); err != nil {
		return 0, fmt.Errorf("export %d memories: %w", len(units), err)
	}
	return len(units), nil
}

// WriteUnits writes units as JSON lines.
func WriteUnits(w io.Writer, units []Unit) error {
	return records.Write(w, "memory", units, func(u Unit) string { return u.ID })
}

// ReadUnits reads units from JSON lines, each checked and sealed; see records.Read.
func ReadUnits(r io.Reader) ([]Unit, error) {
	return records.Read(r, "memory", func(u Unit) (records.Sealed[Unit], error) {
		if err := u.Check(); err != nil {
			return records.Sealed[Unit]{}, err
		}
		sealed, err := Seal(u)
		return records.Sealed[Unit]{Item: sealed, ID: sealed.ID, Hash: sealed.Hash, Claimed: u.Hash}, err
	})
}
