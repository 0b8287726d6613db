package sandbox

import (
	"bufio"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/landlock-lsm/go-landlock/landlock"
	"github.com/landlock-lsm/go-landlock/landlock/syscall"
	"golang.org/x/sys/unix"

	"legomem/lists"
)

// systemDirs are where the converters and their libraries, fonts and data are read
// from. Everything else on the machine, above all the home folders, stays out of a
// tool's reach.
var systemDirs = []string{
	"/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/etc", "/opt", "/nix", "/snap",
	"/var/lib", "/var/cache/fontconfig", "/var/spool/libreoffice", "/proc", "/sys",
}

// LibreOffice makes a socket in socketDir, whatever TMPDIR says, and gives up without
// it; the tool process removes it. They may neither read nor write there. Both rights
// also hold in the folders below, since Landlock has no narrower ones; a program that
// opens documents has only the first.
const (
	socketDir    = "/tmp"
	socketAccess = syscall.AccessFSMakeSock | syscall.AccessFSRemoveFile
)

// workAccess is what may be done in the workspace: all but starting programs
// from it and making devices.
const workAccess = syscall.AccessFSReadFile | syscall.AccessFSWriteFile | syscall.AccessFSReadDir |
	syscall.AccessFSRemoveDir | syscall.AccessFSRemoveFile | syscall.AccessFSMakeDir | syscall.AccessFSMakeReg |
	syscall.AccessFSMakeSock | syscall.AccessFSMakeFifo | syscall.AccessFSMakeSym | syscall.AccessFSRefer | syscall.AccessFSTruncate

// confine limits this process and everything it will start: file sizes, open files,
// memory, no core dumps, no capabilities and none to come, only the system calls that
// filterCalls leaves, and, as far as the kernel has them, only the files of its own
// namespaces and of the fence. It reports what holds, and cannot be undone.
//
// Processor time is not limited, since an action's time is; nor is the number of
// processes, which the kernel counts over all processes of a user.
func confine(c confinement) (held, error) {
	var h held
	if err := limit(c); err != nil {
		return h, err
	}
	if c.Namespaces {
		if err := furnish(c); err != nil {
			h.NoNamespaces = err.Error()
			return h, nil
		}
		h.add(partOwn)
	}
	if err := giveUpRights(c, &h); err != nil {
		return h, err
	}
	if err := fenceIn(c, &h); err != nil {
		return h, err
	}
	filterCalls(&h)
	return h, nil
}

const partFence = "Landlock, a fence around its files (this kernel has none)"

// fenceIn is fence by this kernel's Landlock.
func fenceIn(c confinement, h *held) error {
	version := landlockVersion()
	switch {
	case version > 0:
		h.add("Landlock version " + strconv.Itoa(version))
	case c.Namespaces:
		h.lack(partFence)
	default:
		h.lack(partFence + ", so that it may read all files that its user may")
	}
	return fence(c, version)
}

// limit sets what the kernel counts for each process.
func limit(c confinement) error {
	// A file over its cap must be an error of the write, not the end of the
	// process; programs that are started inherit this.
	signal.Ignore(unix.SIGXFSZ)
	limits := []struct {
		what  int
		value uint64
	}{{unix.RLIMIT_CORE, 0}, {unix.RLIMIT_FSIZE, c.FileSize}, {unix.RLIMIT_NOFILE, c.Files}, {unix.RLIMIT_STACK, c.Stack}, {unix.RLIMIT_DATA, c.Memory}}
	for _, l := range limits {
		if held := dataSize(); l.what == unix.RLIMIT_DATA && held >= l.value {
			if Raced() {
				continue
			}
			return fmt.Errorf("%s is %s, and the tool process itself holds %s already; raise the limit in the configuration",
				LimitMemory, megabytes(int64(l.value)), megabytes(int64(held>>20<<20)))
		}
		if err := lower(l.what, l.value); err != nil {
			return err
		}
	}
	return nil
}

// fence takes away all files but the system's own and c.Folder's testbed and temporary
// ones (but see socketDir), TCP, and other processes' sockets that have no name in the
// file system, or one out of reach, as far as this version of Landlock can.
//
// Signals, which version 6 could confine too, are left out: before version 8 each
// thread gets its own domain, and could not kill what another thread started.
func fence(c confinement, version int) error {
	config := landlock.V5
	config.HandledAccessFS |= syscall.AccessFSResolveUnix
	config.Scoped = syscall.ScopeAbstractUnixSocket
	if version < 2 {
		// It refuses all moves from folder to folder. If asked to allow them, the
		// library would set up no fence at all.
		config = landlock.V1
	}
	return config.BestEffort().Restrict(
		landlock.RODirs(reachable(slices.Concat(systemDirs, c.Programs))...),
		landlock.RWFiles("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom", "/dev/tty").IgnoreIfMissing(),
		// What lies next to these two is the launcher's; the tool process measures it.
		landlock.PathAccess(syscall.AccessFSReadDir, c.Folder),
		landlock.PathAccess(workAccess&config.HandledAccessFS, filepath.Join(c.Folder, bedFolder), filepath.Join(c.Folder, tempFolder)),
		landlock.PathAccess(socketAccess, socketDir).IgnoreIfMissing(),
	)
}

// reachable leaves out what no rule can be made for: a folder that is missing, one that
// this user cannot get to, and what is no folder. Tools could not use them either.
func reachable(dirs []string) []string {
	return lists.Filter(dirs, func(dir string) bool {
		fd, err := unix.Open(dir, unix.O_PATH|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
		if err != nil {
			return false
		}
		_ = unix.Close(fd) // it was only looked at
		return true
	})
}

// lower sets the soft and the hard limit, never above the present hard one.
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

// landlockVersion is the kernel's version of Landlock, 0 without it.
func landlockVersion() int {
	version, err := syscall.LandlockGetABIVersion()
	if err != nil {
		return 0
	}
	return version
}
