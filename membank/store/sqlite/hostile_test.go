package sqlite

import (
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"legomem/membank/store"
	"legomem/must"
	"legomem/sweep"
)

// aBank makes a bank with a record in a scope of words, and returns its path.
func aBank(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "bank.db")
	s := must.Have(Open(t.Context(), path, ReadWrite))(t)
	must.Do(t, s.Ensure(t.Context(), "things", store.Embedding{}))
	for _, tenant := range []string{"ann", "bea"} {
		must.Do(t, s.Upsert(t.Context(), store.Scope{Tenant: tenant, Collection: "things"}, []store.Record{{ID: "a", Text: "some words"}}))
	}
	must.Do(t, s.Close())
	return path
}

// alter runs statements on a file, as another program may.
func alter(t *testing.T, path string, statements ...string) {
	t.Helper()
	db := must.Have(sql.Open("sqlite", "file:"+path))(t)
	db.SetMaxOpenConns(1)
	for _, s := range statements {
		if _, err := db.Exec(s); err != nil {
			t.Fatalf("%s: %v", s, err)
		}
	}
	must.Do(t, db.Close())
}

// TestHostileSchemas: a bank whose schema holds anything else than this program makes is
// refused by name, to write and to read.
func TestHostileSchemas(t *testing.T) {
	sweep.OneGoroutine(t)
	for name, tt := range map[string]struct {
		statements []string
		says       string
	}{
		"a trigger":             {[]string{`CREATE TRIGGER spread AFTER UPDATE ON records BEGIN DELETE FROM records; END`}, `the trigger "spread"`},
		"a view":                {[]string{`CREATE VIEW other AS SELECT * FROM records`}, `the view "other"`},
		"a view for a table":    {[]string{`ALTER TABLE collections RENAME TO c2`, `CREATE VIEW collections AS SELECT * FROM c2`}, `the table "c2"`},
		"another table":         {[]string{`CREATE TABLE songs (name TEXT)`}, `the table "songs"`},
		"a virtual table":       {[]string{`CREATE VIRTUAL TABLE v USING fts5 (x)`}, `"v`},
		"an index of values":    {[]string{`CREATE INDEX i ON records (length(payload))`}, `the index "i"`},
		"a partial index":       {[]string{`CREATE INDEX i ON records (id) WHERE length(payload) > 1`}, `the index "i"`},
		"another index":         {[]string{`DROP INDEX records_changed`, `CREATE INDEX records_changed ON records (scope, abs(changed))`}, `the index "records_changed"`},
		"a computed column":     {[]string{`ALTER TABLE records ADD COLUMN more TEXT AS (upper(text))`}, `the table "records"`},
		"a default":             {[]string{`ALTER TABLE scopes ADD COLUMN more TEXT DEFAULT 'x'`}, `the table "scopes"`},
		"other words":           {[]string{`DROP TABLE words_1`, `CREATE VIRTUAL TABLE words_1 USING fts5 (text, content = 'records')`}, `the table "words_1"`},
		"words of nobody":       {[]string{`CREATE TABLE words_7_data (id INTEGER PRIMARY KEY, block BLOB CHECK (length(block) > 1))`}, `the table "words_7_data"`},
		"a trigger on words":    {[]string{`CREATE TRIGGER words_1 AFTER INSERT ON words_1_data BEGIN DELETE FROM records; END`}, `malformed database schema (words_1)`},
		"a shadow":              {[]string{`CREATE VIEW pragma_user_version AS SELECT 2 AS user_version`}, `the view "pragma_user_version"`},
		"a name that steers":    {[]string{"CREATE VIEW \"a\x1b[2J\" AS SELECT 1"}, `"a\x1b[2J"`},
		"a table that is gone":  {[]string{`DROP TABLE scopes`}, `it lacks the table "scopes"`},
		"an index that is gone": {[]string{`DROP INDEX records_changed`}, `it lacks the index "records_changed"`},
		"no version":            {[]string{`PRAGMA user_version = 0`}, `its version is 0`},
		"a version below zero":  {[]string{`PRAGMA user_version = -1`}, `its version is -1`},
	} {
		for mode, how := range map[Mode]string{ReadWrite: "to write", ReadOnly: "to read"} {
			t.Run(name+", "+how, func(t *testing.T) {
				path := aBank(t)
				alter(t, path, tt.statements...)
				s, err := Open(t.Context(), path, mode)
				if err == nil {
					s.Close()
					t.Fatal("it was opened")
				}
				if !errors.Is(err, ErrNotABank) || !strings.Contains(err.Error(), tt.says) || !strings.Contains(err.Error(), path) {
					t.Errorf("%v, want %q", err, tt.says)
				}
			})
		}
	}
}

// TestAHostileFirstBank: an older bank is inspected before it is brought up to date.
func TestAHostileFirstBank(t *testing.T) {
	path := firstBank(t)
	alter(t, path, `CREATE TRIGGER spread AFTER INSERT ON collections BEGIN DELETE FROM records; END`)
	for _, mode := range []Mode{ReadWrite, ReadOnly} {
		if _, err := Open(t.Context(), path, mode); !errors.Is(err, ErrNotABank) || !strings.Contains(err.Error(), `the trigger "spread"`) {
			t.Errorf("mode %d: %v", mode, err)
		}
	}
}

// TestEveryConnectionDefends asks each connection what SQLite lets the file do.
func TestEveryConnectionDefends(t *testing.T) {
	for _, mode := range []Mode{ReadWrite, ReadOnly} {
		s := must.Have(Open(t.Context(), aBank(t), mode))(t)
		defer s.Close()
		for range connections {
			c := must.Have(s.db.Conn(t.Context()))(t)
			defer c.Close()
			var trusted, checked, writable int
			must.Do(t, c.QueryRowContext(t.Context(), `PRAGMA trusted_schema`).Scan(&trusted))
			must.Do(t, c.QueryRowContext(t.Context(), `PRAGMA cell_size_check`).Scan(&checked))
			_, err := c.ExecContext(t.Context(), `PRAGMA writable_schema = ON`)
			must.Do(t, err)
			must.Do(t, c.QueryRowContext(t.Context(), `PRAGMA writable_schema`).Scan(&writable))
			if trusted != 0 || checked != 1 || writable != 0 {
				t.Errorf("trusted_schema %d, cell_size_check %d, writable_schema %d", trusted, checked, writable)
			}
		}
	}
}

// TestShadowTables: the tables that FTS5 makes are known by their statements, so that a
// SQLite that words them in another way is noticed before it refuses older banks.
func TestShadowTables(t *testing.T) {
	all := must.Have(schemaAfter(t.Context(), nil))(t)
	var got []string
	for _, o := range all {
		got = append(got, o.statement)
	}
	want := []string{
		`CREATE VIRTUAL TABLE words_0 USING fts5 (text, content = '', contentless_delete = 1, tokenize = 'porter unicode61')`,
		`CREATE TABLE 'words_0_config'(k PRIMARY KEY, v) WITHOUT ROWID`,
		`CREATE TABLE 'words_0_data'(id INTEGER PRIMARY KEY, block BLOB)`,
		`CREATE TABLE 'words_0_docsize'(id INTEGER PRIMARY KEY, sz BLOB, origin INTEGER)`,
		`CREATE TABLE 'words_0_idx'(segid, term, pgno, PRIMARY KEY(segid, term)) WITHOUT ROWID`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestOnlyPlainFiles: nothing waits for a pipe's writer, and no link is followed.
func TestOnlyPlainFiles(t *testing.T) {
	dir := t.TempDir()
	elsewhere := aBank(t)
	pipe, link, loose := filepath.Join(dir, "pipe.db"), filepath.Join(dir, "link.db"), filepath.Join(dir, "loose.db")
	must.Do(t, syscall.Mkfifo(pipe, 0o600))
	must.Do(t, os.Symlink(elsewhere, link))
	must.Do(t, os.Symlink(filepath.Join(dir, "nothing.db"), loose))
	beside := aBank(t)
	must.Do(t, os.Symlink(elsewhere, beside+"-journal"))
	for path, says := range map[string]string{
		pipe: "is a pipe or a device", link: "is a link", loose: "is a link", "/dev/null": "is a pipe or a device", dir: "is a folder",
		beside: "bank.db-journal, beside the memory bank, is not a plain file",
	} {
		for _, mode := range []Mode{ReadWrite, ReadOnly} {
			if _, err := Open(t.Context(), path, mode); err == nil || !strings.Contains(err.Error(), says) {
				t.Errorf("%s: %v, want %q", path, err, says)
			}
		}
	}
	if _, err := os.Lstat(filepath.Join(dir, "nothing.db")); !os.IsNotExist(err) {
		t.Errorf("a file was made where a link led: %v", err)
	}
}

// TestAFullDisk lets SQLite have no further page: the error says so, nothing of the write
// is left, and with room the bank goes on.
func TestAFullDisk(t *testing.T) {
	s := must.Have(Open(t.Context(), aBank(t), ReadWrite))(t)
	defer s.Close()
	s.db.SetMaxOpenConns(1) // a connection has its own bound
	var pages int
	must.Do(t, s.db.QueryRow(`PRAGMA page_count`).Scan(&pages))
	must.Do(t, s.db.QueryRow(`PRAGMA max_page_count = 1`).Scan(&pages)) // no less than there are
	at := store.Scope{Tenant: "ann", Collection: "things"}
	more := []store.Record{{ID: "b", Text: "short"}, {ID: "c", Payload: make([]byte, 1<<20)}}
	err := s.Upsert(t.Context(), at, more)
	if !isCode(err, codeFull) || !strings.Contains(err.Error(), "no space is left on its disk") || !strings.Contains(err.Error(), s.Path()) {
		t.Errorf("the error is %v", err)
	}
	if n, err := s.Count(t.Context(), at, nil); err != nil || n != 1 {
		t.Errorf("%d records are left, %v", n, err)
	}
	must.Do(t, s.db.QueryRow(`PRAGMA max_page_count = 100000`).Scan(&pages))
	must.Do(t, s.Upsert(t.Context(), at, more))
	var well string
	if err := s.db.QueryRow(`PRAGMA integrity_check`).Scan(&well); err != nil || well != "ok" {
		t.Errorf("%s, %v", well, err)
	}
}

// TestABankThatCouldNotBeMade: a disk that is full while a bank is made leaves a file
// that becomes a bank once there is room.
func TestABankThatCouldNotBeMade(t *testing.T) {
	path := filepath.Join(t.TempDir(), "bank.db")
	full := append(migrations()[:1:1], statements(`PRAGMA max_page_count = 1; CREATE TABLE more AS SELECT zeroblob(1000000) AS x`))
	must.Do(t, prepare(path, ReadWrite))
	if _, err := open(t.Context(), path, ReadWrite, "", full); !isCode(err, codeFull) {
		t.Fatalf("the error is %v", err)
	}
	s := must.Have(Open(t.Context(), path, ReadWrite))(t)
	defer s.Close()
	must.NoError(t, s.Ensure(t.Context(), "things", store.Embedding{}))
}
