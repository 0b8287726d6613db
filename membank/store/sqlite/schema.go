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

// ready inspects the file and brings its tables up to the last step.
func (s *Store) ready(ctx context.Context, steps []step) error {
	have, err := s.version(ctx, steps)
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

// version is the version of the file's tables, from one snapshot: another process may be
// making them.
func (s *Store) version(ctx context.Context, steps []step) (int, error) {
	tx, err := s.db.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return 0, err
	}
	defer tx.Rollback() // it has only read
	return inspect(ctx, tx, steps)
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
	have, err := inspect(ctx, tx, steps)
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
