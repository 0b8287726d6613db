//go:build linux

package attacks

import (
	"context"
	"fmt"
	"maps"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sys/unix"

	"legomem/must"
	"legomem/tools"
	"legomem/tools/sandbox"
)

// host is the machine as a case finds it: folders of its own that nothing may
// touch but through the run's, and what must be gone afterwards.
type host struct {
	base   string // holds all of the below
	start  string // the testbed
	out    string // where files come out to: the run's own folder
	work   string // the workspaces of local sandboxes
	canary string // a file beside the run's folder, with a secret in it

	before  map[string]string
	system  map[string]time.Time
	volumes map[string]bool

	address string       // where the host listens
	reached atomic.Int32 // who called there
}

const secret = "the-secret-of-the-host"

func newHost(t *testing.T, files func(*host) map[string][]byte) *host {
	t.Helper()
	base := t.TempDir()
	h := &host{base: base, start: filepath.Join(base, "start"), out: filepath.Join(base, "run", "out"), work: filepath.Join(base, "work"),
		canary: filepath.Join(base, "home", "canary.txt")}
	if os.Getenv(machineEnv) != "" {
		h.work = openFolder(t)
	}
	for _, dir := range []string{h.start, filepath.Dir(h.out), h.work, filepath.Dir(h.canary), filepath.Join(base, "tmp")} {
		must.Do(t, os.MkdirAll(dir, 0o700))
	}
	h.listen(t)
	if files != nil {
		write(t, h.start, files(h))
	}
	write(t, base, map[string][]byte{"home/canary.txt": []byte(secret)})
	h.leaveOpen(t)
	t.Setenv("HOME", filepath.Join(base, "home"))
	t.Setenv("TMPDIR", filepath.Join(base, "tmp"))
	t.Setenv("OPENAI_API_KEY", secret)
	// What a local sandbox may start lies in the folders of the search path.
	self := must.Have(os.Executable())(t)
	t.Setenv("PATH", os.Getenv("PATH")+string(filepath.ListSeparator)+filepath.Dir(self))
	return h
}

// openFolder is a folder for workspaces that all may pass to, as there are by default.
func openFolder(t *testing.T) string {
	t.Helper()
	dir := must.Have(os.MkdirTemp(temp, "legomem-attacks-"))(t)
	t.Cleanup(func() { must.NoError(t, os.RemoveAll(dir)) })
	must.Do(t, os.Chmod(dir, 0o755))
	return filepath.Join(dir, "work")
}

// leaveOpen has every program that this one starts inherit a file, as one that was left
// open by its own parent is.
func (h *host) leaveOpen(t *testing.T) {
	fd := must.Have(unix.Open(h.canary, unix.O_RDWR, 0))(t)
	t.Cleanup(func() { _ = unix.Close(fd) })
}

// listen counts who calls this machine.
func (h *host) listen(t *testing.T) {
	listener := must.Have(net.Listen("tcp", "127.0.0.1:0"))(t)
	t.Cleanup(func() { _ = listener.Close() })
	h.address = listener.Addr().String()
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			h.reached.Add(1)
			_ = conn.Close()
		}
	}()
}

// watch takes down what there is before the attack.
func (h *host) watch(t *testing.T) {
	h.before, h.system = h.tree(t), systemFolders(t)
	if containers.engine != nil {
		h.volumes = volumes(t, containers.engine)
	}
}

// tree is everything of the host's folders but the run's own.
func (h *host) tree(t *testing.T) map[string]string {
	all := tree(t, h.base)
	for p := range all {
		if strings.HasPrefix(p, filepath.Dir(h.out)) || p == h.work || p == filepath.Join(h.base, "tmp") {
			delete(all, p) // the times of these folders change; what is in them counts
		}
	}
	return all
}

// systemFolders are when the machine's own folders were last changed.
func systemFolders(t *testing.T) map[string]time.Time {
	t.Helper()
	out := map[string]time.Time{}
	for _, dir := range []string{"/", "/etc", "/usr", "/usr/bin", "/bin", "/lib", "/etc/passwd", "/etc/hosts", "/etc/cron.d"} {
		if info, err := os.Stat(dir); err == nil {
			out[dir] = info.ModTime()
		}
	}
	return out
}

// unchanged proves that nothing outside the run's folder changed and nothing is
// left: no process, no folder, no container, no volume.
func (h *host) unchanged(t *testing.T, l launcher) {
	t.Helper()
	must.NoDiff(t, cmp.Diff(h.before, h.tree(t)), "the host changed outside the run's folder (-before +after):\n%s")
	must.NoDiff(t, cmp.Diff(h.system, systemFolders(t)), "the machine's own folders changed:\n%s")
	if n := h.reached.Load(); n > 0 {
		t.Errorf("the host was called %d times", n)
	}
	left := must.Have(l.Leftovers(context.Background()))(t)
	us := fmt.Sprintf("process %d on ", os.Getpid())
	for _, one := range left {
		if strings.HasPrefix(one.Owner, us) {
			t.Errorf("left behind: %+v", one)
		}
	}
	if pids := programs(t); len(pids) > 0 {
		t.Errorf("left running: %v", pids)
	}
	if h.volumes != nil {
		for _, name := range h.newVolumes(t) {
			t.Errorf("a volume is left: %s", name)
		}
	}
	h.clean(t)
}

// newVolumes are those that were not there before and stay. Tests of other packages
// have sandboxes at the same time, whose volumes go with them.
func (h *host) newVolumes(t *testing.T) []string {
	t.Helper()
	there := volumes(t, containers.engine)
	left := slices.DeleteFunc(slices.Collect(maps.Keys(there)), func(name string) bool { return h.volumes[name] })
	for patience := 120; len(left) > 0 && patience > 0; patience-- {
		time.Sleep(time.Second)
		there = volumes(t, containers.engine)
		left = slices.DeleteFunc(left, func(name string) bool { return !there[name] })
	}
	return left
}

// clean proves that the key and the host's secret are nowhere in what came out.
func (h *host) clean(t *testing.T) {
	t.Helper()
	for p, said := range tree(t, filepath.Dir(h.out)) {
		if strings.Contains(said, secret) {
			t.Errorf("%s carries the host's secret", p)
		}
	}
}

// programs are this binary's other processes, those in containers too.
func programs(t *testing.T) []string {
	t.Helper()
	all := must.Have(filepath.Glob("/proc/[0-9]*/cmdline"))(t)
	var found []string
	for _, file := range all {
		text, err := os.ReadFile(file)
		if err != nil {
			continue // it has gone
		}
		args := strings.Split(string(text), "\x00")
		if len(args) > 2 && args[1] == modeChild && strings.Contains(string(text), childMark()) {
			found = append(found, file+": "+strings.Join(args, " "))
		}
	}
	return found
}

// childMark is in the arguments of all programs that this test starts.
func childMark() string { return fmt.Sprintf("attacked-by-%d", os.Getpid()) }

// works proves that the next run is not harmed.
func works(t *testing.T, l launcher) {
	t.Helper()
	dir := t.TempDir()
	write(t, dir, map[string][]byte{"data/a.txt": []byte("as before")})
	sb, err := l.Open(t.Context(), sandbox.Spec{Run: "next", Testbed: dir, User: "Dana", Now: time.Now()})
	if err != nil {
		t.Fatalf("the next run: %v", err)
	}
	defer sb.Close()
	obs, err := sb.Call(t.Context(), tools.Action{Tool: "system.read_text", Args: map[string]any{"file_path": "data/a.txt"}})
	if err != nil || obs.Failed || obs.Text != "as before" {
		t.Errorf("the next run reads %+v, %v", obs, err)
	}
}
