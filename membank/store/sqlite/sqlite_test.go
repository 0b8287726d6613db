package sqlite_test

import (
	"database/sql"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"legomem/membank/store"
	"legomem/membank/store/conformance"
	"legomem/membank/store/sqlite"
	"legomem/must"
)

var (
	at    = store.Scope{Tenant: "ann", Collection: "things"}
	three = store.Embedding{Model: "test-1", Dim: 3}
)

func open(t testing.TB, path string, mode sqlite.Mode) *sqlite.Store {
	t.Helper()
	s := must.Have(sqlite.Open(t.Context(), path, mode))(t)
	t.Cleanup(func() { s.Close() })
	return s
}

func TestConformance(t *testing.T) {
	conformance.Test(t, func(t *testing.T) store.Store {
		return open(t, filepath.Join(t.TempDir(), "bank.db"), sqlite.ReadWrite)
	})
}

func TestReembedMeanwhile(t *testing.T) {
	conformance.TestReembedMeanwhile(t, open(t, filepath.Join(t.TempDir(), "bank.db"), sqlite.ReadWrite))
}

func TestLastsAndIsPrivate(t *testing.T) {
	// The name is one that an address would have to escape.
	path := filepath.Join(t.TempDir(), "new folder", "50% sure?mode=ro#1.db")
	s := open(t, path, sqlite.ReadWrite)
	must.Do(t, s.Ensure(t.Context(), at.Collection, three))
	must.Do(t, s.Upsert(t.Context(), at, []store.Record{{ID: "a", Vector: []float32{1, 0, 0}}}))
	for name, want := range map[string]fs.FileMode{filepath.Dir(path): 0o700, path: 0o600, path + "-wal": 0o600} {
		info := must.Have(os.Stat(name))(t)
		if info.Mode().Perm() != want {
			t.Errorf("%s is %v, not %v", name, info.Mode().Perm(), want)
		}
	}
	must.Do(t, s.Close())
	files := must.Have(os.ReadDir(filepath.Dir(path)))(t)
	if len(files) != 1 {
		t.Errorf("beside the bank, closing left %v", files)
	}
	again := open(t, path, sqlite.ReadWrite)
	if n, err := again.Count(t.Context(), at, nil); err != nil || n != 1 {
		t.Errorf("after opening again: %d records, %v", n, err)
	}
}

func TestReadOnly(t *testing.T) {
	path := filepath.Join(t.TempDir(), "bank.db")
	if _, err := sqlite.Open(t.Context(), path, sqlite.ReadOnly); !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), path) {
		t.Errorf("a missing bank: %v", err)
	}
	w := open(t, path, sqlite.ReadWrite)
	must.Do(t, w.Ensure(t.Context(), at.Collection, three))
	must.Do(t, w.Upsert(t.Context(), at, []store.Record{{ID: "a", Vector: []float32{1, 0, 0}}}))

	r := open(t, path, sqlite.ReadOnly)
	hits, err := r.Search(t.Context(), at, store.Query{Vector: []float32{1, 0, 0}, K: 1})
	if err != nil || len(hits) != 1 {
		t.Errorf("Search: %v, %v", hits, err)
	}
	must.Do(t, r.Ensure(t.Context(), at.Collection, three))
	must.Do(t, r.Ensure(t.Context(), "never made", three))
	var m *store.Mismatch
	if err := r.Ensure(t.Context(), at.Collection, store.Embedding{Model: "other", Dim: 3}); !errors.As(err, &m) {
		t.Errorf("another embedding: %v", err)
	}
	_, deleteErr := r.Delete(t.Context(), at, []string{"a"})
	_, reembedErr := r.Reembed(t.Context(), at.Collection, store.Embedding{Model: "other", Dim: 1}, nil)
	for name, err := range map[string]error{
		"Upsert":  r.Upsert(t.Context(), at, []store.Record{{ID: "b"}}),
		"Amend":   r.Amend(t.Context(), at, []string{"a"}, func(map[string]string) {}),
		"Delete":  deleteErr,
		"Reembed": reembedErr,
	} {
		if !errors.Is(err, store.ErrReadOnly) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestRefuses(t *testing.T) {
	dir := t.TempDir()
	file := func(name string, content []byte) string {
		path := filepath.Join(dir, name)
		must.Do(t, os.WriteFile(path, content, 0o600))
		return path
	}
	foreign := filepath.Join(dir, "foreign.db")
	db, err := sql.Open("sqlite", foreign)
	must.Do(t, err)
	_, err = db.Exec("CREATE TABLE songs (name TEXT)")
	must.Do(t, errors.Join(err, db.Close()))

	newer := filepath.Join(dir, "newer.db")
	must.Do(t, open(t, newer, sqlite.ReadWrite).Close())
	db, err = sql.Open("sqlite", newer)
	must.Do(t, err)
	_, err = db.Exec("PRAGMA user_version = 99")
	must.Do(t, errors.Join(err, db.Close()))

	whole := filepath.Join(dir, "whole.db")
	must.Do(t, open(t, whole, sqlite.ReadWrite).Close())
	content, err := os.ReadFile(whole)
	must.Do(t, err)
	for i := 100; i < len(content); i++ {
		content[i] = byte(i * 31)
	}

	for _, c := range []struct {
		name, path string
		mode       sqlite.Mode
		want       error
		says       string
	}{
		{"a text file", file("text.db", []byte(strings.Repeat("not a database\n", 100))), sqlite.ReadWrite, sqlite.ErrNotABank, "text.db"},
		{"a short file", file("short.db", []byte("hello")), sqlite.ReadWrite, sqlite.ErrNotABank, "short.db"},
		{"a damaged bank", file("damaged.db", content), sqlite.ReadWrite, sqlite.ErrNotABank, "damaged.db"},
		{"another program's", foreign, sqlite.ReadWrite, sqlite.ErrNotABank, "foreign.db"},
		{"a newer one", newer, sqlite.ReadWrite, sqlite.ErrNewer, "newer.db"},
		{"a folder", dir, sqlite.ReadWrite, nil, "is a folder"},
		{"a file for a folder", filepath.Join(foreign, "bank.db"), sqlite.ReadWrite, nil, "not a directory"},
		{"an empty one to read", file("empty.db", nil), sqlite.ReadOnly, sqlite.ErrNotABank, "empty.db"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, err := sqlite.Open(t.Context(), c.path, c.mode)
			if err == nil {
				s.Close()
				t.Fatal("it was opened")
			}
			if c.want != nil && !errors.Is(err, c.want) {
				t.Errorf("the error is %v", err)
			}
			if !strings.Contains(err.Error(), c.says) {
				t.Errorf("%q does not say %q", err, c.says)
			}
			if n := strings.Count(err.Error(), "memory bank "+c.path); n > 1 {
				t.Errorf("%q names the file %d times", err, n)
			}
		})
	}
}

func TestAnEmptyFileBecomesABank(t *testing.T) {
	path := filepath.Join(t.TempDir(), "bank.db")
	must.Do(t, os.WriteFile(path, nil, 0o600))
	must.Do(t, open(t, path, sqlite.ReadWrite).Ensure(t.Context(), "things", three))
}
