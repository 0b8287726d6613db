//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package filelock

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"legomem/must"
)

// TestCloseReleases: a lock that is closed is free, though a process that was started while it
// was held has a copy of its file.
func TestCloseReleases(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	held := must.Have(Take(path, "the first"))(t)
	child := exec.Command("cat") // until its input ends
	child.ExtraFiles = []*os.File{held.file}
	input := must.Have(child.StdinPipe())(t)
	must.Do(t, child.Start())
	defer func() {
		must.Do(t, input.Close())
		must.Do(t, child.Wait())
	}()
	if err := held.Close(); err != nil {
		t.Fatal(err)
	}
	again, err := Take(path, "the second")
	if err != nil {
		t.Fatalf("a lock that was closed is held: %v", err)
	}
	must.Do(t, again.Close())
}
