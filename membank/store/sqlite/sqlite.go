// Package sqlite is a store.Store in one SQLite file, without C. Several processes may
// use the file at once; a crash leaves the last finished transaction. A search by
// vectors is exact: it goes over all of the tenant's vectors, which are kept in memory
// from the first search on. That is right for the thousands of records a bank holds, up
// to some hundred thousand, and wrong for millions.
//
// Start with Open. The tables are in tables.go, Search in search.go; what is
// kept in memory is in cache.go, and how it is searched in matrix.go.
package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"

	_ "modernc.org/sqlite" // the driver "sqlite"

	"legomem/membank/store"
)

// Mode is what a file is opened for.
type Mode int

// The modes.
const (
	ReadWrite Mode = iota // makes the file and its folder where they are missing
	ReadOnly              // writes nothing, but brings an older file up to date; it must be there
)

// connections is how many a Store holds at most: readers don't wait for each
// other, and a write waits for one writer anyway.
const connections = 4

// Store is a store.Store in a file. Make one with Open.
type Store struct {
	db      *sql.DB
	path    string
	mode    Mode
	writing turn // so that waiting writers hold none of the readers' connections

	mu      sync.Mutex
	caches  map[store.Scope]*cache
	ensured map[string]store.Embedding // what this program's vectors are made with
	recent  recent
}

// Open opens the file at path. A new file is readable by its owner alone, and
// so is a folder made for it. A file that is no bank of ours, or one of a newer
// program, is an error that names it.
func Open(ctx context.Context, path string, mode Mode) (*Store, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, fmt.Errorf("open the memory bank %s: %w", path, err)
	}
	if err := prepare(abs, mode); err != nil {
		return nil, err
	}
	s, err := open(ctx, abs, mode, "", migrations())
	switch {
	case mode == ReadOnly && isCode(err, codeCantOpen):
		// A reader needs two small files next to a bank. If it cannot make them, nobody
		// with its rights can write to the bank either.
		return open(ctx, abs, mode, "&immutable=1", migrations())
	case mode == ReadOnly && errors.Is(err, errOlder):
		if w, wErr := open(ctx, abs, ReadWrite, "", migrations()); wErr != nil || w.Close() != nil {
			return nil, err
		}
		return open(ctx, abs, mode, "", migrations())
	}
	return s, err
}

func open(ctx context.Context, path string, mode Mode, more string, steps []step) (*Store, error) {
	db, err := sql.Open("sqlite", address(path, mode)+more)
	if err != nil {
		return nil, explain(path, err)
	}
	db.SetMaxOpenConns(connections)
	db.SetMaxIdleConns(connections)
	s := &Store{db: db, path: path, mode: mode, writing: newTurn(), recent: newRecent(),
		caches: map[store.Scope]*cache{}, ensured: map[string]store.Embedding{}}
	if err := s.ready(ctx, steps); err != nil {
		return nil, errors.Join(explain(path, err), db.Close())
	}
	return s, nil
}

// address is the driver's name for the file. A write transaction takes its lock
// at the start, so that two of them wait for each other instead of failing, and
// is on the disk when it is finished. The file is not trusted: nothing in its schema may
// call a function with effects, no statement may alter the schema's own table, and a
// page is checked before it is used. What is deleted is overwritten: forgotten is forgotten.
func address(path string, mode Mode) string {
	u := url.URL{Scheme: "file", Path: filepath.ToSlash(path)}
	q := "?_pragma=busy_timeout(10000)&_pragma=synchronous(FULL)&_pragma=trusted_schema(OFF)&_pragma=cell_size_check(ON)&_pragma=secure_delete(ON)&_defensive=1&_txlock=immediate"
	if mode == ReadOnly {
		q += "&mode=ro"
	}
	return u.String() + q
}

// prepare makes the file with the right permissions before SQLite would make it
// with others, and refuses what cannot be a bank.
func prepare(path string, mode Mode) error {
	info, err := os.Lstat(path)
	switch {
	case err == nil:
		return checkKind(path, info)
	case !errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("open the memory bank: %w", err)
	case mode == ReadOnly:
		return fmt.Errorf("there is no memory bank at %s: %w", path, fs.ErrNotExist)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return fmt.Errorf("make the memory bank's folder: %w", err)
	}
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return prepare(path, mode) // another process was faster
	}
	if err != nil {
		return fmt.Errorf("make the memory bank: %w", err)
	}
	return f.Close()
}

// checkKind refuses what is not a plain file: opening a pipe would wait for a writer,
// and a link may lead to a file that nobody meant. So it is with the files that SQLite
// keeps beside a bank.
func checkKind(path string, info fs.FileInfo) error {
	if info.IsDir() {
		return fmt.Errorf("the memory bank %s is a folder; name a file in it", path)
	}
	if info.Mode()&fs.ModeSymlink != 0 {
		return fmt.Errorf("the memory bank %s is a link; name the file that it leads to", path)
	}
	if !info.Mode().IsRegular() {
		return fmt.Errorf("the memory bank %s is a pipe or a device; name a file", path)
	}
	for _, more := range []string{"-wal", "-shm", "-journal"} {
		beside, err := os.Lstat(path + more)
		if err == nil && !beside.Mode().IsRegular() {
			return fmt.Errorf("%s, beside the memory bank, is not a plain file; remove it", path+more)
		}
	}
	return nil
}

// Path is where the file is.
func (s *Store) Path() string { return s.path }

// Close implements store.Store.
func (s *Store) Close() error {
	if err := s.db.Close(); err != nil {
		return fmt.Errorf("close the memory bank %s: %w", s.path, err)
	}
	return nil
}

// write runs f in one transaction.
func (s *Store) write(ctx context.Context, f func(*sql.Tx) error) error {
	if s.mode == ReadOnly {
		return fmt.Errorf("%w: %s", store.ErrReadOnly, s.path)
	}
	if err := s.writing.wait(ctx); err != nil {
		return err
	}
	defer s.writing.give()
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return explain(s.path, err)
	}
	if err := f(tx); err != nil {
		return errors.Join(explain(s.path, err), ignoreDone(tx.Rollback()))
	}
	return explain(s.path, tx.Commit())
}

// ignoreDone drops the error of rolling back what a cancelled context has
// rolled back already.
func ignoreDone(err error) error {
	if errors.Is(err, sql.ErrTxDone) {
		return nil
	}
	return err
}

func placeholders(n int) string {
	return strings.TrimSuffix(strings.Repeat("?,", n), ",")
}
