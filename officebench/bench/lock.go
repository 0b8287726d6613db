package bench

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"legomem/filelock"
)

// Locked is a work folder that another process works in.
type Locked struct{ Dir, Holder string }

func (l *Locked) Error() string {
	return fmt.Sprintf("the bench in %s is being run by %s; wait for it, or end it and go on from where it is", l.Dir, l.Holder)
}

// lock locks a work folder for this process. The system releases it when the process
// ends, however it ends.
func lock(dir string, now time.Time) (*filelock.Lock, error) {
	host, _ := os.Hostname() // for a person to read
	note := fmt.Sprintf("process %d on %s since %s\n", os.Getpid(), host, now.UTC().Format(time.RFC3339))
	f, err := filelock.Take(filepath.Join(dir, "lock"), note)
	if held := (*filelock.Held)(nil); errors.As(err, &held) {
		return nil, &Locked{Dir: dir, Holder: holder(held.Note)}
	}
	if err != nil {
		return nil, fmt.Errorf("lock %s: %w", dir, err)
	}
	return f, nil
}

// holder is what the process that has the lock wrote into it.
func holder(note string) string {
	if said := strings.TrimSpace(note); said != "" {
		return said
	}
	return "another process"
}
