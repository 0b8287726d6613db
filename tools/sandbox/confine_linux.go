package sandbox

import (
	"bufio"
	"fmt"
	"os"
	"os/signal"
	"strconv"
	"strings"

	"github.com/landlock-lsm/go-landlock/landlock"
	"github.com/landlock-lsm/go-landlock/landlock/syscall"
	"golang.org/x/sys/unix"
)

// systemDirs are what the converters and their libraries, fonts and data are
// read from. Everything else of the machine, the home folders first, stays
// out of a tool's sight.
var systemDirs = []string{
	"/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/etc", "/opt", "/nix", "/snap",
	"/var/lib", "/var/cache/fontconfig", "/var/spool/libreoffice", "/proc", "/sys",
}

// LibreOffice makes a socket in socketDir, whatever TMPDIR says, and gives up
// without it. It may make and remove names there, and neither read nor write.
const (
	socketDir    = "/tmp"
	socketAccess = syscall.AccessFSMakeSock | syscall.AccessFSRemoveFile
)

// confine limits this process and all it will start: sizes of files, open
// files, memory, no core dumps, and, where the kernel has Landlock, no file
// outside the system's own and c.Folder (but see socketDir), and no TCP. There is
// no way back.
//
// Version 6, which keeps signals inside too, is left out: before version 8 each
// thread gets a domain of its own, and one could not kill what another started.
func confine(c confinement) error {
	// A file over its cap must be an error of the write, not the end of the
	// process; programs that are started inherit this.
	signal.Ignore(unix.SIGXFSZ)
	limits := []struct {
		what  int
		value uint64
	}{{unix.RLIMIT_CORE, 0}, {unix.RLIMIT_FSIZE, c.FileSize}, {unix.RLIMIT_NOFILE, c.Files}, {unix.RLIMIT_DATA, c.Memory}}
	for _, l := range limits {
		if l.what == unix.RLIMIT_DATA && dataSize() >= l.value {
			continue // built with the race detector, whose shadow memory is counted
		}
		if err := lower(l.what, l.value); err != nil {
			return err
		}
	}
	return landlock.V5.BestEffort().Restrict(
		landlock.RODirs(append(systemDirs, c.Programs...)...).IgnoreIfMissing(),
		landlock.RWFiles("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom", "/dev/tty").IgnoreIfMissing(),
		landlock.RWDirs(c.Folder).WithRefer(),
		landlock.PathAccess(socketAccess, socketDir).IgnoreIfMissing(),
	)
}

// lower sets both limits, never above the hard one that is there.
func lower(what int, value uint64) error {
	var now unix.Rlimit
	if err := unix.Getrlimit(what, &now); err != nil {
		return fmt.Errorf("read limit %d: %w", what, err)
	}
	value = min(value, now.Max)
	if err := unix.Setrlimit(what, &unix.Rlimit{Cur: value, Max: value}); err != nil {
		return fmt.Errorf("set limit %d to %d: %w", what, value, err)
	}
	return nil
}

// dataSize is what RLIMIT_DATA counts, in bytes; 0 when unknown.
func dataSize() uint64 {
	f, err := os.Open("/proc/self/status")
	if err != nil {
		return 0
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if kb, ok := strings.CutPrefix(lines.Text(), "VmData:"); ok {
			n, _ := strconv.ParseUint(strings.TrimSuffix(strings.TrimSpace(kb), " kB"), 10, 64)
			return n << 10
		}
	}
	return 0
}

// landlockVersion is the kernel's, 0 without it.
func landlockVersion() int {
	version, err := syscall.LandlockGetABIVersion()
	if err != nil {
		return 0
	}
	return version
}
