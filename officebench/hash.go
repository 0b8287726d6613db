package officebench

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"strings"
)

// Hash identifies the suite by everything that decides a verdict: the tasks' JSON, their
// testbeds and their references, by name and content. A run's output next to them
// (outputs/) does not count.
func (s *Suite) Hash() (string, error) {
	root, err := os.OpenRoot(s.Dir)
	if err != nil {
		return "", fmt.Errorf("hash the suite %s: %w", s.Name, err)
	}
	defer root.Close()
	sum := sha256.New()
	err = fs.WalkDir(root.FS(), "tasks", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() || !decides(name) {
			return nil
		}
		one, err := hashFile(root, name, d)
		fmt.Fprintf(sum, "%q %s\n", name, one)
		return err
	})
	if err != nil {
		return "", fmt.Errorf("hash the suite %s: %w", s.Name, err)
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

// decides reports whether a file under tasks/ takes part in a verdict.
func decides(name string) bool {
	parts := strings.SplitN(name, "/", 4)
	if len(parts) < 4 {
		return false
	}
	switch parts[2] {
	case "testbed", "reference":
		return true
	case "subtasks":
		return path.Ext(name) == ".json"
	}
	return false
}

// hashFile is the hash of a file's content, or the kind of what is no regular file.
func hashFile(root *os.Root, name string, d fs.DirEntry) (string, error) {
	if !d.Type().IsRegular() {
		return d.Type().String(), nil
	}
	f, err := root.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}
