package durable

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"legomem/must"
)

// TestFile: a write that fails leaves the old file and no half of the new one.
func TestFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.json")
	writing := func(text string, err error) func(io.Writer) error {
		return func(w io.Writer) error {
			_, broken := io.WriteString(w, text)
			return errors.Join(broken, err)
		}
	}
	full := errors.New("full")
	must.Do(t, File(path, writing("old", nil)))
	if err := File(path, writing("half", full)); !errors.Is(err, full) {
		t.Errorf("got %v, want %v", err, full)
	}
	if got := must.Have(os.ReadFile(path))(t); string(got) != "old" {
		t.Errorf("it holds %q", got)
	}
	must.Do(t, os.WriteFile(path+".new", []byte("left by a crash"), 0o600))
	must.Do(t, File(path, writing("new", nil)))
	if got := must.Have(os.ReadFile(path))(t); string(got) != "new" {
		t.Errorf("it holds %q", got)
	}
	if all := must.Have(os.ReadDir(dir))(t); len(all) != 1 {
		t.Errorf("left beside it: %v", all)
	}
}
