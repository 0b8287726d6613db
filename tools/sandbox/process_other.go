//go:build unix && !linux

package sandbox

import (
	"errors"
	"io/fs"
	"os"
	"os/signal"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// Systems without /proc and Landlock have only process groups and the limits.

func ownSession() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setsid: true} }

func adopt() error { return nil }

func bury() {}

func endSession(pid int, _ string, patience time.Duration) {
	// One cannot see here that a child has ended without reaping it.
	time.Sleep(min(patience, 100*time.Millisecond))
	_ = unix.Kill(-pid, unix.SIGKILL)
}

// killOwnSession kills this process too.
func killOwnSession() {
	if leader, err := unix.Getsid(0); err == nil && leader == os.Getpid() {
		_ = unix.Kill(-leader, unix.SIGKILL)
	}
}

// endStrays does nothing: one cannot see here where a process lives.
func endStrays(string) {}

func startOf(int) string { return "" }

func running(pid int) bool { return !errors.Is(unix.Kill(pid, 0), unix.ESRCH) }

func hidden(int) bool { return false }

func bootID() string { return "boot" }

func ownedByUs(info fs.FileInfo) bool {
	st, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(st.Uid) == os.Getuid()
}

func confine(c confinement) error {
	signal.Ignore(unix.SIGXFSZ)
	for what, value := range map[int]uint64{unix.RLIMIT_CORE: 0, unix.RLIMIT_FSIZE: c.FileSize, unix.RLIMIT_NOFILE: c.Files, unix.RLIMIT_STACK: c.Stack} {
		if err := unix.Setrlimit(what, &unix.Rlimit{Cur: value, Max: value}); err != nil {
			return err
		}
	}
	return nil
}

func landlockVersion() int { return 0 }

func noMoreFiles(string) bool { return false }
