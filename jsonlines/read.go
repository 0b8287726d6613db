// Package jsonlines keeps append-only files with one JSON value per line: a [Writer] is
// for a log that is read as far as it goes, a journal ([OpenJournal]) for records that
// later work relies on. Both survive a crash at any byte.
package jsonlines

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// Each passes the lines of a log to use, with their numbers from 1, and skips blank ones.
// Torn says that a crash cut off the last line, which was left out; a line that lacks
// only its newline counts. A read error names the line; an error of use is returned as it
// is.
func Each(r io.Reader, use func(number int, line []byte) error) (torn bool, err error) {
	in := bufio.NewReader(r)
	for n := 1; ; n++ {
		line, err := in.ReadBytes('\n')
		last := errors.Is(err, io.EOF)
		if err != nil && !last {
			return false, fmt.Errorf("line %d: %w", n, err)
		}
		if len(bytes.TrimSpace(line)) > 0 {
			if last && !json.Valid(line) {
				return true, nil
			}
			if err := use(n, line); err != nil {
				return false, err
			}
		}
		if last {
			return false, nil
		}
	}
}
