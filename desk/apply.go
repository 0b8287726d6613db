package desk

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"legomem/orchestrator"
	"legomem/places"
	"legomem/trajectory"
)

// Applied is what was copied from a run to the user's folder.
type Applied struct {
	Changes []orchestrator.Change `json:"applied"`
	Backup  string                `json:"backup"` // holds what they replaced
	To      string                `json:"to"`
}

// Apply copies what a run changed to a folder. What it replaces is kept in the run's
// folder. If a file in the folder has changed since the run began, nothing is copied,
// and the error is an *InputError.
func (d *Desk) Apply(r *trajectory.Run, to string) (Applied, error) {
	b := bringingHome(places.Run(r.Dir), to)
	wanted, err := b.look()
	if conflict := (*conflictError)(nil); errors.As(err, &conflict) {
		err = BadInput("%v. Look at legomem runs diff %s, or run the task again", err, r.ID)
	}
	if err == nil {
		err = b.copy(wanted)
	}
	return Applied{wanted, b.kept, to}, err
}

// bringing copies what changed between two testbeds to the user's folder.
type bringing struct {
	to              string // the user's folder
	start, finished string
	kept            string // where what is replaced is kept
}

// bringingHome prepares to copy what a run changed.
func bringingHome(run places.Run, to string) bringing {
	return bringing{to: to, start: run.Start(), finished: run.Testbed(), kept: run.Backup()}
}

// conflictError is the error that files in a folder have changed since a run began.
type conflictError struct {
	to    string
	files []string
}

func (e *conflictError) Error() string {
	return fmt.Sprintf("nothing is copied: these have changed in %s since the run began: %s", e.to, strings.Join(e.files, ", "))
}

// look finds the changes that are not in the user's folder yet: all of them, or those
// that an earlier attempt did not get to. If one of them cannot be made, the error is a
// *conflictError.
func (b bringing) look() ([]orchestrator.Change, error) {
	changes, err := orchestrator.Diff(b.start, b.finished)
	if err != nil {
		return nil, BadInput("there is no finished testbed to apply: %v", err)
	}
	home, err := b.home()
	if err != nil {
		return nil, err
	}
	defer home.Close()
	wanted, conflicts, err := b.pending(home, changes)
	if err == nil && len(conflicts) > 0 {
		err = &conflictError{b.to, conflicts}
	}
	return wanted, err
}

func (b bringing) home() (*os.Root, error) {
	if err := os.MkdirAll(b.to, 0o755); err != nil {
		return nil, BadInput("the folder to copy to: %v", err)
	}
	home, err := os.OpenRoot(b.to)
	if err != nil {
		return nil, BadInput("the folder to copy to: %v", err)
	}
	return home, nil
}

// copy makes the changes, and keeps what they replace.
func (b bringing) copy(wanted []orchestrator.Change) error {
	home, err := b.home()
	if err != nil {
		return err
	}
	defer home.Close()
	if err := b.apply(home, wanted); err != nil {
		return fmt.Errorf("copy to %s: %w; what was replaced is in %s", b.to, err, b.kept)
	}
	return nil
}

func (b bringing) apply(home *os.Root, wanted []orchestrator.Change) error {
	if err := os.MkdirAll(b.kept, 0o700); err != nil {
		return fmt.Errorf("make the backup: %w", err)
	}
	backup, err := os.OpenRoot(b.kept)
	if err != nil {
		return fmt.Errorf("make the backup: %w", err)
	}
	defer backup.Close()
	for _, c := range wanted {
		if err := applyChange(home, backup, b.finished, c); err != nil {
			return fmt.Errorf("%s: %w", c.Path, err)
		}
	}
	return nil
}

// pending returns the changes that are not in the folder yet, and as conflicts those of
// files that are neither as the run found them nor as it left them.
func (b bringing) pending(home *os.Root, changes []orchestrator.Change) (wanted []orchestrator.Change, conflicts []string, err error) {
	start, err := os.OpenRoot(b.start)
	if err != nil {
		return nil, nil, err
	}
	defer start.Close()
	finished, err := os.OpenRoot(b.finished)
	if err != nil {
		return nil, nil, err
	}
	defer finished.Close()
	wanted = []orchestrator.Change{}
	for _, c := range changes {
		done, err := sameFile(finished, home, c.Path)
		if err != nil {
			return nil, nil, err
		}
		if done {
			continue
		}
		wanted = append(wanted, c)
		untouched, err := sameFile(start, home, c.Path)
		if err != nil {
			return nil, nil, err
		}
		if !untouched {
			conflicts = append(conflicts, c.Path)
		}
	}
	return wanted, conflicts, nil
}

// sameFile reports whether both hold the file with the same bytes, or neither has it.
func sameFile(x, y *os.Root, name string) (bool, error) {
	a, errA := x.ReadFile(filepath.FromSlash(name))
	b, errB := y.ReadFile(filepath.FromSlash(name))
	if missingA, missingB := errors.Is(errA, fs.ErrNotExist), errors.Is(errB, fs.ErrNotExist); missingA || missingB {
		return missingA && missingB, nil
	}
	if err := errors.Join(errA, errB); err != nil {
		return false, err
	}
	return bytes.Equal(a, b), nil
}

// applyChange backs up what is there and puts the new state in its place, each file
// whole or not at all.
func applyChange(home, backup *os.Root, finished string, c orchestrator.Change) error {
	old, err := home.ReadFile(filepath.FromSlash(c.Path))
	switch {
	case err == nil:
		err = putFile(backup, c.Path, old, 0o600)
	case errors.Is(err, fs.ErrNotExist):
		err = nil
	}
	if err != nil {
		return err
	}
	return settle(home, c.Path, c.Kind, finished)
}
