package shell

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"legomem/must"
	"legomem/tools"
	"legomem/tools/toolstest"
)

func open(t *testing.T, on bool) *tools.Workspace {
	t.Helper()
	ws := toolstest.Workspace(t, time.Time{})
	ws.Shell = on
	return ws
}

func call(ctx context.Context, ws *tools.Workspace, command string) tools.Observation {
	return Tools()[0].Run(ctx, ws, map[string]any{"command": command})
}

func needShell(t *testing.T) {
	t.Helper()
	if _, err := os.Stat(shell); err != nil {
		t.Skip("no ", shell)
	}
}

func TestOffByDefault(t *testing.T) {
	ws := open(t, false)
	o := call(t.Context(), ws, "touch made")
	if o.Code != tools.Refused || !strings.Contains(o.Text, "sandbox.shell: true") || !strings.Contains(o.Text, "docker") {
		t.Errorf("got %s %q", o.Code, o.Text)
	}
	if ws.Exists("made") {
		t.Error("the command ran all the same")
	}
}

func TestNoShellInTheImage(t *testing.T) {
	err := allowed(open(t, true), "ls", filepath.Join(t.TempDir(), "sh"))
	if tools.CodeOf(err) != tools.Refused || !strings.Contains(err.Error(), "the scratch image has no shell") {
		t.Errorf("got %v", err)
	}
}

func TestRun(t *testing.T) {
	needShell(t)
	t.Setenv("SECRET", "do not show")
	tests := []struct {
		name, command string
		code          tools.Code
		says          string
	}{
		{"in the testbed", "cat data/a.txt", "", "hello"},
		{"pipes", "printf 'b\\na\\n' | sort", "", "a\nb"},
		{"quiet", "true", "", "printed nothing"},
		{"only PATH", "env | grep -v ^PATH= | grep -v ^PWD= | grep -v ^_= | wc -l", "", "0"},
		{"status", "echo out; echo problem >&2; exit 3", tools.BadArguments, "exit status 3"},
		{"its words", "echo out; echo problem >&2; exit 3", tools.BadArguments, "problem"},
		{"empty", " ", tools.BadArguments, "accepted"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			ws := open(t, true)
			must.Do(t, ws.WriteFile("data/a.txt", []byte("hello\n")))
			o := call(t.Context(), ws, tt.command)
			if o.Code != tt.code || !strings.Contains(o.Text, tt.says) {
				t.Errorf("got %s %q, want %s saying %q", o.Code, o.Text, tt.code, tt.says)
			}
		})
	}
}

func TestOutputIsCapped(t *testing.T) {
	needShell(t)
	o := call(t.Context(), open(t, true), "head -c 3000000 /dev/zero | tr '\\0' x")
	var d data
	if err := json.Unmarshal(o.Data, &d); err != nil {
		t.Fatal(err, o.Text)
	}
	if len(d.Stdout) != maxOutput || !d.Cut || !strings.Contains(o.Text, "cut after") {
		t.Errorf("kept %d bytes, cut %v", len(d.Stdout), d.Cut)
	}
}

// TestCancelled: a command that would go on is stopped with the action.
func TestCancelled(t *testing.T) {
	needShell(t)
	ws := open(t, true)
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		for !ws.Exists("started") {
			time.Sleep(time.Millisecond)
		}
		cancel()
	}()
	if o := call(ctx, ws, "touch started; sleep 600"); o.Code != tools.Timeout {
		t.Errorf("got %s %q", o.Code, o.Text)
	}
}

func TestEffects(t *testing.T) {
	got, err := Tools()[0].Effects(map[string]any{"command": "ls"})
	if err != nil || len(got) != 1 || got[0].Class != tools.Shell || got[0].Target != "command:ls" {
		t.Errorf("got %v, %v", got, err)
	}
}
