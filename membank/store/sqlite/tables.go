package sqlite

import (
	"context"
	"database/sql"
	"fmt"
)

// step brings the tables from one version to the next.
type step func(context.Context, *sql.Tx) error

// migrations are all the steps. A released one is never changed; add another.
func migrations() []step {
	return []step{statements(firstTables), makeScopes, statements(intentIndex)}
}

func statements(text string) step {
	return func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, text)
		return err
	}
}

// A record's wide columns come last, so that a listing by field does not read
// them.
const firstTables = `
	CREATE TABLE collections (
		key   INTEGER PRIMARY KEY,
		name  TEXT NOT NULL UNIQUE,
		model TEXT NOT NULL,
		dim   INTEGER NOT NULL
	) STRICT;
	CREATE TABLE records (
		key        INTEGER PRIMARY KEY,
		collection INTEGER NOT NULL REFERENCES collections (key),
		tenant     TEXT NOT NULL,
		id         TEXT NOT NULL,
		fields     TEXT NOT NULL,
		vector     BLOB,
		text       TEXT NOT NULL,
		payload    BLOB,
		UNIQUE (collection, tenant, id)
	) STRICT;`

// scopedTables gives each tenant's part of a collection a row. Its version goes up with
// every write, and each record keeps the version that wrote it last, so that an index
// finds the records that changed since a version. A deleted record leaves no row to
// find: deletions counts up, and a reader that sees it changed compares the keys, which
// are never reused. words is set if there is a table of the scope's words.
const scopedTables = `
	CREATE TABLE scopes (
		key        INTEGER PRIMARY KEY AUTOINCREMENT,
		collection INTEGER NOT NULL REFERENCES collections (key),
		tenant     TEXT NOT NULL,
		version    INTEGER NOT NULL DEFAULT 1,
		deletions  INTEGER NOT NULL DEFAULT 0,
		words      INTEGER NOT NULL DEFAULT 0,
		UNIQUE (collection, tenant)
	) STRICT;
	INSERT INTO scopes (collection, tenant) SELECT DISTINCT collection, tenant FROM records;
	ALTER TABLE records RENAME TO records_1;
	CREATE TABLE records (
		key     INTEGER PRIMARY KEY AUTOINCREMENT,
		scope   INTEGER NOT NULL REFERENCES scopes (key),
		id      TEXT NOT NULL,
		changed INTEGER NOT NULL,
		fields  TEXT NOT NULL,
		vector  BLOB,
		text    TEXT NOT NULL,
		payload BLOB,
		UNIQUE (scope, id)
	) STRICT;
	INSERT INTO records (scope, id, changed, fields, vector, text, payload)
		SELECT s.key, r.id, s.version, r.fields, r.vector, r.text, r.payload
		FROM records_1 r JOIN scopes s ON s.collection = r.collection AND s.tenant = r.tenant ORDER BY r.key;
	DROP TABLE records_1;
	CREATE INDEX records_changed ON records (scope, changed);`

// intentIndex is for what a user wanted before: all that was said for one intent, or the newest
// of it, among the thousands of sessions of years (package membank/recall). Its expressions
// are valueOf's.
const intentIndex = `
	CREATE INDEX records_intent ON records (scope, coalesce(fields ->> 'intent', ''), coalesce(fields ->> 'at', '') DESC, id);`

// makeScopes makes the scopes, and the tables of words for existing records.
func makeScopes(ctx context.Context, tx *sql.Tx) error {
	if _, err := tx.ExecContext(ctx, scopedTables); err != nil {
		return err
	}
	scopes, err := keys(ctx, tx, `SELECT DISTINCT scope FROM records WHERE text <> ''`)
	if err != nil {
		return err
	}
	for _, scope := range scopes {
		if err := makeWords(ctx, tx, scope); err != nil {
			return err
		}
		fill := fmt.Sprintf(`INSERT INTO %s (rowid, text) SELECT key, text FROM records WHERE scope = ? AND text <> '' ORDER BY key`, wordsTable(scope))
		if _, err := tx.ExecContext(ctx, fill, scope); err != nil {
			return err
		}
	}
	return nil
}

// keys returns the numbers that a query yields.
func keys(ctx context.Context, tx *sql.Tx, query string, args ...any) ([]int64, error) {
	rows, err := tx.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var out []int64
	for rows.Next() {
		var key int64
		if err := rows.Scan(&key); err != nil {
			return nil, err
		}
		out = append(out, key)
	}
	return out, rows.Err()
}
