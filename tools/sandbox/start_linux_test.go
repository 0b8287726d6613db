package sandbox_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"legomem/must"
	"legomem/tools/sandbox"
	"legomem/tools/sandbox/conformance"
)

// TestLocalWithoutNamespaces opens sandboxes as a machine makes them that allows none:
// where others may pass to its folder, root's resident is nobody.
func TestLocalWithoutNamespaces(t *testing.T) {
	closed := filepath.Join(t.TempDir(), "closed")
	public := must.Have(os.MkdirTemp("/tmp", "legomem-test-"))(t)
	t.Cleanup(func() { must.NoError(t, os.RemoveAll(public)) })
	must.Do(t, errors.Join(os.Chmod(public, 0o755), os.Mkdir(closed, 0o700)))
	root, self := os.Getuid() == 0, strconv.Itoa(os.Getuid())
	for name, tt := range map[string]struct {
		dir, user string
		lacks     int
	}{
		"open":   {filepath.Join(public, "work"), map[bool]string{true: "65534", false: self}[root], map[bool]int{true: 1, false: 2}[root]},
		"closed": {filepath.Join(closed, "work"), self, 2},
	} {
		t.Run(name, func(t *testing.T) {
			l := local(tt.dir)(t, conformance.Good).(*sandbox.Local)
			sandbox.ForgoNamespaces(l)
			sb := open(t, l, "")
			status := call(t, sb, "test.status", nil)
			checkConfined(t, status)
			of, _ := status.Value().(map[string]any)
			if users, _ := of["Uid"].(string); strings.Fields(users)[0] != tt.user {
				t.Errorf("it is user %s, want %s", users, tt.user)
			}
			lacks := slices.DeleteFunc(sandbox.Lacks(sb.About()), func(s string) bool { return strings.HasPrefix(s, "Landlock") })
			if len(lacks) != tt.lacks || !strings.Contains(lacks[0], "namespaces were forgone") {
				t.Errorf("it lacks %q", lacks)
			}
			if obs := call(t, sb, "test.try", map[string]any{"file_path": "inside", "content": "x"}); obs.Failed {
				t.Errorf("write inside: %+v", obs)
			}
			out := filepath.Join(t.TempDir(), "out")
			must.Do(t, sb.CopyOut(t.Context(), out))
			must.Have(os.Stat(filepath.Join(out, "inside")))(t)
		})
	}
}
