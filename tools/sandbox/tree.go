package sandbox

import (
	"context"
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

	"legomem/tools"
)

// ErrTestbed marks a testbed that cannot be taken in: missing, not a folder, with a
// link or another special file in it, or over the caps. The message names what is
// wrong.
var ErrTestbed = errors.New("bad testbed")

// scan lists a testbed, folders before what they hold. Nothing is started for
// one that is refused.
func scan(ctx context.Context, dir string, l Limits) ([]entry, error) {
	info, err := os.Stat(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("%w: no folder %s", ErrTestbed, dir)
	case err != nil:
		return nil, fmt.Errorf("%w: %w", ErrTestbed, err)
	case !info.IsDir():
		return nil, fmt.Errorf("%w: %s is not a folder", ErrTestbed, dir)
	}
	list := listing{limits: l}
	// With the trailing slash, a testbed that is itself a link to a folder is walked.
	err = filepath.WalkDir(dir+string(filepath.Separator), func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return fmt.Errorf("%w: %w", ErrTestbed, err)
		}
		rel, err := filepath.Rel(dir, p)
		if err != nil || rel == "." {
			return err
		}
		err = list.add(filepath.ToSlash(rel), p, d)
		if over := (*Breach)(nil); errors.As(err, &over) { // of a sandbox that is not there yet
			return fmt.Errorf("%w: %s (%s is %s: raise it in the configuration, or take files out)", ErrTestbed, over.Detail, over.Limit, over.Value)
		}
		if err != nil {
			return fmt.Errorf("%w: %w", ErrTestbed, err)
		}
		return ctx.Err()
	})
	return list.entries, err
}

// listing gathers entries under the limits. A folder comes before what it
// holds, so that none is made that was not counted.
type listing struct {
	limits  Limits
	entries []entry
	folders map[string]bool
	total   int64
}

func (l *listing) add(rel, full string, d fs.DirEntry) error {
	info, err := d.Info()
	if err != nil {
		return err
	}
	switch {
	case info.Mode()&fs.ModeSymlink != 0:
		target, _ := os.Readlink(full)
		return fmt.Errorf("%s is a link (to %s), and links are not followed; put the file itself there", full, target)
	case !info.Mode().IsRegular() && !info.IsDir():
		return fmt.Errorf("%s is neither a file nor a folder (%s); move it away", full, info.Mode().Type())
	}
	if err := checkName(rel); err != nil {
		return fmt.Errorf("%w; give it another name", err)
	}
	e := entry{Path: rel, Dir: info.IsDir()}
	if !e.Dir {
		e.Size = info.Size()
	}
	return l.admit(e)
}

// admit checks one entry and counts it.
func (l *listing) admit(e entry) error {
	if err := checkName(e.Path); err != nil {
		return err
	}
	if in := path.Dir(e.Path); in != "." && !l.folders[in] {
		return fmt.Errorf("path %q is in a folder that was not listed before it", e.Path)
	}
	if e.Size < 0 || (e.Dir && e.Size != 0) {
		return fmt.Errorf("%s: impossible size %d", e.Path, e.Size)
	}
	if e.Size > tools.MaxFile {
		return fmt.Errorf("%s has %d bytes, over the cap of %d", e.Path, e.Size, tools.MaxFile)
	}
	if l.total += e.Size; l.total > l.limits.Workspace {
		return l.limits.breach(LimitDisk, "its files have more than %d bytes together", l.limits.Workspace)
	}
	if int64(len(l.entries)) >= l.limits.Inodes {
		return l.limits.breach(LimitFiles, "it has more than %d files and folders", l.limits.Inodes)
	}
	l.entries = append(l.entries, e)
	if e.Dir {
		if l.folders == nil {
			l.folders = map[string]bool{}
		}
		l.folders[e.Path] = true
	}
	return nil
}

// checkName refuses every path that is not a plain relative one: rooted, with dots for
// names, with a backslash or a control character, with one that disguises it, not
// UTF-8, of a form that this system reserves, with the name of our own temporary files,
// too long or too deep.
func checkName(p string) error {
	switch {
	case len(p) > 4096:
		return fmt.Errorf("a path of %d bytes is too long", len(p))
	case !utf8.ValidString(p):
		return fmt.Errorf("path %q is not UTF-8", p)
	case !fs.ValidPath(p) || p == "." || !filepath.IsLocal(filepath.FromSlash(p)):
		return fmt.Errorf("path %q is not a plain relative one", p)
	case strings.ContainsFunc(p, func(r rune) bool { return unicode.IsControl(r) || r == '\\' }):
		return fmt.Errorf("path %q has a backslash or a control character", p)
	case strings.ContainsFunc(p, deceives):
		return fmt.Errorf("path %q has a character that makes it read otherwise than it is", p)
	case strings.Count(p, "/") >= tools.MaxDepth:
		return fmt.Errorf("path %q is more than %d names deep", p, tools.MaxDepth)
	}
	for name := range strings.SplitSeq(p, "/") {
		if len(name) > 255 {
			return fmt.Errorf("path %q has a name of %d bytes, over 255", p, len(name))
		}
		if strings.HasPrefix(name, temporary) {
			return fmt.Errorf("path %q has a name reserved for this program's temporary files", p)
		}
	}
	return nil
}

// deceives is true for characters that reverse the direction of writing, so that a
// name's end is read as its middle, and for those that break a line.
func deceives(r rune) bool {
	return r >= '\u202a' && r <= '\u202e' || r >= '\u2066' && r <= '\u2069' || r == '\u2028' || r == '\u2029'
}

// temporary begins the names of the files that tools.Workspace writes before
// it renames them.
const temporary = ".legomem-"

// listRoot lists a resident's testbed; links and special files are skipped, since they
// do not leave it. A file with two names is two files.
func listRoot(root *os.Root, l Limits) ([]entry, error) {
	list := listing{limits: l}
	err := fs.WalkDir(root.FS(), ".", func(p string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case strings.HasPrefix(d.Name(), temporary) && d.IsDir():
			return fs.SkipDir
		case p == ".", strings.HasPrefix(d.Name(), temporary), !d.IsDir() && !d.Type().IsRegular():
			return nil
		}
		return list.add(p, p, d)
	})
	return list.entries, err
}

// openRegular opens a regular file for reading and returns its size. It refuses a file
// that was swapped for a link or a pipe since it was listed.
func openRegular(root *os.Root, name string) (*os.File, int64, error) {
	before, err := root.Lstat(name)
	if err != nil {
		return nil, 0, err
	}
	if !before.Mode().IsRegular() {
		return nil, 0, fmt.Errorf("%s is not a regular file", name)
	}
	f, err := root.Open(name)
	if err != nil {
		return nil, 0, err
	}
	after, err := f.Stat()
	if err == nil && !os.SameFile(before, after) {
		err = fmt.Errorf("%s was replaced while it was read", name)
	}
	if err != nil {
		_ = f.Close()
		return nil, 0, err
	}
	return f, after.Size(), nil
}

// createFile writes a new file in an existing folder; it refuses to replace a file. An
// error names the file.
func createFile(root *os.Root, name string, data *io.LimitedReader) error {
	if err := fill(root, name, data); err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	return nil
}

func fill(root *os.Root, name string, data *io.LimitedReader) error {
	f, err := root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(f, data)
	if err := errors.Join(err, f.Close()); err != nil {
		return err
	}
	if data.N > 0 {
		return io.ErrUnexpectedEOF
	}
	return nil
}
