// Package durable brings what was written to the disk, so that a loss of power does not
// take it back. Start with Tree; Folder is for a few renames.
package durable

import (
	"errors"
	"fmt"
	"os"
)

// Folder brings the names in a folder to the disk: what was made, renamed or removed
// directly in it.
func Folder(dir string) error {
	f, err := os.Open(dir)
	if err != nil {
		return err
	}
	if err := errors.Join(f.Sync(), f.Close()); err != nil {
		return fmt.Errorf("bring %s to the disk: %w", dir, err)
	}
	return nil
}
