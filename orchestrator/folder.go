package orchestrator

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"legomem/durable"
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

// checkTestbed refuses anything but a folder of regular files, before the run makes
// anything.
func checkTestbed(dir string) error {
	if dir == "" {
		return nil
	}
	err := eachFile(dir, func(string, fs.FileInfo) error { return nil })
	if err != nil {
		return &TestbedError{Dir: dir, Err: err}
	}
	return nil
}

// eachFile calls f for each regular file under dir with its slashed path, in
// order. A symlink or another special file is refused by name.
func eachFile(dir string, f func(name string, info fs.FileInfo) error) error {
	info, err := os.Stat(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return errors.New("there is no such folder")
	case err != nil:
		return err
	case !info.IsDir():
		return errors.New("it is a file, not a folder")
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	return fs.WalkDir(root.FS(), ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir():
			return nil
		case d.Type()&fs.ModeSymlink != 0:
			return fmt.Errorf("%s is a symbolic link, and links are not followed; put what it means in its place, or remove it", name)
		case !d.Type().IsRegular():
			return fmt.Errorf("%s is a pipe, a socket or a device (%s), which no run can have a copy of; move it out of the folder", name, d.Type())
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		return f(name, info)
	})
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

// copyTestbed makes dst, copies the regular files of src into it, and returns their
// hashes; with an empty src, dst stays empty.
func copyTestbed(src, dst string) (trajectory.Files, error) {
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
	if err := copyFolders(from, dst); err != nil {
		return nil, fmt.Errorf("copy the testbed: %w", err)
	}
	hold := newHolding()
	return hold.files, eachFile(src, func(name string, _ fs.FileInfo) error {
		if err := hold.copied(from, name, filepath.Join(dst, filepath.FromSlash(name))); err != nil {
			return fmt.Errorf("copy %s of the testbed: %w", name, err)
		}
		return nil
	})
}

// copyFolders makes the folders of a tree, the empty ones too.
func copyFolders(from *os.Root, dst string) error {
	return fs.WalkDir(from.FS(), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() || name == "." {
			return err
		}
		return os.MkdirAll(filepath.Join(dst, filepath.FromSlash(name)), 0o700)
	})
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
