package desk

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"syscall"
	"testing"

	"legomem/orchestrator"
)

// TestClosedFolders: where the user may not do something with a folder, what is said to do
// about it fits the folder.
func TestClosedFolders(t *testing.T) {
	denied := &fs.PathError{Op: "mkdir", Path: "office/.legomem-commit", Err: syscall.EACCES}
	for name, tc := range map[string]struct {
		err  error
		want string
	}{
		"the user's folder, written to": {commitError(nil, denied), "office/.legomem-commit: permission denied; let yourself write there, or bring the changes elsewhere with legomem runs apply RUN --to DIR"},
		"a testbed, read":               {fmt.Errorf("start a run: %w", &orchestrator.TestbedError{Err: denied}), "permission denied; a run begins with a copy of the whole folder: let yourself read that, or take it out"},
		"anything else":                 {denied, "permission denied; name a place that you may write to with --out and --bank"},
		"a full disk":                   {errors.Join(syscall.ENOSPC), "no space left on device; make room, or name another place with --out, --bank or TMPDIR"},
	} {
		if said := tc.err.Error() + WayOut(tc.err); !strings.HasSuffix(said, tc.want) {
			t.Errorf("%s: %q, want it to end with %q", name, said, tc.want)
		}
	}
}
