//go:build unix

package sandbox

import (
	"fmt"
	"os"
	"strconv"

	"golang.org/x/sys/unix"
)

// dropInherited closes what the launcher's parent left open in it: a file, a socket of
// an agent. What this program opened itself is marked to close on exec, and is kept.
func dropInherited() error {
	open, err := os.ReadDir("/dev/fd")
	if err != nil {
		return fmt.Errorf("list the open files: %w", err)
	}
	for _, name := range open {
		fd, err := strconv.Atoi(name.Name())
		if err != nil || fd <= 2 {
			continue
		}
		if flags, err := unix.FcntlInt(uintptr(fd), unix.F_GETFD, 0); err == nil && flags&unix.FD_CLOEXEC == 0 {
			_ = unix.Close(fd) // it was open just now
		}
	}
	return nil
}

// takeStreams moves the protocol's streams away from descriptors 0 and 1, so
// that neither a stray print nor a program that is started can touch them.
func takeStreams() (in, out *os.File, err error) {
	if in, err = move(0, "requests"); err != nil {
		return nil, nil, err
	}
	if out, err = move(1, "replies"); err != nil {
		return nil, nil, err
	}
	null, err := os.Open(os.DevNull)
	if err != nil {
		return nil, nil, fmt.Errorf("take over standard input: %w", err)
	}
	defer null.Close()
	if err := unix.Dup2(int(null.Fd()), 0); err != nil {
		return nil, nil, fmt.Errorf("take over standard input: %w", err)
	}
	if err := unix.Dup2(2, 1); err != nil {
		return nil, nil, fmt.Errorf("take over standard output: %w", err)
	}
	return in, out, nil
}

func move(fd int, name string) (*os.File, error) {
	moved, err := unix.FcntlInt(uintptr(fd), unix.F_DUPFD_CLOEXEC, 3)
	if err != nil {
		return nil, fmt.Errorf("take over descriptor %d: %w", fd, err)
	}
	return os.NewFile(uintptr(moved), name), nil
}
