package sandbox

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"legomem/tools"
)

// DefaultTimeout is how long one action may take.
const DefaultTimeout = 2 * time.Minute

// Local starts the resident as a child process: in a session of its own, with
// an empty environment, limits on its files and memory and, where the kernel
// has Landlock, no way to a file outside the system's own and its workspace.
// The workspace is a private folder of this machine's disk, whose size is not
// limited as a whole. There is no shell in it.
type Local struct {
	// Command is the program and arguments that call Resident, usually this
	// very program and Verb.
	Command []string
	// Tools are those the resident has; the two are compared.
	Tools *tools.Registry
	// Dir holds the workspaces, one folder each while it is open. Empty means
	// a folder of this user's in the system's temporary one.
	Dir string
	// Timeout is that of one action; 0 means DefaultTimeout.
	Timeout time.Duration

	reaped sync.Once
}

// Limits of a local resident and of each program it starts.
const (
	localFileSize = 256 << 20
	localFiles    = 4096
	localMemory   = 4 << 30
)

// Name is "local".
func (l *Local) Name() string { return "local" }

// Open starts a resident on a copy of spec.Testbed. A testbed that cannot be
// taken is ErrTestbed, before anything is started. The first one reaps what
// others left.
func (l *Local) Open(ctx context.Context, spec Spec) (Sandbox, error) {
	if spec.Shell {
		return nil, errors.New("the shell tool needs the docker sandbox; leave the shell off, or use --sandbox docker")
	}
	files, err := scanTestbed(ctx, spec.Testbed)
	if err != nil {
		return nil, err
	}
	l.reaped.Do(func() { _, _ = l.Reap(ctx) }) // what stays is listed by Status
	child, err := l.start()
	if err != nil {
		return nil, fmt.Errorf("start a local sandbox: %w", err)
	}
	to := setupOf(spec, l.Timeout)
	to.Confine = &confinement{Folder: child.dir, Programs: programDirs(os.Getenv("PATH")),
		FileSize: localFileSize, Files: localFiles, Memory: localMemory}
	return converse(ctx, child, l.Tools, to, spec.Testbed, files)
}

func scanTestbed(ctx context.Context, dir string) ([]entry, error) {
	if dir == "" {
		return nil, ctx.Err()
	}
	return scan(ctx, dir)
}

// programDirs are the folders of a search path that can be named outside it.
func programDirs(path string) []string {
	var dirs []string
	for _, dir := range filepath.SplitList(path) {
		if filepath.IsAbs(dir) {
			dirs = append(dirs, dir)
		}
	}
	return dirs
}

// child is a resident that runs as a process of this machine.
type child struct {
	cmd     *exec.Cmd
	in, out *os.File
	dir     string // removed at the end
	said    tail
	end     func() error
}

func (l *Local) start() (*child, error) {
	if len(l.Command) == 0 {
		return nil, errors.New("no command to start the tool process with")
	}
	parent, err := l.parent()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp(parent, thisProcess().folder()+"-*")
	if err != nil {
		return nil, fmt.Errorf("make a workspace: %w", err)
	}
	c := &child{dir: dir}
	c.end = sync.OnceValue(c.stop)
	if err := c.launch(l.Command); err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	return c, nil
}

// parent is the folder of the workspaces, made for this user alone.
func (l *Local) parent() (string, error) {
	dir := l.Dir
	if dir == "" {
		dir = filepath.Join(os.TempDir(), fmt.Sprintf("legomem-%d", os.Getuid()))
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", fmt.Errorf("find the folder of workspaces: %w", err)
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", fmt.Errorf("make the folder of workspaces: %w", err)
	}
	// Another user may have made it first, to read along.
	if info, err := os.Lstat(dir); err != nil || !info.IsDir() || !ownedByUs(info) || info.Mode().Perm()&0o022 != 0 {
		return "", fmt.Errorf("%s is not a folder that this user alone can write to; remove it, or set TMPDIR", dir)
	}
	return dir, nil
}

func (c *child) launch(command []string) error {
	work, temp := filepath.Join(c.dir, "testbed"), filepath.Join(c.dir, "tmp")
	for _, dir := range []string{work, temp} {
		if err := os.Mkdir(dir, 0o700); err != nil {
			return fmt.Errorf("make a workspace: %w", err)
		}
	}
	theirIn, in, err := os.Pipe()
	if err != nil {
		return fmt.Errorf("make a pipe: %w", err)
	}
	defer theirIn.Close()
	out, theirOut, err := os.Pipe()
	if err != nil {
		_ = in.Close()
		return fmt.Errorf("make a pipe: %w", err)
	}
	defer theirOut.Close()
	c.cmd = exec.Command(command[0], command[1:]...)
	c.cmd.Dir = work
	c.cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + temp, "TMPDIR=" + temp, "LANG=C.UTF-8"}
	c.cmd.Stdin, c.cmd.Stdout, c.cmd.Stderr = theirIn, theirOut, &c.said
	c.cmd.SysProcAttr = ownSession()
	c.cmd.WaitDelay = politeFor
	if err := c.cmd.Start(); err != nil {
		return errors.Join(fmt.Errorf("start the tool process: %w", err), in.Close(), out.Close())
	}
	c.in, c.out = in, out
	return nil
}

func (c *child) Read(p []byte) (int, error)  { return c.out.Read(p) }
func (c *child) Write(p []byte) (int, error) { return c.in.Write(p) }
func (c *child) Complaint() string           { return c.said.String() }
func (c *child) End() error                  { return c.end() }

// stop closes the resident's input, which ends it and what it runs, gives it a
// moment, and kills what is left.
func (c *child) stop() error {
	_ = c.in.Close() // the resident may have gone first
	endSession(c.cmd.Process.Pid, politeFor)
	_ = c.cmd.Wait() // killed or not, it is over; what it said is kept
	_ = c.out.Close()
	if err := os.RemoveAll(c.dir); err != nil {
		return fmt.Errorf("remove a workspace: %w", err)
	}
	return nil
}

// Leftovers lists the workspaces there are, those of live owners too.
func (l *Local) Leftovers(ctx context.Context) ([]Leftover, error) {
	dir, err := l.parent()
	if err != nil {
		return nil, err
	}
	names, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("list workspaces: %w", err)
	}
	var all []Leftover
	for _, name := range names {
		who, ok := parseFolder(name.Name())
		info, err := name.Info()
		if !ok || errors.Is(err, fs.ErrNotExist) {
			continue // not ours, or gone meanwhile
		}
		if err != nil {
			return nil, fmt.Errorf("list workspaces: %w", err)
		}
		all = append(all, Leftover{ID: filepath.Join(dir, name.Name()), Owner: who.String(),
			Abandoned: who.abandoned(thisProcess(), info.ModTime().Add(unseenFor), time.Now())})
	}
	return all, ctx.Err()
}

// unseenFor is the age at which a workspace is given up whose owner cannot be
// looked up, such as one of before a restart.
const unseenFor = 24 * time.Hour

// Reap removes the workspaces of owners that are gone, and returns them.
func (l *Local) Reap(ctx context.Context) ([]Leftover, error) {
	all, err := l.Leftovers(ctx)
	if err != nil {
		return nil, err
	}
	return reap(all, func(left Leftover) error { return os.RemoveAll(left.ID) })
}

// tail keeps the end of what is written to it.
type tail struct {
	mu   sync.Mutex
	text []byte
}

func (t *tail) Write(p []byte) (int, error) {
	const most = 2 << 10
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, p...)
	if over := len(t.text) - most; over > 0 {
		t.text = append(t.text[:0], t.text[over:]...)
	}
	return len(p), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return strings.TrimSpace(string(t.text))
}
