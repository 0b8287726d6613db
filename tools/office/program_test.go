package office

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"legomem/must"
	"legomem/tools/toolstest"
)

func TestMissingProgram(t *testing.T) {
	p := Program{Command: "no-such-program-here", Package: "the-package"}
	_, err := p.Run(t.Context(), Job{Dir: t.TempDir()})
	var missing *MissingProgramError
	if !errors.As(err, &missing) || missing.FailureCode() != "missing_program" || !strings.Contains(err.Error(), "apt-get install the-package") {
		t.Errorf("got %v", err)
	}
}

// TestMissingLibrary: LibreOffice is there, but not the part that is needed.
func TestMissingLibrary(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"soffice", "soffice.bin", "libswlo.so"} {
		must.Do(t, os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"), 0o700))
	}
	t.Setenv("PATH", dir)
	if _, err := LibreOfficeWriter().Find(); err != nil {
		t.Error(err)
	}
	if _, err := LibreOfficeCalc().Find(); err == nil || !strings.Contains(err.Error(), "libreoffice-calc-nogui") {
		t.Errorf("got %v", err)
	}
}

func script(tb testing.TB, ctx context.Context, text string) *exec.Cmd {
	tb.Helper()
	sh, err := exec.LookPath("sh")
	if err != nil {
		tb.Skip("no sh")
	}
	return exec.CommandContext(ctx, sh, "-c", text)
}

func TestRunCommandCapsOutput(t *testing.T) {
	out := must.Have(RunCommand(script(t, t.Context(), "head -c 5000 /dev/zero; echo problem >&2"), 100))(t)
	if len(out.Stdout) != 100 || !out.Cut || string(out.Stderr) != "problem\n" {
		t.Errorf("kept %d bytes, cut %v, stderr %q", len(out.Stdout), out.Cut, out.Stderr)
	}
}

// TestRunCommandKillsTheGroup: when the context ends, so does what the command
// has started. The child would write a file if it lived.
func TestRunCommandKillsTheGroup(t *testing.T) {
	dir := t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	cmd := script(t, ctx, "(touch started; sleep 10; touch survived) & wait")
	cmd.Dir = dir
	go func() {
		for {
			if _, err := os.Stat(filepath.Join(dir, "started")); err == nil {
				cancel()
				return
			}
			time.Sleep(time.Millisecond)
		}
	}()
	if _, err := RunCommand(cmd, 100); err == nil {
		t.Error("a killed command ended well")
	}
	if ctx.Err() == nil {
		t.Error("it ended before it was cancelled")
	}
	// A kill takes a moment. Were the child not killed, it would live until it
	// leaves its mark.
	for len(processesIn(t, dir)) > 0 {
		time.Sleep(time.Millisecond)
	}
	if _, err := os.Stat(filepath.Join(dir, "survived")); err == nil {
		t.Error("what the command had started went on")
	}
}

// processesIn lists the processes whose working folder is dir.
func processesIn(tb testing.TB, dir string) (alive []string) {
	tb.Helper()
	links, err := filepath.Glob("/proc/[0-9]*/cwd")
	if err != nil || len(links) == 0 {
		tb.Skip("no /proc to look for survivors in")
	}
	for _, link := range links {
		stat, _ := os.ReadFile(filepath.Join(filepath.Dir(link), "stat"))
		if at, err := os.Readlink(link); err == nil && at == dir && !bytes.Contains(stat, []byte(") Z ")) {
			alive = append(alive, link)
		}
	}
	return alive
}

func TestInTempDir(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	var seen string
	want := errors.New("from inside")
	err := InTempDir(func(dir string) error {
		seen = dir
		must.Do(t, os.WriteFile(filepath.Join(dir, "x"), nil, 0o600))
		return want
	})
	if !errors.Is(err, want) {
		t.Errorf("got %v", err)
	}
	if _, err := os.Stat(seen); !os.IsNotExist(err) {
		t.Errorf("%s is still there", seen)
	}
}

func TestVersions(t *testing.T) {
	for _, p := range Programs() {
		t.Run(p.Command+" "+p.Package, func(t *testing.T) {
			toolstest.Need(t, p)
			v, err := p.Version(t.Context())
			if err != nil || !strings.ContainsAny(v, "0123456789") || strings.Contains(v, "\n") {
				t.Errorf("version %q, %v", v, err)
			}
			t.Log(v)
		})
	}
}

// TestBounds: what a program had too little of is known, whatever the tool
// makes of its failure.
func TestBounds(t *testing.T) {
	for _, c := range []struct {
		name   string
		bounds *Bounds
		script string
		want   Resource
	}{
		{"all is well", &Bounds{Memory: 1 << 40}, "echo out of memory", ""},
		{"it fails for its own reasons", &Bounds{Memory: 1 << 40}, "echo no such thing >&2; exit 2", ""},
		{"it prints too much", &Bounds{Output: 5000}, "head -c 5001 /dev/zero; exec sleep 60", Printing},
		{"it prints just enough", &Bounds{Output: 5000}, "head -c 4000 /dev/zero; head -c 1000 /dev/zero >&2", ""},
		{"it prints too much in two streams", &Bounds{Output: 5000}, "head -c 4000 /dev/zero; head -c 1001 /dev/zero >&2; exec sleep 60", Printing},
		{"it says that memory ran out", &Bounds{Memory: 1 << 40}, "echo 'terminate called: std::bad_alloc' >&2; exit 1", Memory},
		{"so it does where memory has no bound", &Bounds{}, "echo 'terminate called: std::bad_alloc' >&2; exit 1", ""},
		{"it is killed", &Bounds{}, "kill -9 $$", Killed},
		{"what it ran was killed", &Bounds{}, "sh -c 'kill -9 $$'", Killed},
	} {
		t.Run(c.name, func(t *testing.T) {
			cmd := script(t, t.Context(), c.script)
			ctx := Within(t.Context(), c.bounds)
			_, err := BoundsOf(ctx).RunCommand(cmd, 100)
			over := c.bounds.Over()
			switch {
			case c.want == "" && over != nil, c.want != "" && (over == nil || over.What != c.want):
				t.Errorf("over %+v, want %q", over, c.want)
			case c.want != "" && !errors.Is(err, error(over)):
				t.Errorf("the error is %v, want %v", err, over)
			case !c.bounds.Ran():
				t.Error("it ran unseen")
			}
		})
	}
}

// TestBoundsMemory lets a program fill what it may have: tail keeps a line until
// it ends. What this process has held counts as its children's, so the bound is
// well over it.
func TestBoundsMemory(t *testing.T) {
	var own syscall.Rusage
	must.Do(t, syscall.Getrusage(syscall.RUSAGE_SELF, &own))
	most := max(256<<20, 2*own.Maxrss<<10)
	for name, redirect := range map[string]string{"it says so": "", "it says nothing": "2>/dev/null"} {
		t.Run(name, func(t *testing.T) {
			b := &Bounds{Memory: most}
			hog := fmt.Sprintf("ulimit -d %d; exec tail -n1 /dev/zero %s", most>>10, redirect)
			if _, err := b.RunCommand(script(t, t.Context(), hog), 100); err == nil {
				t.Fatal("it found an end of /dev/zero")
			}
			if over := b.Over(); over == nil || over.What != Memory {
				t.Errorf("over %+v, want memory", over)
			}
		})
	}
}

func TestBoundsProcesses(t *testing.T) {
	cmd := exec.CommandContext(t.Context(), "sh")
	if over := startExcess(cmd, &os.PathError{Op: "fork/exec", Path: "sh", Err: syscall.EAGAIN}); over == nil || over.What != Processes {
		t.Errorf("got %+v", over)
	}
	if over := startExcess(cmd, os.ErrNotExist); over != nil {
		t.Errorf("a program that is not there: %+v", over)
	}
}
