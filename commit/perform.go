package commit

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"sync"

	"legomem/durable"
	"legomem/folders"
)

// carryOut does all steps, and records that in the run's ledger. Where one cannot be done,
// it reverses those that were, ends the commit, and returns why.
func (c *committing) carryOut() error {
	c.t.fine = map[string]bool{}
	err := c.forward()
	if err == nil {
		return c.record()
	}
	reversed := c.reverse()
	if reversed == nil {
		reversed = c.end()
	}
	if reversed != nil {
		return errors.Join(c.refusedBy(err), fmt.Errorf("take back what was done in %s: %w; the next legomem command on that folder goes on with it", c.t.dir, reversed))
	}
	return c.refusedBy(err)
}

func (c *committing) forward() error {
	for _, dir := range c.Make {
		c.e.moment()
		if err := c.t.root.Mkdir(filepath.FromSlash(dir), 0o777); err != nil && !errors.Is(err, fs.ErrExist) { // less the user's umask
			return &inFile{dir, err}
		}
	}
	for i, s := range c.Steps {
		if err := c.step(i); err != nil {
			return &inFile{s.Path, err}
		}
	}
	for _, dir := range c.Drop {
		c.e.moment()
		_ = c.t.root.Remove(filepath.FromSlash(dir)) // one that holds something stays
	}
	return c.sync()
}

// step does a step, unless it is done.
func (c *committing) step(i int) error {
	at, err := c.standing(i)
	if err != nil {
		return err
	}
	changed := oddly("it was changed meanwhile")
	switch at {
	case foreign:
		return changed
	case stolen:
		return errors.Join(c.putBack(i), changed)
	case waiting:
		return c.doStep(i, changed)
	}
	return nil
}

// doStep does a step, and looks at what it took away: what somebody wrote there at the
// last moment goes back.
func (c *committing) doStep(i int, changed error) error {
	s := c.Steps[i]
	c.e.moment()
	var err error
	switch s.Kind() {
	case "added":
		err = moveTo(c.t.root, staged(i), s.name())
	case "deleted":
		err = moveTo(c.t.root, s.name(), staged(i))
	default:
		err = c.swap(i)
	}
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrExist) {
		return changed
	}
	if err != nil || s.Kind() == "added" {
		return err
	}
	c.e.moment()
	if right, err := c.tookWhatWas(i); right || err != nil {
		return err
	}
	return errors.Join(c.putBack(i), changed)
}

// tookWhatWas reports whether the file that a step took away is what it should be.
func (c *committing) tookWhatWas(i int) (bool, error) {
	s := c.Steps[i]
	if folders.Is(s.Path) {
		return c.tookEmpty(i)
	}
	info, err := c.t.root.Lstat(filepath.FromSlash(staged(i)))
	if err != nil {
		return false, err
	}
	if s.seen != nil && unchanged(info, s.seen) {
		return true, nil
	}
	if !info.Mode().IsRegular() {
		return false, nil
	}
	kept, err := hashIn(c.t.root, staged(i), info)
	return kept == s.Before.Hash, err
}

// putBack reverses a step that is done.
func (c *committing) putBack(i int) error {
	s := c.Steps[i]
	c.e.moment()
	switch s.Kind() {
	case "added":
		return moveTo(c.t.root, s.name(), staged(i))
	case "deleted":
		if err := c.t.root.MkdirAll(filepath.FromSlash(path.Dir(s.name())), 0o777); err != nil {
			return err
		}
		return moveTo(c.t.root, staged(i), s.name())
	}
	return c.swap(i)
}

// reverse takes back all steps that are done. What somebody has changed since stays.
func (c *committing) reverse() error {
	if !c.turned {
		if err := c.note(event{Event: back}); err != nil {
			return err
		}
		c.turned = true
	}
	c.again = true // its own steps have changed what was looked at
	c.t.fine = map[string]bool{}
	for i := len(c.Steps) - 1; i >= 0; i-- {
		at, err := c.standing(i)
		if err == nil && (at == carried || at == stolen) {
			err = c.putBack(i)
		}
		if err != nil {
			return &inFile{c.Steps[i].Path, err}
		}
	}
	for _, dir := range slices.Backward(c.Make) {
		c.e.moment()
		_ = c.t.root.Remove(filepath.FromSlash(dir)) // one that holds something stays
	}
	return c.sync()
}

// syncers is how many folders are brought to the disk at once.
const syncers = 8

// sync brings the renames to the disk: folder by folder, or many of them all at once.
func (c *committing) sync() error {
	dirs := map[string]bool{c.t.dir: true}
	for _, s := range c.Steps {
		for dir := path.Dir(s.Path); dir != "."; dir = path.Dir(dir) {
			dirs[filepath.Join(c.t.dir, filepath.FromSlash(dir))] = true
		}
	}
	c.e.moment()
	if len(dirs) > syncers {
		return durable.Tree(c.t.dir)
	}
	var all sync.WaitGroup
	errs := make(chan error, len(dirs))
	for dir := range dirs {
		all.Go(func() { errs <- durable.Folder(dir) })
	}
	all.Wait()
	close(errs)
	for err := range errs {
		if err != nil && !errors.Is(err, fs.ErrNotExist) { // a folder that went
			return err
		}
	}
	return nil
}

// end closes a commit that is carried out or reversed, and removes its staging folder.
func (c *committing) end() error {
	if err := c.note(event{Event: done}); err != nil {
		return err
	}
	if err := c.close(); err != nil {
		return err
	}
	c.e.moment()
	return c.e.removeStaging(c.t.dir)
}

// removeStaging removes the staging folder of a commit that has ended, the journal last:
// as long as anything is there, the journal says that it is over. A folder that got
// something while it went stays there.
func (e Engine) removeStaging(dir string) error {
	e.moment()
	staging := stagingOf(dir)
	entries, err := os.ReadDir(staging)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		if entry.Name() != journalName {
			err = errors.Join(err, os.Remove(filepath.Join(staging, entry.Name())))
		}
	}
	if err != nil {
		return notEmptied(staging, err)
	}
	e.moment()
	return os.RemoveAll(staging)
}
