package bench

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// Locked is a work folder that another process works in.
type Locked struct{ Dir, Holder string }

func (l *Locked) Error() string {
	return fmt.Sprintf("the bench in %s is being run by %s; wait for it, or end it and go on from where it is", l.Dir, l.Holder)
}

// lock takes a work folder for this process. The system gives it back when the
// process ends, however it ends.
func lock(dir string, now time.Time) (*os.File, error) {
	f, err := os.OpenFile(filepath.Join(dir, "lock"), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("lock %s: %w", dir, err)
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		defer f.Close()
		if errors.Is(err, syscall.EWOULDBLOCK) {
			return nil, &Locked{Dir: dir, Holder: holder(f)}
		}
		return nil, fmt.Errorf("lock %s: %w", dir, err)
	}
	host, _ := os.Hostname() // for a person to read
	text := fmt.Sprintf("process %d on %s since %s\n", os.Getpid(), host, now.UTC().Format(time.RFC3339))
	if err := errors.Join(f.Truncate(0), writeAt(f, text)); err != nil {
		return nil, errors.Join(fmt.Errorf("lock %s: %w", dir, err), f.Close())
	}
	return f, nil
}

func writeAt(f *os.File, text string) error {
	_, err := f.WriteAt([]byte(text), 0)
	return err
}

// holder is what the process that has the lock wrote into it.
func holder(f *os.File) string {
	text := make([]byte, 200)
	n, _ := f.ReadAt(text, 0) // shorter than the buffer: always an error
	if said := strings.TrimSpace(string(text[:n])); said != "" {
		return said
	}
	return "another process"
}
