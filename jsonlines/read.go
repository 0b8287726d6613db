// Package jsonlines keeps files of JSON, a value a line, that are only ever
// appended to: a [Writer] is for a log that is read as far as it goes, a journal
// ([OpenJournal]) for records that what follows relies on. Both outlive a crash
// at any byte.
package jsonlines

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// Each hands over the lines of a log one by one, with their numbers from 1, and
// passes over blank ones. Torn says that the last line is cut off, as a crash
// leaves it, and was left out; one that lacks its newline alone counts. The error
// of reading names the line; one of use is returned as it is.
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
