package sandbox

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"slices"
	"strings"
	"syscall"
)

// Before is the state of one action's targets before it, in a testbed on this machine:
// enough to find out, after a crash, whether it was done, and to put them back. Files
// are read from the host, and only while no action runs.
type Before struct {
	Step   int     `json:"step"` // the action's number
	Places []place `json:"places"`
}

// Target is a file or a folder, by its path in the testbed.
type Target struct {
	Path string
	// Listed looks only at the names of what is in a folder: for one that only gains
	// and loses files, such as a mailbox.
	Listed bool
}

// place is one target with all that was there, by path. What did not exist is absent.
type place struct {
	Target Target           `json:"target"`
	Names  []string         `json:"names"` // the paths looked at: the target's, in any case of letters
	Things map[string]thing `json:"things"`
}

// thing is a file or a folder.
type thing struct {
	Folder bool   `json:"folder,omitempty"`
	Size   int64  `json:"size,omitempty"`
	Time   int64  `json:"time,omitempty"` // of the last change, in nanoseconds
	Copied bool   `json:"copied,omitempty"`
	Text   []byte `json:"text,omitempty"` // where Copied
}

// What is copied before an action: at most so many bytes, of each file and of all
// together.
const (
	maxCopy   = 4 << 20
	maxCopies = 16 << 20
)

// Remember records the state of an action's targets.
func Remember(testbed string, step int, targets []Target) (Before, error) {
	root, err := os.OpenRoot(testbed)
	if err != nil {
		return Before{}, err
	}
	defer root.Close()
	b := Before{Step: step}
	left := int64(maxCopies)
	for _, t := range targets {
		p := place{Target: t, Names: spellings(root, t.Path), Things: map[string]thing{}}
		for _, name := range p.Names {
			if err := gather(root, name, t.Listed, &left, p.Things); err != nil {
				return Before{}, fmt.Errorf("look at %s before an action: %w", t.Path, err)
			}
		}
		b.Places = append(b.Places, p)
	}
	return b, nil
}

// spellings returns where a tool may find a path: there, or else under a name that
// differs only in case.
func spellings(root *os.Root, name string) []string {
	all := []string{name}
	if _, err := root.Lstat(name); err == nil || name == "." {
		return all
	}
	entries, err := fs.ReadDir(root.FS(), path.Dir(name))
	if err != nil {
		return all
	}
	for _, e := range entries {
		if strings.EqualFold(e.Name(), path.Base(name)) {
			all = append(all, path.Join(path.Dir(name), e.Name()))
		}
	}
	return all
}

// gather looks at a path and everything below it. What is neither file nor folder is
// never copied.
func gather(root *os.Root, name string, listed bool, left *int64, into map[string]thing) error {
	info, err := root.Lstat(name)
	if isAbsent(err) {
		return nil
	}
	if err == nil && !info.IsDir() {
		into[name], err = seen(root, name, info, left)
	}
	if err != nil || !info.IsDir() {
		return err
	}
	if listed {
		return list(root, name, into)
	}
	return fs.WalkDir(root.FS(), name, func(p string, d fs.DirEntry, err error) error {
		if err != nil || strings.HasPrefix(d.Name(), temporary) {
			return err
		}
		info, err := d.Info()
		if err == nil {
			into[p], err = seen(root, p, info, left)
		}
		return err
	})
}

// list looks at the names in a mailbox, or in a folder of mailboxes. It does not look
// at each mail: there may be many, and it runs before every mail that is sent.
func list(root *os.Root, name string, into map[string]thing) error {
	into[name] = thing{Folder: true}
	f, err := root.Open(name)
	if err != nil {
		return err
	}
	names, err := f.Readdirnames(-1)
	if err := errors.Join(err, f.Close()); err != nil {
		return err
	}
	for _, n := range names {
		p := path.Join(name, n)
		switch {
		case strings.HasPrefix(n, temporary):
			continue
		case !strings.HasSuffix(n, ".eml"):
			if info, err := root.Lstat(p); err == nil && info.IsDir() {
				if err := list(root, p, into); err != nil {
					return err
				}
				continue
			}
		}
		into[p] = thing{}
	}
	return nil
}

// isAbsent is also true for a path below a file.
func isAbsent(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR)
}

// seen returns a thing, with a copy if it is a regular file and there is room left.
func seen(root *os.Root, name string, info fs.FileInfo, left *int64) (thing, error) {
	one := thing{Folder: info.IsDir()}
	if one.Folder {
		return one, nil
	}
	one.Size, one.Time = info.Size(), info.ModTime().UnixNano()
	if !info.Mode().IsRegular() || one.Size > min(maxCopy, *left) {
		return one, nil
	}
	text, err := readRegular(root, name)
	one.Text, one.Copied = text, err == nil
	*left -= one.Size
	return one, err
}

func readRegular(root *os.Root, name string) ([]byte, error) {
	f, size, err := openRegular(root, name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, size))
}

// Since is how an action's targets differ from what they were before it.
type Since struct {
	Targets, Changed int
	// CanUndo is set if everything that changed can be put back.
	CanUndo bool
}

// Since compares the targets with their present state.
func (b Before) Since(testbed string) (Since, error) {
	root, err := os.OpenRoot(testbed)
	if err != nil {
		return Since{}, err
	}
	defer root.Close()
	s := Since{Targets: len(b.Places), CanUndo: true}
	for _, p := range b.Places {
		differs, err := p.differs(root)
		if err != nil {
			return s, err
		}
		if len(differs) > 0 {
			s.Changed++
		}
		for _, name := range differs {
			was, there := p.Things[name]
			s.CanUndo = s.CanUndo && (!there || was.Folder || was.Copied)
		}
	}
	return s, nil
}

// differs returns the paths of a place that have changed, in order.
func (p place) differs(root *os.Root) ([]string, error) {
	now := map[string]thing{}
	left := int64(-1) // copy nothing: equals reads what it needs
	for _, name := range p.Names {
		if err := gather(root, name, p.Target.Listed, &left, now); err != nil {
			return nil, fmt.Errorf("look at %s: %w", name, err)
		}
	}
	var out []string
	for name, was := range p.Things {
		is, there := now[name]
		delete(now, name)
		same, err := there && is.Folder == was.Folder, error(nil)
		if same && !was.Folder {
			same, err = was.equals(root, name, is)
		}
		if err != nil {
			return nil, err
		}
		if !same {
			out = append(out, name)
		}
	}
	out = append(out, slices.Collect(maps.Keys(now))...)
	slices.Sort(out)
	return out, nil
}

func (t thing) equals(root *os.Root, name string, now thing) (bool, error) {
	if t.Size != now.Size {
		return false, nil
	}
	if !t.Copied || t.Time == now.Time {
		return t.Time == now.Time, nil
	}
	text, err := readRegular(root, name)
	return bytes.Equal(text, t.Text), err
}

// Undo puts all targets back as they were. It may be repeated if it was interrupted.
func (b Before) Undo(testbed string) error {
	root, err := os.OpenRoot(testbed)
	if err != nil {
		return err
	}
	defer root.Close()
	for _, p := range b.Places {
		differs, err := p.differs(root)
		if err != nil {
			return err
		}
		for _, name := range slices.Backward(differs) { // a folder's content before the folder
			if err := p.clear(root, name); err != nil {
				return fmt.Errorf("put %s back: %w", name, err)
			}
		}
		for _, name := range differs {
			if err := p.putBack(root, name); err != nil {
				return fmt.Errorf("put %s back: %w", name, err)
			}
		}
	}
	return nil
}

// clear removes what was not there, or was something else.
func (p place) clear(root *os.Root, name string) error {
	was, there := p.Things[name]
	info, err := root.Lstat(name)
	if isAbsent(err) || err == nil && there && was.Folder == info.IsDir() && (was.Folder || info.Mode().IsRegular()) {
		return nil
	}
	if err != nil {
		return err
	}
	return root.RemoveAll(name)
}

func (p place) putBack(root *os.Root, name string) error {
	was, there := p.Things[name]
	switch {
	case !there:
		return nil
	case was.Folder:
		return root.MkdirAll(name, 0o700)
	case !was.Copied:
		return errors.New("no copy was kept")
	}
	if err := root.MkdirAll(path.Dir(name), 0o700); err != nil {
		return err
	}
	tmp := path.Join(path.Dir(name), temporary+"undo")
	if err := root.WriteFile(tmp, was.Text, 0o600); err != nil {
		return err
	}
	return root.Rename(tmp, name)
}
