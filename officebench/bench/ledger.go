package bench

import (
	"errors"
	"fmt"

	"legomem/jsonlines"
	"legomem/officebench/trial"
)

// ledger is a journal of records: of trials, or of what curating spent.
type ledger struct{ *jsonlines.Writer }

// openLedger opens or creates the file and returns its records. A last line that a crash
// cut off is removed; its run is found again by its log.
func openLedger[T any](path string) (*ledger, []T, error) {
	l, records, err := jsonlines.OpenJournal[T](path)
	if err != nil {
		return nil, nil, unread("open the records", err)
	}
	return &ledger{l}, records, nil
}

// readLedger reads the records without repairing anything; none where there is no file.
func readLedger[T any](path string) ([]T, error) {
	records, err := jsonlines.ReadJournal[T](path)
	if err != nil {
		return nil, unread("read the records", err)
	}
	return records, nil
}

// unread says what failed, unless the error names the line.
func unread(what string, err error) error {
	if broken := (*jsonlines.Broken)(nil); errors.As(err, &broken) {
		return err
	}
	return fmt.Errorf("%s: %w", what, err)
}

// append writes the record of something and returns when it is on the disk.
func (l *ledger) append(of string, record any) error {
	if err := l.Append(record); err != nil {
		return fmt.Errorf("record %s: %w", of, err)
	}
	return nil
}

// Effective keeps the last attempt of each trial, in the order in which the trials were
// first recorded.
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
