package spread

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// Folder is an open folder. Its files are opened by their own names; no link is followed,
// and no pipe is waited for.
type Folder struct{ dir *os.File }

// In opens the folder of some files in a tree.
func (s Some) In(tree *os.Root) (Folder, error) {
	dir, err := tree.Open(filepath.FromSlash(s.Dir))
	return Folder{dir}, err
}

// Close closes the folder; its files stay open.
func (f Folder) Close() error { return f.dir.Close() }

// Open opens a regular file for reading.
func (f Folder) Open(name string) (File, error) {
	one, err := f.open(name, unix.O_RDONLY|unix.O_NONBLOCK)
	if err != nil {
		return File{}, err
	}
	var st unix.Stat_t
	if err := unix.Fstat(one.fd, &st); err != nil {
		return File{}, errors.Join(one.fails("stat", err), one.Close())
	}
	if st.Mode&unix.S_IFMT != unix.S_IFREG {
		return File{}, errors.Join(fmt.Errorf("%s is not a regular file", name), one.Close())
	}
	one.Size = st.Size
	return one, nil
}

// Create makes a new file, for this user alone.
func (f Folder) Create(name string) (File, error) {
	return f.open(name, unix.O_WRONLY|unix.O_CREAT|unix.O_EXCL)
}

func (f Folder) open(name string, flags int) (one File, err error) {
	one.name = name
	for {
		one.fd, err = unix.Openat(int(f.dir.Fd()), name, flags|unix.O_NOFOLLOW|unix.O_CLOEXEC, 0o600)
		switch {
		case err == nil:
			return one, nil
		case !errors.Is(err, unix.EINTR):
			return File{}, one.fails("open", err)
		}
	}
}

// File is an open file of a Folder: a number, and nothing that the runtime has to keep.
type File struct {
	Size int64 // when it was opened for reading
	fd   int
	name string
}

func (f File) fails(what string, err error) error {
	return &fs.PathError{Op: what, Path: f.name, Err: err}
}

// Read implements io.Reader.
func (f File) Read(p []byte) (int, error) {
	n, err := unix.Read(f.fd, p)
	switch {
	case errors.Is(err, unix.EINTR):
		return 0, nil
	case err != nil:
		return 0, f.fails("read", err)
	case n == 0 && len(p) > 0:
		return 0, io.EOF
	}
	return n, nil
}

// Write implements io.Writer.
func (f File) Write(p []byte) (done int, err error) {
	for done < len(p) {
		n, err := unix.Write(f.fd, p[done:])
		switch {
		case errors.Is(err, unix.EINTR):
		case err != nil:
			return done, f.fails("write", err)
		default:
			done += n
		}
	}
	return done, nil
}

// Give makes a user and a group the owners.
func (f File) Give(user, group int) error {
	if err := unix.Fchown(f.fd, user, group); err != nil {
		return f.fails("chown", err)
	}
	return nil
}

// Close closes the file.
func (f File) Close() error {
	if err := unix.Close(f.fd); err != nil {
		return f.fails("close", err)
	}
	return nil
}

// large is from which size on the system copies a file: it shares the blocks where the
// file system can. Below, reading and writing is quicker.
const large = 64 << 10

// NewBlock makes what Copy, and others that read small files, read into.
func NewBlock() []byte { return make([]byte, large) }

// Copy copies what a file holds, at most so many bytes, by way of a block.
func Copy(to, from File, most int64, block []byte) error {
	if from.Size > large {
		return copyLarge(to, from, most)
	}
	_, err := io.CopyBuffer(to, io.LimitReader(from, most), block)
	return err
}

func copyLarge(to, from File, most int64) error {
	in, err := from.again()
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := to.again()
	if err != nil {
		return err
	}
	_, err = io.Copy(out, io.LimitReader(in, most))
	return errors.Join(err, out.Close())
}

// again is the same open file as one of the standard library's, to be closed by itself.
func (f File) again() (*os.File, error) {
	fd, err := unix.FcntlInt(uintptr(f.fd), unix.F_DUPFD_CLOEXEC, 3)
	if err != nil {
		return nil, f.fails("open", err)
	}
	return os.NewFile(uintptr(fd), f.name), nil
}
