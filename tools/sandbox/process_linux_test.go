package sandbox

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// deadWorkspace makes a workspace of an owner that is gone.
func deadWorkspace(t *testing.T, l *Local) string {
	t.Helper()
	parent, err := l.parent()
	check(t, err)
	who := thisProcess()
	who.PID = 1 << 30
	dir := filepath.Join(parent, who.folder()+"-1")
	for _, name := range []string{bedFolder, tempFolder} {
		check(t, os.MkdirAll(filepath.Join(dir, name), 0o700))
	}
	return dir
}

// TestReapEnds: what still runs in a workspace that is reaped is killed with what
// it has started, and nothing else is.
func TestReapEnds(t *testing.T) {
	l := &Local{Dir: t.TempDir()}
	dir := deadWorkspace(t, l)
	for _, c := range []struct {
		name string
		home string
		dir  string
		ends bool
	}{
		{"at home in it", filepath.Join(dir, tempFolder), "/", true},
		{"working in it", "/", filepath.Join(dir, bedFolder), true},
		{"beside it", dir + "-other", "/", false},
	} {
		cmd := exec.Command("sleep", "60")
		cmd.Env, cmd.Dir, cmd.SysProcAttr = []string{"HOME=" + c.home}, c.dir, ownSession()
		check(t, cmd.Start())
		defer func() {
			_ = cmd.Process.Kill()
			if err := cmd.Wait(); err == nil {
				t.Errorf("%s: it ended by itself", c.name)
			}
		}()
		defer func() {
			if running(cmd.Process.Pid) == c.ends {
				t.Errorf("%s: still running %v", c.name, !c.ends)
			}
		}()
	}
	gone, err := l.Reap(t.Context())
	if err != nil || len(gone) != 1 || gone[0].ID != dir {
		t.Errorf("reaped %+v, %v, want %s", gone, err, dir)
	}
}

// TestRemoveClosed: folders that were closed to their own user go, and what a
// link leads to stays as it is.
func TestRemoveClosed(t *testing.T) {
	base := t.TempDir()
	outside, dir := filepath.Join(base, "outside"), filepath.Join(base, "run")
	for _, name := range []string{outside, filepath.Join(dir, "a", "b", "c"), filepath.Join(dir, "d")} {
		check(t, os.MkdirAll(name, 0o700))
	}
	check(t, os.WriteFile(filepath.Join(dir, "a", "b", "file"), nil, 0))
	check(t, os.Symlink(outside, filepath.Join(dir, "a", "link")))
	check(t, os.Symlink("../d", filepath.Join(dir, "a", "near")))
	for _, name := range []string{"a/b/c", "a/b", "a", "d", "."} {
		check(t, os.Chmod(filepath.Join(dir, name), 0))
	}
	check(t, os.Chmod(outside, 0o500))
	var err error
	asNobody(t, base, func() { err = removeWorkspace(dir) })
	check(t, err)
	if _, err := os.Lstat(dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("it is still there: %v", err)
	}
	if info, err := os.Stat(outside); err != nil || info.Mode().Perm() != 0o500 {
		t.Errorf("outside: %v, %v", info, err)
	}
}

// asNobody has a thread act on files without root's rights, where this test has
// them, as the owner of all in a temporary folder.
func asNobody(t *testing.T, folder string, do func()) {
	t.Helper()
	if os.Getuid() != 0 {
		do()
		return
	}
	const nobody = 65534
	check(t, os.Chmod(filepath.Dir(folder), 0o711))
	check(t, filepath.WalkDir(folder, func(p string, _ fs.DirEntry, err error) error {
		return errors.Join(err, os.Lchown(p, nobody, nobody))
	}))
	done := make(chan struct{})
	go func() {
		defer close(done)
		runtime.LockOSThread() // for good: the thread ends with the goroutine
		if err := errors.Join(unix.Setfsgid(nobody), unix.Setfsuid(nobody)); err != nil {
			t.Error(err)
			return
		}
		do()
	}()
	<-done
}

// TestHidden: an owner whom /proc does not show is not one that is gone.
func TestHidden(t *testing.T) {
	for _, c := range []struct {
		name      string
		stat      []string
		signalled error
		want      bool
	}{
		{"ours", []string{"S"}, nil, false},
		{"another user's", []string{"S"}, unix.EPERM, false},
		{"another user's that is hidden", nil, unix.EPERM, true},
		{"gone", nil, unix.ESRCH, false},
	} {
		if got := hides(c.stat, c.signalled); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
	us := thisProcess()
	dead := us
	dead.PID = 1 << 30
	if now := time.Now(); us.abandoned(us, now.Add(-1), now) || !dead.abandoned(us, now.Add(time.Hour), now) {
		t.Error("an owner that can be seen was judged by its deadline")
	}
}
