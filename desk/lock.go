package desk

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"time"

	"legomem/filelock"
	"legomem/places"
)

// holder is who holds a lock, as the lock's file says.
type holder struct {
	PID   int       `json:"pid"`
	Since time.Time `json:"since"`
}

// OnceAtATime takes the lock for a recurring run's name; the system releases it when
// the program ends, however it ends. If another program has it, the error is a
// *MissingError that names the program. With "" it locks nothing.
func (d *Desk) OnceAtATime(name string) (unlock func(), err error) {
	if name == "" {
		return func() {}, nil
	}
	if err := checkName("--once-at-a-time", name); err != nil {
		return nil, err
	}
	runs, err := RunsDir(d.config, d.Lookup)
	if err != nil {
		return nil, err
	}
	return d.lock(places.Runs(runs).Lock(name), name)
}

// lock locks a file, and writes into it who holds the lock.
func (d *Desk) lock(file, what string) (unlock func(), err error) {
	note, _ := json.Marshal(holder{os.Getpid(), d.Now().UTC()}) // plain data always marshals
	var f *filelock.Lock
	if err = os.MkdirAll(filepath.Dir(file), 0o700); err == nil {
		f, err = filelock.Take(file, string(note)+"\n")
	}
	held := (*filelock.Held)(nil)
	switch {
	case errors.As(err, &held):
		return nil, &MissingError{fmt.Sprintf("%s is being worked on by %s; it is not started twice: wait until that has ended, and run this again", what, holderIn(held.Note))}
	case err != nil:
		return nil, fmt.Errorf("lock %s: %w", what, err)
	}
	return func() { _ = f.Close() }, nil
}

// heldBy returns who holds the lock of a file, "" for nobody. It takes no lock.
func heldBy(file string) string {
	note, held := filelock.Holder(file)
	if !held {
		return ""
	}
	return holderIn(note)
}

// holderIn reads who holds a lock from its note. Just after the lock is taken, the note
// may still be empty.
func holderIn(note string) string {
	var h holder
	if json.Unmarshal([]byte(note), &h) != nil || h.PID == 0 {
		return "another program"
	}
	return fmt.Sprintf("process %d, since %s", h.PID, h.Since.Local().Format(time.DateTime))
}

// fitName matches what can be the name of a batch, or of a lock.
var fitName = regexp.MustCompile(`^[\p{L}\p{N}_][\p{L}\p{N}_.@+-]*$`)

func checkName(flag, name string) error {
	if !fitName.MatchString(name) || len(name) > 100 {
		return BadInput("%s %q: a name is made of letters, digits, and _ . @ + - between them", flag, name)
	}
	return nil
}
