package office

import (
	"errors"
	"fmt"
	"io"
	"os"
	"syscall"
)

// readOutput reads a file of at most so many bytes that a program wrote in its
// folder. The document may have taken control of the program: so a link out of
// the folder is not followed, since we may reach further than the program, and a
// pipe is not waited for.
func readOutput(folder, name string, most int64) (data []byte, err error) {
	root, err := os.OpenRoot(folder)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, root.Close()) }()
	f, err := root.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%w: instead of %s there is none that can be read (%v)", ErrCorrupt, name, info.Mode())
	}
	// A file that is still being written may have grown since.
	data, err = io.ReadAll(io.LimitReader(f, most+1))
	if err == nil && int64(len(data)) > most {
		return nil, fmt.Errorf("%w: %s has over %d bytes", ErrTooLarge, name, most)
	}
	return data, err
}
