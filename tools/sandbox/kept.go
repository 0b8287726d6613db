package sandbox

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"legomem/tools/office"
)

// A workspace that was marked as a run's outlives its owner: the run goes on with it
// when it is resumed. The mark lies next to the testbed, where the tool process may not
// write.

// markFile holds the folder of the run that a workspace belongs to.
const markFile = "run"

// keptFor is how long a workspace waits for its run to be resumed.
const keptFor = 7 * 24 * time.Hour

// Keep lets the run with this folder go on with the sandbox's files if this process
// dies, and returns where they are on this machine. They may be read and changed there
// only while no action runs. It returns "" for a container, whose files die with it.
func (c *remote) Keep(run string) (testbed string, err error) {
	local, ok := c.proc.(*child)
	if !ok {
		return "", nil
	}
	if err := os.WriteFile(filepath.Join(local.dir, markFile), []byte(run), 0o600); err != nil {
		return "", fmt.Errorf("mark the workspace as the run's: %w", err)
	}
	return filepath.Join(local.dir, bedFolder), nil
}

// keptOf reads a workspace's mark: the run's folder, as long as that exists, and until
// when the workspace is kept. It returns "" for one that is kept for no run.
func keptOf(dir string) (run string, until time.Time) {
	mark := filepath.Join(dir, markFile)
	info, err := os.Lstat(mark)
	if err != nil || !info.Mode().IsRegular() {
		return "", time.Time{}
	}
	text, err := os.ReadFile(mark)
	if err != nil {
		return "", time.Time{}
	}
	if info, err := os.Stat(string(text)); err != nil || !info.IsDir() {
		return "", time.Time{}
	}
	return string(text), info.ModTime().Add(keptFor)
}

// Kept finds the workspace that waits for the run with this folder to be resumed; "" if
// there is none. The caller must know that the run is not going on anywhere.
func (l *Local) Kept(ctx context.Context, run string) (string, error) {
	all, err := l.Leftovers(ctx)
	if err != nil {
		return "", err
	}
	wanted, err := os.Stat(run)
	if err != nil {
		return "", fmt.Errorf("look for the workspace of a run: %w", err)
	}
	for _, left := range all {
		if info, err := os.Stat(left.Run); left.Run != "" && err == nil && os.SameFile(info, wanted) {
			return left.ID, nil
		}
	}
	return "", nil
}

// Discard removes a workspace that Kept has found.
func (l *Local) Discard(workspace string) error {
	endStrays(workspace)
	return removeWorkspace(workspace)
}

// adopt makes a kept workspace this process's own, with nothing running in it and
// nothing temporary left.
func (l *Local) adopt(workspace string) (*child, error) {
	parent, err := l.parent()
	if err != nil {
		return nil, err
	}
	if run, _ := keptOf(workspace); run == "" || filepath.Dir(workspace) != parent {
		return nil, fmt.Errorf("%s is not a workspace that was kept", workspace)
	}
	endStrays(workspace)
	dir, err := os.MkdirTemp(parent, thisProcess().folder()+"-*")
	if err != nil {
		return nil, fmt.Errorf("take over a workspace: %w", err)
	}
	// The new folder was only to find a free name.
	if err := errors.Join(os.Remove(dir), os.Rename(workspace, dir)); err != nil {
		return nil, fmt.Errorf("take over a workspace: %w", err)
	}
	if err := tidyUp(dir); err != nil {
		return nil, fmt.Errorf("take over a workspace: %w", err)
	}
	return newChild(dir), nil
}

// tidyUp removes what was interrupted: temporary files, also those next to the files
// they were to become.
func tidyUp(dir string) error {
	temp := filepath.Join(dir, tempFolder)
	office.RemoveSockets(temp)
	if err := office.RemoveAll(temp); err != nil {
		return err
	}
	root, err := os.OpenRoot(filepath.Join(dir, bedFolder))
	if err != nil {
		return err
	}
	defer root.Close()
	return fs.WalkDir(root.FS(), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasPrefix(d.Name(), temporary) {
			return err
		}
		return root.Remove(name)
	})
}
