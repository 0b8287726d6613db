package sqlite_test

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"legomem/membank/store"
	"legomem/membank/store/conformance"
	"legomem/membank/store/sqlite"
)

var (
	at    = store.Scope{Tenant: "ann", Collection: "things"}
	three = store.Embedding{Model: "test-1", Dim: 3}
)

func open(t testing.TB, path string, mode sqlite.Mode) *sqlite.Store {
	t.Helper()
	s, err := sqlite.Open(t.Context(), path, mode)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestConformance(t *testing.T) {
	conformance.Test(t, func(t *testing.T) store.Store {
		return open(t, filepath.Join(t.TempDir(), "bank.db"), sqlite.ReadWrite)
	})
}

func TestLastsAndIsPrivate(t *testing.T) {
	// The name is one that an address would have to escape.
	path := filepath.Join(t.TempDir(), "new folder", "50% sure?mode=ro#1.db")
	s := open(t, path, sqlite.ReadWrite)
	must(t, s.Ensure(t.Context(), at.Collection, three))
	must(t, s.Upsert(t.Context(), at, []store.Record{{ID: "a", Vector: []float32{1, 0, 0}}}))
	for name, want := range map[string]fs.FileMode{filepath.Dir(path): 0o700, path: 0o600, path + "-wal": 0o600} {
		info, err := os.Stat(name)
		must(t, err)
		if info.Mode().Perm() != want {
			t.Errorf("%s is %v, not %v", name, info.Mode().Perm(), want)
		}
	}
	must(t, s.Close())
	files, err := os.ReadDir(filepath.Dir(path))
	must(t, err)
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
	must(t, w.Ensure(t.Context(), at.Collection, three))
	must(t, w.Upsert(t.Context(), at, []store.Record{{ID: "a", Vector: []float32{1, 0, 0}}}))

	r := open(t, path, sqlite.ReadOnly)
	hits, err := r.Search(t.Context(), at, store.Query{Vector: []float32{1, 0, 0}, K: 1})
	if err != nil || len(hits) != 1 {
		t.Errorf("Search: %v, %v", hits, err)
	}
	must(t, r.Ensure(t.Context(), at.Collection, three))
	must(t, r.Ensure(t.Context(), "never made", three))
	var m *store.Mismatch
	if err := r.Ensure(t.Context(), at.Collection, store.Embedding{Model: "other", Dim: 3}); !errors.As(err, &m) {
		t.Errorf("another embedding: %v", err)
	}
	_, deleteErr := r.Delete(t.Context(), at, []string{"a"})
	for name, err := range map[string]error{
		"Upsert": r.Upsert(t.Context(), at, []store.Record{{ID: "b"}}),
		"Amend":  r.Amend(t.Context(), at, []string{"a"}, func(map[string]string) {}),
		"Delete": deleteErr,
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
		must(t, os.WriteFile(path, content, 0o600))
		return path
	}
	foreign := filepath.Join(dir, "foreign.db")
	db, err := sql.Open("sqlite", foreign)
	must(t, err)
	_, err = db.Exec("CREATE TABLE songs (name TEXT)")
	must(t, errors.Join(err, db.Close()))

	newer := filepath.Join(dir, "newer.db")
	must(t, open(t, newer, sqlite.ReadWrite).Close())
	db, err = sql.Open("sqlite", newer)
	must(t, err)
	_, err = db.Exec("PRAGMA user_version = 99")
	must(t, errors.Join(err, db.Close()))

	whole := filepath.Join(dir, "whole.db")
	must(t, open(t, whole, sqlite.ReadWrite).Close())
	content, err := os.ReadFile(whole)
	must(t, err)
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
	must(t, os.WriteFile(path, nil, 0o600))
	must(t, open(t, path, sqlite.ReadWrite).Ensure(t.Context(), "things", three))
}

// A process of its own is this test's program with writerEnv set: it opens the
// bank, writes its records one by one, and says so.
const writerEnv = "LEGOMEM_TEST_WRITER"

func TestMain(m *testing.M) {
	if spec := os.Getenv(writerEnv); spec != "" {
		if err := writeOn(spec); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

func writeOn(spec string) error {
	who, path, _ := strings.Cut(spec, ":")
	ctx := context.Background()
	s, err := sqlite.Open(ctx, path, sqlite.ReadWrite)
	if err != nil {
		return err
	}
	if err := s.Ensure(ctx, at.Collection, three); err != nil {
		return err
	}
	for i := 0; who == "forever" || i < 20; i++ {
		pair := []store.Record{{ID: fmt.Sprintf("%s %d a", who, i)}, {ID: fmt.Sprintf("%s %d b", who, i)}}
		if err := s.Upsert(ctx, at, pair); err != nil {
			return err
		}
		count := func(f map[string]string) { n, _ := strconv.Atoi(f["n"]); f["n"] = strconv.Itoa(n + 1) }
		if err := s.Amend(ctx, at, []string{"shared"}, count); err != nil {
			return err
		}
		fmt.Println(i)
	}
	return s.Close()
}

func writer(t *testing.T, who, path string) *exec.Cmd {
	cmd := exec.CommandContext(t.Context(), os.Args[0])
	cmd.Env = append(os.Environ(), writerEnv+"="+who+":"+path)
	return cmd
}

func TestSeveralProcesses(t *testing.T) {
	path := filepath.Join(t.TempDir(), "bank.db")
	var writers []*exec.Cmd
	var said [4]bytes.Buffer
	for i := range said {
		cmd := writer(t, strconv.Itoa(i), path)
		cmd.Stderr = &said[i]
		must(t, cmd.Start())
		writers = append(writers, cmd)
	}
	s := open(t, path, sqlite.ReadWrite)
	must(t, s.Ensure(t.Context(), at.Collection, three))
	must(t, s.Upsert(t.Context(), at, []store.Record{{ID: "shared"}}))
	for i, cmd := range writers {
		if err := cmd.Wait(); err != nil {
			t.Errorf("writer %d: %v: %s", i, err, &said[i])
		}
	}
	if n, err := s.Count(t.Context(), at, nil); err != nil || n != 4*20*2+1 {
		t.Errorf("%d records, %v", n, err)
	}
}

func TestKilledInTheMiddle(t *testing.T) {
	path := filepath.Join(t.TempDir(), "bank.db")
	cmd := writer(t, "forever", path)
	out, err := cmd.StdoutPipe()
	must(t, err)
	must(t, cmd.Start())
	line := make([]byte, 64)
	_, err = out.Read(line) // it is in the middle of writing
	must(t, err)
	must(t, cmd.Process.Kill())
	cmd.Wait()

	s := open(t, path, sqlite.ReadWrite)
	records, err := s.List(t.Context(), at, store.Page{})
	must(t, err)
	if len(records) == 0 || len(records)%2 != 0 {
		t.Errorf("%d records: a transaction was torn or lost", len(records))
	}
	must(t, s.Upsert(t.Context(), at, []store.Record{{ID: "after"}}))
}

func fill(b *testing.B, s *sqlite.Store, n, dim int) []float32 {
	b.Helper()
	random := rand.New(rand.NewPCG(1, 2))
	vector := func() []float32 {
		v := make([]float32, dim)
		for i := range v {
			v[i] = random.Float32() - 0.5
		}
		return v
	}
	must(b, s.Ensure(b.Context(), at.Collection, store.Embedding{Model: "test", Dim: dim}))
	var records []store.Record
	for i := range n {
		kind := []string{"task", "subtask"}[min(i%4, 1)]
		records = append(records, store.Record{ID: fmt.Sprint(i), Vector: vector(), Text: "a text",
			Fields: map[string]string{"kind": kind}, Payload: make([]byte, 4096)})
	}
	must(b, s.Upsert(b.Context(), at, records))
	return vector()
}

func BenchmarkSearch(b *testing.B) {
	for _, n := range []int{100, 1000, 10000} {
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			s := open(b, filepath.Join(b.TempDir(), "bank.db"), sqlite.ReadWrite)
			query := fill(b, s, n, 1024)
			filter := store.Filter{{Field: "kind", Any: []string{"task"}}}
			for b.Loop() {
				hits, err := s.Search(b.Context(), at, store.Query{Vector: query, K: 50, Filter: filter})
				if err != nil || len(hits) == 0 {
					b.Fatal(len(hits), err)
				}
			}
		})
	}
}

// BenchmarkOpen is a start of the program: open, check the collection, close.
func BenchmarkOpen(b *testing.B) {
	path := filepath.Join(b.TempDir(), "bank.db")
	fill(b, open(b, path, sqlite.ReadWrite), 100, 1024)
	for b.Loop() {
		s, err := sqlite.Open(b.Context(), path, sqlite.ReadWrite)
		must(b, err)
		must(b, s.Ensure(b.Context(), at.Collection, store.Embedding{Model: "test", Dim: 1024}))
		must(b, s.Close())
	}
}

// BenchmarkCreate is the first start on a machine: a new file with forty
// records.
func BenchmarkCreate(b *testing.B) {
	dir := b.TempDir()
	for i := 0; b.Loop(); i++ {
		s, err := sqlite.Open(b.Context(), filepath.Join(dir, strconv.Itoa(i)+".db"), sqlite.ReadWrite)
		must(b, err)
		fill(b, s, 40, 1024)
		must(b, s.Close())
	}
}
