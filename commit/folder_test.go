package commit_test

import (
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"legomem/commit"
	"legomem/folders"
	"legomem/must"
)

// TestFolders brings empty folders that came and went to what the user has done since, and
// takes that back.
func TestFolders(t *testing.T) {
	const filled, file = "something was put into it since the run began", "c is a file, where the run has a folder"
	for _, tt := range []struct {
		name    string
		was, is tree
		mess    func(home string) error
		steps   []string // nil where it is refused
		want    tree
		refused map[string]string
	}{
		{"made", tree{}, tree{"data/c/": "", "data/": ""}, nil, []string{"data/ added", "data/c/ added"}, tree{"data/c/": "", "data/": ""}, nil},
		{"made in one that is gone", tree{"data/x": "x"}, tree{"data/x": "x", "data/c/": ""}, remove("data"), []string{"data/c/ added"}, tree{"data/": "", "data/c/": ""}, nil},
		{"made, and there already", tree{}, tree{"c/": ""}, dir("c"), []string{}, tree{"c/": ""}, nil},
		{"made, and there with a file", tree{}, tree{"c/": ""}, text("c/x"), []string{}, tree{"c/x": "mine"}, nil},
		{"made, where a file is", tree{}, tree{"c/": ""}, text("c"), nil, tree{"c": "mine"}, map[string]string{"c/": file}},
		{"made below a file", tree{}, tree{"c/": "", "c/d/": ""}, text("c"), nil, tree{"c": "mine"}, map[string]string{"c/": file, "c/d/": file}},
		{"made in the place of a file", tree{"c": "c"}, tree{"c/": ""}, nil, []string{"c deleted", "c/ added"}, tree{"c/": ""}, nil},
		{"made in the place of another file", tree{"c": "c"}, tree{"c/": ""}, text("c"), nil, tree{"c": "mine"}, map[string]string{"c": "it has changed since the run began"}},
		{"made in the place of what is a link by now", tree{"c": "c"}, tree{"c/": ""}, func(home string) error {
			return errors.Join(os.Remove(home+"/c"), os.Symlink("nowhere", home+"/c"))
		}, nil, nil, map[string]string{"c": "it is a symbolic link, where the run has a file", "c/": "c is a symbolic link, where the run has a folder"}},
		{"brought by a file", tree{}, tree{"c/x": "x"}, nil, []string{"c/x added"}, tree{"c/x": "x"}, nil},
		{"left by a file", tree{"c/x": "x"}, tree{"c/": ""}, nil, []string{"c/x deleted"}, tree{"c/": ""}, nil},
		{"gone with its file", tree{"c/x": "x"}, tree{}, nil, []string{"c/x deleted"}, tree{"c/": ""}, nil},
		{"deleted", tree{"c/": ""}, tree{}, nil, []string{"c/ deleted"}, tree{}, nil},
		{"deleted with those in it", tree{"c/": "", "c/d/": "", "c/e/": ""}, tree{}, nil, []string{"c/e/ deleted", "c/d/ deleted", "c/ deleted"}, tree{}, nil},
		{"deleted, and gone already", tree{"c/": "", "c/d/": ""}, tree{}, remove("c/d"), []string{"c/ deleted"}, tree{}, nil},
		{"deleted, and filled since", tree{"c/": "", "c/d/": "", "x": "x"}, tree{"x": "X"}, text("c/d/x"), nil, tree{"c/d/x": "mine", "x": "x"}, map[string]string{"c/d/": filled, "c/": filled}},
		{"deleted, with a new one in it", tree{"c/": ""}, tree{}, dir("c/d"), nil, tree{"c/": "", "c/d/": ""}, map[string]string{"c/": filled}},
		{"deleted, where a file is", tree{"c/": ""}, tree{}, inPlaceOf("c"), nil, tree{"c": "mine"}, map[string]string{"c/": file}},
		{"deleted, where a link is", tree{"c/": "", "d/x": "x"}, tree{"d/x": "x"}, func(home string) error {
			return errors.Join(os.Remove(home+"/c"), os.Symlink("d", home+"/c"), os.Remove(home+"/d/x"))
		}, nil, nil, map[string]string{"c/": "c is a symbolic link, where the run has a folder"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			o := newOffice(t, tt.was, tt.is)
			if tt.mess != nil {
				must.Do(t, tt.mess(o.home))
			}
			if tt.refused != nil {
				_, err := o.apply(o.engine(nil))
				if got := refusedFiles(t, err); !maps.Equal(got, tt.refused) {
					t.Errorf("refused %v", got)
				}
				if tt.want != nil {
					o.holds("refused", tt.want)
				}
				return
			}
			_, wasStats := treeOf(t, o.home)
			done := must.Have(o.apply(o.engine(nil)))(t)
			if got := stepsOf(done); !slices.Equal(got, tt.steps) {
				t.Errorf("steps %q", got)
			}
			o.holds("applied", tt.want)
			if again := must.Have(o.apply(o.engine(nil)))(t); len(again.Steps) > 0 {
				t.Errorf("applied twice: %+v", again.Steps)
			}
			o.undoAll()
			if _, stats := treeOf(t, o.home); !maps.Equal(stats, wasStats) {
				t.Errorf("undone, there is %v, and was %v", stats, wasStats)
			}
		})
	}
}

// TestFolderNames: a folder under a name that no commit makes is refused, whether there is
// a folder to make it in or not.
func TestFolderNames(t *testing.T) {
	for _, there := range []bool{true, false} {
		o := newOffice(t, tree{}, tree{".legomem-x/": "", "\u202ec/": ""})
		if !there {
			must.Do(t, os.Remove(o.home))
		}
		_, err := o.apply(o.engine(nil))
		want := map[string]string{".legomem-x/": "names that begin with .legomem- are the program's own", "\u202ec/": "the name has a character that cannot be seen"}
		if got := refusedFiles(t, err); !maps.Equal(got, want) {
			t.Errorf("refused %v", got)
		}
	}
}

// What the user did in the folder.
func remove(name string) func(string) error {
	return func(home string) error { return os.RemoveAll(filepath.Join(home, name)) }
}

func dir(name string) func(string) error {
	return func(home string) error { return os.MkdirAll(filepath.Join(home, name), 0o700) }
}

func text(name string) func(string) error {
	return func(home string) error {
		file := filepath.Join(home, name)
		return errors.Join(os.MkdirAll(filepath.Dir(file), 0o700), os.WriteFile(file, []byte("mine"), 0o600))
	}
}

func inPlaceOf(name string) func(string) error {
	return func(home string) error { return errors.Join(remove(name)(home), text(name)(home)) }
}

// TestUndoFolders: a folder that was made goes again if it is still empty, and one that was
// deleted comes back.
func TestUndoFolders(t *testing.T) {
	was, is := tree{"a": "a", "gone/": "", "gone/in/": ""}, tree{"a": "A", "made/": "", "made/in/": ""}
	for _, tt := range []struct {
		name    string
		mess    func(home string) error
		want    tree
		refused string
	}{
		{"as it was left", nil, was, ""},
		{"a file in the new one", text("made/in/x"), tree{"a": "a", "gone/": "", "gone/in/": "", "made/in/x": "mine"}, ""},
		{"a file in the outer new one", text("made/x"), tree{"a": "a", "gone/": "", "gone/in/": "", "made/x": "mine"}, ""},
		{"a folder in the new one", dir("made/more"), tree{"a": "a", "gone/": "", "gone/in/": "", "made/": "", "made/more/": ""}, ""},
		{"the new one is gone", remove("made"), was, ""},
		{"the old one is there", dir("gone/in"), was, ""},
		{"the old one is there with a file", text("gone/in/x"), tree{"a": "a", "gone/in/x": "mine"}, ""},
		{"a file in the place of the old one", text("gone"), tree{"a": "A", "made/": "", "made/in/": "", "gone": "mine"}, "gone/"},
		{"a file in the place of the new one", inPlaceOf("made"), tree{"a": "A", "made": "mine"}, "made/"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			o := newOffice(t, was, is)
			must.Have(o.apply(o.engine(nil)))(t)
			if tt.mess != nil {
				must.Do(t, tt.mess(o.home))
			}
			_, err := o.undo(o.engine(nil))
			if (tt.refused == "") != (err == nil) || err != nil && !strings.Contains(err.Error(), tt.refused+" (") {
				t.Errorf("%v", err)
			}
			o.holds("undone", tt.want)
		})
	}
}

// TestFoldersPartly leaves folders out. A file that is left out leaves no folder to delete
// or to make.
func TestFoldersPartly(t *testing.T) {
	was := tree{"gone/": "", "stays/": "", "filled/": "", "left/x": "x"}
	is := tree{"made/": "", "out/": "", "filled/x": "x", "left/": ""}
	o := newOffice(t, was, is)
	whole := o.order
	o.leaveOut([]string{"stays/", "out/", "filled/x", "left/x"}, nil)
	done := must.Have(o.apply(o.engine(nil)))(t)
	if got := stepsOf(done); !slices.Equal(got, []string{"gone/ deleted", "made/ added"}) {
		t.Errorf("steps %q", got)
	}
	o.holds("in part", tree{"stays/": "", "filled/": "", "left/x": "x", "made/": ""})
	o.order = whole
	must.Have(o.apply(o.engine(nil)))(t)
	o.holds("the rest", is)
	o.undoAll()
	o.holds("undone", was)
}

// TestFilledMeanwhile puts a file into a folder that comes, or that goes, at every moment of
// an apply: it is never lost, and the rest is applied or as it was.
func TestFilledMeanwhile(t *testing.T) {
	for _, name := range []string{"old/in/x.txt", "old/x.txt", "made/in/x.txt", "made/x.txt"} {
		all, refused := momentsOfApply(t, false), 0
		for n := 1; n <= all; n++ {
			o, moments := swapping(t, false), 0
			_, err := o.apply(o.engine(func() {
				if moments++; moments == n {
					tree{name: "the user's own"}.files(t, o.home)
				}
			}))
			want := after
			if err != nil {
				want = before
				refused++
			}
			if err != nil && !errors.As(err, new(*commit.Refused)) && !errors.As(err, new(*commit.Moved)) {
				t.Errorf("%v", err)
			}
			o.holds("filled "+name, filledWith(want, name))
			if t.Failed() {
				t.Fatalf("moment %d of %d: %v", n, all, err)
			}
		}
		if refused == 0 || refused == all {
			t.Errorf("%s: %d of %d were refused", name, refused, all)
		}
	}
}

// TestFilledAfterKill puts it there after a kill, before the next command.
func TestFilledAfterKill(t *testing.T) {
	for _, name := range []string{"old/in/x.txt", "old/x.txt", "made/in/x.txt", "made/x.txt"} {
		for n := 1; n <= momentsOfApply(t, false); n++ {
			o := swapping(t, false)
			killedAt(n, func(moment func()) { _, _ = o.apply(o.engine(moment)) })
			tree{name: "the user's own"}.files(t, o.home)
			_, err := o.engine(nil).Recover(o.home)
			want := before
			if _, applied := must.Have(commit.ReadLedger(o.order.Run))(t).Standing(); applied {
				want = after
			}
			o.holds("filled "+name, filledWith(want, name))
			if t.Failed() {
				t.Fatalf("moment %d: %v", n, err)
			}
		}
	}
}

// filledWith is a tree with the user's file in it, whose folders are not empty any more.
func filledWith(all tree, name string) tree {
	all = maps.Clone(all)
	all[name] = "the user's own"
	maps.DeleteFunc(all, func(path, _ string) bool { return folders.Is(path) && strings.HasPrefix(name, path) })
	return all
}

// TestWrittenOnTheWay writes into a folder while it is in the staging folder, as a program
// does that works in it: what it writes is never lost.
func TestWrittenOnTheWay(t *testing.T) {
	all, written := momentsOfApply(t, false), 0
	for n := 1; n <= all; n++ {
		o, moments, wrote := swapping(t, false), 0, 0
		_, err := o.apply(o.engine(func() {
			if moments++; moments == n {
				wrote = writeInto(t, filepath.Join(o.home, ".legomem-commit"))
			}
		}))
		found := 0
		must.Do(t, filepath.WalkDir(o.home, func(_ string, d fs.DirEntry, err error) error {
			if d.Name() == "late.txt" {
				found++
			}
			return err
		}))
		if found != wrote {
			t.Fatalf("moment %d: %d of %d files are left (%v)", n, found, wrote, err)
		}
		written += wrote
	}
	if written == 0 {
		t.Error("there was never a folder on the way")
	}
}

// writeInto writes a file into each folder of a folder, and returns how many.
func writeInto(t *testing.T, dir string) (n int) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return 0
	}
	for _, e := range entries {
		if e.IsDir() {
			must.Do(t, os.WriteFile(filepath.Join(dir, e.Name(), "late.txt"), nil, 0o600))
			n++
		}
	}
	return n
}
