package durable_test

import (
	"os"
	"path/filepath"
	"testing"

	"legomem/durable"
	"legomem/must"
)

func TestDurable(t *testing.T) {
	dir := t.TempDir()
	must.Do(t, os.MkdirAll(filepath.Join(dir, "a", "b"), 0o700))
	must.Do(t, os.WriteFile(filepath.Join(dir, "a", "b", "c"), []byte("x"), 0o600))
	must.NoError(t, durable.Tree(dir))
	must.NoError(t, durable.Folder(filepath.Join(dir, "a")))
	if err := durable.Tree(filepath.Join(dir, "none")); err == nil {
		t.Error("a folder that is not there was brought to the disk")
	}
	if err := durable.Folder(filepath.Join(dir, "none")); err == nil {
		t.Error("a folder that is not there was brought to the disk")
	}
}
