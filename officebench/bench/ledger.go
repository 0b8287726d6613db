package bench

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"sync"

	"legomem/officebench/trial"
)

// ledger is a file of JSON, a line a record, appended and synced one by one:
// of a trial, or of what curating spent.
type ledger struct {
	mu   sync.Mutex
	file *os.File
	size int64 // bytes of whole lines
}

// openLedger opens or makes the file and returns what it holds. A last line
// that a crash cut off is taken away; its run is found by its log.
func openLedger[T any](path string) (*ledger, []T, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return nil, nil, fmt.Errorf("open the records: %w", err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, nil, errors.Join(fmt.Errorf("open the records: %w", err), f.Close())
	}
	whole := int64(bytes.LastIndexByte(data, '\n') + 1)
	records, err := parseRecords[T](path, data[:whole])
	if err == nil && whole < int64(len(data)) {
		err = f.Truncate(whole)
	}
	if err != nil {
		return nil, nil, errors.Join(err, f.Close())
	}
	return &ledger{file: f, size: whole}, records, nil
}

// readLedger reads the records without mending anything; none where there is
// no file.
func readLedger[T any](path string) ([]T, error) {
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read the records: %w", err)
	}
	return parseRecords[T](path, data[:bytes.LastIndexByte(data, '\n')+1])
}

func parseRecords[T any](path string, data []byte) ([]T, error) {
	var out []T
	n := 0
	for line := range bytes.Lines(data) {
		n++
		var r T
		if err := json.Unmarshal(line, &r); err != nil {
			return nil, fmt.Errorf("%s:%d is no record: %w", path, n, err)
		}
		out = append(out, r)
	}
	return out, nil
}

// append writes the record of something and returns when it is on the disk.
func (l *ledger) append(of string, record any) error {
	line, err := json.Marshal(record)
	if err != nil {
		return fmt.Errorf("record %s: %w", of, err)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	n, err := l.file.Write(append(line, '\n'))
	if err == nil {
		err = l.file.Sync()
	}
	if err != nil {
		if n > 0 { // a full disk: take the half line back, so that the next one stands alone
			err = errors.Join(err, l.file.Truncate(l.size))
		}
		return fmt.Errorf("record %s: %w", of, err)
	}
	l.size += int64(n)
	return nil
}

func (l *ledger) close() error { return l.file.Close() }

// Effective keeps of each trial the last attempt, in the order in which the
// trials were first recorded.
func Effective(all []trial.Record) []trial.Record {
	var out []trial.Record
	at := map[trial.Trial]int{}
	for _, r := range all {
		i, seen := at[r.Trial]
		switch {
		case !seen:
			at[r.Trial] = len(out)
			out = append(out, r)
		case r.Attempt >= out[i].Attempt:
			out[i] = r
		}
	}
	return out
}
