//go:build linux

package attacks

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/docker/docker/api/types/image"
	"github.com/docker/docker/api/types/volume"

	"legomem/must"
	"legomem/secrets"
	"legomem/sweep"
	"legomem/tools"
	"legomem/tools/apps"
	"legomem/tools/sandbox"
	"legomem/tools/sandbox/conformance"
)

// modeResident makes this test binary a tool process with the hostile tools
// beside the real ones; modeChild one of the programs that these start.
const (
	modeResident = "attack-resident"
	modeChild    = "attack-child"
)

// The environment and the temporary folder of before the cases change them.
var environment, temp = os.Environ(), os.TempDir()

func TestMain(m *testing.M) {
	conformance.Main()
	if len(os.Args) > 1 && os.Args[1] == modeResident {
		if err := sandbox.Resident(context.Background(), registry()); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	if len(os.Args) > 2 && os.Args[1] == modeChild {
		misbehave(os.Args[2])
		os.Exit(0)
	}
	secrets.Withdraw() // as main does
	if err := lackingParts(); err != nil {
		fmt.Fprintln(os.Stderr, "make this machine another:", err)
		os.Exit(1)
	}
	code := m.Run()
	if err := containers.remove(); err != nil {
		fmt.Fprintln(os.Stderr, "remove the images of the test:", err)
		code = 1
	}
	os.Exit(code)
}

// registry is every tool that an agent has, and the hostile ones.
func registry() *tools.Registry {
	return tools.NewRegistry(apps.Registry().All(), hostile())
}

// The launchers that a case names. Office is docker with the converters.
const (
	onLocal  = "local"
	onDocker = "docker"
	onOffice = "office"
)

// limits are tight, so that an attack meets them soon.
func limits() sandbox.Limits {
	l := sandbox.DefaultLimits()
	l.Memory, l.Workspace, l.Inodes, l.Temp = 512<<20, 32<<20, 2000, 128<<20
	l.Pids, l.Output, l.Action = 128, 4<<20, 4*time.Second
	return l
}

// unhurried are limits under which an attack that uses something up meets that
// limit before its time, on a busy machine too.
func unhurried() sandbox.Limits {
	l := limits()
	l.Action = time.Minute
	return l
}

// launcher is one that can also say what it left behind.
type launcher interface {
	sandbox.Launcher
	Leftovers(ctx context.Context) ([]sandbox.Leftover, error)
}

// launch makes a launcher whose resident is this binary in a mode. Docker cases
// need an engine, and go with the slow tests.
func launch(t *testing.T, kind, mode, dir string, limits sandbox.Limits) launcher {
	t.Helper()
	reg := registry()
	if mode != modeResident {
		reg = conformance.Registry()
	}
	if kind == onLocal {
		self := must.Have(os.Executable())(t)
		l := &sandbox.Local{Command: []string{self, mode}, Tools: reg, Dir: dir, Limits: limits}
		t.Cleanup(func() { _ = l.Close() }) // before dir goes, in which it reaps
		return l
	}
	sweep.Slow(t)
	engine, binary := containers.ready(t)
	d := &sandbox.Docker{Engine: engine, Binary: binary, Args: []string{mode}, Tools: reg, Limits: limits}
	if kind == onOffice {
		d.Image = "office"
	}
	containers.made(d)
	t.Cleanup(func() { _ = d.Close() })
	return d
}

// containers is what all docker cases share: the engine, a static build of this
// binary, and the images made of it.
var containers shared

type shared struct {
	once   sync.Once
	engine *sandbox.Client
	binary string
	err    error
	mu     sync.Mutex
	images map[string]bool
}

func (s *shared) ready(t *testing.T) (*sandbox.Client, string) {
	t.Helper()
	s.once.Do(s.setUp)
	if errors.Is(s.err, sandbox.ErrEngine) {
		t.Skip("no container engine: ", s.err)
	}
	if s.err != nil {
		t.Fatal(s.err)
	}
	return s.engine, s.binary
}

func (s *shared) setUp() {
	if s.engine, s.err = sandbox.ConnectEngine(); s.err != nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	if _, err := s.engine.Info(ctx); err != nil {
		s.err = fmt.Errorf("%w: %w", sandbox.ErrEngine, err)
		return
	}
	dir, err := os.MkdirTemp(temp, "legomem-attacks-")
	if err != nil {
		s.err = err
		return
	}
	s.binary = filepath.Join(dir, "resident")
	build := exec.Command("go", "test", "-c", "-o", s.binary, ".")
	build.Env = append(environment, "CGO_ENABLED=0", "GOFLAGS=-buildvcs=false")
	if out, err := build.CombinedOutput(); err != nil {
		s.err = fmt.Errorf("build the resident: %w\n%s", err, out)
	}
}

// made remembers the image of a launcher, to be removed at the end.
func (s *shared) made(d *sandbox.Docker) {
	tag, err := d.EnsureImage(context.Background(), d.Binary)
	if err != nil {
		return // the case says so
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.images == nil {
		s.images = map[string]bool{}
	}
	s.images[tag] = true
}

func (s *shared) remove() error {
	var errs []error
	for tag := range s.images {
		_, err := s.engine.ImageRemove(context.Background(), tag, image.RemoveOptions{Force: true})
		errs = append(errs, err)
	}
	if s.binary != "" {
		errs = append(errs, os.RemoveAll(filepath.Dir(s.binary)))
	}
	return errors.Join(errs...)
}

// volumes are the names of all the engine has.
func volumes(t *testing.T, engine *sandbox.Client) map[string]bool {
	t.Helper()
	list := must.Have(engine.VolumeList(t.Context(), volume.ListOptions{}))(t)
	names := map[string]bool{}
	for _, v := range list.Volumes {
		names[v.Name] = true
	}
	return names
}

// write puts files under a folder.
func write(t *testing.T, dir string, files map[string][]byte) {
	t.Helper()
	for name, data := range files {
		full := filepath.Join(dir, filepath.FromSlash(name))
		must.Do(t, errors.Join(os.MkdirAll(filepath.Dir(full), 0o700), os.WriteFile(full, data, 0o600)))
	}
}

// tree describes all that is under a folder: names, modes, times and content.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		said := fmt.Sprint(info.Mode(), info.ModTime().UnixNano())
		if info.Mode().IsRegular() {
			data, err := os.ReadFile(p)
			if err != nil {
				return err
			}
			said += string(data)
		}
		out[p] = said
		return nil
	})
	must.Do(t, err)
	return out
}
