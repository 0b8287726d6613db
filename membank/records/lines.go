package records

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// LongestLine caps one item in an import, in bytes.
const LongestLine = 16 << 20

// Write writes items as JSON lines. In an error, the item is called by its kind ("memory")
// and its id.
func Write[T any](w io.Writer, kind string, items []T, id func(T) string) error {
	out := bufio.NewWriter(w)
	enc := json.NewEncoder(out)
	for _, item := range items {
		if err := enc.Encode(item); err != nil {
			return fmt.Errorf("%s %s: %w", kind, id(item), err)
		}
	}
	return out.Flush()
}

// Sealed is an item as it was read, and as sealing makes it.
type Sealed[T any] struct {
	Item     T
	ID, Hash string
	Claimed  string // the hash that the line has, "" for none
}

// Read reads items from JSON lines. Empty lines are counted and skipped. A line with a field
// that items do not have, as a newer program may write it, is refused, rather than kept
// without it. So is one whose hash is not that of its content: somebody changed it. Without
// a hash, it gets one. Seal checks an item and seals it.
func Read[T any](r io.Reader, kind string, seal func(T) (Sealed[T], error)) ([]T, error) {
	in := bufio.NewScanner(r)
	in.Buffer(nil, LongestLine)
	var items []T
	lines := map[string]int{}
	n := 0
	for in.Scan() {
		n++
		if len(bytes.TrimSpace(in.Bytes())) == 0 {
			continue
		}
		s, err := readLine(in.Bytes(), kind, seal)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		if first, ok := lines[s.ID]; ok {
			return nil, fmt.Errorf("line %d: the id %s is on line %d already", n, s.ID, first)
		}
		lines[s.ID] = n
		items = append(items, s.Item)
	}
	if errors.Is(in.Err(), bufio.ErrTooLong) {
		return nil, fmt.Errorf("line %d is longer than %d MB", n+1, LongestLine>>20)
	}
	return items, in.Err()
}

func readLine[T any](line []byte, kind string, seal func(T) (Sealed[T], error)) (Sealed[T], error) {
	var item T
	dec := json.NewDecoder(bytes.NewReader(line))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&item); err != nil {
		return Sealed[T]{}, fmt.Errorf("it is not a %s: %w", kind, err)
	}
	if _, err := dec.Token(); err != io.EOF {
		return Sealed[T]{}, fmt.Errorf("it holds more than one %s", kind)
	}
	s, err := seal(item)
	if err == nil && s.Claimed != "" && s.Claimed != s.Hash {
		err = fmt.Errorf("%s %s is not what its hash says: it was changed after it was written, or damaged; export it again", kind, s.ID)
	}
	return s, err
}
