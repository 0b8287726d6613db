package commit_test

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"legomem/commit"
	"legomem/folders"
	"legomem/must"
	"legomem/places"
	"legomem/trajectory"
)

// tree is a folder's files by slashed path, and its empty folders by theirs, which hold "".
type tree map[string]string

// files writes a tree.
func (w tree) files(t testing.TB, dir string) {
	t.Helper()
	must.Do(t, os.MkdirAll(dir, 0o700))
	for name, text := range w {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if folders.Is(name) {
			must.Do(t, os.MkdirAll(file, 0o700))
			continue
		}
		must.Do(t, os.MkdirAll(filepath.Dir(file), 0o700))
		must.Do(t, os.WriteFile(file, []byte(text), 0o600))
	}
}

// treeOf reads a folder; folders end in a slash, and every entry says its mode and, but
// for a folder's, its time.
func treeOf(t testing.TB, dir string) (names tree, stats map[string]string) {
	t.Helper()
	names, stats = tree{}, map[string]string{}
	var dirs []string
	must.Do(t, filepath.WalkDir(dir, func(file string, d fs.DirEntry, err error) error {
		if err != nil || file == dir {
			return err
		}
		rel, _ := filepath.Rel(dir, file)
		info, err := d.Info()
		if err != nil {
			return err
		}
		if d.IsDir() {
			dirs = append(dirs, filepath.ToSlash(rel))
			stats[filepath.ToSlash(rel)+"/"] = info.Mode().String()
			return nil
		}
		text, err := os.ReadFile(file)
		names[filepath.ToSlash(rel)] = string(text)
		stats[filepath.ToSlash(rel)] = fmt.Sprint(info.Mode(), info.ModTime().UnixNano())
		return err
	}))
	for _, path := range folders.Empty(dirs, maps.Keys(names)) {
		names[path] = ""
	}
	return names, stats
}

func (w tree) hashes() trajectory.Files {
	all := trajectory.Files{}
	for name, text := range w {
		all[name] = sha256.Sum256([]byte(text))
	}
	return all
}

// office is a user's folder, and a run that changed a copy of it.
type office struct {
	t     testing.TB
	dir   string // holds all of it
	home  string // the user's folder
	order commit.Order
	ids   int
	// stepwise has files swapped by several renames.
	stepwise bool
}

// newOffice makes an office: home holds what the run started from, unless told otherwise.
func newOffice(t testing.TB, was, is tree) *office {
	t.Helper()
	dir := must.Have(filepath.EvalSymlinks(t.TempDir()))(t)
	o := &office{t: t, dir: dir, home: filepath.Join(dir, "home")}
	run := places.Run(filepath.Join(dir, "runs", "r1"))
	was.files(t, o.home)
	was.files(t, run.Start())
	is.files(t, run.Testbed())
	must.Do(t, os.WriteFile(run.Log(), nil, 0o600))
	o.order = commit.Order{Run: run, Start: run.Start(), Finished: run.Testbed(), Was: was.hashes(), Is: is.hashes(), To: o.home}
	return o
}

// engine is an engine; moment may be nil.
func (o *office) engine(moment func()) commit.Engine {
	return commit.Engine{Backups: places.Runs(filepath.Join(o.dir, "runs")).Backups(), Now: time.Now, Moment: moment, Stepwise: o.stepwise,
		NewID: func() string { o.ids++; return fmt.Sprint("commit", o.ids) }}
}

// apply applies the run.
func (o *office) apply(e commit.Engine) (commit.Done, error) {
	plan, err := e.LookApply(o.t.Context(), o.order)
	if err != nil {
		return commit.Done{}, err
	}
	return e.Commit(o.t.Context(), plan)
}

// undo takes the run's last commit back.
func (o *office) undo(e commit.Engine) (commit.Done, error) {
	plan, err := e.LookUndo(o.t.Context(), o.order.Run)
	if err != nil {
		return commit.Done{}, err
	}
	return e.Commit(o.t.Context(), plan)
}

// holds wants the user's folder to hold exactly that.
func (o *office) holds(what string, want tree) {
	o.t.Helper()
	got, _ := treeOf(o.t, o.home)
	if !maps.Equal(got, want) {
		o.t.Errorf("%s: the folder holds\n%s\nwant\n%s", what, got, want)
	}
}

func (w tree) String() string {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(w)) {
		fmt.Fprintf(&b, "%s: %.60q\n", name, w[name])
	}
	return b.String()
}

// refusedFiles are the files that an error refuses, with why.
func refusedFiles(t testing.TB, err error) map[string]string {
	t.Helper()
	refused, ok := errors.AsType[*commit.Refused](err)
	if !ok {
		t.Fatalf("not refused: %v", err)
	}
	all := map[string]string{}
	for _, f := range refused.Files {
		all[f.Path] = f.Why
	}
	return all
}

// killed ends the work in the middle, as a kill does: nothing is tidied up.
type killed struct{}

// killedAt does something and ends it at its nth moment; false: it came to its end.
func killedAt(n int, work func(moment func())) (was bool) {
	moments := 0
	defer func() {
		if p := recover(); p != nil {
			if _, ours := p.(killed); !ours {
				panic(p)
			}
			was = true
		}
	}()
	work(func() {
		if moments++; moments == n {
			panic(killed{})
		}
	})
	return false
}

// momentsOf counts the moments of some work.
func momentsOf(work func(moment func())) int {
	n := 0
	work(func() { n++ })
	return n
}
