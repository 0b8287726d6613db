package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// A bank may be a stranger's file. What its schema holds is run by SQLite when the
// tables are used: a trigger, a view in a table's place, an index or a column that is
// computed, a virtual table. So a bank is used only if its schema is, word for word, the
// one that this program makes.

// object is an entry of a schema.
type object struct{ kind, name, table, statement string }

// querier is a database or a transaction.
type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// inspect returns the version of the file's tables, 0 for a new file. It refuses what is
// not a bank that these steps made. Nothing is read from a table before.
//
// The PRAGMAs are no functions on purpose: a table of a function's name would be read in
// its place.
func inspect(ctx context.Context, db querier, steps []step) (int, error) {
	var app, version int
	err := db.QueryRowContext(ctx, `PRAGMA application_id`).Scan(&app)
	if err == nil {
		err = db.QueryRowContext(ctx, `PRAGMA user_version`).Scan(&version)
	}
	if err != nil {
		return 0, err
	}
	has, err := schemaOf(ctx, db)
	switch {
	case err != nil:
		return 0, err
	case app == 0 && version == 0 && len(has) == 0:
		return 0, nil
	case app != applicationID:
		return 0, fmt.Errorf("%w (it is another program's SQLite database)", ErrNotABank)
	case version > len(steps):
		return 0, fmt.Errorf("version %d: %w", version, ErrNewer)
	case version < 1:
		return 0, fmt.Errorf("%w (its version is %d)", ErrNotABank, version)
	}
	want, err := schemaAfter(ctx, steps[:version])
	if err != nil {
		return 0, err
	}
	return version, compareSchemas(has, want)
}

// schemaOf reads a schema. The indexes that SQLite makes by itself, which have no
// statement, come last.
func schemaOf(ctx context.Context, db querier) ([]object, error) {
	rows, err := db.QueryContext(ctx, `SELECT type, name, tbl_name, coalesce(sql, '') FROM sqlite_schema ORDER BY sql IS NULL, type, name`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var out []object
	for rows.Next() {
		var o object
		if err := rows.Scan(&o.kind, &o.name, &o.table, &o.statement); err != nil {
			return nil, err
		}
		o.statement = strings.Join(strings.Fields(o.statement), " ")
		out = append(out, o)
	}
	return out, rows.Err()
}

// schemaAfter returns the schema that the steps make, with the tables of one scope's
// words.
func schemaAfter(ctx context.Context, steps []step) (out []object, err error) {
	db, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	db.SetMaxOpenConns(1) // another connection would have a memory of its own
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return nil, err
	}
	defer tx.Rollback() // the schema is all that is wanted
	for _, s := range append(slices.Clone(steps), statements(wordsStatement(anyScope))) {
		if err := s(ctx, tx); err != nil {
			return nil, err
		}
	}
	return schemaOf(ctx, tx)
}

// anyScope stands for every scope in the names of tables of words.
const anyScope = 0

var wordsName = regexp.MustCompile(`^words_[1-9][0-9]*`)

// anyScoped returns the object as it is called in a schema that has anyScope's words
// alone. An object of another name stays as it is.
func (o object) anyScoped() object {
	own := wordsName.FindString(o.table)
	if own == "" {
		return o
	}
	general := wordsTable(anyScope)
	rename := func(s string) string { return strings.Replace(s, own, general, 1) }
	return object{o.kind, rename(o.name), rename(o.table), rename(o.statement)}
}

func compareSchemas(has, want []object) error {
	missing := map[object]bool{}
	for _, o := range want {
		missing[o] = true
	}
	allowed := maps.Clone(missing)
	for _, o := range has {
		general := o.anyScoped()
		if !allowed[general] {
			return fmt.Errorf("%w (it holds the %s %q, which no bank has in this form)", ErrNotABank, o.kind, o.name)
		}
		delete(missing, general)
	}
	for _, o := range want {
		if missing[o] && !strings.HasPrefix(o.table, wordsTable(anyScope)) {
			return fmt.Errorf("%w (it lacks the %s %q)", ErrNotABank, o.kind, o.name)
		}
	}
	return nil
}
