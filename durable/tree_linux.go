package durable

import (
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// Tree brings folders with all that is in them to the disk. It writes out the whole file
// systems that hold the folders, each once: one call is much faster than one for each of
// many files.
func Tree(dirs ...string) error {
	written := map[uint64]bool{}
	for _, dir := range dirs {
		if err := writeOut(dir, written); err != nil {
			return fmt.Errorf("bring %s to the disk: %w", dir, err)
		}
	}
	return nil
}

// writeOut writes out the file system of a folder, unless it has been.
func writeOut(dir string, written map[uint64]bool) error {
	f, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer f.Close()
	var st unix.Stat_t
	if err := unix.Fstat(int(f.Fd()), &st); err != nil {
		return err
	}
	if written[st.Dev] {
		return nil
	}
	written[st.Dev] = true
	return unix.Syncfs(int(f.Fd()))
}
