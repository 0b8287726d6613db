package desk

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"legomem/folders"
	"legomem/must"
	"legomem/orchestrator"
	"legomem/places"
	"legomem/trajectory"
)

// layFolders makes a folder with files and, where a path ends in a slash, folders.
func layFolders(t *testing.T, dir string, paths ...string) string {
	t.Helper()
	for _, path := range paths {
		must.Do(t, os.MkdirAll(filepath.Join(dir, filepath.Dir(path)), 0o700))
		if !folders.Is(path) {
			write(t, filepath.Join(dir, path), path)
		}
	}
	return dir
}

// pathsIn are the files and the empty folders in a folder.
func pathsIn(t *testing.T, dir string) (all []string) {
	t.Helper()
	for path := range must.Have(orchestrator.FilesIn(dir))(t) {
		all = append(all, path)
	}
	slices.Sort(all)
	return all
}

// TestFoldersInLogs: the empty folders of a run are brought to the user if its log counts
// them; those that a log of an earlier release does not count
// are none of its changes.
func TestFoldersInLogs(t *testing.T) {
	for _, tt := range []struct {
		name       string
		began, end bool // its log counts the empty folders
		after      string
		paths      []string
		refused    bool
	}{
		{"a log that counts them", true, true, "", []string{"gone/", "made/", "x"}, false},
		{"a log of an earlier release", false, false, "", []string{"x"}, false},
		{"a run that an earlier release began", false, true, "", []string{"x"}, false},
		{"a folder made in its files since", true, true, "later/", nil, true},
		{"the same, of an earlier release", false, false, "later/", []string{"x"}, false},
		{"a file written there since", false, false, "later/x", nil, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := places.Run(filepath.Join(t.TempDir(), "r1"))
			was := must.Have(orchestrator.FilesIn(layFolders(t, dir.Start(), "gone/", "stays/")))(t)
			is := must.Have(orchestrator.FilesIn(layFolders(t, dir.Testbed(), "made/", "stays/", "x")))(t)
			if !tt.began {
				was = was.WithoutFolders()
			}
			if !tt.end {
				is = is.WithoutFolders()
			}
			if tt.after != "" {
				layFolders(t, dir.Testbed(), tt.after)
			}
			r := &trajectory.Run{ID: "r1", Dir: string(dir), Copied: was.Artifact(), Left: is.Artifact(), Result: &trajectory.Result{}}
			order, err := orderOf(r, "home")
			if (err != nil) != tt.refused || err != nil && !strings.Contains(err.Error(), "does not hold what the log says") {
				t.Fatalf("%v", err)
			}
			var paths []string
			for _, c := range orchestrator.ChangesBetween(order.Was, order.Is) {
				paths = append(paths, c.Path)
			}
			must.NoDiff(t, cmp.Diff(tt.paths, paths), "changes (-want +got):\n%s")
		})
	}
}

// TestSyncFolder: what a tool called by hand did to folders is done to the user's, and
// nothing else there.
func TestSyncFolder(t *testing.T) {
	for _, tt := range []struct {
		name                string
		home, after, became []string
	}{
		{"made", nil, []string{"data/a/b/"}, []string{"data/", "data/a/", "data/a/b/"}},
		{"deleted", []string{"data/a/b/", "data/x"}, []string{"data/x"}, []string{"data/x"}},
		{"renamed", []string{"a/", "x"}, []string{"b/", "x"}, []string{"b/", "x"}},
		{"in the place of a file", []string{"a"}, []string{"a/"}, []string{"a/"}},
		{"for a file", []string{"a/"}, []string{"a"}, []string{"a"}},
		{"left by a file", []string{"a/x"}, nil, []string{"a/"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			home := layFolders(t, t.TempDir(), tt.home...)
			must.Do(t, syncFolder(home, layFolders(t, t.TempDir(), tt.after...)))
			must.NoDiff(t, cmp.Diff(tt.became, pathsIn(t, home)), "it became (-want +got):\n%s")
		})
	}
}

// TestLeaveOutFolders: a folder is left out with those in it, and a file without the folder
// that it was to lie in.
func TestLeaveOutFolders(t *testing.T) {
	p := newParted(t, newTestDesk(t, nil), tree{"x": "1"}, tree{"x": "1"})
	layFolders(t, places.Run(p.run.Dir).Start(), "gone/in/", "stays/in/", "filled/")
	layFolders(t, places.Run(p.run.Dir).Testbed(), "made/1/", "made/2/", "out/1/", "filled/y")
	layFolders(t, p.home, "gone/in/", "stays/in/", "filled/")
	for dir, name := range map[string]*trajectory.Artifact{places.Run(p.run.Dir).Start(): &p.run.Copied, places.Run(p.run.Dir).Testbed(): &p.run.Left} {
		*name = must.Have(orchestrator.FilesIn(dir))(t).Artifact()
	}
	p.list = p.listTo(places.Run(p.run.Dir).Testbed())
	if also := p.apply(p.ids("Deletes the folder stays, with stays/in", "Makes the folder out/1", "Makes filled/y")...); len(also) > 0 {
		t.Errorf("also %q", also)
	}
	want := []string{"filled/", "made/", "made/1/", "made/2/", "stays/", "stays/in/", "x"}
	must.NoDiff(t, cmp.Diff(want, pathsIn(t, p.home)), "in part (-want +got):\n%s")
	p.apply()
	must.NoDiff(t, cmp.Diff(pathsIn(t, places.Run(p.run.Dir).Testbed()), pathsIn(t, p.home)), "the rest (-want +got):\n%s")
	p.undoAll()
	must.NoDiff(t, cmp.Diff(pathsIn(t, places.Run(p.run.Dir).Start()), pathsIn(t, p.home)), "undone (-want +got):\n%s")
}
