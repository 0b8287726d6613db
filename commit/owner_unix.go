//go:build unix

package commit

import (
	"io/fs"
	"os"
	"syscall"
)

// keepOwner gives a file the owner of the one that it replaces, where this process may. A
// file that it may not give away becomes its own, as with any program that saves a file.
func keepOwner(file string, was fs.FileInfo) {
	if s, ok := was.Sys().(*syscall.Stat_t); ok && (int(s.Uid) != os.Getuid() || int(s.Gid) != os.Getgid()) {
		_ = os.Lchown(file, int(s.Uid), int(s.Gid))
	}
}

// sameDevice reports whether two are on one file system, between whose folders files can
// be renamed.
func sameDevice(a, b fs.FileInfo) bool {
	x, knownX := a.Sys().(*syscall.Stat_t)
	y, knownY := b.Sys().(*syscall.Stat_t)
	return !knownX || !knownY || x.Dev == y.Dev
}
