package commit

import (
	"errors"
	"os"
	"path"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// noWaiting keeps the opening of a pipe that was put in a file's place from waiting for
// its other end.
const noWaiting = unix.O_NONBLOCK | unix.O_NOFOLLOW

// exchange swaps two files of a folder in one step, so that each name stands for a file at
// any time. False: the file system cannot do that.
func exchange(root *os.Root, a, b string) (able bool, err error) {
	err = renameAt(root, a, b, unix.RENAME_EXCHANGE)
	if unsupported(err) {
		return false, nil
	}
	return true, err
}

// moveTo gives a file another name, which must be free: fs.ErrExist otherwise.
func moveTo(root *os.Root, from, to string) error {
	err := renameAt(root, from, to, unix.RENAME_NOREPLACE)
	if unsupported(err) {
		return moveIfFree(root, from, to)
	}
	return err
}

func unsupported(err error) bool {
	return errors.Is(err, unix.EINVAL) || errors.Is(err, unix.ENOSYS) || errors.Is(err, unix.EOPNOTSUPP)
}

// renameAt renames within opened folders, so that no symbolic link leads elsewhere.
func renameAt(root *os.Root, from, to string, flags uint) error {
	x, err := root.Open(filepath.FromSlash(path.Dir(from)))
	if err != nil {
		return err
	}
	defer x.Close()
	y, err := root.Open(filepath.FromSlash(path.Dir(to)))
	if err != nil {
		return err
	}
	defer y.Close()
	return unix.Renameat2(int(x.Fd()), path.Base(from), int(y.Fd()), path.Base(to), flags)
}
