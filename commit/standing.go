package commit

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// standing is how far one step has come, read from the files alone.
type standing int

const (
	waiting standing = iota // the file is as before, and its step is to be done
	carried                 // the step is done, and what was there is staged
	same                    // the file is as it should be, and not by this commit
	edited                  // the step is done, and somebody has changed the file since
	foreign                 // the step is not done, and somebody has changed the file
	stolen                  // what the step took away is not what was there before: it goes back
)

// standing finds how far a step has come.
func (c *committing) standing(i int) (standing, error) {
	s := c.Steps[i]
	if !c.again && c.untouched(s) {
		return waiting, nil
	}
	now, _, err := c.t.look(s.Path)
	strange := (*odd)(nil)
	if err != nil && !errors.As(err, &strange) {
		return 0, err
	}
	kept, err := c.hashOfStaged(i)
	if err != nil {
		return 0, err
	}
	shown := s.taken(kept)
	switch {
	case strange == nil && now.Hash == s.After.Hash:
		return shown.asItIs(), nil
	case shown == taken:
		return edited, nil
	case strange == nil && now.Hash == s.Before.Hash:
		return waiting, nil
	}
	return foreign, nil
}

// untouched reports whether the user's file is the very one that was looked at.
func (c *committing) untouched(s Step) bool {
	info, err := c.t.root.Lstat(filepath.FromSlash(s.name()))
	if s.seen == nil {
		return errors.Is(err, fs.ErrNotExist)
	}
	return err == nil && unchanged(info, s.seen)
}

// unchanged reports whether a file is still the same one, by its number, size and time.
func unchanged(now, before fs.FileInfo) bool {
	return now.Size() == before.Size() && now.ModTime().Equal(before.ModTime()) && now.Mode() == before.Mode() && os.SameFile(now, before)
}

// hashOfStaged is the hash of a step's staged file or folder; "" where there is none.
func (c *committing) hashOfStaged(i int) (string, error) {
	info, err := c.t.root.Lstat(filepath.FromSlash(staged(i)))
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	switch {
	case err != nil:
		return "", err
	case info.IsDir():
		return hashOfFolder(c.t.root, staged(i), nil)
	}
	return hashIn(c.t.root, staged(i), info)
}

// taking is what a step's staged file shows.
type taking int

const (
	notYet     taking = iota // the new file is staged: the step is not done
	taken                    // the old file is staged: the step is done
	takenOther               // another file is staged than was to be taken away
)

// taken reads what the hash of a step's staged file shows.
func (s Step) taken(kept string) taking {
	switch kept {
	case s.Before.Hash:
		return taken
	case s.After.Hash:
		return notYet
	}
	return takenOther
}

// asItIs is the standing of a step whose file is as it should be.
func (k taking) asItIs() standing {
	switch k {
	case taken:
		return carried
	case notYet:
		return same
	}
	return stolen
}
