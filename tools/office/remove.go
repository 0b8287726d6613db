package office

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// RemoveAll is os.RemoveAll for a folder that programs have worked in. If they
// closed a folder in it to its own user too, os.RemoveAll fails; then all folders
// are opened first.
func RemoveAll(dir string) error {
	err := os.RemoveAll(dir)
	if errors.Is(err, fs.ErrPermission) {
		_ = openFolders(dir) // what stays closed fails below
		return os.RemoveAll(dir)
	}
	return err
}

// openFolders lets this user into a folder and all below it.
func openFolders(dir string) error {
	parent, err := os.OpenRoot(filepath.Dir(dir))
	if err != nil {
		return err
	}
	return errors.Join(openFolder(parent, filepath.Base(dir)), parent.Close())
}

// openFolder enters each folder from the one above it, so that no link leads out.
func openFolder(parent *os.Root, name string) error {
	if err := parent.Chmod(name, 0o700); err != nil {
		return err
	}
	dir, err := parent.OpenRoot(name)
	if err != nil {
		return err
	}
	defer dir.Close()
	entries, err := fs.ReadDir(dir.FS(), ".")
	for _, e := range entries {
		if e.IsDir() {
			err = errors.Join(err, openFolder(dir, e.Name()))
		}
	}
	return err
}
