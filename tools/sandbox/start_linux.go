package sandbox

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"syscall"

	"golang.org/x/sys/unix"
)

// startup is how a local resident is started, as far as the machine is known to allow
// it.
type startup struct {
	namespaces bool // files, processes, network and the rest of its own
	mapIDs     bool // with a namespace of users, which allows the others
	stepDown   bool // as nobody, once it has furnished them
	lacks      []string
}

// startupOf is what to try first.
func startupOf() startup {
	root := os.Geteuid() == 0
	return startup{namespaces: true, mapIDs: !root, stepDown: root}
}

// without is what to try when the machine allows no namespaces.
func (s startup) without(why string) startup {
	s.namespaces, s.mapIDs = false, false
	s.lacks = append(slices.Clone(s.lacks), partOwn+", so that it may change the modes and times of your files and signal your programs ("+why+")")
	return s
}

func (s startup) attributes() *syscall.SysProcAttr {
	attr := ownSession()
	if s.namespaces {
		attr.Cloneflags = unix.CLONE_NEWNS | unix.CLONE_NEWPID | unix.CLONE_NEWNET | unix.CLONE_NEWIPC | unix.CLONE_NEWUTS
	}
	if s.mapIDs {
		// The rights to furnish them, which are over nothing else, and to give up all.
		attr.Cloneflags |= unix.CLONE_NEWUSER
		attr.AmbientCaps = []uintptr{unix.CAP_SYS_ADMIN, unix.CAP_SETPCAP}
	}
	return attr
}

// run starts a resident's command.
func (s startup) run(cmd *exec.Cmd) error {
	if os.Geteuid() == 0 {
		return startBounded(cmd.Start)
	}
	return cmd.Start()
}

// blame is the error of a start. A machine that allows no namespaces says so in one of
// these ways, and none of them is that of a program that is missing.
func (s startup) blame(err error) error {
	for refused, why := range refusals {
		if s.namespaces && errors.Is(err, refused) {
			return &unfurnished{why + ": " + refused.Error()}
		}
	}
	return fmt.Errorf("start the tool process: %w", err)
}

// refusals are the ways in which a kernel makes no namespaces.
var refusals = map[unix.Errno]string{
	unix.EPERM:  "this machine keeps them from its users",
	unix.ENOSPC: "this machine lets no more of them be made, see /proc/sys/user",
	unix.EUSERS: "they are nested too deep",
	unix.EINVAL: "this kernel lacks one of them",
	unix.ENOSYS: "this kernel has none",
}

// fill tells the resident how it was started.
func (s startup) fill(c *confinement) {
	c.Namespaces, c.MapIDs, c.StepDown, c.lacks = s.namespaces, s.mapIDs, s.stepDown, s.lacks
	c.User, c.Group = os.Geteuid(), os.Getegid()
}

// handOver gives a workspace to the user as whom the resident will work. Root's
// resident stays root, without a capability, where nobody would not get at it.
func (s startup) handOver(dir string) (startup, error) {
	if os.Geteuid() != 0 {
		return s, nil
	}
	if s.stepDown {
		err := s.openWay(dir)
		if err == nil {
			err = giveTo(dir, nobody)
		}
		if err == nil {
			return s, nil
		}
		s.stepDown = false
		s.lacks = append(slices.Clone(s.lacks), "stepping down from root ("+err.Error()+")")
	}
	return s, giveTo(dir, 0)
}

// openWay lets nobody pass to a workspace by its name. In a file system of its own the
// workspace is shown to it.
func (s startup) openWay(dir string) error {
	if s.namespaces {
		return nil
	}
	parent := filepath.Dir(dir)
	if err := errors.Join(os.Chmod(parent, 0o711), os.Chmod(dir, 0o755)); err != nil {
		return err
	}
	for up := filepath.Dir(parent); ; up = filepath.Dir(up) {
		info, err := os.Stat(up)
		if err != nil {
			return err
		}
		if info.Mode().Perm()&0o001 == 0 {
			return fmt.Errorf("%s is closed to other users: set TMPDIR to a folder that is not", up)
		}
		if up == filepath.Dir(up) {
			return nil
		}
	}
}

// giveTo makes a user the owner of the two folders of a workspace and of all in them.
// No link is followed.
func giveTo(dir string, user int) error {
	for _, name := range []string{bedFolder, tempFolder} {
		root, err := os.OpenRoot(filepath.Join(dir, name))
		if err != nil {
			return err
		}
		err = fs.WalkDir(root.FS(), ".", func(path string, _ fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			return root.Lchown(path, user, user)
		})
		if err := errors.Join(err, root.Close()); err != nil {
			return err
		}
	}
	return nil
}

// end waits a moment for a resident to leave by itself, and ends it with all that it
// started. With the first process of a namespace the kernel kills the others there, before
// the first counts as gone: they need not be looked for among those of the machine.
func (s startup) end(pid int, folder string) {
	if s.namespaces {
		outlast(pid, politeFor, func() {})
		return
	}
	endSession(pid, folder, politeFor)
}

// give makes the user as whom the resident works the owner of a file in its workspace.
func (s startup) give(f chowned) error {
	if s.stepDown {
		return f.Give(nobody, nobody)
	}
	return nil
}

// beSeen lets the launcher look this process up among others: what it holds is no
// secret.
func beSeen() error { return unix.Prctl(unix.PR_SET_DUMPABLE, 1, 0, 0, 0) }
