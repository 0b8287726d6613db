package conformance

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"legomem/tools"
	"legomem/tools/sandbox"
)

func testFiles(t *testing.T, launch Launch) {
	files := map[string]string{
		"data/report.xlsx":              "not really",
		"data/deep/er/a.txt":            "a",
		"data/empty.txt":                "",
		"data/ names with spaces .txt ": "s",
		"data/Übersicht – Größe.txt":    "ü",
		"emails/Bob/Re: a, b?.eml":      "colon",
		"emails/Nobody/":                "",
		"big.bin":                       strings.Repeat("0123456789abcdef", 1<<16),
		"LGM1":                          "LGM1\x00\x00\x00\x02",
	}
	sb := open(t, launch(t, Good), files)
	if obs := call(t, sb, "test.write", map[string]any{"file_path": "data/new.txt", "content": "n"}); obs.Failed {
		t.Fatalf("write: %+v", obs)
	}
	files["data/new.txt"] = "n"
	dst := filepath.Join(t.TempDir(), "not", "there", "yet")
	must(t, sb.CopyOut(t.Context(), dst))
	same(t, "files", read(t, dst), files)
	info, err := os.Stat(filepath.Join(dst, "data/new.txt"))
	must(t, err)
	same(t, "mode", info.Mode().Perm(), os.FileMode(0o600))
	must(t, sb.Close())
}

func testEmpty(t *testing.T, launch Launch) {
	sb := open(t, launch(t, Good), nil)
	dst := t.TempDir()
	must(t, sb.CopyOut(t.Context(), dst))
	same(t, "files", read(t, dst), map[string]string{})
	must(t, sb.Close())
}

func testSetup(t *testing.T, launch Launch) {
	sb := open(t, launch(t, Good), nil)
	obs := call(t, sb, "test.setup", nil)
	same(t, "setup", obs.Value(), any(map[string]any{
		"user": "Dana", "now": "2026-03-12T09:30:00+05:45", "zone": "Asia/Kathmandu", "day_first": true, "domain": "acme.org", "shell": false,
	}))
	must(t, sb.Close())
}

func testFailures(t *testing.T, launch Launch) {
	sb := open(t, launch(t, Good), nil)
	for _, c := range []struct {
		name string
		tool string
		args map[string]any
		want tools.Code
		says string
	}{
		{"a tool that does not exist", "test.nothing", nil, tools.UnknownTool, "test.echo"},
		{"an argument missing", "test.echo", nil, tools.BadArguments, "text"},
		{"an argument that no JSON can carry", "test.echo", map[string]any{"text": make(chan int)}, tools.BadArguments, "JSON"},
		{"a tool that says no", "test.fail", map[string]any{"code": "not_found"}, tools.NotFound, "as asked"},
		{"a tool that panics", "test.fail", map[string]any{"code": "panic"}, tools.Internal, "test.fail"},
	} {
		t.Run(c.name, func(t *testing.T) {
			obs := call(t, sb, c.tool, c.args)
			if !obs.Failed || obs.Code != c.want || !strings.Contains(obs.Text, c.says) {
				t.Errorf("got %+v, want it failed with %s and %q", obs, c.want, c.says)
			}
		})
	}
	same(t, "an action after all these", call(t, sb, "test.echo", map[string]any{"text": "x"}).Text, "x")
	must(t, sb.Close())
}

func testBig(t *testing.T, launch Launch) {
	sb := open(t, launch(t, Good), nil)
	text := strings.Repeat("ä", 2<<20)
	if got := call(t, sb, "test.echo", map[string]any{"text": text}); got.Text != text {
		t.Errorf("4 MiB came back as %d bytes, failed %v", len(got.Text), got.Failed)
	}
	tooBig := call(t, sb, "test.big", map[string]any{"bytes": 20 << 20})
	same(t, "the code of a result over the cap", tooBig.Code, tools.TooLarge)
	sent := call(t, sb, "test.echo", map[string]any{"text": strings.Repeat("x", 20<<20)})
	same(t, "the code of arguments over the cap", sent.Code, tools.TooLarge)
	same(t, "an action afterwards", call(t, sb, "test.echo", map[string]any{"text": "x"}).Text, "x")
	must(t, sb.Close())
}

func testPrint(t *testing.T, launch Launch) {
	sb := open(t, launch(t, Good), nil)
	same(t, "text", call(t, sb, "test.print", nil).Text, "printed")
	same(t, "text", call(t, sb, "test.print", nil).Text, "printed")
	must(t, sb.Close())
}

func testTimeout(t *testing.T, launch Launch) {
	sb := open(t, hasty(launch(t, Good)), nil)
	obs := call(t, sb, "test.wait", nil)
	same(t, "code", obs.Code, tools.Timeout)
	same(t, "an action afterwards", call(t, sb, "test.echo", map[string]any{"text": "x"}).Text, "x")
	must(t, sb.Close())
}

// testCancel cancels an action that does not listen and has started a program
// in a process group of its own.
func testCancel(t *testing.T, launch Launch) {
	sb := open(t, launch(t, Good), nil)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	word := marker(t)
	go func() {
		for len(processes(t, word)) == 0 && ctx.Err() == nil {
			time.Sleep(5 * time.Millisecond)
		}
		cancel()
	}()
	_, err := sb.Call(ctx, tools.Action{Tool: "test.stubborn", Args: map[string]any{"text": word}})
	if !errors.Is(err, context.Canceled) || !errors.Is(err, sandbox.ErrBroken) {
		t.Errorf("got %v, want it cancelled and broken", err)
	}
	if left := processes(t, word); len(left) > 0 {
		t.Errorf("still running when the call returned: %v", left)
	}
	if _, err := sb.Call(t.Context(), tools.Action{Tool: "test.echo"}); !errors.Is(err, sandbox.ErrBroken) {
		t.Errorf("a call afterwards: %v, want ErrBroken", err)
	}
	must(t, sb.Close())
}

func testCancelledFirst(t *testing.T, launch Launch) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := launch(t, Good).Open(ctx, spec(t, "")); !errors.Is(err, context.Canceled) {
		t.Errorf("open: %v, want it cancelled", err)
	}
	sb := open(t, launch(t, Good), nil)
	if _, err := sb.Call(ctx, tools.Action{Tool: "test.echo"}); !errors.Is(err, context.Canceled) {
		t.Errorf("call: %v, want it cancelled", err)
	}
	same(t, "a call that was not cancelled", call(t, sb, "test.echo", map[string]any{"text": "x"}).Text, "x")
	must(t, sb.Close())
}

func testDeath(t *testing.T, launch Launch) {
	for _, how := range []string{"exit", "kill", "panic"} {
		t.Run(how, func(t *testing.T) {
			sb := open(t, launch(t, Good), map[string]string{"a.txt": "a"})
			_, err := sb.Call(t.Context(), tools.Action{Tool: "test.die", Args: map[string]any{"text": how}})
			if !errors.Is(err, sandbox.ErrBroken) {
				t.Fatalf("got %v, want ErrBroken", err)
			}
			if how == "panic" && !strings.Contains(err.Error(), "dying as asked") {
				t.Errorf("%v does not carry the resident's last words", err)
			}
			if err := sb.CopyOut(t.Context(), t.TempDir()); !errors.Is(err, sandbox.ErrBroken) {
				t.Errorf("copy out: %v, want ErrBroken", err)
			}
			must(t, sb.Close())
		})
	}
}

func testLiars(t *testing.T, launch Launch) {
	for mode, says := range map[string]string{
		Stranger: "another build",
		WrongID:  "answered with",
		Babbler:  "it begins with",
		Huge:     "over the caps",
		NoJSON:   "body",
		Quitter:  "gone",
	} {
		t.Run(mode, func(t *testing.T) {
			sb, err := launch(t, mode).Open(t.Context(), spec(t, ""))
			if err == nil {
				_, err = sb.Call(t.Context(), tools.Action{Tool: "test.echo", Args: map[string]any{"text": "x"}})
				must(t, sb.Close())
			}
			if err == nil || !strings.Contains(err.Error(), says) {
				t.Errorf("got %v, want an error that says %q", err, says)
			}
		})
	}
}

func testThief(t *testing.T, launch Launch) {
	sb, err := launch(t, Thief).Open(t.Context(), spec(t, ""))
	must(t, err)
	parent := t.TempDir()
	dst := filepath.Join(parent, "out")
	if err := sb.CopyOut(t.Context(), dst); err == nil || !strings.Contains(err.Error(), "../stolen") {
		t.Errorf("copy out: %v, want an error that names the path", err)
	}
	same(t, "files", read(t, parent), map[string]string{})
	must(t, sb.Close())
}

func testRefused(t *testing.T, launch Launch) {
	linked := write(t, map[string]string{"data/a.txt": "a"})
	must(t, os.Symlink("/etc", filepath.Join(linked, "data", "config")))
	piped := write(t, map[string]string{"a.txt": "a"})
	must(t, syscall.Mkfifo(filepath.Join(piped, "pipe"), 0o600))
	huge := write(t, map[string]string{"huge.bin": ""})
	must(t, os.Truncate(filepath.Join(huge, "huge.bin"), tools.MaxFile+1))
	file := filepath.Join(write(t, map[string]string{"file": ""}), "file")
	many := map[string]string{}
	for i := range 301 {
		many[fmt.Sprint(i)] = ""
	}
	for name, c := range map[string]struct{ dir, says string }{
		"a link to /etc":   {linked, "config is a link (to /etc)"},
		"a pipe":           {piped, "pipe is neither"},
		"a file too large": {huge, "huge.bin"},
		"no folder":        {filepath.Join(file, "..", "nowhere"), "nowhere"},
		"a file":           {file, "not a folder"},
		"a line break":     {write(t, map[string]string{"a\nb": ""}), `"a\nb"`},
		"a backslash":      {write(t, map[string]string{`a\b`: ""}), `backslash`},
		"our own names":    {write(t, map[string]string{".legomem-1": ""}), "reserved"},
		"a C1 control":     {write(t, map[string]string{"a\u009bb": ""}), `control character`},
		"turned writing":   {write(t, map[string]string{"invoice\u202efdp.exe": ""}), `read otherwise`},
		"too deep":         {write(t, map[string]string{strings.Repeat("d/", 32) + "a": ""}), "deep"},
		"too many files":   {write(t, many), sandbox.LimitFiles},
		"too many bytes":   {write(t, map[string]string{"a": strings.Repeat("x", 17<<20), "b": strings.Repeat("x", 17<<20)}), sandbox.LimitDisk},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := launch(t, Good).Open(t.Context(), spec(t, c.dir))
			if !errors.Is(err, sandbox.ErrTestbed) || !strings.Contains(err.Error(), c.says) {
				t.Errorf("got %v, want ErrTestbed and %q", err, c.says)
			}
		})
	}
}

func testClose(t *testing.T, launch Launch) {
	sb := open(t, launch(t, Good), nil)
	must(t, sb.Close())
	must(t, sb.Close())
	if _, err := sb.Call(t.Context(), tools.Action{Tool: "test.echo"}); !errors.Is(err, sandbox.ErrClosed) {
		t.Errorf("call after close: %v, want ErrClosed", err)
	}
	if err := sb.CopyOut(t.Context(), t.TempDir()); !errors.Is(err, sandbox.ErrClosed) {
		t.Errorf("copy out after close: %v, want ErrClosed", err)
	}
}

func testParallel(t *testing.T, launch Launch) {
	l := launch(t, Good)
	var all sync.WaitGroup
	for _, name := range []string{"a", "b", "c", "d"} {
		all.Go(func() {
			sb, err := l.Open(t.Context(), spec(t, ""))
			if err != nil {
				t.Errorf("open %s: %v", name, err)
				return
			}
			defer sb.Close()
			for range 20 {
				obs, err := sb.Call(t.Context(), tools.Action{Tool: "test.write", Args: map[string]any{"file_path": "name", "content": name}})
				if err != nil || obs.Failed {
					t.Errorf("write in %s: %+v, %v", name, obs, err)
				}
			}
			dst := t.TempDir()
			if err := sb.CopyOut(t.Context(), dst); err != nil {
				t.Errorf("copy out of %s: %v", name, err)
			}
			if text, err := os.ReadFile(filepath.Join(dst, "name")); err != nil || !bytes.Equal(text, []byte(name)) {
				t.Errorf("%s holds %q, %v", name, text, err)
			}
		})
	}
	all.Wait()
}

func testOccupied(t *testing.T, launch Launch) {
	sb := open(t, launch(t, Good), map[string]string{"a.txt": "new"})
	dst := write(t, map[string]string{"a.txt": "old"})
	if err := sb.CopyOut(t.Context(), dst); err == nil || !strings.Contains(err.Error(), "not empty") {
		t.Errorf("copy out: %v, want a refusal", err)
	}
	same(t, "files", read(t, dst), map[string]string{"a.txt": "old"})
	must(t, sb.Close())
}
