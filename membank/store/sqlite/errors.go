package sqlite

import (
	"errors"
	"fmt"

	"modernc.org/sqlite"
)

// ErrNewer is a bank that a newer program made.
var ErrNewer = errors.New("it was made by a newer legomem; use that version, or name another file with --bank")

// ErrNotABank is a file that is not one of ours, or is damaged.
var ErrNotABank = errors.New("it is damaged or not a memory bank; move it away, restore a copy, or name another file with --bank")

// ErrBusy is a file that another process kept locked for too long.
var ErrBusy = errors.New("another process is writing to it and did not finish; try again when it has")

// SQLite's result codes that mean something to a user (sqlite.org/rescode.html).
const (
	codeBusy     = 5
	codeReadOnly = 8
	codeCorrupt  = 11
	codeFull     = 13
	codeCantOpen = 14
	codeNotADB   = 26
)

func isCode(err error, code int) bool {
	var e *sqlite.Error
	return errors.As(err, &e) && e.Code()&0xff == code
}

// fileError is an SQLite error, worded for the user.
type fileError struct {
	path string
	err  error
}

func (f *fileError) Error() string { return fmt.Sprintf("memory bank %s: %v", f.path, f.err) }
func (f *fileError) Unwrap() error { return f.err }

// explain turns an error into a fileError. One that is a fileError already stays as it
// is.
func explain(path string, err error) error {
	var done *fileError
	if err == nil || errors.As(err, &done) {
		return err
	}
	if way := wayOut(err); way != nil {
		err = fmt.Errorf("%w (%w)", way, err)
	}
	return &fileError{path: path, err: err}
}

func wayOut(err error) error {
	switch {
	case isCode(err, codeNotADB), isCode(err, codeCorrupt):
		return ErrNotABank
	case isCode(err, codeBusy):
		return ErrBusy
	case isCode(err, codeReadOnly):
		return errors.New("its file or folder may not be written to")
	case isCode(err, codeFull):
		return errors.New("no space is left on its disk")
	}
	return nil
}
