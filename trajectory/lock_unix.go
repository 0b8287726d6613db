//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package trajectory

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// lock takes a log for this process alone, for as long as the file is open. It
// ends with the process, however that ends.
func lock(f *os.File) error {
	err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
	if errors.Is(err, unix.EWOULDBLOCK) {
		return ErrLive
	}
	return err
}
