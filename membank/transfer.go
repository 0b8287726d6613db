package membank

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// longestLine caps one unit in an import, in bytes.
const longestLine = 16 << 20

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
	out := bufio.NewWriter(w)
	enc := json.NewEncoder(out)
	for _, u := range units {
		if err := enc.Encode(u); err != nil {
			return fmt.Errorf("memory %s: %w", u.ID, err)
		}
	}
	return out.Flush()
}

// ReadUnits reads units from JSON lines. Empty lines are counted and skipped. A line
// with a field that units do not have, as a newer program may write it, is refused,
// rather than kept without it. So is one whose hash is not that of its content: somebody
// changed it. Without a hash, it gets one.
func ReadUnits(r io.Reader) ([]Unit, error) {
	in := bufio.NewScanner(r)
	in.Buffer(nil, longestLine)
	var units []Unit
	lines := map[string]int{}
	n := 0
	for in.Scan() {
		n++
		if len(bytes.TrimSpace(in.Bytes())) == 0 {
			continue
		}
		u, err := readUnit(in.Bytes())
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		if first, ok := lines[u.ID]; ok {
			return nil, fmt.Errorf("line %d: the id %s is on line %d already", n, u.ID, first)
		}
		lines[u.ID] = n
		units = append(units, u)
	}
	if errors.Is(in.Err(), bufio.ErrTooLong) {
		return nil, fmt.Errorf("line %d is longer than %d MB", n+1, longestLine>>20)
	}
	return units, in.Err()
}

func readUnit(line []byte) (Unit, error) {
	var u Unit
	dec := json.NewDecoder(bytes.NewReader(line))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&u); err != nil {
		return u, fmt.Errorf("it is not a memory: %w", err)
	}
	if _, err := dec.Token(); err != io.EOF {
		return u, errors.New("it holds more than one memory")
	}
	if err := u.Check(); err != nil {
		return u, err
	}
	sealed, err := Seal(u)
	if err == nil && u.Hash != "" && u.Hash != sealed.Hash {
		err = fmt.Errorf("memory %s is not what its hash says: it was changed after it was written, or damaged; export it again", sealed.ID)
	}
	return sealed, err
}
