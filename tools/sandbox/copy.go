package sandbox

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"legomem/tools"
)

// Files are moved in batches: the requests of one are sent while their replies are
// read, which saves round trips.
const batch = 64

// pipeline makes n requests. It sends and receives at the same time, so that the two
// sides never block each other.
func (c *remote) pipeline(n int, k kind, send func(i int) (uint64, error), take func(i int, body *io.LimitedReader) error) error {
	ids, sent := make(chan uint64, n), make(chan error, 1)
	go func() {
		defer close(ids)
		for i := range n {
			id, err := send(i)
			if err != nil {
				sent <- err
				return
			}
			ids <- id
		}
		sent <- nil
	}()
	err := c.receiveAll(ids, k, take)
	if refused := (*refusal)(nil); err != nil && !errors.As(err, &refused) && !isGoodbye(err) {
		_ = c.proc.End() // a liar may never read what is being sent
	}
	return cmp.Or(unlessRefused(err), <-sent, err)
}

// unlessRefused returns err unless it is a refusal, after which the stream goes on.
func unlessRefused(err error) error {
	if refused := (*refusal)(nil); errors.As(err, &refused) {
		return nil
	}
	return err
}

// receiveAll reads the replies to all the requests, and returns the first refusal.
func (c *remote) receiveAll(ids <-chan uint64, k kind, take func(i int, body *io.LimitedReader) error) error {
	var first error
	i := 0
	for id := range ids {
		var each func(*io.LimitedReader) error
		if take != nil {
			n := i
			each = func(body *io.LimitedReader) error { return take(n, body) }
		}
		err := c.receive(id, k, each)
		if ended := unlessRefused(err); ended != nil {
			return ended
		}
		first = cmp.Or(first, err)
		i++
	}
	return first
}

// copyIn sends a testbed's files and folders.
func (c *remote) copyIn(ctx context.Context, dir string, files []entry) error {
	if len(files) == 0 {
		return nil
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrTestbed, err)
	}
	defer root.Close()
	if near, ok := c.proc.(*child); ok {
		return near.lay(ctx, root, files)
	}
	for some := range slices.Chunk(files, batch) {
		if err := c.putAll(ctx, root, some); err != nil {
			return fmt.Errorf("copy the testbed in: %w", err)
		}
	}
	return nil
}

func (c *remote) putAll(ctx context.Context, root *os.Root, some []entry) error {
	var here error // with a file, before any of it was sent
	err := c.during(ctx, kindPut, func() error {
		err := c.pipeline(len(some), kindPut, func(i int) (uint64, error) {
			f, size, err := openEntry(root, some[i])
			if err != nil {
				here = err
				return 0, errHere
			}
			return c.put(some[i], f, size)
		}, nil)
		if errors.Is(err, errHere) {
			return nil // the stream is as good as before
		}
		return err
	})
	return cmp.Or(err, here)
}

// errHere ends a batch for a reason on this side.
var errHere = errors.New("nothing more is sent")

// openEntry opens a testbed's file; a folder has none.
func openEntry(root *os.Root, e entry) (*os.File, int64, error) {
	if e.Dir {
		return nil, 0, nil
	}
	f, size, err := openRegular(root, filepath.FromSlash(e.Path))
	if err != nil {
		return nil, 0, fmt.Errorf("%w: %w", ErrTestbed, err)
	}
	if size > tools.MaxFile {
		_ = f.Close()
		return nil, 0, fmt.Errorf("%w: %s grew over the cap of %d bytes", ErrTestbed, e.Path, tools.MaxFile)
	}
	return f, size, nil
}

// put sends a file and closes it. One that became shorter leaves the stream in
// the middle of a frame, which is the testbed's fault and not the resident's.
func (c *remote) put(e entry, f *os.File, size int64) (uint64, error) {
	h := head{Kind: kindPut, Path: e.Path, Dir: e.Dir}
	if f == nil {
		return c.send(h, 0, nil)
	}
	defer f.Close()
	return c.send(h, size, &testbedFile{f, e.Path})
}

// testbedFile is a file whose size was announced: an early end is an error, like any
// other read error.
type testbedFile struct {
	file *os.File
	path string
}

func (f *testbedFile) Read(p []byte) (int, error) {
	n, err := f.file.Read(p)
	switch {
	case errors.Is(err, io.EOF):
		err = fmt.Errorf("%w: %s became shorter while it was copied in", ErrTestbed, f.path)
	case err != nil:
		err = fmt.Errorf("%w: %w", ErrTestbed, err)
	}
	return n, err
}

// CopyOut writes the testbed's regular files and folders to dst, which is made if it is
// missing, and must be empty.
func (c *remote) CopyOut(ctx context.Context, dst string) error {
	files, err := c.list(ctx)
	if err != nil {
		return err
	}
	root, err := emptyFolder(dst)
	if err != nil {
		return err
	}
	defer root.Close()
	if files, err = c.takeSame(ctx, root, files); err != nil {
		return fmt.Errorf("copy the testbed out: %w", err)
	}
	for some := range slices.Chunk(files, batch) {
		if err := c.getAll(ctx, root, some); err != nil {
			return fmt.Errorf("copy the testbed out: %w", err)
		}
	}
	return nil
}

// list asks for the testbed's entries, and accepts none that a testbed cannot hold.
func (c *remote) list(ctx context.Context) ([]entry, error) {
	files := listing{limits: c.limits}
	var unfit error // of an entry; the stream goes on
	err := c.ask(ctx, head{Kind: kindList, Hashes: len(c.given.Files) > 0}, 0, nil, func(body *io.LimitedReader) error {
		return readList(body, func(e entry) bool {
			unfit = files.admit(e)
			return unfit == nil
		})
	})
	if err != nil {
		return nil, fmt.Errorf("list the testbed: %w", err)
	}
	if unfit != nil {
		return nil, fmt.Errorf("copy the testbed out: %w", c.unfit(unfit))
	}
	return files.entries, nil
}

func (c *remote) getAll(ctx context.Context, root *os.Root, some []entry) error {
	var files []entry
	for _, e := range some {
		if !e.Dir {
			files = append(files, e)
		} else if err := root.MkdirAll(filepath.FromSlash(e.Path), 0o700); err != nil {
			return err
		}
	}
	var here error // with a file on this side; the stream goes on
	err := c.during(ctx, kindGet, func() error {
		return c.pipeline(len(files), kindGet,
			func(i int) (uint64, error) { return c.send(head{Kind: kindGet, Path: files[i].Path}, 0, nil) },
			func(i int, body *io.LimitedReader) error { return keepFile(root, files[i], body, &here) })
	})
	return cmp.Or(err, here)
}

// keepFile writes a file that was sent, unless one before it could not be written. A
// failure to write leaves the stream usable, unless it has ended.
func keepFile(root *os.Root, e entry, body *io.LimitedReader, here *error) error {
	if body.N != e.Size {
		return fmt.Errorf("%w: %s was listed with %d bytes and came with %d", errFrame, e.Path, e.Size, body.N)
	}
	if *here != nil {
		return nil
	}
	if *here = createFile(root, filepath.FromSlash(e.Path), body); errors.Is(*here, io.ErrUnexpectedEOF) {
		return *here
	}
	return nil
}

func emptyFolder(dst string) (*os.Root, error) {
	if err := os.MkdirAll(dst, 0o700); err != nil {
		return nil, fmt.Errorf("make the folder to copy out to: %w", err)
	}
	there, err := os.ReadDir(dst)
	if err != nil {
		return nil, fmt.Errorf("copy out: %w", err)
	}
	if len(there) > 0 {
		return nil, fmt.Errorf("copy out: %s is not empty", dst)
	}
	return os.OpenRoot(dst)
}

// unfit ends a sandbox whose files are over its limits. Other files that cannot be
// copied out are an error that leaves it usable.
func (c *remote) unfit(err error) error {
	if over := (*Breach)(nil); errors.As(err, &over) {
		return c.abandon(over)
	}
	return err
}
