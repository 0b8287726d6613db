package conformance

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"legomem/sweep"
	"legomem/tools"
	"legomem/tools/sandbox"
)

// testBreaches exceeds each limit, by a tool and by a program that it starts.
func testBreaches(t *testing.T, launch Launch) {
	run := func(program string, args ...string) tools.Action {
		return tools.Action{Tool: "test.run", Args: map[string]any{"program": program, "args": args}}
	}
	do := func(program string, args ...string) tools.Action {
		return tools.Action{Tool: "test.do", Args: map[string]any{"program": program, "args": args}}
	}
	const mb = "1048576"
	launcher := launch(t, Good).Name()
	for _, c := range []struct {
		name   string
		action tools.Action
		limit  string
		// only names the one launcher that can enforce the limit.
		only string
	}{
		{"a program takes all memory", run(hog), sandbox.LimitMemory, ""},
		{"the resident takes all memory", do(hog), sandbox.LimitMemory, ""},
		{"a program starts others without end", run(bomb, "WORD"), sandbox.LimitPids, "docker"},
		{"a program prints without end", run(flood), sandbox.LimitOutput, ""},
		{"a program fills the testbed", run(filler, ".", "40", mb), sandbox.LimitDisk, ""},
		{"a tool fills the testbed", do(filler, ".", "40", mb), sandbox.LimitDisk, ""},
		{"a program fills the temporary folder", run(filler, "TEMP", "10", mb), sandbox.LimitDisk, ""},
		{"one file over the cap", tools.Action{Tool: "test.grow", Args: map[string]any{"file_path": "big", "bytes": 1 << 30}}, sandbox.LimitDisk, ""},
		{"a program makes files without end", run(filler, ".", "400", "0"), sandbox.LimitFiles, ""},
		{"a tool makes files without end", do(filler, ".", "400", "0"), sandbox.LimitFiles, ""},
	} {
		if c.only != "" && c.only != launcher {
			t.Logf("not asked of a %s sandbox, which does not hold this limit: %s", launcher, c.name)
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			l := launch(t, Good)
			if sandbox.Raced() && c.limit == sandbox.LimitMemory && launcher == "local" {
				t.Skip("with the race detector a local sandbox does not hold this limit")
			}
			sb := open(t, l, map[string]string{"a.txt": "a"})
			breached(t, l, sb, filled(t, sb, c.action), c.limit)
		})
	}
}

// filled puts this test's word and the sandbox's temporary folder into an
// action's arguments.
func filled(t *testing.T, sb sandbox.Sandbox, a tools.Action) tools.Action {
	args, _ := a.Args["args"].([]string)
	for i, arg := range args {
		switch arg {
		case "WORD":
			args[i] = marker(t)
		case "TEMP":
			for line := range strings.Lines(call(t, sb, "test.open", nil).Text) {
				if dir, ok := strings.CutPrefix(strings.TrimSpace(line), "TMPDIR="); ok {
					args[i] = dir
				}
			}
		}
	}
	return a
}

// breached calls an action that goes over a limit: the error names the limit, and when
// the call returns everything is gone.
func breached(t *testing.T, l Launcher, sb sandbox.Sandbox, a tools.Action, limit string) {
	t.Helper()
	obs, err := sb.Call(t.Context(), a)
	var over *sandbox.Breach
	if !errors.As(err, &over) || !errors.Is(err, sandbox.ErrBroken) {
		t.Fatalf("got %+v, %v, want a breach", obs, err)
	}
	if over.Limit != limit || over.Value == "" || over.Detail == "" || !strings.Contains(err.Error(), limit) {
		t.Errorf("got %+v, want %s, its value and what happened", over, limit)
	}
	left, err := l.Leftovers(t.Context())
	if left = Ours(left); err != nil || len(left) > 0 {
		t.Errorf("still there when the call returned: %+v, %v", left, err)
	}
	if pids := processes(t, marker(t)); len(pids) > 0 {
		t.Errorf("still running when the call returned: %v", pids)
	}
	if _, err := sb.Call(t.Context(), tools.Action{Tool: "test.echo"}); !errors.Is(err, over) {
		t.Errorf("a call afterwards: %v, want the same breach", err)
	}
	if err := sb.CopyOut(t.Context(), t.TempDir()); !errors.Is(err, over) {
		t.Errorf("copy out afterwards: %v, want the same breach", err)
	}
	must(t, sb.Close())
}

// hasty gives actions little time, for those that will use it up.
func hasty(l Launcher) Launcher {
	const little = 300 * time.Millisecond
	switch l := l.(type) {
	case *sandbox.Local:
		l.Limits.Action = little
	case *sandbox.Docker:
		l.Limits.Action = little
	}
	return l
}

// testStuck waits for an action that ignores cancellation.
func testStuck(t *testing.T, launch Launch) {
	sweep.Slow(t)
	l := hasty(launch(t, Good))
	sb := open(t, l, nil)
	breached(t, l, sb, tools.Action{Tool: "test.stubborn", Args: map[string]any{"text": marker(t)}}, sandbox.LimitAction)
}

// testUnder goes close to limits, and over none.
func testUnder(t *testing.T, launch Launch) {
	sb := open(t, launch(t, Good), nil)
	for _, args := range [][]string{{".", "20", "1048576"}, {".", "200", "0"}} {
		if obs := call(t, sb, "test.run", map[string]any{"program": filler, "args": args}); obs.Failed {
			t.Errorf("fill %v: %+v", args, obs)
		}
	}
	must(t, sb.Close())
}

// testTimedOut has a program with a child go over an action's time.
func testTimedOut(t *testing.T, launch Launch) {
	sb := open(t, hasty(launch(t, Good)), nil)
	word := marker(t)
	obs := call(t, sb, "test.run", map[string]any{"program": family, "args": []string{word}})
	same(t, "code", obs.Code, tools.Timeout)
	await(t, "the end of what it started", func() bool { return len(processes(t, word)) == 0 })
	same(t, "an action afterwards", call(t, sb, "test.echo", map[string]any{"text": "x"}).Text, "x")
	must(t, sb.Close())
}

// testOrphans has programs leave children behind, which die with them, and are waited
// for so that they do not count as processes.
func testOrphans(t *testing.T, launch Launch) {
	sb := open(t, launch(t, Good), nil)
	word := marker(t)
	for range 3 {
		if obs := call(t, sb, "test.run", map[string]any{"program": parent, "args": []string{word}}); obs.Failed {
			t.Fatalf("run: %+v", obs)
		}
	}
	await(t, "the end of what they left", func() bool { return len(processes(t, word)) == 0 })
	call(t, sb, "test.run", map[string]any{"program": lister}) // after it, those before are buried
	same(t, "dead and not buried", call(t, sb, "test.dead", nil).Text, "0")
	must(t, sb.Close())
}

// testAccused: a resident can end its own run by reporting a breach, and no more.
func testAccused(t *testing.T, launch Launch) {
	for _, mode := range []string{Accuser, Inventor} {
		t.Run(mode, func(t *testing.T) {
			sb := open(t, launch(t, mode), nil)
			_, err := sb.Call(t.Context(), tools.Action{Tool: "test.echo"})
			var over *sandbox.Breach
			if is := errors.As(err, &over); is != (mode == Accuser) || !errors.Is(err, sandbox.ErrBroken) {
				t.Errorf("got %v", err)
			}
			if strings.ContainsAny(err.Error(), "\x1b\n") {
				t.Errorf("%q would steer a terminal", err)
			}
			must(t, sb.Close())
		})
	}
}

// testInherited opens a file and sets a variable that no sandbox may see.
func testInherited(t *testing.T, launch Launch) {
	secret := filepath.Join(t.TempDir(), "the-secret")
	must(t, os.WriteFile(secret, nil, 0o600))
	fd, err := syscall.Open(secret, syscall.O_RDONLY, 0) // without O_CLOEXEC, as a careless parent does
	must(t, err)
	defer syscall.Close(fd)
	t.Setenv("LEGOMEM_TEST_SECRET", "the-secret")
	sb := open(t, launch(t, Good), nil)
	resident := call(t, sb, "test.open", nil)
	program := call(t, sb, "test.run", map[string]any{"program": lister})
	for name, obs := range map[string]tools.Observation{"the resident": resident, "a program": program} {
		if obs.Failed || !strings.Contains(obs.Text, "TMPDIR=") {
			t.Fatalf("%s: %+v", name, obs)
		}
		if strings.Contains(obs.Text, "the-secret") {
			t.Errorf("%s has what its launcher's parent had:\n%s", name, obs.Text)
		}
	}
	for line := range strings.Lines(program.Text) {
		fd, at, _ := strings.Cut(strings.TrimSpace(line), " ")
		own := strings.HasPrefix(at, "anon_inode:") || strings.HasPrefix(at, "/sys/fs/cgroup/") // of the Go runtime
		if at != "" && strings.Trim(fd, "0123456789") == "" && fd > "2" && !own {
			t.Errorf("a program began with %q", line)
		}
	}
	must(t, sb.Close())
}

// testLinked: a file with two names comes out as two files.
func testLinked(t *testing.T, launch Launch) {
	bed := write(t, map[string]string{"data/a.txt": "a"})
	must(t, os.Link(filepath.Join(bed, "data/a.txt"), filepath.Join(bed, "data/b.txt")))
	sb, err := launch(t, Good).Open(t.Context(), spec(t, bed))
	must(t, err)
	if obs := call(t, sb, "test.link", map[string]any{"file_path": "data/a.txt", "content": "data/c.txt"}); obs.Failed {
		t.Fatalf("link: %+v", obs)
	}
	dst := t.TempDir()
	must(t, sb.CopyOut(context.Background(), dst))
	same(t, "files", read(t, dst), map[string]string{"data/a.txt": "a", "data/b.txt": "a", "data/c.txt": "a"})
	for _, name := range []string{"data/a.txt", "data/b.txt", "data/c.txt"} {
		info, err := os.Stat(filepath.Join(dst, name))
		must(t, err)
		if links := info.Sys().(*syscall.Stat_t).Nlink; links != 1 {
			t.Errorf("%s came out with %d names", name, links)
		}
	}
	must(t, sb.Close())
}
