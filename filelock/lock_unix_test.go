//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package filelock

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

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

// TestTryFor: the lock of a process that is gone is waited for while one that it started has
// a copy of the file, and one that stays held is ErrHeld.
func TestTryFor(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log")
	opened := func() *os.File { return must.Have(os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600))(t) }
	gone := opened()
	must.Do(t, Try(gone))
	child := exec.Command("cat") // until its input ends
	child.ExtraFiles = []*os.File{gone}
	input := must.Have(child.StdinPipe())(t)
	must.Do(t, child.Start())
	must.Do(t, gone.Close()) // as the end of a process does, without giving the lock back
	next := opened()
	defer next.Close()
	if err := TryFor(next, 20*time.Millisecond); !errors.Is(err, ErrHeld) {
		t.Errorf("a lock that stays held: %v", err)
	}
	ended := make(chan error, 1)
	go func() { ended <- errors.Join(input.Close(), child.Wait()) }()
	if err := TryFor(next, time.Minute); err != nil {
		t.Errorf("a lock that becomes free: %v", err)
	}
	must.Do(t, <-ended)
}
