package office

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"runtime"

	"github.com/landlock-lsm/go-landlock/landlock/syscall"
	"golang.org/x/sys/unix"
)

// readableDirs are what converters, their libraries, fonts and settings are
// read from. All of /etc and /proc would hold more than a document should show.
var readableDirs = []string{
	"/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/opt", "/nix", "/snap",
	"/etc/fonts", "/etc/libreoffice", "/etc/alternatives", "/etc/poppler",
	"/etc/passwd", "/etc/nsswitch.conf", "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/localtime",
	"/var/lib/libreoffice", "/var/spool/libreoffice", "/var/cache/fontconfig", "/sys/devices/system/cpu",
}

var devices = []string{"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"}

// The rights that are granted. In socketDirs, and so in all folders below them,
// LibreOffice may only make a socket, which this process removes (see sockets):
// with the right to remove it, LibreOffice could remove any file there.
const (
	mayMeet  = syscall.AccessFSMakeSock
	mayRead  = syscall.AccessFSExecute | syscall.AccessFSReadFile | syscall.AccessFSReadDir
	mayUse   = syscall.AccessFSReadFile | syscall.AccessFSWriteFile | syscall.AccessFSTruncate
	mayWrite = mayUse | syscall.AccessFSReadDir | syscall.AccessFSRemoveDir | syscall.AccessFSRemoveFile | syscall.AccessFSMakeDir |
		syscall.AccessFSMakeReg | syscall.AccessFSMakeSock | syscall.AccessFSMakeFifo | syscall.AccessFSMakeSym | syscall.AccessFSRefer
)

// confined calls f on a thread that is discarded afterwards. The thread, and the
// programs it starts, reach only the system's files, the program's own and those
// in folder, no TCP, and as few sockets of other processes as the kernel can
// enforce. Where the kernel has no Landlock, f has the rights of this process, and
// only the profile and the surrounding sandbox guard against the document.
func confined[T any](program, folder string, f func() (T, error)) (result T, err error) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		runtime.LockOSThread() // for good: a thread that is not unlocked ends with its goroutine
		if err = restrictThread(program, folder); err == nil {
			result, err = f()
		}
	}()
	<-done
	return result, err
}

// handled is what the kernel's Landlock can forbid.
func handled(version int) syscall.RulesetAttr {
	every := uint64(syscall.AccessFSRefer - 1) // all of the first version
	attr := syscall.RulesetAttr{HandledAccessFS: every}
	for since, access := range map[int]uint64{2: syscall.AccessFSRefer, 3: syscall.AccessFSTruncate, 5: syscall.AccessFSIoctlDev, 9: syscall.AccessFSResolveUnix} {
		if version >= since {
			attr.HandledAccessFS |= access
		}
	}
	if version >= 4 {
		attr.HandledAccessNet = syscall.AccessNetBindTCP | syscall.AccessNetConnectTCP
	}
	if version >= 6 {
		attr.Scoped = syscall.ScopeAbstractUnixSocket
	}
	return attr
}

func restrictThread(program, folder string) error {
	version, err := syscall.LandlockGetABIVersion()
	if err != nil {
		return nil // no Landlock
	}
	attr := handled(version)
	rules, err := syscall.LandlockCreateRuleset(&attr, 0)
	if err != nil {
		return fmt.Errorf("confine a program: make rules: %w", err)
	}
	defer unix.Close(rules)
	grants := []struct {
		access uint64
		paths  []string
	}{
		{mayRead, append(programFolders(program), readableDirs...)},
		{mayUse, devices},
		{mayWrite, []string{folder}},
		{mayMeet, socketDirs},
	}
	for _, g := range grants {
		for _, path := range g.paths {
			if err := grant(rules, g.access&attr.HandledAccessFS, path); err != nil {
				return fmt.Errorf("confine a program: %s: %w", path, err)
			}
		}
	}
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return fmt.Errorf("confine a program: %w", err)
	}
	if err := syscall.LandlockRestrictSelf(rules, 0); err != nil {
		return fmt.Errorf("confine a program: %w", err)
	}
	return nil
}

// grant allows access to a path, if it exists.
func grant(rules int, access uint64, path string) error {
	fd, err := unix.Open(path, unix.O_PATH|unix.O_CLOEXEC, 0)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission) || errors.Is(err, unix.ENOTDIR) {
		return nil
	}
	if err != nil {
		return err
	}
	defer unix.Close(fd)
	var st unix.Stat_t
	if err := unix.Fstat(fd, &st); err != nil {
		return err
	}
	if st.Mode&unix.S_IFMT != unix.S_IFDIR {
		access &= mayUse | syscall.AccessFSExecute // the kernel refuses the other rights on a file
	}
	return syscall.LandlockAddPathBeneathRule(rules, &syscall.PathBeneathAttr{AllowedAccess: access, ParentFd: fd}, 0)
}

// programFolders are the paths of a program's own files, in case it is installed
// outside the system's folders: itself, and for LibreOffice, which is in a folder
// "program", the folder above that.
func programFolders(program string) []string {
	real, err := filepath.EvalSymlinks(program)
	if err != nil {
		return nil
	}
	if dir := filepath.Dir(real); filepath.Base(dir) == "program" {
		return []string{real, filepath.Dir(dir)}
	}
	return []string{real}
}
