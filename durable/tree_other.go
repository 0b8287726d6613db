//go:build !linux

package durable

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Tree brings folders with all that is in them to the disk, file by file.
func Tree(dirs ...string) error {
	for _, dir := range dirs {
		if err := writeOut(dir); err != nil {
			return err
		}
	}
	return nil
}

func writeOut(dir string) error {
	return filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() && !d.Type().IsRegular() {
			return err
		}
		f, err := os.Open(name)
		if err != nil {
			return err
		}
		if err := errors.Join(f.Sync(), f.Close()); err != nil {
			return fmt.Errorf("bring %s to the disk: %w", name, err)
		}
		return nil
	})
}
