package orchestrator

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"legomem/durable"
	"legomem/folders"
	"legomem/places"
	"legomem/trajectory"
)

// TestbedError is a testbed that no run can start from.
type TestbedError struct {
	Dir string
	Err error
}

func (e *TestbedError) Error() string { return fmt.Sprintf("testbed %s: %v", e.Dir, e.Err) }

// Unwrap returns the cause.
func (e *TestbedError) Unwrap() error { return e.Err }

// bed is what a testbed holds, by slashed path: a folder before what is in it.
type bed struct{ folders, files []string }

// empty are the folders that hold no file.
func (b bed) empty() []string { return folders.Empty(b.folders, slices.Values(b.files)) }

// checkTestbed lists a testbed, and refuses anything but a folder of regular files, before
// the run makes anything.
func checkTestbed(dir string) (bed, error) {
	if dir == "" {
		return bed{}, nil
	}
	holds, err := listBed(dir)
	if err != nil {
		return bed{}, &TestbedError{Dir: dir, Err: err}
	}
	return holds, nil
}

// listBed lists the regular files under dir, in order. A symlink or another special file
// is refused by name.
func listBed(dir string) (holds bed, err error) {
	info, err := os.Stat(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return bed{}, errors.New("there is no such folder")
	case err != nil:
		return bed{}, err
	case !info.IsDir():
		return bed{}, errors.New("it is a file, not a folder")
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return bed{}, err
	}
	defer root.Close()
	err = fs.WalkDir(root.FS(), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return holds.add(name, d)
	})
	return holds, err
}

func (b *bed) add(name string, d fs.DirEntry) error {
	switch {
	case name == ".":
	case d.IsDir():
		b.folders = append(b.folders, name)
	case d.Type()&fs.ModeSymlink != 0:
		return fmt.Errorf("%s is a symbolic link, and links are not followed; put what it means in its place, or remove it", name)
	case !d.Type().IsRegular():
		return fmt.Errorf("%s is a pipe, a socket or a device (%s), which no run can have a copy of; move it out of the folder", name, d.Type())
	default:
		b.files = append(b.files, name)
	}
	return nil
}

// makeRunFolder makes runs/id, which must be new.
func makeRunFolder(runs places.Runs, id string) (places.Run, error) {
	if id == "" || id != filepath.Base(id) || id == "." || id == ".." {
		return "", fmt.Errorf("%q is no id for a run: it must do as a folder's name", id)
	}
	if err := os.MkdirAll(string(runs), 0o700); err != nil {
		return "", fmt.Errorf("make the folder of runs: %w", err)
	}
	dir := string(runs.Run(id))
	if err := os.Mkdir(dir, 0o700); err != nil {
		return "", fmt.Errorf("make the folder of run %s: %w", id, err)
	}
	dir, err := filepath.Abs(dir)
	return places.Run(dir), err
}

// discard removes the folder of a run that did not start.
func discard(dir places.Run, cause error) error {
	return errors.Join(cause, os.RemoveAll(string(dir)))
}

// copyTestbed makes dst, copies into it what src was found to hold, and returns the hashes
// of the files and its empty folders; with an empty src, dst stays empty.
func copyTestbed(ctx context.Context, src, dst string, holds bed) (trajectory.Files, error) {
	if err := os.Mkdir(dst, 0o700); err != nil {
		return nil, fmt.Errorf("copy the testbed: %w", err)
	}
	if src == "" {
		return nil, nil
	}
	from, err := os.OpenRoot(src)
	if err != nil {
		return nil, &TestbedError{Dir: src, Err: err}
	}
	defer from.Close()
	to, err := os.OpenRoot(dst)
	if err != nil {
		return nil, fmt.Errorf("copy the testbed: %w", err)
	}
	defer to.Close()
	for _, name := range holds.folders {
		if err := to.MkdirAll(filepath.FromSlash(name), 0o700); err != nil {
			return nil, fmt.Errorf("copy the testbed: %w", err)
		}
	}
	files, err := hashEach(ctx, from, holds.files, to)
	if err != nil {
		return nil, fmt.Errorf("copy the testbed: %w", err)
	}
	files.Add(holds.empty())
	return files, nil
}

// apart refuses a folder of runs inside the testbed: each run would copy the
// ones before it, and itself.
func apart(testbed, runs string) error {
	if testbed == "" {
		return nil
	}
	bed, err := resolved(testbed)
	if err != nil {
		return &TestbedError{Dir: testbed, Err: err}
	}
	out, err := resolved(runs)
	if err != nil {
		return err
	}
	rel, err := filepath.Rel(bed, out)
	if err == nil && filepath.IsLocal(rel) {
		return &TestbedError{Dir: testbed, Err: fmt.Errorf("the folder of runs, %s, is inside it; name another with --out", runs)}
	}
	return nil
}

// resolved is an absolute path without symbolic links, as far as it exists.
func resolved(path string) (string, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	for at, rest := abs, ""; ; at, rest = filepath.Dir(at), filepath.Join(filepath.Base(at), rest) {
		if real, err := filepath.EvalSymlinks(at); err == nil {
			return filepath.Join(real, rest), nil
		}
		if at == filepath.Dir(at) {
			return abs, nil
		}
	}
}

// writeJSON writes a file of the run whole or not at all.
func writeJSON(name string, v any) error {
	b, err := json.MarshalIndent(v, "", "  ")
	if err == nil {
		err = durable.File(name, func(w io.Writer) error { _, err := w.Write(append(b, '\n')); return err })
	}
	if err != nil {
		return fmt.Errorf("write %s: %w", filepath.Base(name), err)
	}
	return nil
}
