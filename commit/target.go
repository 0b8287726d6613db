package commit

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"unicode"
	"unicode/utf8"

	"legomem/folders"
	"legomem/tools"
)

// reserved begins the names that are the program's own in a user's folder.
const reserved = ".legomem-"

// target is the user's folder, opened. No path leaves it by a symbolic link.
type target struct {
	dir  string // absolute, without symbolic links
	root *os.Root
	self fs.FileInfo
	fine map[string]bool // folders that were found to be plain; false: not there
}

// openTarget opens the user's folder. A folder that is not there is an fs.ErrNotExist.
func openTarget(dir string) (*target, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	self, err := root.Stat(".")
	if err != nil {
		return nil, errors.Join(err, root.Close())
	}
	return &target{dir: dir, root: root, self: self, fine: map[string]bool{}}, nil
}

func (t *target) Close() error { return t.root.Close() }

// resolve returns a folder's absolute path without symbolic links. Of a folder that is
// not there, those above it count.
func resolve(dir string) (string, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	for at, rest := abs, ""; ; at, rest = filepath.Dir(at), filepath.Join(filepath.Base(at), rest) {
		real, err := filepath.EvalSymlinks(at)
		switch {
		case err == nil:
			return filepath.Join(real, rest), nil
		case !errors.Is(err, fs.ErrNotExist) || at == filepath.Dir(at):
			return "", fmt.Errorf("find %s: %w", dir, err)
		}
	}
}

// odd is the error of a name, or of what stands under it, that no commit touches.
type odd struct{ why string }

func (o *odd) Error() string { return o.why }

func oddly(format string, args ...any) error { return &odd{fmt.Sprintf(format, args...)} }

// look returns what stands under a name. Something other than a regular file in plain
// folders is an *odd, and where a folder's path is given something other than a folder. It opens regular files alone: a pipe would never end.
func (t *target) look(name string) (State, fs.FileInfo, error) {
	if folders.Is(name) {
		return t.lookFolder(folders.Name(name), nil)
	}
	there, err := t.plainParents(name)
	if err != nil || !there {
		return State{}, nil, err
	}
	info, err := t.root.Lstat(filepath.FromSlash(name))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return State{}, nil, nil
	case err != nil:
		return State{}, nil, err
	case !info.Mode().IsRegular():
		return State{}, nil, oddly("it is %s, where the run has a file", kindOf(info.Mode()))
	}
	hash, err := hashIn(t.root, name, info)
	return State{Hash: hash, Mode: info.Mode().Perm(), Time: info.ModTime()}, info, err
}

// plainParents reports whether the folders above a name are there.
func (t *target) plainParents(name string) (bool, error) {
	dir := path.Dir(name)
	if dir == "." {
		return true, nil
	}
	if there, known := t.fine[dir]; known {
		return there, nil
	}
	there, err := t.plainParents(dir)
	if err == nil && there {
		there, err = t.plainFolder(dir)
	}
	if err == nil {
		t.fine[dir] = there
	}
	return there, err
}

func (t *target) plainFolder(dir string) (bool, error) {
	info, err := t.root.Lstat(filepath.FromSlash(dir))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return false, nil
	case err != nil:
		return false, err
	case !info.IsDir():
		return false, oddly("%s is %s, where the run has a folder", visible(dir), kindOf(info.Mode()))
	case !sameDevice(t.self, info):
		return false, oddly("%s is on another file system than the folder", visible(dir))
	}
	return true, nil
}

// kindOf names what is no regular file.
func kindOf(m fs.FileMode) string {
	switch {
	case m.IsRegular():
		return "a file"
	case m.IsDir():
		return "a folder"
	case m&fs.ModeSymlink != 0:
		return "a symbolic link"
	case m&fs.ModeNamedPipe != 0:
		return "a pipe"
	case m&fs.ModeSocket != 0:
		return "a socket"
	}
	return "a device"
}

// hashIn hashes a file that was just found to be regular.
func hashIn(root *os.Root, name string, found fs.FileInfo) (string, error) {
	f, err := openSame(root, name, found)
	if err != nil {
		return "", err
	}
	defer f.Close()
	hash := sha256.New()
	if _, err := io.Copy(hash, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(hash.Sum(nil)), nil
}

// openSame opens a file that was found before; nothing that was put in its place since
// is read, and a pipe is not waited for.
func openSame(root *os.Root, name string, found fs.FileInfo) (*os.File, error) {
	f, err := root.OpenFile(filepath.FromSlash(name), os.O_RDONLY|noWaiting, 0)
	if err != nil {
		return nil, err
	}
	now, err := f.Stat()
	if err == nil && !os.SameFile(now, found) {
		err = oddly("it was replaced while it was read")
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// checkName refuses names that a journal cannot hold, that read otherwise than they are,
// or that are the program's own.
func checkName(name string) error {
	switch {
	case !fs.ValidPath(name) || name == "." || !filepath.IsLocal(filepath.FromSlash(name)):
		return oddly("the name is no plain path in a folder")
	case !utf8.ValidString(name):
		return oddly("the name is not UTF-8")
	case strings.ContainsFunc(name, func(r rune) bool {
		return unicode.IsControl(r) || unicode.Is(unicode.Cf, r) && r != '\u200d' && r != '\u200c'
	}):
		return oddly("the name has a character that cannot be seen")
	case strings.Count(name, "/") >= tools.MaxDepth:
		return oddly("it lies more than %d names deep", tools.MaxDepth)
	}
	for part := range strings.SplitSeq(name, "/") {
		if strings.HasPrefix(part, reserved) {
			return oddly("names that begin with %s are the program's own", reserved)
		}
	}
	return nil
}
