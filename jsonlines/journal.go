package jsonlines

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// Broken is a line of a journal that is not a record.
type Broken struct {
	Path string
	Line int
	Err  error
}

func (b *Broken) Error() string { return fmt.Sprintf("%s:%d is no record: %v", b.Path, b.Line, b.Err) }

func (b *Broken) Unwrap() error { return b.Err }

// OpenJournal opens or creates a journal and returns its records. Append returns only
// once a record is on the disk, so nothing relies on a last line without its newline, and
// it is removed. A line that is not a record is a *Broken.
func OpenJournal[T any](path string) (*Writer, []T, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return nil, nil, err
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, nil, errors.Join(err, f.Close())
	}
	w := &Writer{durable: true, out: f, size: ended(data)}
	records, err := parse[T](path, data[:w.size])
	if err == nil && w.size < int64(len(data)) {
		err = f.Truncate(w.size)
	}
	if err != nil {
		return nil, nil, errors.Join(err, f.Close())
	}
	return w, records, nil
}

// ReadJournal reads a journal's records and repairs nothing; a missing file has none.
func ReadJournal[T any](path string) ([]T, error) {
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return parse[T](path, data[:ended(data)])
}

func parse[T any](path string, data []byte) ([]T, error) {
	var out []T
	number := 0
	for line := range bytes.Lines(data) {
		number++
		var record T
		if err := json.Unmarshal(line, &record); err != nil {
			return nil, &Broken{Path: path, Line: number, Err: err}
		}
		out = append(out, record)
	}
	return out, nil
}
