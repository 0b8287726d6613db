package tools

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"sort"
	"strings"
	"time"
)

// MaxFile is the largest file a tool reads or writes, in bytes.
const MaxFile = 64 << 20

// MaxDepth is how many names a path in a testbed may have: far more than an
// office needs, and few enough that no program chokes on it.
const MaxDepth = 32

// Workspace is where tools act: a rooted folder that no path and no symlink
// leaves, the user they act for, and a clock. The folder holds data/,
// emails/<user>/*.eml and calendar/<user>.ics; "/testbed/..." means its root.
type Workspace struct {
	User string
	// Now is the run's clock; its location is the zone that times are read in.
	Now func() time.Time
	// DayFirst reads 3/12/2026 as 3 December.
	DayFirst bool
	// Domain is the office's own mail domain: the user Bob is Bob@Domain.
	Domain string
	// Shell allows the shell tool; only a full docker image sets it.
	Shell bool

	// Office converts documents to pdf; nil where nobody keeps a converter
	// ready (see office.ToPDF).
	Office Converter

	root *os.Root
}

// Converter turns an office document into a pdf. The name's suffix gives the
// document's format.
type Converter interface {
	ToPDF(ctx context.Context, name string, data []byte) ([]byte, error)
}

// OpenWorkspace opens dir, which must exist. Close it when done.
func OpenWorkspace(dir, user string, now func() time.Time) (*Workspace, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("open workspace: %w", err)
	}
	return &Workspace{User: user, Now: now, Domain: Domain, root: root}, nil
}

// Close releases the folder; the files stay.
func (w *Workspace) Close() error { return w.root.Close() }

// Dir is the folder's path, for a program that must run in it. Files are read
// and written through the methods, which follow no path or symlink out of it.
func (w *Workspace) Dir() string { return w.root.Name() }

// Clean is CleanPath: it turns a path that a task or a model wrote into one in
// the folder.
func (w *Workspace) Clean(name string) (string, error) { return CleanPath(name) }

// Find is Clean for a file that should be there: the exact path, else the
// only one that differs from it in case alone, else the only such one under
// data/ when the path names no folder. A missing one is NotFound, with the
// folder's files named.
func (w *Workspace) Find(name string) (string, error) {
	p, err := w.Clean(name)
	if err != nil {
		return "", err
	}
	candidates := places(p)
	for _, c := range candidates {
		if _, err := w.root.Stat(c); err == nil {
			return c, nil
		}
	}
	for _, c := range candidates {
		if found := w.sameButCase(c); len(found) == 1 {
			return found[0], nil
		} else if len(found) > 1 {
			return "", Failf(Ambiguous, "%s: several files differ only in case: %s", name, strings.Join(found, ", "))
		}
	}
	return "", w.missing(name, candidates[len(candidates)-1])
}

func (w *Workspace) sameButCase(p string) []string {
	entries, err := w.List(path.Dir(p))
	if err != nil {
		return nil
	}
	var found []string
	for _, e := range entries {
		if strings.EqualFold(e.Name(), path.Base(p)) {
			found = append(found, path.Join(path.Dir(p), e.Name()))
		}
	}
	return found
}

func (w *Workspace) missing(name, p string) error {
	entries, err := w.List(path.Dir(p))
	if err != nil || len(entries) == 0 {
		return Failf(NotFound, "no file %s: the folder %s is missing or empty", name, path.Dir(p))
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	if len(names) > 12 {
		names = append(names[:12], fmt.Sprintf("and %d more", len(names)-12))
	}
	return Failf(NotFound, "no file %s; %s holds: %s", name, path.Dir(p), strings.Join(names, ", "))
}

// ReadFound is ReadFile, and also returns the path where the file was found.
func (w *Workspace) ReadFound(name string) (file string, data []byte, err error) {
	if file, err = w.Find(name); err != nil {
		return "", nil, err
	}
	data, err = w.ReadFile(file)
	return file, data, err
}

// ReadFile reads a regular file found by Find, of at most MaxFile bytes.
func (w *Workspace) ReadFile(name string) ([]byte, error) {
	p, err := w.Find(name)
	if err != nil {
		return nil, err
	}
	info, err := w.root.Lstat(p)
	if err != nil {
		return nil, w.explain("read", name, err)
	}
	if info.IsDir() {
		return nil, Failf(BadArguments, "%s is a folder, not a file", name)
	}
	if !info.Mode().IsRegular() {
		return nil, Failf(Refused, "%s is not a regular file", name)
	}
	if info.Size() > MaxFile {
		return nil, Failf(TooLarge, "%s has %d bytes, over the cap of %d", name, info.Size(), MaxFile)
	}
	f, err := w.root.Open(p)
	if err != nil {
		return nil, w.explain("read", name, err)
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, MaxFile+1))
	if err != nil {
		return nil, w.explain("read", name, err)
	}
	return data, nil
}

// WriteFile writes a file and the folders above it, whole or not at all.
func (w *Workspace) WriteFile(name string, data []byte) error {
	p, err := w.Clean(name)
	if err != nil {
		return err
	}
	if p == "." {
		return Failf(BadArguments, "%q names no file", name)
	}
	if len(data) > MaxFile {
		return Failf(TooLarge, "%s would have %d bytes, over the cap of %d", name, len(data), MaxFile)
	}
	if info, err := w.root.Lstat(p); err == nil && !info.Mode().IsRegular() {
		return Failf(Refused, "%s is there already and is not a regular file", name)
	}
	if err := w.root.MkdirAll(path.Dir(p), 0o700); err != nil {
		return w.explain("write", name, err)
	}
	tmp := path.Join(path.Dir(p), ".legomem-"+randomName())
	if err := w.root.WriteFile(tmp, data, 0o600); err != nil {
		_ = w.root.Remove(tmp)
		return w.explain("write", name, err)
	}
	if err := w.root.Rename(tmp, p); err != nil {
		_ = w.root.Remove(tmp)
		return w.explain("write", name, err)
	}
	return nil
}

// List returns a folder's entries by name, without the program's own
// temporary files. Symlinks are listed, never followed out.
func (w *Workspace) List(dir string) ([]fs.DirEntry, error) {
	p, err := w.Clean(dir)
	if err != nil {
		return nil, err
	}
	f, err := w.root.Open(p)
	if err != nil {
		return nil, w.explain("list", dir, err)
	}
	defer f.Close()
	entries, err := f.ReadDir(-1)
	if err != nil {
		return nil, w.explain("list", dir, err)
	}
	out := entries[:0]
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), ".legomem-") {
			out = append(out, e)
		}
	}
	sort.Slice(out, func(i, j int) bool { return out[i].Name() < out[j].Name() })
	return out, nil
}

// Stat describes a path without following symlinks.
func (w *Workspace) Stat(name string) (fs.FileInfo, error) {
	p, err := w.Clean(name)
	if err != nil {
		return nil, err
	}
	info, err := w.root.Lstat(p)
	if err != nil {
		return nil, w.explain("stat", name, err)
	}
	return info, nil
}

// Exists reports whether something exists at exactly that path.
func (w *Workspace) Exists(name string) bool {
	_, err := w.Stat(name)
	return err == nil
}

// Remove deletes a file, or a folder with all it holds.
func (w *Workspace) Remove(name string) error {
	p, err := w.Find(name)
	if err != nil {
		return err
	}
	if p == "." {
		return Failf(Refused, "the testbed itself cannot be deleted")
	}
	if err := w.root.RemoveAll(p); err != nil {
		return w.explain("delete", name, err)
	}
	return nil
}

// Rename moves a file or folder; the folders above the new name are made. An
// existing target is refused with Exists.
func (w *Workspace) Rename(from, to string) error {
	src, err := w.Find(from)
	if err != nil {
		return err
	}
	dst, err := w.Clean(to)
	if err != nil {
		return err
	}
	if _, err := w.root.Lstat(dst); err == nil && dst != src {
		return Failf(Exists, "%s is there already", to)
	}
	if err := w.root.MkdirAll(path.Dir(dst), 0o700); err != nil {
		return w.explain("move", to, err)
	}
	if err := w.root.Rename(src, dst); err != nil {
		return w.explain("move", from, err)
	}
	return nil
}

// MkdirAll makes a folder and those above it.
func (w *Workspace) MkdirAll(name string) error {
	p, err := w.Clean(name)
	if err != nil {
		return err
	}
	if err := w.root.MkdirAll(p, 0o700); err != nil {
		return w.explain("make folder", name, err)
	}
	return nil
}

// Walk calls f for every regular file, in order of path. Symlinks and other
// special files are skipped.
func (w *Workspace) Walk(ctx context.Context, f func(path string, size int64) error) error {
	return fs.WalkDir(w.root.FS(), ".", func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return w.explain("list", p, err)
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if !d.Type().IsRegular() || strings.HasPrefix(d.Name(), ".legomem-") {
			return nil
		}
		info, err := d.Info()
		if err != nil {
			return w.explain("list", p, err)
		}
		return f(p, info.Size())
	})
}

// explain wraps an error of the file system with what was being done, naming
// the file as the caller did.
func (w *Workspace) explain(doing, name string, err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		err = pe.Err
	}
	if strings.Contains(err.Error(), "escapes from parent") {
		return Failf(Refused, "%s %s: the path leaves the testbed through a link", doing, name)
	}
	return &Failure{Code: causeCode(err), Err: fmt.Errorf("%s %s: %w", doing, name, err)}
}

func randomName() string {
	var b [6]byte
	_, _ = rand.Read(b[:]) // never fails (crypto/rand)
	return hex.EncodeToString(b[:])
}
