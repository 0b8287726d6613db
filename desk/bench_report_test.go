package desk

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"legomem/must"
)

// TestWriteWhole: what fails in the middle leaves what was there, and no half file.
func TestWriteWhole(t *testing.T) {
	path := filepath.Join(t.TempDir(), "report.md")
	must.Do(t, writeWhole(path, func(w io.Writer) error { _, err := io.WriteString(w, "old"); return err }))
	full := errors.New("no space left on device")
	err := writeWhole(path, func(w io.Writer) error {
		_, err := io.WriteString(w, "half")
		return errors.Join(err, full)
	})
	if !errors.Is(err, full) {
		t.Errorf("the error is %v", err)
	}
	if text, err := os.ReadFile(path); err != nil || string(text) != "old" {
		t.Errorf("the report is %q, %v", text, err)
	}
	if _, err := os.Lstat(path + ".new"); !os.IsNotExist(err) {
		t.Errorf("half a file is left: %v", err)
	}
}
