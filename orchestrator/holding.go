package orchestrator

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sort"

	"legomem/trajectory"
)

// holding hashes what files hold, one after the other.
type holding struct {
	files trajectory.Files
	hash  hash.Hash
	block []byte
}

func newHolding() *holding {
	return &holding{files: trajectory.Files{}, hash: sha256.New(), block: make([]byte, 64<<10)}
}

// copied copies a file, and records its hash.
func (h *holding) copied(from *os.Root, name, dst string) error {
	if err := os.MkdirAll(filepath.Dir(dst), 0o700); err != nil {
		return err
	}
	in, err := from.Open(name)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(dst, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	return errors.Join(h.read(name, io.TeeReader(in, out)), out.Close())
}

// read records the hash of what a file holds.
func (h *holding) read(name string, in io.Reader) error {
	h.hash.Reset()
	if _, err := io.CopyBuffer(h.hash, in, h.block); err != nil {
		return err
	}
	h.files[name] = [sha256.Size]byte(h.hash.Sum(nil))
	return nil
}

// FilesIn hashes a testbed's files. A symbolic link or another special file is refused by
// name.
func FilesIn(dir string) (trajectory.Files, error) {
	h := newHolding()
	return h.files, eachFile(dir, func(name string, _ fs.FileInfo) error {
		in, err := os.Open(filepath.Join(dir, filepath.FromSlash(name)))
		if err != nil {
			return err
		}
		defer in.Close()
		return h.read(name, in)
	})
}

// Change is a file that differs between two folders.
type Change struct {
	Path string `json:"path"` // with slashes, relative to the testbed
	Kind string `json:"kind"` // "added", "changed" or "deleted"
}

// Diff compares two testbeds file by file, by content, in order of path.
func Diff(start, finished string) ([]Change, error) {
	before, err := FilesIn(start)
	if err != nil {
		return nil, fmt.Errorf("compare testbeds: %w", err)
	}
	after, err := FilesIn(finished)
	if err != nil {
		return nil, fmt.Errorf("compare testbeds: %w", err)
	}
	return ChangesBetween(before, after), nil
}

// ChangesBetween compares the files of two testbeds, in order of path.
func ChangesBetween(before, after trajectory.Files) []Change {
	var changes []Change
	for name, now := range after {
		old, was := before[name]
		switch {
		case !was:
			changes = append(changes, Change{Path: name, Kind: "added"})
		case old != now:
			changes = append(changes, Change{Path: name, Kind: "changed"})
		}
	}
	for name := range before {
		if _, still := after[name]; !still {
			changes = append(changes, Change{Path: name, Kind: "deleted"})
		}
	}
	sort.Slice(changes, func(i, j int) bool { return changes[i].Path < changes[j].Path })
	return changes
}
