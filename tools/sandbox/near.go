package sandbox

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"legomem/spread"
	"legomem/tools"
)

// What is on this machine already needs no frames: the files that go into a local
// workspace, and those that come out of a sandbox as they went in.

// lay copies a testbed's files into the workspace of a resident that has read none yet.
func (c *child) lay(ctx context.Context, from *os.Root, files []entry) error {
	to, err := os.OpenRoot(filepath.Join(c.dir, bedFolder))
	if err != nil {
		return fmt.Errorf("copy the testbed in: %w", err)
	}
	defer to.Close()
	if err := (&copying{from: from, to: to, made: c.how.give}).all(ctx, files); err != nil {
		return fmt.Errorf("copy the testbed in: %w", err)
	}
	return nil
}

// takeSame copies the files out of the testbed that the resident says it has left as they
// were, and returns the other entries. A lie brings nothing of the resident's out: it keeps
// a change from being seen.
func (c *remote) takeSame(ctx context.Context, to *os.Root, all []entry) (rest []entry, err error) {
	c.same = nil
	if len(c.given.Files) == 0 {
		return all, nil
	}
	from, err := os.OpenRoot(c.given.Testbed)
	if err != nil {
		return nil, err
	}
	defer from.Close()
	var here []entry
	for _, e := range all {
		switch {
		case e.Dir:
			here = append(here, e)
		case c.isSame(e):
			here = append(here, e)
			c.same = append(c.same, e.Path)
		default:
			rest = append(rest, e)
		}
	}
	return rest, (&copying{from: from, to: to}).all(ctx, here)
}

func (c *remote) isSame(e entry) bool {
	was, known := c.given.Files[e.Path]
	return known && bytes.Equal(was[:], e.Hash)
}

// LeftAlone are the files that the last CopyOut took from the testbed as it was given.
func (c *remote) LeftAlone() []string { return c.same }

// copying copies files and folders from one folder to another.
type copying struct {
	from, to *os.Root
	made     func(chowned) error // called for each; nil for nothing
}

// chowned is a file or folder that can be given to another user.
type chowned interface{ Give(user, group int) error }

func (c *copying) all(ctx context.Context, all []entry) error {
	var files []string
	for _, e := range all {
		if !e.Dir {
			files = append(files, e.Path)
		} else if err := c.folder(filepath.FromSlash(e.Path)); err != nil {
			return err
		}
	}
	return spread.Files(files, func(s spread.Some) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		return c.some(s)
	})
}

func (c *copying) folder(name string) error {
	if err := c.to.MkdirAll(name, 0o700); err != nil {
		return err
	}
	if c.made == nil {
		return nil
	}
	return c.made(madeFolder{c.to, name})
}

type madeFolder struct {
	in   *os.Root
	name string
}

func (m madeFolder) Give(user, group int) error { return m.in.Lchown(m.name, user, group) }

// some copies a few files of one folder.
func (c *copying) some(s spread.Some) error {
	from, err := s.In(c.from)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrTestbed, err)
	}
	defer from.Close()
	to, err := s.In(c.to)
	if err != nil {
		return err
	}
	defer to.Close()
	block := spread.NewBlock()
	for _, name := range s.Names {
		if err := c.one(from, to, name, block); err != nil {
			return fmt.Errorf("%s: %w", s.Path(name), err)
		}
	}
	return nil
}

func (c *copying) one(from, to spread.Folder, name string, block []byte) error {
	in, err := from.Open(name)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrTestbed, err)
	}
	defer in.Close()
	if in.Size > tools.MaxFile {
		return fmt.Errorf("%w: it grew over the cap of %d bytes", ErrTestbed, tools.MaxFile)
	}
	out, err := to.Create(name)
	if err != nil {
		return err
	}
	err = spread.Copy(out, in, tools.MaxFile, block)
	if err == nil && c.made != nil {
		err = c.made(out)
	}
	return errors.Join(err, out.Close())
}

// hashEntries fills in the hashes of a resident's files. One that cannot be read has none.
func hashEntries(root *os.Root, all []entry) error {
	at := make(map[string]int, len(all))
	var files []string
	for i, e := range all {
		if !e.Dir {
			at[e.Path] = i
			files = append(files, e.Path)
		}
	}
	return spread.Files(files, func(s spread.Some) error {
		dir, err := s.In(root)
		if err != nil {
			return nil // it is gone since it was listed
		}
		defer dir.Close()
		block := spread.NewBlock()
		for _, name := range s.Names {
			all[at[s.Path(name)]].Hash = hashOf(dir, name, block)
		}
		return nil
	})
}

// hashOf hashes a file; nil for one that cannot be read.
func hashOf(dir spread.Folder, name string, block []byte) []byte {
	f, err := dir.Open(name)
	if err != nil {
		return nil
	}
	defer f.Close()
	hash := sha256.New()
	if _, err := io.CopyBuffer(hash, f, block); err != nil {
		return nil
	}
	return hash.Sum(nil)
}
