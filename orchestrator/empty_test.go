package orchestrator_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"legomem/folders"
	"legomem/must"
	"legomem/orchestrator"
)

// TestDiffOfFolders: an empty folder that comes or goes is a difference, and one that a
// file brings or leaves is none.
func TestDiffOfFolders(t *testing.T) {
	before := layOut(t, "data/gone/", "data/stays/", "data/filled/", "data/left/a.txt", "data/taken/a.txt")
	after := layOut(t, "data/made/in/", "data/stays/", "data/filled/a.txt", "data/left/", "data/new/a.txt")
	want := []orchestrator.Change{{Path: "data/filled/a.txt", Kind: "added"}, {Path: "data/gone/", Kind: "deleted"}, {Path: "data/left/a.txt", Kind: "deleted"},
		{Path: "data/made/", Kind: "added"}, {Path: "data/made/in/", Kind: "added"}, {Path: "data/new/a.txt", Kind: "added"}, {Path: "data/taken/a.txt", Kind: "deleted"}}
	must.NoDiff(t, cmp.Diff(want, must.Have(orchestrator.Diff(before, after))(t)), "changes (-want +got):\n%s")
	is, was := must.Have(orchestrator.FilesIn(after))(t), must.Have(orchestrator.FilesIn(layOut(t, "data/stays/a.txt", "data/filled/a.txt", "data/new/a.txt")))(t)
	if len(was) != 3 || is.Artifact() == is.WithoutFolders().Artifact() {
		t.Errorf("%v, and the empty folders of %v do not count", was, is)
	}
}

// layOut makes a folder with files and, where a path ends in a slash, folders.
func layOut(t *testing.T, paths ...string) string {
	t.Helper()
	dir := t.TempDir()
	for _, path := range paths {
		if folders.Is(path) {
			must.Do(t, os.MkdirAll(filepath.Join(dir, path), 0o700))
			continue
		}
		putFile(t, filepath.Join(dir, path), "x")
	}
	return dir
}
