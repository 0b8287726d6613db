package sandbox

import (
	"encoding/json"
	"errors"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"

	"legomem/must"
)

// fenced is what TestFence has a process of its own try behind the fence.
type fenced struct {
	Folder, Outside, Abstract string
	Programs                  []string // of a search path
	Version                   int
}

const fencedEnv = "LEGOMEM_TEST_FENCED"

// TestFence asks from inside: the kernel's own version of Landlock, and the
// first, which a newer kernel holds as strictly.
func TestFence(t *testing.T) {
	if text := os.Getenv(fencedEnv); text != "" {
		tryFence(t, text)
		return
	}
	kernel := landlockVersion()
	if kernel == 0 {
		t.Skip("this kernel has no Landlock")
	}
	for _, tt := range []struct {
		version int
		want    map[string]syscall.Errno
	}{
		{kernel, map[string]syscall.Errno{"read outside": syscall.EACCES, "write outside": syscall.EACCES, "write inside": 0, "write beside": syscall.EACCES,
			"to the temporary files": when(kernel < 2, syscall.EXDEV), "rename": 0, "move": when(kernel < 2, syscall.EXDEV), "abstract socket": when(kernel >= 6, syscall.EPERM), "socket": when(kernel >= 9, syscall.EACCES)}},
		{1, map[string]syscall.Errno{"read outside": syscall.EACCES, "write outside": syscall.EACCES, "write inside": 0, "write beside": syscall.EACCES,
			"to the temporary files": syscall.EXDEV, "rename": 0, "move": syscall.EXDEV, "abstract socket": 0, "socket": 0}},
	} {
		t.Run("version "+strconv.Itoa(tt.version), func(t *testing.T) {
			got := behindFence(t, tt.version)
			for what, want := range tt.want {
				if errno, tried := got[what]; !tried || errno != want {
					t.Errorf("%s: %v, want %v", what, errno, want)
				}
			}
		})
	}
}

// when is how a kernel refuses, if it does.
func when(refuses bool, how syscall.Errno) syscall.Errno {
	if refuses {
		return how
	}
	return 0
}

// behindFence makes what there is to reach, and a process that tries to.
func behindFence(t *testing.T, version int) map[string]syscall.Errno {
	t.Helper()
	f := fenced{Folder: t.TempDir(), Outside: t.TempDir(), Version: version}
	f.Abstract = "@" + filepath.Base(filepath.Dir(f.Folder))
	for _, address := range []string{f.Abstract, filepath.Join(f.Outside, "socket")} {
		l := must.Have(net.Listen("unix", address))(t)
		defer l.Close()
	}
	for _, name := range []string{bedFolder, tempFolder} {
		must.Do(t, os.Mkdir(filepath.Join(f.Folder, name), 0o700))
	}
	f.Programs = oddPrograms(t)
	text, err := json.Marshal(f)
	must.Do(t, errors.Join(err, os.WriteFile(filepath.Join(f.Outside, "secret"), nil, 0o600)))
	cmd := exec.Command("/proc/self/exe", "-test.run=^TestFence$")
	cmd.Env = append(os.Environ(), fencedEnv+"="+string(text))
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	var got map[string]syscall.Errno
	if err := json.Unmarshal(out, &got); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return got
}

// oddPrograms are folders of a search path that no rule can be made for: one that is
// missing, one that is a file, one that a link leads to itself, and one below a folder
// that may not be searched (which stops everybody but root).
func oddPrograms(t *testing.T) []string {
	t.Helper()
	dir := t.TempDir()
	file, loop, closed := filepath.Join(dir, "file"), filepath.Join(dir, "loop"), filepath.Join(dir, "closed")
	must.Do(t, os.WriteFile(file, nil, 0o700))
	must.Do(t, os.Symlink(loop, loop))
	must.Do(t, os.MkdirAll(filepath.Join(closed, "bin"), 0o700))
	must.Do(t, os.Chmod(closed, 0))
	t.Cleanup(func() { _ = os.Chmod(closed, 0o700) })
	return []string{filepath.Join(dir, "missing"), file, loop, filepath.Join(file, "bin"), filepath.Join(closed, "bin")}
}

// tryFence says how each try ended, and is the end of this process.
func tryFence(t *testing.T, text string) {
	t.Helper()
	var f fenced
	must.Do(t, errors.Join(json.Unmarshal([]byte(text), &f), fence(confinement{Folder: f.Folder, Programs: f.Programs}, f.Version)))
	bed, temp := filepath.Join(f.Folder, bedFolder), filepath.Join(f.Folder, tempFolder)
	secret, inside := filepath.Join(f.Outside, "secret"), filepath.Join(bed, "a")
	_, read := os.ReadFile(secret)
	got := map[string]syscall.Errno{
		"read outside":           errnoOf(read),
		"write outside":          errnoOf(os.WriteFile(secret, nil, 0o600)),
		"write inside":           errnoOf(os.WriteFile(inside, nil, 0o600)),
		"write beside":           errnoOf(os.WriteFile(filepath.Join(f.Folder, markFile), nil, 0o600)),
		"rename":                 errnoOf(os.Rename(inside, inside+"b")),
		"move":                   errnoOf(errors.Join(os.Mkdir(filepath.Join(bed, "in"), 0o700), os.Rename(inside+"b", filepath.Join(bed, "in", "b")))),
		"to the temporary files": errnoOf(errors.Join(os.WriteFile(inside, nil, 0o600), os.Rename(inside, filepath.Join(temp, "a")))),
		"abstract socket":        dial(f.Abstract),
		"socket":                 dial(filepath.Join(f.Outside, "socket")),
	}
	must.Do(t, json.NewEncoder(os.Stdout).Encode(got))
	os.Exit(0)
}

func dial(address string) syscall.Errno {
	c, err := net.Dial("unix", address)
	if err == nil {
		err = c.Close()
	}
	return errnoOf(err)
}

func errnoOf(err error) (errno syscall.Errno) {
	_ = errors.As(err, &errno) // 0 without one
	return errno
}
