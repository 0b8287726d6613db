package commit

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"legomem/filelock"
	"legomem/jsonlines"
)

// Busy is the error of a folder that another process is committing to.
type Busy struct {
	To  string
	Who string
}

func (b *Busy) Error() string {
	return fmt.Sprintf("%s is being written to by %s; wait until that has ended, and run this again", b.To, b.Who)
}

// lock locks the user's folder itself, so that every name of it and every user's program
// meets the same lock. The system releases it when the process ends, however it ends.
func lock(dir string) (unlock func(), err error) {
	f, err := os.Open(dir)
	if err != nil {
		return nil, fmt.Errorf("the folder to copy to: %w", err)
	}
	err = filelock.Try(f)
	if err == nil {
		return func() { _ = filelock.Release(f) }, nil
	}
	if errors.Is(err, filelock.ErrHeld) {
		err = &Busy{dir, holderOf(dir)}
	}
	return nil, errors.Join(err, f.Close())
}

// holderOf names who commits to a folder, from the commit's journal.
func holderOf(dir string) string {
	const unknown = "another legomem"
	if plainJournal(dir) != nil {
		return unknown
	}
	events, err := jsonlines.ReadJournal[event](filepath.Join(stagingOf(dir), journalName))
	if err != nil || len(events) == 0 || events[0].PID == 0 {
		return unknown
	}
	return fmt.Sprintf("process %d, since %s", events[0].PID, events[0].Time.Local().Format(time.DateTime))
}
