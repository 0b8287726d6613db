package office

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// need skips where a program is missing.
func need(tb testing.TB, programs ...Program) {
	tb.Helper()
	for _, p := range programs {
		if _, err := p.Find(); err != nil {
			tb.Skip(err)
		}
	}
}

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
		if err := os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"), 0o700); err != nil {
			t.Fatal(err)
		}
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
	out, err := RunCommand(script(t, t.Context(), "head -c 5000 /dev/zero; echo problem >&2"), 100)
	if err != nil {
		t.Fatal(err)
	}
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
		if err := os.WriteFile(filepath.Join(dir, "x"), nil, 0o600); err != nil {
			t.Fatal(err)
		}
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
			need(t, p)
			v, err := p.Version(t.Context())
			if err != nil || !strings.ContainsAny(v, "0123456789") || strings.Contains(v, "\n") {
				t.Errorf("version %q, %v", v, err)
			}
			t.Log(v)
		})
	}
}
