package desk

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"legomem/folders"
	"legomem/orchestrator"
)

// settle makes a file or an empty folder in the user's folder the same as in another folder.
func settle(home *os.Root, path, kind, from string) error {
	name := filepath.FromSlash(folders.Name(path))
	switch {
	case kind == "deleted":
		return home.Remove(name)
	case folders.Is(path):
		return home.MkdirAll(name, 0o777) // less the user's umask
	}
	data, err := os.ReadFile(filepath.Join(from, name))
	if err != nil {
		return err
	}
	mode := fs.FileMode(0o666) // less the user's umask
	if info, err := home.Stat(name); err == nil {
		mode = info.Mode().Perm()
	}
	return putFile(home, path, data, mode)
}

// putFile writes a file under a temporary name and renames it into its place.
func putFile(root *os.Root, name string, data []byte, mode fs.FileMode) error {
	name = filepath.FromSlash(name)
	if err := root.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return err
	}
	tmp := name + ".legomem-new"
	err := root.WriteFile(tmp, data, mode)
	if err == nil {
		err = root.Rename(tmp, name)
	}
	if err != nil {
		_ = root.Remove(tmp) // it may not be there
	}
	return err
}

// syncFolder makes a folder's files and empty folders the same as another's, changing only
// what differs.
func syncFolder(dir, after string) error {
	changes, err := orchestrator.Diff(dir, after)
	if err != nil {
		return err
	}
	home, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer home.Close()
	goes := func(c orchestrator.Change) bool { return c.Kind == "deleted" }
	for _, c := range folders.InTurn(changes, func(c orchestrator.Change) string { return c.Path }, goes) {
		if err := settle(home, c.Path, c.Kind, after); err != nil {
			return fmt.Errorf("write %s back: %w", c.Path, err)
		}
	}
	return nil
}
