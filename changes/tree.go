package changes

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// tree is a folder's files by slashed path, hashed only where it matters, and the names of
// the folders in it.
type tree struct {
	dir     string
	known   map[string][sha256.Size]byte
	root    *os.Root
	files   map[string]*entry
	folders []string
	block   []byte
}

// entry is one file of a tree.
type entry struct {
	size    int64
	special string // what it is, if it is no regular file
	hash    string // in hex, once it is known
	err     error  // why its content cannot be read
}

// openTree lists a folder. It opens no file: one may be a pipe.
func openTree(ctx context.Context, bed Testbed) (*tree, error) {
	root, err := os.OpenRoot(bed.Dir)
	if err != nil {
		return nil, err
	}
	t := &tree{dir: bed.Dir, known: bed.Hashes, root: root, files: map[string]*entry{}, block: make([]byte, 64<<10)}
	err = fs.WalkDir(root.FS(), ".", func(name string, d fs.DirEntry, err error) error {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if d == nil {
			return err
		}
		t.list(name, d, err)
		return nil
	})
	if err != nil {
		return nil, errors.Join(err, root.Close())
	}
	return t, nil
}

// openBoth lists two folders at the same time.
func openBoth(ctx context.Context, start, finished Testbed) (before, after *tree, err error) {
	var failed error
	listed := make(chan struct{})
	go func() {
		defer close(listed)
		after, failed = openTree(ctx, finished)
	}()
	before, err = openTree(ctx, start)
	<-listed
	switch {
	case err != nil:
		err = fmt.Errorf("the testbed as it was: %w", err)
	case failed != nil:
		err = fmt.Errorf("the finished testbed: %w", failed)
	default:
		return before, after, nil
	}
	return nil, nil, errors.Join(err, before.close(), after.close())
}

// close closes a tree that was opened.
func (t *tree) close() error {
	if t == nil {
		return nil
	}
	return t.root.Close()
}

func (t *tree) list(name string, d fs.DirEntry, err error) {
	info, infoErr := d.Info()
	switch {
	case err != nil || infoErr != nil:
		t.files[name] = &entry{err: errors.Join(err, infoErr)}
	case name == ".":
	case d.IsDir():
		t.folders = append(t.folders, name)
	case d.Type()&fs.ModeSymlink != 0:
		target, err := t.root.Readlink(name)
		t.files[name] = &entry{special: "a symbolic link to " + target, err: err}
	case !d.Type().IsRegular():
		t.files[name] = &entry{special: "no regular file (" + d.Type().String() + ")"}
	default:
		t.files[name] = &entry{size: info.Size()}
	}
}

// hash fills in the hash of a regular file.
func (t *tree) hash(name string) {
	e := t.files[name]
	if e == nil || e.special != "" || e.hash != "" || e.err != nil {
		return
	}
	if sum, ok := t.known[name]; ok {
		e.hash = hex.EncodeToString(sum[:])
		return
	}
	f, err := t.root.Open(name)
	if err != nil {
		e.err = err
		return
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.CopyBuffer(struct{ io.Writer }{h}, struct{ io.Reader }{f}, t.block); err != nil {
		e.err = err
		return
	}
	e.hash = hex.EncodeToString(h.Sum(nil))
}

// file is the path of a regular file that can be read, or "".
func (t *tree) file(name string) string {
	if e := t.files[name]; e == nil || e.special != "" || e.err != nil {
		return ""
	}
	return filepath.Join(t.dir, filepath.FromSlash(name))
}

// difference is a path at which two trees differ.
type difference struct {
	path          string
	before, after *entry      // nil where there is none
	from          *difference // where it was before, if it is moved
}

// files name the states of it, and of where it was before.
func (d difference) files() []File {
	if d.from == nil {
		return []File{d.file()}
	}
	return []File{d.file(), d.from.file()}
}

// file names the states of its path.
func (d difference) file() File {
	f := File{Path: d.path}
	if d.before != nil {
		f.Before = d.before.hash
	}
	if d.after != nil {
		f.After = d.after.hash
	}
	return f
}

// unreadable is why a difference cannot be told; "" if it can.
func (d difference) unreadable() string {
	for _, e := range []*entry{d.after, d.before} {
		switch {
		case e == nil:
		case e.special != "":
			return "it is " + e.special
		case e.err != nil:
			return e.err.Error()
		case e.size > maxRead:
			return fmt.Sprintf("it has %d bytes, more than %d are not read", e.size, int64(maxRead))
		}
	}
	return ""
}

// compareTrees finds where two trees differ, in order of path. Where the answer's file
// holds one of the answers, it is no difference.
func compareTrees(ctx context.Context, before, after *tree, answers []string) ([]difference, error) {
	names := slices.Collect(maps.Keys(before.files))
	for name := range after.files {
		if before.files[name] == nil {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	var out []difference
	for _, name := range names {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		d := difference{path: name, before: before.files[name], after: after.files[name]}
		if !differs(before, after, d) {
			continue
		}
		before.hash(name)
		after.hash(name)
		if !answered(d, answers) {
			out = append(out, d)
		}
	}
	return out, nil
}

// AnswerFile is where a run's answer goes, which is no change. All else that is done to
// this file is one.
const AnswerFile = "data/answer.txt"

// answered reports whether a difference is only that an answer was written.
func answered(d difference, answers []string) bool {
	return d.path == AnswerFile && d.after != nil && slices.ContainsFunc(answers, func(said string) bool {
		sum := sha256.Sum256([]byte(said))
		return said != "" && d.after.hash == hex.EncodeToString(sum[:])
	})
}

// differs compares the sizes first: most files that differ are not read twice.
func differs(before, after *tree, d difference) bool {
	b, a := d.before, d.after
	if b == nil || a == nil || b.size != a.size || b.special != a.special {
		return true
	}
	before.hash(d.path)
	after.hash(d.path)
	return b.hash != a.hash || b.err != nil || a.err != nil
}

// mailbox is the owner of the mailbox that a mail's path lies in, or in a folder of it.
func mailbox(path string) (owner string, ok bool) {
	parts := strings.Split(path, "/")
	if len(parts) < 3 || parts[0] != "emails" || !strings.EqualFold(filepath.Ext(path), ".eml") {
		return "", false
	}
	return parts[1], true
}

// folderOf is the folder of a mailbox that a mail's path lies in, "" for the mailbox itself.
func folderOf(path string) string {
	parts := strings.Split(path, "/")
	return strings.Join(parts[2:len(parts)-1], "/")
}

// calendar is the owner of the calendar at a path.
func calendar(path string) (owner string, ok bool) {
	name, ok := strings.CutPrefix(path, "calendar/")
	if !ok || strings.Contains(name, "/") || !strings.EqualFold(filepath.Ext(name), ".ics") {
		return "", false
	}
	return name[:len(name)-len(".ics")], true
}

// IsMail reports whether a path in a testbed is that of a mail.
func IsMail(path string) bool {
	_, ok := mailbox(path)
	return ok
}

// IsCalendar reports whether a path in a testbed is that of a calendar.
func IsCalendar(path string) bool {
	_, ok := calendar(path)
	return ok
}
