package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// applicationID marks a file as ours ("LGMB"), so that another program's
// database is not written into.
const applicationID = 0x4c474d42

// ready brings the tables up to the last step. For a current file it costs one query.
func (s *Store) ready(ctx context.Context, steps []step) error {
	have, err := version(ctx, s.db, len(steps))
	if err != nil || have == len(steps) {
		return err
	}
	if s.mode == ReadOnly && have == 0 {
		return fmt.Errorf("%w (it is empty)", ErrNotABank)
	}
	if s.mode == ReadOnly {
		return errOlder
	}
	if have == 0 {
		if err := useWAL(ctx, s.db); err != nil {
			return err
		}
	}
	return migrate(ctx, s.db, steps)
}

// errOlder is a bank that must be brought up to date before it can be read.
var errOlder = errors.New("it was made by an older legomem and may not be written to, so that it cannot be brought up to date; open a copy that may")

// querier is a database or a transaction.
type querier interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// version is the version of the file's tables: 0 for a new file, known at most.
func version(ctx context.Context, db querier, known int) (int, error) {
	var app, version, tables int
	row := db.QueryRowContext(ctx, `SELECT application_id, user_version, (SELECT count(*) FROM sqlite_schema)
		FROM pragma_application_id, pragma_user_version`)
	if err := row.Scan(&app, &version, &tables); err != nil {
		return 0, err
	}
	switch {
	case app == 0 && version == 0 && tables == 0:
		return 0, nil
	case app != applicationID:
		return 0, fmt.Errorf("%w (it is another program's SQLite database)", ErrNotABank)
	case version > known:
		return 0, fmt.Errorf("version %d: %w", version, ErrNewer)
	}
	return version, nil
}

// useWAL lets readers and a writer work at the same time. The file remembers it. SQLite
// does not wait for other processes here, so this does.
func useWAL(ctx context.Context, db *sql.DB) error {
	for wait := time.Millisecond; ; wait *= 2 {
		_, err := db.ExecContext(ctx, "PRAGMA journal_mode = WAL")
		if !isCode(err, codeBusy) || wait > 4*time.Second {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(wait):
		}
	}
}

// migrate runs the steps the file lacks, in one transaction.
func migrate(ctx context.Context, db *sql.DB, steps []step) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback() // does nothing after the commit
	have, err := version(ctx, tx, len(steps))
	if err != nil {
		return err
	}
	for n := have; n < len(steps); n++ {
		if err := steps[n](ctx, tx); err != nil {
			return fmt.Errorf("bring the tables to version %d: %w", n+1, err)
		}
	}
	mark := fmt.Sprintf("PRAGMA application_id = %d; PRAGMA user_version = %d", applicationID, len(steps))
	if _, err := tx.ExecContext(ctx, mark); err != nil {
		return err
	}
	return tx.Commit()
}
