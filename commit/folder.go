package commit

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"legomem/folders"
)

// A folder that holds no file is made and deleted as files are: a new one is staged and
// renamed to its place, one that goes is renamed away, with its permissions, and goes back
// if somebody has put something into it meanwhile. Its path in a step ends in a slash. One
// that holds something is never taken away, and is as good as made.

// What a folder has for a hash.
const (
	emptyFolder = "empty folder"
	fullFolder  = "folder with something in it" // after no step
)

// name is where a step's file or folder stands.
func (s Step) name() string { return folders.Name(s.Path) }

func (s Step) goes() bool { return s.After.Hash == "" }

func pathOf(s Step) string { return s.Path }

// inTurn are the steps in the order in which they can be done.
func inTurn(steps []Step) []Step { return folders.InTurn(steps, pathOf, Step.goes) }

// lookFolder returns whether a folder stands under a name, and whether it is empty but for
// what goes. Something other than a folder is an *odd.
func (t *target) lookFolder(name string, going map[string]bool) (State, fs.FileInfo, error) {
	there, err := t.plainParents(name)
	if err == nil && there {
		there, err = t.plainFolder(name)
	}
	if err != nil || !there {
		return State{}, nil, err
	}
	info, err := t.root.Lstat(filepath.FromSlash(name))
	if err != nil {
		return State{}, nil, err
	}
	hash, err := hashOfFolder(t.root, name, going)
	return State{Hash: hash, Mode: info.Mode().Perm(), Time: info.ModTime()}, info, err
}

// hashOfFolder is what a folder has for a hash, as if that which goes were gone.
func hashOfFolder(root *os.Root, name string, going map[string]bool) (string, error) {
	inside, err := fs.ReadDir(root.FS(), name)
	if err != nil {
		return "", err
	}
	for _, one := range inside {
		if !going[name+"/"+one.Name()] {
			return fullFolder, nil
		}
	}
	return emptyFolder, nil
}

// folders adds the steps for the empty folders that the run made and deleted.
func (l *looking) folders() error {
	made, gone := folders.Between(maps.Keys(l.o.Was), maps.Keys(l.o.Is))
	going := map[string]bool{}
	for _, path := range slices.Backward(gone) { // the deepest first
		if err := l.keep(path, func() (Step, error) { return l.goneFolder(path, going) }); err != nil {
			return err
		}
	}
	for _, path := range made {
		if err := l.keep(path, func() (Step, error) { return l.madeFolder(path) }); err != nil {
			return err
		}
	}
	return nil
}

// keep keeps the step for a folder, unless that is left out.
func (l *looking) keep(path string, step func() (Step, error)) error {
	if l.o.Without[path] {
		return nil
	}
	s, err := step()
	return l.note(path, s, err)
}

// goneFolder is the step for a folder that the run deleted, which is going then.
func (l *looking) goneFolder(path string, going map[string]bool) (Step, error) {
	now, info, err := l.lookFolder(path, going)
	if now.Hash == fullFolder {
		err = errors.Join(err, oddly("something was put into it since the run began"))
	}
	if now.Hash == emptyFolder {
		going[folders.Name(path)] = true
	}
	return Step{Path: path, Before: now, seen: info}, err
}

// madeFolder is the step for a folder that the run made. One that is there already may
// hold what it will.
func (l *looking) madeFolder(path string) (Step, error) {
	now, info, err := l.lookFolder(path, nil)
	if errors.As(err, new(*odd)) && l.replacesFile(folders.Name(path)) {
		now, info, err = State{}, nil, nil
	}
	if now.Hash == fullFolder {
		now.Hash = emptyFolder
	}
	return Step{Path: path, Before: now, After: State{Hash: emptyFolder}, seen: info}, err
}

// replaces reports whether the run put a folder in the place of a file that goes.
func (l *looking) replaces(name string) bool {
	_, was := l.o.Was[name]
	_, stays := l.is[name]
	_, folder := l.o.Is[folders.Path(name)]
	return was && folder && !stays
}

// replacesFile reports whether that file still stands there: it goes before the folder is
// made.
func (l *looking) replacesFile(name string) bool {
	if l.t == nil {
		return false
	}
	_, _, err := l.t.look(name)
	return err == nil && l.replaces(name)
}

// replacedFile reports whether that folder stands there already.
func (l *looking) replacedFile(name string) bool {
	_, _, err := l.t.lookFolder(name, nil)
	return err == nil && l.replaces(name)
}

func (l *looking) lookFolder(path string, going map[string]bool) (State, fs.FileInfo, error) {
	if err := checkName(folders.Name(path)); err != nil || l.t == nil {
		return State{}, nil, err
	}
	return l.t.lookFolder(folders.Name(path), going)
}

// stageFolder makes a folder that a step brings.
func (c *committing) stageFolder(i int, s Step) error {
	if s.goes() {
		return nil
	}
	c.e.moment()
	dir := filepath.Join(stagingOf(c.t.dir), strconv.Itoa(i))
	if err := os.Mkdir(dir, 0o777); err != nil { // less the user's umask
		return err
	}
	return dress(dir, s)
}

// reversedFolder is the step that takes another one of a folder back. A folder that was
// made stays if it holds something, and one that was deleted is not made twice.
func reversedFolder(t *target, s Step, going map[string]bool) (Step, error) {
	back := Step{Path: s.Path, After: s.Before}
	if err := checkName(s.name()); err != nil {
		return back, err
	}
	now, info, err := t.lookFolder(s.name(), going)
	if err != nil {
		return back, err
	}
	back.Before, back.seen = now, info
	switch {
	case !s.goes() && now.Hash == emptyFolder:
		going[s.name()] = true
	case now.Hash != "":
		back.Before.Hash = s.Before.Hash
	}
	return back, nil
}

// tookEmpty reports whether a folder that a step took away is empty.
func (c *committing) tookEmpty(i int) (bool, error) {
	hash, err := hashOfFolder(c.t.root, staged(i), nil)
	return hash == emptyFolder, err
}

// notEmptied is the error of a folder that got something at the moment when it went.
func notEmptied(staging string, err error) error {
	return fmt.Errorf("%w; if something was written into a folder while that was deleted, move it out of %s", err, staging)
}
