package durable

import (
	"errors"
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// Tree brings a folder with all that is in it to the disk. It writes out the whole file
// system that holds the folder: one call is much faster than one for each of many files.
func Tree(dir string) error {
	f, err := os.Open(dir)
	if err != nil {
		return err
	}
	if err := errors.Join(unix.Syncfs(int(f.Fd())), f.Close()); err != nil {
		return fmt.Errorf("bring %s to the disk: %w", dir, err)
	}
	return nil
}
