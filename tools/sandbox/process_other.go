//go:build unix && !linux

package sandbox

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
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

// startup is nothing here: see start_linux.go.
type startup struct{}

func startupOf() startup { return startup{} }

func (startup) end(pid int, folder string) { endSession(pid, folder, politeFor) }

func (startup) give(chowned) error { return nil }

func (startup) attributes() *syscall.SysProcAttr { return ownSession() }

func (startup) fill(*confinement) {}

func (startup) run(cmd *exec.Cmd) error { return cmd.Start() }

func (startup) blame(err error) error { return fmt.Errorf("start the tool process: %w", err) }

func (s startup) without(string) startup { return s }

func (s startup) handOver(string) (startup, error) { return s, nil }

func beSeen() error { return nil }

func confine(c confinement) (held, error) {
	h := held{Lacks: []string{"all but limits (this system is not Linux)"}}
	signal.Ignore(unix.SIGXFSZ)
	for what, value := range map[int]uint64{unix.RLIMIT_CORE: 0, unix.RLIMIT_FSIZE: c.FileSize, unix.RLIMIT_NOFILE: c.Files, unix.RLIMIT_STACK: c.Stack} {
		if err := unix.Setrlimit(what, &unix.Rlimit{Cur: value, Max: value}); err != nil {
			return h, err
		}
	}
	return h, nil
}

func filterCalls(*held) {}

func foreseeFilter() {}

func landlockVersion() int { return 0 }

func noMoreFiles(string) bool { return false }
