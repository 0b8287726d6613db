package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"

	"legomem/membank/store"
)

// Ensure implements store.Store. If another program later embeds the collection again,
// searching it by vectors and writing to it return a *store.Mismatch, too.
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
	s.ensure(collection, e)
	return nil
}

func (s *Store) ensure(collection string, e store.Embedding) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ensured[collection] = e
}

// same returns a *store.Mismatch if the collection no longer has the ensured embedding.
func (s *Store) same(collection string, have store.Embedding) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if want, ok := s.ensured[collection]; ok && want != have {
		return &store.Mismatch{Collection: collection, Have: have, Want: want}
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

// embedding returns the collection's embedding, or store.ErrNoCollection.
func (s *Store) embedding(ctx context.Context, db querier, collection string) (e store.Embedding, err error) {
	err = db.QueryRowContext(ctx, `SELECT model, dim FROM collections WHERE name = ?`, collection).Scan(&e.Model, &e.Dim)
	return e, explain(s.path, noCollection(err, collection))
}

// noCollection turns the error for no row into store.ErrNoCollection.
func noCollection(err error, collection string) error {
	if errors.Is(err, sql.ErrNoRows) {
		return fmt.Errorf("%w: %s", store.ErrNoCollection, collection)
	}
	return err
}

const upsert = `INSERT INTO records (scope, id, changed, fields, vector, text, payload) VALUES (?, ?, ?, ?, ?, ?, ?)
	ON CONFLICT (scope, id) DO UPDATE
	SET changed = excluded.changed, fields = excluded.fields, vector = excluded.vector, text = excluded.text, payload = excluded.payload
	RETURNING key`

// Upsert implements store.Store.
func (s *Store) Upsert(ctx context.Context, at store.Scope, records []store.Record) error {
	if err := at.Check(); err != nil {
		return err
	}
	return s.write(ctx, func(tx *sql.Tx) error {
		e, err := s.embedding(ctx, tx, at.Collection)
		if err == nil {
			err = s.same(at.Collection, e)
		}
		if err != nil || len(records) == 0 {
			return err
		}
		w, err := newWriter(ctx, tx, at)
		if err != nil {
			return err
		}
		defer w.close()
		for _, r := range records {
			if err := r.Check(e); err != nil {
				return err
			}
			if err := w.upsert(ctx, r); err != nil {
				return fmt.Errorf("record %s: %w", r.ID, err)
			}
		}
		return nil
	})
}

// writer writes records of one scope in one transaction.
type writer struct {
	tx             *sql.Tx
	scope, version int64
	put            *sql.Stmt
	words          *words
}

func newWriter(ctx context.Context, tx *sql.Tx, at store.Scope) (*writer, error) {
	w := &writer{tx: tx}
	var hasWords bool
	row := tx.QueryRowContext(ctx, `INSERT INTO scopes (collection, tenant) SELECT key, ? FROM collections WHERE name = ?
		ON CONFLICT (collection, tenant) DO UPDATE SET version = version + 1 RETURNING key, version, words`, at.Tenant, at.Collection)
	err := row.Scan(&w.scope, &w.version, &hasWords)
	if err != nil {
		return nil, err
	}
	w.words = &words{tx: tx, scope: w.scope, made: hasWords}
	w.put, err = tx.PrepareContext(ctx, upsert)
	return w, err
}

func (w *writer) close() {
	w.put.Close()
	w.words.close()
}

func (w *writer) upsert(ctx context.Context, r store.Record) error {
	fields, err := encodeFields(r.Fields)
	if err != nil {
		return err
	}
	var key int64
	row := w.put.QueryRowContext(ctx, w.scope, r.ID, w.version, fields, encode(store.Unit(r.Vector)), r.Text, r.Payload)
	if err := row.Scan(&key); err != nil {
		return err
	}
	return w.words.put(ctx, key, r.Text)
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
		scope, version, err := touch(ctx, tx, at, 0)
		if err != nil || scope == 0 {
			return err
		}
		for _, id := range ids {
			if err := amend(ctx, tx, scope, version, id, change); err != nil {
				return fmt.Errorf("record %s: %w", id, err)
			}
		}
		return nil
	})
}

// touch counts a write, and deletions, in the scope. A scope without records yet is 0.
func touch(ctx context.Context, tx *sql.Tx, at store.Scope, deletions int) (scope, version int64, err error) {
	row := tx.QueryRowContext(ctx, `UPDATE scopes SET version = version + 1, deletions = deletions + ?
		WHERE collection = (SELECT key FROM collections WHERE name = ?) AND tenant = ? RETURNING key, version`,
		deletions, at.Collection, at.Tenant)
	if err = row.Scan(&scope, &version); errors.Is(err, sql.ErrNoRows) {
		err = nil
	}
	return scope, version, err
}

func amend(ctx context.Context, tx *sql.Tx, scope, version int64, id string, change func(map[string]string)) error {
	var key int64
	var text string
	row := tx.QueryRowContext(ctx, `SELECT key, fields FROM records WHERE scope = ? AND id = ?`, scope, id)
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
	_, err = tx.ExecContext(ctx, `UPDATE records SET fields = ?, changed = ? WHERE key = ?`, text, version, key)
	return err
}

// Delete implements store.Store.
func (s *Store) Delete(ctx context.Context, at store.Scope, ids []string) (gone int, err error) {
	if err := at.Check(); err != nil {
		return 0, err
	}
	err = s.write(ctx, func(tx *sql.Tx) error {
		p, err := s.locate(ctx, tx, at)
		if errors.Is(err, store.ErrNoCollection) {
			return nil
		}
		if err != nil {
			return err
		}
		if gone, err = remove(ctx, tx, p, ids); err != nil || gone == 0 {
			return err
		}
		_, _, err = touch(ctx, tx, at, gone)
		return err
	})
	if err != nil {
		return 0, err
	}
	return gone, nil
}

func remove(ctx context.Context, tx *sql.Tx, p place, ids []string) (gone int, err error) {
	w := &words{tx: tx, scope: p.key, made: p.words}
	defer w.close()
	for _, id := range ids {
		deleted, err := keys(ctx, tx, `DELETE FROM records WHERE scope = ? AND id = ? RETURNING key`, p.key, id)
		if err != nil {
			return 0, err
		}
		for _, key := range deleted {
			if err := w.put(ctx, key, ""); err != nil {
				return 0, err
			}
			gone++
		}
	}
	return gone, nil
}
