package sandbox_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"legomem/must"
	"legomem/tools"
	"legomem/tools/sandbox"
	"legomem/tools/sandbox/conformance"
)

// keepVerb makes the test's program open a local sandbox, write in it, mark it as
// a run's, and die.
const keepVerb = "keep"

func keepAndDie(where, run string) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	l := &sandbox.Local{Command: []string{self, conformance.Good}, Tools: conformance.Registry(), Dir: where}
	sb, err := l.Open(context.Background(), sandbox.Spec{Now: time.Now()})
	if err != nil {
		return err
	}
	testbed, err := sb.(interface {
		Keep(string) (string, error)
	}).Keep(run)
	if err != nil {
		return err
	}
	if obs, err := sb.Call(context.Background(), tools.Action{Tool: "test.try", Args: map[string]any{"file_path": "done", "content": "x"}}); err != nil || obs.Failed {
		return err
	}
	if err := os.WriteFile(filepath.Join(testbed, ".legomem-half"), nil, 0o600); err != nil {
		return err
	}
	p, err := os.FindProcess(os.Getpid())
	if err != nil {
		return err
	}
	_ = p.Kill()
	select {}
}

// keptOne has a program die in the middle of a run, and returns its launcher's
// folder and the run's.
func keptOne(t *testing.T) (where, run string) {
	t.Helper()
	self := must.Have(os.Executable())(t)
	where, run = t.TempDir(), t.TempDir()
	if out, err := exec.Command(self, keepVerb, where, run).CombinedOutput(); err == nil || err.Error() != "signal: killed" {
		t.Fatalf("it ended with %v: %s", err, out)
	}
	return where, run
}

// TestKept: the workspace of a run that was killed is left by those who reap, and
// gone on with.
func TestKept(t *testing.T) {
	where, run := keptOne(t)
	l := local(where)(t, conformance.Good).(*sandbox.Local)
	if gone, err := l.Reap(t.Context()); err != nil || len(gone) > 0 {
		t.Fatalf("reaped %+v, %v", gone, err)
	}
	all, err := l.Leftovers(t.Context())
	if err != nil || len(all) != 1 || !all[0].Kept || all[0].Abandoned || all[0].Run != run || time.Until(all[0].Until) < 6*24*time.Hour {
		t.Fatalf("there is %+v, %v", all, err)
	}
	kept, err := l.Kept(t.Context(), run)
	if err != nil || kept == "" {
		t.Fatalf("kept %q, %v", kept, err)
	}
	if other, err := l.Kept(t.Context(), t.TempDir()); err != nil || other != "" {
		t.Errorf("another run has %q, %v", other, err)
	}
	sb := must.Have(l.Open(t.Context(), sandbox.Spec{Now: time.Now(), Workspace: kept}))(t)
	if obs := call(t, sb, "test.try", map[string]any{"file_path": "done"}); obs.Failed {
		t.Errorf("what was done is gone: %+v", obs)
	}
	dst := filepath.Join(t.TempDir(), "out")
	must.Do(t, sb.CopyOut(t.Context(), dst))
	entries, err := os.ReadDir(dst)
	if err != nil || len(entries) != 1 || entries[0].Name() != "done" {
		t.Errorf("out came %v, %v", entries, err)
	}
	if gone, err := l.Reap(t.Context()); err != nil || len(gone) > 0 {
		t.Errorf("reaped %+v, %v, which is in use", gone, err)
	}
	must.Do(t, sb.Close())
	if all, err := l.Leftovers(t.Context()); err != nil || len(all) > 0 {
		t.Errorf("after the end there is %+v, %v", all, err)
	}
}

// TestKeptForNobody: what no run waits for is removed as ever.
func TestKeptForNobody(t *testing.T) {
	for name, spoil := range map[string]func(t *testing.T, workspace, run string){
		"the run's folder is gone": func(t *testing.T, _, run string) { remove(t, run) },
		"the mark is a link": func(t *testing.T, workspace, run string) {
			mark := filepath.Join(workspace, "run")
			remove(t, mark)
			other := filepath.Join(t.TempDir(), "mark")
			must.Do(t, os.WriteFile(other, []byte(run), 0o600))
			must.Do(t, os.Symlink(other, mark))
		},
		"it is a week old": func(t *testing.T, workspace, _ string) {
			old := time.Now().Add(-8 * 24 * time.Hour)
			must.Do(t, os.Chtimes(filepath.Join(workspace, "run"), old, old))
		},
	} {
		t.Run(name, func(t *testing.T) {
			where, run := keptOne(t)
			l := local(where)(t, conformance.Good).(*sandbox.Local)
			kept, err := l.Kept(t.Context(), run)
			if err != nil || kept == "" {
				t.Fatalf("kept %q, %v", kept, err)
			}
			spoil(t, kept, run)
			if gone, err := l.Reap(t.Context()); err != nil || len(gone) != 1 || gone[0].ID != kept {
				t.Errorf("reaped %+v, %v", gone, err)
			}
		})
	}
}

// TestKeptIsNotLost: a workspace that cannot be opened stays.
func TestKeptIsNotLost(t *testing.T) {
	where, run := keptOne(t)
	bad := &sandbox.Local{Command: []string{"/bin/false"}, Tools: conformance.Registry(), Dir: where}
	t.Cleanup(func() { _ = bad.Close() })
	kept := must.Have(bad.Kept(t.Context(), run))(t)
	if _, err := bad.Open(t.Context(), sandbox.Spec{Now: time.Now(), Workspace: kept}); err == nil {
		t.Fatal("a sandbox was opened with /bin/false")
	}
	if again, err := bad.Kept(t.Context(), run); err != nil || again == "" {
		t.Errorf("then it is %q, %v", again, err)
	}
	if _, err := bad.Open(t.Context(), sandbox.Spec{Now: time.Now(), Workspace: t.TempDir()}); err == nil || !strings.Contains(err.Error(), "not a workspace that was kept") {
		t.Errorf("another folder: %v", err)
	}
}

func remove(t *testing.T, name string) {
	t.Helper()
	must.Do(t, os.RemoveAll(name))
}
