package office

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"legomem/must"
)

// traps puts in a folder what a program that was taken over may leave there,
// each by its name, and a file outside that the links lead to.
func traps(tb testing.TB) (folder string) {
	tb.Helper()
	outside := tb.TempDir()
	folder = tb.TempDir()
	at := func(name string) string { return filepath.Join(folder, name) }
	must.Do(tb, errors.Join(
		os.WriteFile(filepath.Join(outside, "secret"), []byte("secret"), 0o600),
		os.WriteFile(at("page-file"), []byte("12345"), 0o600),
		syscall.Mkfifo(at("page-pipe"), 0o600),
		os.Mkdir(at("page-folder"), 0o700),
		os.Symlink(filepath.Join(outside, "secret"), at("page-link")),
		os.Symlink(outside, at("out")),
		os.Symlink("/dev/zero", at("page-zeros")),
		os.Symlink("page-pipe", at("page-link to the pipe")),
	))
	return folder
}

// TestReadOutput: nothing that a program leaves is followed or waited for, and
// none fills the memory.
func TestReadOutput(t *testing.T) {
	folder := traps(t)
	for _, tt := range []struct {
		name string
		most int64
		says string // "" where it is read
		is   error
	}{
		{"page-file", 5, "", nil},
		{"page-file", 4, "over 4 bytes", ErrTooLarge},
		{"page-pipe", 5, "page-pipe", ErrCorrupt},
		{"page-folder", 5, "page-folder", ErrCorrupt},
		{"page-link", 50, "escapes", nil},
		{"out/secret", 50, "escapes", nil},
		{"page-zeros", 5, "escapes", nil},
		{"page-link to the pipe", 5, "pipe", ErrCorrupt},
		{"missing", 5, "missing", fs.ErrNotExist},
	} {
		data, err := readOutput(folder, tt.name, tt.most)
		switch {
		case tt.says == "" && (err != nil || string(data) != "12345"):
			t.Errorf("%s: %q, %v", tt.name, data, err)
		case tt.says != "" && (err == nil || data != nil || !strings.Contains(err.Error(), tt.says) || tt.is != nil && !errors.Is(err, tt.is)):
			t.Errorf("%s: %q, %v, want %q", tt.name, data, err, tt.says)
		}
	}
}

// TestReadAll: a drawn page is no exception.
func TestReadAll(t *testing.T) {
	folder := traps(t)
	for _, tt := range []struct {
		prefix string
		good   bool
	}{{"page-fi", true}, {"page-p", false}, {"page-l", false}, {"page-z", false}} {
		if all, err := readAll(folder, tt.prefix); (err == nil) != tt.good || tt.good && len(all) != 1 {
			t.Errorf("%s*: %q, %v", tt.prefix, all, err)
		}
	}
}

// TestWriteNew: a document does not go where a LibreOffice has laid a link for
// it, nor wait at a pipe.
func TestWriteNew(t *testing.T) {
	folder := traps(t)
	for name, good := range map[string]bool{"in.docx": true, "page-file": false, "page-pipe": false, "page-link": false, "page-folder": false} {
		err := writeNew(filepath.Join(folder, name), []byte("a letter"))
		if good && err != nil || !good && !errors.Is(err, errResident) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, want := range map[string]string{"in.docx": "a letter", "page-file": "12345", "page-link": "secret"} {
		if got, err := os.ReadFile(filepath.Join(folder, name)); err != nil || string(got) != want {
			t.Errorf("%s holds %q, %v", name, got, err)
		}
	}
}
