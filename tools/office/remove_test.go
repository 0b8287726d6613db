package office

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	"legomem/must"
)

const closedEnv = "LEGOMEM_TEST_CLOSED"

// TestInTempDirClosed: a folder that a program has closed goes all the same, and
// where a link in it leads stays as it is. Root may remove anything, so root has
// somebody else try.
func TestInTempDirClosed(t *testing.T) {
	if os.Getenv(closedEnv) != "" || os.Getuid() != 0 {
		closesTempDir(t)
		return
	}
	const nobody = 65534
	temp := must.Have(os.MkdirTemp("", "legomem-test-"))(t)
	defer os.RemoveAll(temp)
	cmd := exec.Command("/proc/self/exe", "-test.run=^TestInTempDirClosed$", "-test.v")
	cmd.Dir, cmd.Env = temp, append(os.Environ(), closedEnv+"=1", "TMPDIR="+temp)
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	if err := os.Chown(temp, nobody, nobody); err != nil {
		t.Skip(err)
	}
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, out)
	}
}

func closesTempDir(t *testing.T) {
	outside, seen := t.TempDir(), ""
	must.Do(t, os.Chmod(outside, 0o500))
	err := InTempDir(func(dir string) error {
		seen = dir
		at := func(name string) string { return filepath.Join(dir, name) }
		return errors.Join(
			os.MkdirAll(at("a/b/c"), 0o700), os.MkdirAll(at("d\xff/e"), 0o700), os.WriteFile(at("a/b/file"), nil, 0o000),
			os.Symlink(outside, at("a/link")), os.Symlink("..", at("a/b/up")),
			os.Chmod(at("a/b/c"), 0), os.Chmod(at("a/b"), 0), os.Chmod(at("a"), 0), os.Chmod(at("d\xff"), 0), os.Chmod(dir, 0o500))
	})
	must.NoError(t, err)
	if _, err := os.Lstat(seen); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%s is still there: %v", seen, err)
	}
	if info, err := os.Stat(outside); err != nil || info.Mode().Perm() != 0o500 {
		t.Errorf("the folder that a link led to: %v, %v", info.Mode(), err)
	}
}
