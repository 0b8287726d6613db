package sandbox_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"legomem/must"
	"legomem/tools"
	"legomem/tools/sandbox"
	"legomem/tools/sandbox/conformance"
)

func local(dir string) conformance.Launch {
	return func(t testing.TB, mode string) conformance.Launcher {
		t.Helper()
		self := must.Have(os.Executable())(t)
		// A sandbox may run what is on the search path, which this program is not.
		t.Setenv("PATH", filepath.Dir(self)+string(filepath.ListSeparator)+os.Getenv("PATH"))
		l := &sandbox.Local{Command: []string{self, mode}, Tools: conformance.Registry(), Dir: dir, Limits: conformance.Limits()}
		t.Cleanup(func() { _ = l.Close() })
		return l
	}
}

func TestLocalConformance(t *testing.T) {
	conformance.Test(t, local(t.TempDir()))
}

func TestLocalOwnerKilled(t *testing.T) {
	dir := t.TempDir()
	conformance.Orphan(t, local(dir), ownedBy("local", dir))
}

// TestLocalConfined asks from inside what a local resident can reach.
func TestLocalConfined(t *testing.T) {
	outside := filepath.Join(t.TempDir(), "secret")
	must.Do(t, os.WriteFile(outside, []byte("s"), 0o600))
	t.Setenv("LEGOMEM_TEST_SECRET", "s3cret")
	l := local(t.TempDir())(t, conformance.Good).(*sandbox.Local)
	st := must.Have(l.Status(t.Context()))(t)
	sb := open(t, l, "")
	status := call(t, sb, "test.status", nil)
	if strings.Contains(string(status.Data), "s3cret") {
		t.Errorf("the environment went along: %s", status.Data)
	}
	checkConfined(t, status)
	if obs := call(t, sb, "test.try", map[string]any{"file_path": "inside", "content": "x"}); obs.Failed {
		t.Errorf("write inside: %+v", obs)
	}
	if st.Landlock == 0 && len(sandbox.Lacks(sb.About())) > 1 {
		t.Skip("this kernel has neither Landlock nor namespaces for this user")
	}
	for _, args := range []map[string]any{
		{"file_path": outside}, {"file_path": outside + "2", "content": "x"},
		{"file_path": "/etc/legomem-test", "content": "x"}, {"file_path": fmt.Sprintf("/proc/%d/environ", os.Getpid())},
	} {
		if obs := call(t, sb, "test.try", args); !obs.Failed {
			t.Errorf("open %v: %+v, want it refused", args, obs)
		}
	}
	if text, err := os.ReadFile(outside); err != nil || string(text) != "s" {
		t.Errorf("the file outside holds %q, %v", text, err)
	}
}

// checkConfined reads what the kernel holds of a local resident.
func checkConfined(t *testing.T, obs tools.Observation) {
	t.Helper()
	status, _ := obs.Value().(map[string]any)
	l := conformance.Limits()
	twice := func(n int64, unit string) string { return fmt.Sprintf("%d %d%s", n, n, unit) }
	want := map[string]string{
		"NoNewPrivs": "1", "Seccomp": "2", "CapEff": "0000000000000000", "CapPrm": "0000000000000000", "CapInh": "0000000000000000", "CapAmb": "0000000000000000",
		"Max core file size": twice(0, " bytes"), "Max file size": twice(l.Workspace, " bytes"),
		"Max open files": twice(4096, " files"), "Max stack size": twice(8<<20, " bytes"), "Max data size": twice(l.Memory, " bytes"),
	}
	if sandbox.Raced() {
		delete(want, "Max data size")
	}
	for name, value := range want {
		if status[name] != value {
			t.Errorf("%s is %q, want %q", name, status[name], value)
		}
	}
	if pid := status["Pid"]; pid == nil || status["NSsid"] != pid || status["NSpgid"] != pid {
		t.Errorf("process %v is in session %v and group %v, not its own", pid, status["NSsid"], status["NSpgid"])
	}
}

func TestLocalRefusesShell(t *testing.T) {
	l := local(t.TempDir())(t, conformance.Good)
	if _, err := l.Open(t.Context(), sandbox.Spec{Shell: true}); err == nil || !strings.Contains(err.Error(), "--sandbox docker") {
		t.Errorf("got %v, want a refusal that names the way out", err)
	}
}

// TestLocalAnothersFolder plants the folder of workspaces for others to read.
func TestLocalAnothersFolder(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "shared")
	must.Do(t, os.Mkdir(dir, 0o700))
	must.Do(t, os.Chmod(dir, 0o777))
	if _, err := local(dir)(t, conformance.Good).Open(t.Context(), sandbox.Spec{}); err == nil || !strings.Contains(err.Error(), dir) {
		t.Errorf("got %v, want %s refused", err, dir)
	}
}
