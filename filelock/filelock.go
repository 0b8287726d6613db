// Package filelock keeps a second process away from a file. The system releases a lock
// when the process that holds it ends, however it ends. On a system without such locks,
// taking one always succeeds.
package filelock

import (
	"errors"
	"io"
	"os"
	"time"
)

// ErrHeld is returned for a lock that another process holds.
var ErrHeld = errors.New("another process has the lock")

// mostNote is how much of a holder's note is read, in bytes.
const mostNote = 4096

// Held is ErrHeld, with what the holder wrote into the file.
type Held struct{ Note string }

func (h *Held) Error() string { return ErrHeld.Error() + ": " + h.Note }

func (h *Held) Unwrap() error { return ErrHeld }

// Try locks an open file for this process alone, until Release, or until the file is closed. It never waits:
// it returns ErrHeld while another process holds the lock.
func Try(f *os.File) error { return flock(f, true) }

// TryFor is Try, again and again while another process holds the lock, for as long as the
// patience lasts.
func TryFor(f *os.File, patience time.Duration) error {
	const pause = 10 * time.Millisecond
	for ; ; patience -= pause {
		if err := Try(f); patience <= 0 || !errors.Is(err, ErrHeld) {
			return err
		}
		time.Sleep(pause)
	}
}

// settling is how long a lock may still be held that nobody has any more: a program that was
// killed may have just begun another, which has a copy of the file until it runs its own
// program.
const settling = time.Second

// Take opens or creates a file, locks it, and writes a note about the holder into it. The
// error is a *Held while another process holds the lock. Closing it releases the lock; the
// file stays, or a process that waits for it would lock another.
func Take(path, note string) (*Lock, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	if err = TryFor(f, settling); err == nil {
		err = replace(f, note)
	} else if errors.Is(err, ErrHeld) {
		err = &Held{Note: read(f)}
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return &Lock{f}, nil
}

// Lock is a lock that this process holds.
type Lock struct{ file *os.File }

// Close releases the lock, also where a process that was started meanwhile has a copy of the
// file: until it runs its own program, each has.
func (l *Lock) Close() error { return Release(l.file) }

// Release closes a file that Try has locked, and releases the lock as Close does.
func Release(f *os.File) error { return errors.Join(unlock(f), f.Close()) }

// Holder is the note of the process that holds the lock of a file. It keeps no lock, but
// takes a shared one for a moment. Just after the lock is taken, the note is empty.
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
	note, _ := io.ReadAll(io.LimitReader(f, mostNote)) // a holder that cannot be read is not named
	return string(note)
}
