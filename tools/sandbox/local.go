package sandbox

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"legomem/tools"
	"legomem/tools/office"
)

// Local starts the resident as a child process: in a session of its own, with an empty
// environment, limits on its files and memory, no capabilities, few system calls and, as
// far as the kernel has namespaces and Landlock, no access to files outside the system's
// own and its workspace. Root's becomes nobody's. The workspace is a private folder on
// this machine's disk, which the resident measures itself. There is no shell. The Limits
// that it cannot enforce are in docs/sandbox.md.
type Local struct {
	// Command is the program and arguments that call Resident, usually this
	// very program and Verb.
	Command []string
	// Tools are those the resident should have, which is checked.
	Tools *tools.Registry
	// Dir holds the workspaces, one folder each while it is open. Empty means this
	// user's folder in the system's temporary one.
	Dir string
	// Limits of each sandbox; the zero value means DefaultLimits.
	Limits Limits

	how   atomic.Pointer[startup] // as has been found to work; nil before the first
	keep  keeper
	quiet sync.Map // kept workspaces in which nothing runs any more
}

// Limits of a local resident, and of each program it starts, that cannot be configured.
const (
	localFiles = 4096    // open at once
	localStack = 8 << 20 // bytes
)

// The folders of a workspace: the testbed, and what is temporary.
const (
	bedFolder  = "testbed"
	tempFolder = "tmp"
)

// Name is "local".
func (l *Local) Name() string { return "local" }

// Open starts a resident on a copy of spec.Testbed, or in the kept spec.Workspace. A
// testbed that cannot be taken in is ErrTestbed, before anything is started. From the
// first Open until Close, it reaps what dead owners left.
func (l *Local) Open(ctx context.Context, spec Spec) (Sandbox, error) {
	if spec.Shell {
		return nil, errors.New("the shell tool needs the docker sandbox; leave the shell off, or use --sandbox docker")
	}
	limits := l.Limits.orDefault()
	if spec.Workspace != "" {
		spec.Testbed = ""
	}
	files, err := scanTestbed(ctx, spec.Testbed, limits)
	if err != nil {
		return nil, err
	}
	if !l.keep.begin(l.tidy) {
		return nil, errors.New("the launcher is closed")
	}
	how := startupOf()
	if known := l.how.Load(); known != nil {
		how = *known
	}
	box, err := l.openAs(ctx, how, &spec, files)
	if why := noNamespaces(err); why != "" {
		how = how.without(why)
		if box, err = l.openAs(ctx, how, &spec, files); err == nil {
			l.how.Store(&how)
		}
	}
	return box, err
}

// openAs starts a resident in one way, and names in spec where its kept workspace is
// from now on.
func (l *Local) openAs(ctx context.Context, how startup, spec *Spec, files []entry) (Sandbox, error) {
	child, err := l.start(how, spec.Workspace)
	if child != nil && spec.Workspace != "" {
		spec.Workspace = child.dir
	}
	if err != nil {
		return nil, fmt.Errorf("start a local sandbox: %w", err)
	}
	limits := l.Limits.orDefault()
	to := setupOf(*spec, limits)
	to.Confine = &confinement{Folder: child.dir, Programs: programDirs(os.Getenv("PATH"), os.Getenv("HOME")),
		FileSize: uint64(limits.Workspace), Files: localFiles, Stack: localStack, Memory: uint64(limits.Memory)}
	child.how.fill(to.Confine)
	box, err := converse(ctx, child, l.Tools, to, *spec, files)
	if noNamespaces(err) == "" {
		child.stays.Store(false)
	}
	return box, err
}

// noNamespaces is why a resident was not started in namespaces of its own, if that is
// the error.
func noNamespaces(err error) string {
	if u := (*unfurnished)(nil); errors.As(err, &u) {
		return u.why
	}
	return ""
}

func scanTestbed(ctx context.Context, dir string, l Limits) ([]entry, error) {
	if dir == "" {
		return nil, ctx.Err()
	}
	return scan(ctx, dir, l)
}

// usualPrograms are searched where a search path names no folder of use.
var usualPrograms = []string{"/usr/bin", "/bin"}

// programDirs returns the folders of a search path from which tools may start programs.
// A relative one would mean the workspace, where programs are strangers' files. All that
// lies in such a folder may be read, so one that holds the user's home is left out.
func programDirs(path, home string) []string {
	home = cmp.Or(home, "/")
	var dirs []string
	for _, dir := range filepath.SplitList(path) {
		if filepath.IsAbs(dir) && !isWithin(home, dir) {
			dirs = append(dirs, filepath.Clean(dir))
		}
	}
	if len(dirs) == 0 {
		return usualPrograms
	}
	return dirs
}

// isWithin reports whether a path is the folder or lies below it.
func isWithin(path, dir string) bool {
	rel, err := filepath.Rel(dir, path)
	return err == nil && filepath.IsLocal(rel)
}

// child is a resident that runs as a process of this machine.
type child struct {
	cmd     *exec.Cmd
	in, out *os.File
	dir     string // removed at the end
	how     startup
	said    tail
	end     func() error
	// stays is true for a kept workspace until it has been opened: it is not lost when
	// it cannot be opened.
	stays atomic.Bool
}

func newChild(dir string) *child {
	c := &child{dir: dir}
	c.end = sync.OnceValue(c.stop)
	return c
}

// start starts a resident in a new workspace, or in a kept one. It is *unfurnished if
// the machine allows no namespaces; a kept workspace is returned with any error.
func (l *Local) start(how startup, kept string) (*child, error) {
	if len(l.Command) == 0 {
		return nil, errors.New("no command to start the tool process with")
	}
	if kept != "" {
		c, err := l.adopt(kept)
		if err != nil {
			return nil, err
		}
		c.stays.Store(true)
		return c, c.launch(l.Command, how)
	}
	parent, err := l.parent()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp(parent, thisProcess().folder()+"-*")
	if err != nil {
		return nil, fmt.Errorf("make a workspace: %w", err)
	}
	c := newChild(dir)
	if err := c.launch(l.Command, how); err != nil {
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

func (c *child) launch(command []string, how startup) (err error) {
	work, temp := filepath.Join(c.dir, bedFolder), filepath.Join(c.dir, tempFolder)
	for _, dir := range []string{work, temp} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return fmt.Errorf("make a workspace: %w", err)
		}
	}
	if c.how, err = how.handOver(c.dir); err != nil {
		return fmt.Errorf("hand over the workspace: %w", err)
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
	search := strings.Join(programDirs(os.Getenv("PATH"), os.Getenv("HOME")), string(filepath.ListSeparator))
	c.cmd.Env = []string{"PATH=" + search, "HOME=" + temp, "TMPDIR=" + temp, "LANG=C.UTF-8"}
	c.cmd.Stdin, c.cmd.Stdout, c.cmd.Stderr = theirIn, theirOut, &c.said
	c.cmd.SysProcAttr = c.how.attributes()
	c.cmd.WaitDelay = politeFor
	if err := c.how.run(c.cmd); err != nil {
		return errors.Join(c.how.blame(err), in.Close(), out.Close())
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
	c.how.end(c.cmd.Process.Pid, c.dir)
	_ = c.cmd.Wait() // killed or not, it is over; what it said is kept
	_ = c.out.Close()
	if c.stays.Load() {
		return nil
	}
	return removeWorkspace(c.dir)
}

// removeWorkspace removes a workspace in which nothing runs any more, and what
// LibreOffice has left of it elsewhere.
func removeWorkspace(dir string) error {
	_ = os.Remove(filepath.Join(dir, markFile)) // first: no run can go on with half of it
	office.RemoveSockets(filepath.Join(dir, tempFolder))
	if err := office.RemoveAll(dir); err != nil {
		return fmt.Errorf("remove a workspace: %w", err)
	}
	return nil
}

// Leftovers lists all workspaces, also those of live owners.
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
		all = append(all, l.leftover(filepath.Join(dir, name.Name()), who, info.ModTime()))
	}
	return all, ctx.Err()
}

func (l *Local) leftover(dir string, who owner, made time.Time) Leftover {
	now := time.Now()
	left := Leftover{Kind: KindFolder, ID: dir, Owner: who.String(), Since: made, Abandoned: who.abandoned(thisProcess(), made.Add(unseenFor), now)}
	left.Run, left.Until = keptOf(dir)
	if left.Abandoned && left.Run != "" && now.Before(left.Until) {
		left.Abandoned, left.Kept = false, true
	}
	return left
}

// unseenFor is the age at which a workspace or a container is given up if its owner
// cannot be looked up, such as one from before a restart.
const unseenFor = 24 * time.Hour

// Reap removes the workspaces of owners that are gone, with what still runs in them,
// and returns them. In those that are kept it only ends what runs.
func (l *Local) Reap(ctx context.Context) ([]Leftover, error) {
	all, err := l.Leftovers(ctx)
	if err != nil {
		return nil, err
	}
	for _, left := range all {
		if !left.Kept {
			continue
		}
		if _, seen := l.quiet.LoadOrStore(left.ID, true); !seen {
			endStrays(left.ID)
		}
	}
	return reap(all, func(left Leftover) error {
		endStrays(left.ID)
		return removeWorkspace(left.ID)
	})
}

// Death judges by how the child ended, and by its last words. A kill came from outside:
// from the kernel, if the whole machine ran out of memory, or from a person.
func (c *child) Death(l Limits) error {
	_ = c.end() // Close reports its error
	state := c.cmd.ProcessState
	if state == nil || state.Success() {
		return nil
	}
	// A thread fails if it gets no stack; the number of threads is not limited.
	if said := c.Complaint(); saysMemory(said) || saysThreads(said) {
		first, _, _ := strings.Cut(said, "\n")
		return l.breach(LimitMemory, "the tool process ran out of memory (%s): %s", state, first)
	}
	return errors.New(state.String())
}

// saysMemory reports whether the runtime complains that it got no more memory.
func saysMemory(complaint string) bool {
	return strings.Contains(complaint, "out of memory") || strings.Contains(complaint, "cannot allocate memory")
}

// tail keeps the beginning and the end of what is written to it: the cause of a
// crash comes first, and what led to it last.
type tail struct {
	mu          sync.Mutex
	first, last []byte
	cut         bool
}

func (t *tail) Write(p []byte) (int, error) {
	const most = 1 << 10 // of each
	t.mu.Lock()
	defer t.mu.Unlock()
	room := min(len(p), most-len(t.first))
	t.first = append(t.first, p[:room]...)
	t.last = append(t.last, p[room:]...)
	if over := len(t.last) - most; over > 0 {
		t.last, t.cut = append(t.last[:0], t.last[over:]...), true
	}
	return len(p), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	between := ""
	if t.cut {
		between = "\n...\n"
	}
	return strings.TrimSpace(tame(string(t.first) + between + string(t.last)))
}
