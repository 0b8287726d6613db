package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"legomem/desk"
	"os"
	"path/filepath"
	"regexp"
	"time"

	"golang.org/x/sys/unix"
)

// holder is who holds a lock, as the lock's file says.
type holder struct {
	PID   int       `json:"pid"`
	Since time.Time `json:"since"`
}

// lock takes the lock of a name, which the kernel gives back when the program
// ends, however it ends. Where another program has it, the error says which.
func (a *app) lock(file, what string) (unlock func(), err error) {
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return nil, fmt.Errorf("lock %s: %w", what, err)
	}
	f, err := os.OpenFile(file, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("lock %s: %w", what, err)
	}
	switch err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB); {
	case errors.Is(err, unix.EWOULDBLOCK):
		defer f.Close()
		return nil, &desk.MissingError{Said: fmt.Sprintf("%s is being worked on by %s; it is not started twice: wait until that has ended, and run this again", what, holderIn(f))}
	case err != nil:
		return nil, errors.Join(fmt.Errorf("lock %s: %w", what, err), f.Close())
	}
	if err := sign(f, holder{os.Getpid(), a.now().UTC()}); err != nil {
		return nil, errors.Join(fmt.Errorf("lock %s: %w", what, err), f.Close())
	}
	return func() { _ = f.Close() }, nil // the file stays: who waits for it would lock another
}

// heldBy says who holds the lock of a file, "" for nobody. It takes none.
func heldBy(file string) string {
	f, err := os.OpenFile(file, os.O_RDWR, 0)
	if err != nil {
		return ""
	}
	defer f.Close()
	if errors.Is(unix.Flock(int(f.Fd()), unix.LOCK_SH|unix.LOCK_NB), unix.EWOULDBLOCK) {
		return holderIn(f)
	}
	return ""
}

// sign writes into a lock's file who holds it.
func sign(f *os.File, h holder) error {
	data, err := json.Marshal(h)
	if err != nil {
		return err
	}
	if err := f.Truncate(0); err != nil {
		return err
	}
	_, err = f.WriteAt(append(data, '\n'), 0)
	return err
}

// holderIn says who holds a lock. In the moment in which it is taken its file
// does not say yet.
func holderIn(f *os.File) string {
	var h holder
	data, err := io.ReadAll(f)
	if err != nil || json.Unmarshal(data, &h) != nil || h.PID == 0 {
		return "another program"
	}
	return fmt.Sprintf("process %d, since %s", h.PID, h.Since.Local().Format(time.DateTime))
}

// batchesFolder is in the folder of runs, and is no run.
const batchesFolder = "batches"

// fitName is what does as the name of a batch, or of a lock.
var fitName = regexp.MustCompile(`^[\p{L}\p{N}_][\p{L}\p{N}_.@+-]*$`)

func checkName(flag, name string) error {
	if !fitName.MatchString(name) || len(name) > 100 {
		return usage("%s %q: a name is made of letters, digits, and _ . @ + - between them", flag, name)
	}
	return nil
}

// onceAtATime holds the lock of a recurring run's name.
func (a *app) onceAtATime(name string) (unlock func(), err error) {
	if name == "" {
		return func() {}, nil
	}
	if err := checkName("--once-at-a-time", name); err != nil {
		return nil, err
	}
	runs, err := a.runsDir()
	if err != nil {
		return nil, err
	}
	return a.lock(filepath.Join(runs, batchesFolder, name+".lock"), name)
}
