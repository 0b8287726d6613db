package durable

import (
	"errors"
	"io"
	"os"
)

// File replaces a file, for this user alone, by what write writes: after a failure or a
// crash the old one is there, whole, or the new one. Half of a new one, in path.new, is
// removed, or replaced by the next.
func File(path string, write func(io.Writer) error) error {
	half, err := os.OpenFile(path+".new", os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	if err = errors.Join(write(half), half.Sync(), half.Close()); err == nil {
		err = os.Rename(half.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(half.Name()))
	}
	return nil
}
