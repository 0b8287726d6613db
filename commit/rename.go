package commit

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strconv"
)

// staged is the name of a step's file in the staging folder: what is to come, and once it
// has come what was there.
func staged(i int) string { return path.Join(stagingName, strconv.Itoa(i)) }

// outOfTheWay is where a file waits while two are swapped in several steps.
func outOfTheWay(i int) string { return staged(i) + ".out" }

// swap puts the staged file in the place of the user's, and the user's in its.
func (c *committing) swap(i int) error {
	name := c.Steps[i].Path
	if !c.e.Stepwise {
		if able, err := exchange(c.t.root, staged(i), name); able {
			return err
		}
	}
	if err := c.rename(name, outOfTheWay(i)); err != nil {
		return err
	}
	c.e.moment()
	if err := moveTo(c.t.root, staged(i), name); err != nil { // somebody has just written one there
		return err
	}
	return c.rename(outOfTheWay(i), staged(i))
}

// endSwap takes back or finishes a swap in several steps that a kill cut off. Where
// somebody has written a file in between, that stays.
func (c *committing) endSwap(i int) error {
	written := c.standsIn(c.Steps[i].name())
	switch {
	case !c.standsIn(outOfTheWay(i)):
		return nil
	case !c.standsIn(staged(i)):
		return c.rename(outOfTheWay(i), staged(i))
	case written:
		return nil
	}
	c.e.moment()
	return moveTo(c.t.root, outOfTheWay(i), c.Steps[i].Path)
}

func (c *committing) standsIn(name string) bool {
	_, err := c.t.root.Lstat(filepath.FromSlash(name))
	return err == nil
}

func (c *committing) rename(from, to string) error {
	c.e.moment()
	return c.t.root.Rename(filepath.FromSlash(from), filepath.FromSlash(to))
}

// moveIfFree is moveTo where the system cannot check and rename in one step.
func moveIfFree(root *os.Root, from, to string) error {
	_, err := root.Lstat(filepath.FromSlash(to))
	switch {
	case err == nil:
		return fs.ErrExist
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	return root.Rename(filepath.FromSlash(from), filepath.FromSlash(to))
}
