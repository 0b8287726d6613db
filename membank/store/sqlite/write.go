package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"

	"legomem/membank/store"
)

// Ensure implements store.Store.
func (s *Store) Ensure(ctx context.Context, collection string, e store.Embedding) error {
	if err := e.Check(); err != nil {
		return err
	}
	have, err := s.embedding(ctx, s.db, collection)
	if errors.Is(err, store.ErrNoCollection) && s.mode == ReadWrite {
		have, err = s.make(ctx, collection, e)
	}
	switch {
	case errors.Is(err, store.ErrNoCollection):
		return nil
	case err != nil:
		return err
	case have != e:
		return &store.Mismatch{Collection: collection, Have: have, Want: e}
	}
	return nil
}

// make makes the collection unless another process was faster, and returns the
// embedding of the one that is there.
func (s *Store) make(ctx context.Context, collection string, e store.Embedding) (have store.Embedding, err error) {
	err = s.write(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO collections (name, model, dim) VALUES (?, ?, ?) ON CONFLICT DO NOTHING`,
			collection, e.Model, e.Dim)
		if err != nil {
			return err
		}
		have, err = s.embedding(ctx, tx, collection)
		return err
	})
	return have, err
}

// embedding is the collection's, or store.ErrNoCollection.
func (s *Store) embedding(ctx context.Context, db querier, collection string) (e store.Embedding, err error) {
	err = db.QueryRowContext(ctx, `SELECT model, dim FROM collections WHERE name = ?`, collection).Scan(&e.Model, &e.Dim)
	if errors.Is(err, sql.ErrNoRows) {
		return e, fmt.Errorf("%w: %s", store.ErrNoCollection, collection)
	}
	return e, explain(s.path, err)
}

const upsert = `INSERT INTO records (collection, tenant, id, fields, vector, text, payload)
	VALUES ((SELECT key FROM collections WHERE name = ?), ?, ?, ?, ?, ?, ?)
	ON CONFLICT (collection, tenant, id) DO UPDATE
	SET fields = excluded.fields, vector = excluded.vector, text = excluded.text, payload = excluded.payload`

// Upsert implements store.Store.
func (s *Store) Upsert(ctx context.Context, at store.Scope, records []store.Record) error {
	if err := at.Check(); err != nil {
		return err
	}
	return s.write(ctx, func(tx *sql.Tx) error {
		e, err := s.embedding(ctx, tx, at.Collection)
		if err != nil {
			return err
		}
		put, err := tx.PrepareContext(ctx, upsert)
		if err != nil {
			return err
		}
		defer put.Close()
		for _, r := range records {
			if err := insert(ctx, put, at, e, r); err != nil {
				return err
			}
		}
		return nil
	})
}

func insert(ctx context.Context, put *sql.Stmt, at store.Scope, e store.Embedding, r store.Record) error {
	if err := r.Check(e); err != nil {
		return err
	}
	fields, err := encodeFields(r.Fields)
	if err != nil {
		return fmt.Errorf("record %s: %w", r.ID, err)
	}
	_, err = put.ExecContext(ctx, at.Collection, at.Tenant, r.ID, fields, encode(store.Unit(r.Vector)), r.Text, r.Payload)
	return err
}

func encodeFields(fields map[string]string) (string, error) {
	if len(fields) == 0 {
		return "{}", nil
	}
	b, err := json.Marshal(fields)
	return string(b), err
}

// Amend implements store.Store.
func (s *Store) Amend(ctx context.Context, at store.Scope, ids []string, change func(map[string]string)) error {
	if err := at.Check(); err != nil {
		return err
	}
	return s.write(ctx, func(tx *sql.Tx) error {
		for _, id := range ids {
			if err := amend(ctx, tx, at, id, change); err != nil {
				return fmt.Errorf("record %s: %w", id, err)
			}
		}
		return nil
	})
}

func amend(ctx context.Context, tx *sql.Tx, at store.Scope, id string, change func(map[string]string)) error {
	var key int64
	var text string
	row := tx.QueryRowContext(ctx, `SELECT key, fields FROM records WHERE `+inScope+` AND id = ?`, at.Collection, at.Tenant, id)
	if err := row.Scan(&key, &text); errors.Is(err, sql.ErrNoRows) {
		return nil
	} else if err != nil {
		return err
	}
	fields := map[string]string{}
	if err := json.Unmarshal([]byte(text), &fields); err != nil {
		return err
	}
	change(fields)
	if err := (store.Record{ID: id, Fields: fields}).Check(store.Embedding{}); err != nil {
		return err
	}
	text, err := encodeFields(fields)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `UPDATE records SET fields = ? WHERE key = ?`, text, key)
	return err
}

// Delete implements store.Store.
func (s *Store) Delete(ctx context.Context, at store.Scope, ids []string) (gone int, err error) {
	if err := at.Check(); err != nil {
		return 0, err
	}
	err = s.write(ctx, func(tx *sql.Tx) error {
		for _, id := range ids {
			res, err := tx.ExecContext(ctx, `DELETE FROM records WHERE `+inScope+` AND id = ?`, at.Collection, at.Tenant, id)
			if err != nil {
				return err
			}
			n, err := res.RowsAffected()
			if err != nil {
				return err
			}
			gone += int(n)
		}
		return nil
	})
	if err != nil {
		return 0, err
	}
	return gone, nil
}
