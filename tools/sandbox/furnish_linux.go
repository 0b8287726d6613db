package sandbox

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// A resident that was started in namespaces of its own makes itself a file system that
// holds the system's folders, to read, the workspace's two, and nothing else. What
// Landlock does not cover, such as modes, times and attributes of files, then reaches
// nothing else either.

// shownDirs are the system's folders in it. The others of systemDirs are new.
var shownDirs = []string{
	"/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/etc", "/opt", "/nix", "/snap",
	"/var/lib", "/var/cache/fontconfig", "/var/spool/libreoffice", "/sys/devices/system/cpu",
}

var shownDevices = []string{"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"}

// shown is a file or folder of the machine that is in the new file system, under the
// same name. It is the kernel's copy of the mount, not yet in any file system.
type shown struct {
	path  string
	mount int
	dir   bool
}

// furnish makes the file system and moves this process into it. An error leaves the
// process where it was, or in a file system of which it must make no use.
func furnish(c confinement) error {
	if c.MapIDs {
		if err := mapIDs(c.User, c.Group); err != nil {
			return err
		}
	}
	// What is mounted here from now on is not seen outside.
	if err := unix.Mount("", "/", "", unix.MS_SLAVE|unix.MS_REC, ""); err != nil {
		return fmt.Errorf("part from the machine's mounts: %w", err)
	}
	all, err := showAll(c)
	defer closeAll(all)
	if err != nil {
		return err
	}
	// Any folder serves as the place to build at; nobody else sees it.
	if err := buildRoot(c.Folder, all); err != nil {
		return err
	}
	return moveTo(c.Folder, filepath.Join(c.Folder, bedFolder))
}

// mapIDs keeps the user and the group what they are outside. Only a process that may be
// looked at may write its own map.
func mapIDs(user, group int) error {
	if err := unix.Prctl(unix.PR_SET_DUMPABLE, 1, 0, 0, 0); err != nil {
		return fmt.Errorf("keep the user: %w", err)
	}
	for _, m := range []struct{ file, text string }{
		{"setgroups", "deny"},
		{"uid_map", fmt.Sprintf("%d %d 1", user, user)},
		{"gid_map", fmt.Sprintf("%d %d 1", group, group)},
	} {
		if err := os.WriteFile("/proc/self/"+m.file, []byte(m.text), 0); err != nil {
			return fmt.Errorf("keep the user: %w", err)
		}
	}
	return nil
}

// showAll copies the mounts of all that is shown.
func showAll(c confinement) (all []shown, err error) {
	const programs = unix.MOUNT_ATTR_RDONLY | unix.MOUNT_ATTR_NOSUID | unix.MOUNT_ATTR_NODEV
	const devices = unix.MOUNT_ATTR_RDONLY | unix.MOUNT_ATTR_NOSUID | unix.MOUNT_ATTR_NOEXEC
	const files = unix.MOUNT_ATTR_NOSUID | unix.MOUNT_ATTR_NODEV | unix.MOUNT_ATTR_NOEXEC
	for _, group := range []struct {
		paths []string
		attr  uint64
	}{
		{append(outermost(shownDirs), outermost(narrow(c), shownDirs...)...), programs},
		{shownDevices, devices},
		{[]string{filepath.Join(c.Folder, bedFolder), filepath.Join(c.Folder, tempFolder)}, files},
	} {
		for _, path := range group.paths {
			one, err := show(path, group.attr)
			if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission) {
				continue // nothing that could be read there
			}
			if err != nil {
				return all, fmt.Errorf("show %s: %w", path, err)
			}
			all = append(all, one)
		}
	}
	return all, nil
}

// narrow leaves out the folders of programs that would show too much: the workspaces of
// others, what is in the machine's /tmp, or all there is.
func narrow(c confinement) []string {
	return slices.DeleteFunc(slices.Clone(c.Programs), func(dir string) bool {
		dir = filepath.Clean(dir)
		return dir == "/" || slices.ContainsFunc([]string{c.Folder, socketDir, "/proc", "/dev"}, func(p string) bool { return inFolder(p, []string{dir}) })
	})
}

// outermost leaves out what lies in another of the paths, or in one of those above.
func outermost(paths []string, above ...string) []string {
	var out []string
	for _, p := range paths {
		p = filepath.Clean(p)
		if !inFolder(p, above) && !inFolder(p, out) {
			out = append(out, p)
		}
	}
	return out
}

func inFolder(path string, folders []string) bool {
	for _, f := range folders {
		if path == f || strings.HasPrefix(path, f+"/") {
			return true
		}
	}
	return false
}

// show copies a mount with all below it. The links among the system's folders, such as
// /bin, are followed.
func show(path string, attr uint64) (shown, error) {
	mount, err := unix.OpenTree(unix.AT_FDCWD, path, unix.OPEN_TREE_CLONE|unix.OPEN_TREE_CLOEXEC|unix.AT_RECURSIVE)
	if err != nil {
		return shown{}, err
	}
	one := shown{path: path, mount: mount}
	var st unix.Stat_t
	if err := unix.Fstat(mount, &st); err != nil {
		return one, errors.Join(err, unix.Close(mount))
	}
	one.dir = st.Mode&unix.S_IFMT == unix.S_IFDIR
	if err := unix.MountSetattr(mount, "", unix.AT_EMPTY_PATH|unix.AT_RECURSIVE, &unix.MountAttr{Attr_set: attr}); err != nil {
		return one, errors.Join(err, unix.Close(mount))
	}
	return one, nil
}

func closeAll(all []shown) {
	for _, one := range all {
		_ = unix.Close(one.mount) // a mount that was moved stays
	}
}

// buildRoot makes the file system over a folder.
func buildRoot(at string, all []shown) error {
	const plain = unix.MS_NOSUID | unix.MS_NODEV | unix.MS_NOEXEC
	defer unix.Umask(unix.Umask(0o022)) // root makes folders that nobody passes through
	if err := unix.Mount("tmpfs", at, "tmpfs", plain, "mode=0755,size=1m,nr_inodes=1k"); err != nil {
		return fmt.Errorf("make a file system: %w", err)
	}
	for _, m := range []struct{ path, kind, options string }{
		{"/proc", "proc", ""},
		{socketDir, "tmpfs", "mode=1777,size=1m,nr_inodes=1k"},
	} {
		inside := filepath.Join(at, m.path)
		if err := os.MkdirAll(inside, 0o755); err != nil {
			return fmt.Errorf("make %s: %w", m.path, err)
		}
		if err := unix.Mount(m.kind, inside, m.kind, plain, m.options); err != nil {
			return fmt.Errorf("make %s: %w", m.path, err)
		}
	}
	for _, one := range all {
		if err := one.place(at + one.path); err != nil {
			return fmt.Errorf("show %s: %w", one.path, err)
		}
	}
	for fd, name := range []string{"stdin", "stdout", "stderr"} {
		if err := os.Symlink("/proc/self/fd/"+strconv.Itoa(fd), filepath.Join(at, "dev", name)); err != nil {
			return fmt.Errorf("make /dev/%s: %w", name, err)
		}
	}
	if err := os.Symlink("/proc/self/fd", filepath.Join(at, "dev/fd")); err != nil {
		return fmt.Errorf("make /dev/fd: %w", err)
	}
	if err := unix.MountSetattr(unix.AT_FDCWD, at, 0, &unix.MountAttr{Attr_set: unix.MOUNT_ATTR_RDONLY}); err != nil {
		return fmt.Errorf("close the file system: %w", err)
	}
	return nil
}

// place puts what is shown at its name.
func (s shown) place(at string) error {
	folder := at
	if !s.dir {
		folder = filepath.Dir(at)
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	if !s.dir {
		if err := os.WriteFile(at, nil, 0o600); err != nil {
			return err
		}
	}
	return unix.MoveMount(s.mount, "", unix.AT_FDCWD, at, unix.MOVE_MOUNT_F_EMPTY_PATH)
}

// moveTo makes a folder the root of this process, and leaves nothing of the old one.
func moveTo(root, work string) error {
	if err := unix.Chdir(root); err != nil {
		return fmt.Errorf("enter the new root: %w", err)
	}
	// The old root comes to lie on the new one, from where it is taken away.
	if err := unix.PivotRoot(".", "."); err != nil {
		return fmt.Errorf("enter the new root: %w", err)
	}
	if err := unix.Unmount(".", unix.MNT_DETACH); err != nil {
		return fmt.Errorf("leave the old root: %w", err)
	}
	if err := errors.Join(unix.Chdir("/"), unix.Chdir(work)); err != nil {
		return fmt.Errorf("enter the testbed: %w", err)
	}
	return nil
}
