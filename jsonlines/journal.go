package jsonlines

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// Broken is a line of a journal that is no record.
type Broken struct {
	Path string
	Line int
	Err  error
}

func (b *Broken) Error() string { return fmt.Sprintf("%s:%d is no record: %v", b.Path, b.Line, b.Err) }

func (b *Broken) Unwrap() error { return b.Err }

// OpenJournal opens a journal, or makes it, and returns the records it holds.
// What is appended to it is on the disk when Append returns; so a last line
// without its newline was never relied on, and is taken away. A line that is no
// record is a *Broken.
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

// ReadJournal reads a journal's records and mends nothing; there are none where
// there is no file.
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
