// Package filelock keeps a second process away from a file. The system gives a
// lock back when the process that has it ends, however it ends. On a system
// without such locks every lock is had at once.
package filelock

import (
	"errors"
	"io"
	"os"
)

// ErrHeld is the error of a lock that another process has.
var ErrHeld = errors.New("another process has the lock")

// mostNote is how much of a holder's note is read, in bytes.
const mostNote = 4096

// Held is ErrHeld, with what the holder wrote into the file.
type Held struct{ Note string }

func (h *Held) Error() string { return ErrHeld.Error() + ": " + h.Note }

func (h *Held) Unwrap() error { return ErrHeld }

// Try locks an open file for this process alone until the file is closed. It
// never waits: it is ErrHeld while another process has the lock.
func Try(f *os.File) error { return flock(f, true) }

// Take opens a file, or makes it, locks it, and writes a note into it of who has
// it. It is a *Held while another process has the lock. Closing the file gives
// the lock back; the file stays, or one who waits for it would lock another.
func Take(path, note string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	if err = Try(f); err == nil {
		err = replace(f, note)
	} else if errors.Is(err, ErrHeld) {
		err = &Held{Note: read(f)}
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// Holder is the note of the process that has the lock of a file; it takes no
// lock. In the moment in which the lock is taken the note is empty.
func Holder(path string) (note string, held bool) {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return "", false
	}
	defer f.Close()
	if !errors.Is(flock(f, false), ErrHeld) {
		return "", false
	}
	return read(f), true
}

func replace(f *os.File, note string) error {
	if err := f.Truncate(0); err != nil {
		return err
	}
	_, err := f.WriteAt([]byte(note), 0)
	return err
}

func read(f *os.File) string {
	note, _ := io.ReadAll(io.LimitReader(f, mostNote)) // who cannot be read is not named
	return string(note)
}
