package sqlite

import (
	"context"
	"database/sql"
	"errors"

	"legomem/membank/store"
)

// errLack rolls back a Reembed that lacks vectors.
var errLack = errors.New("some records lack a vector")

// Reembed implements store.Store. Nobody waits while vectors are made.
func (s *Store) Reembed(ctx context.Context, collection string, e store.Embedding, embed store.EmbedFunc) (int, error) {
	n, err := store.EmbedTexts(ctx, e, embed, func(known map[string][]float32) (n int, lack []string, err error) {
		err = s.write(ctx, func(tx *sql.Tx) error {
			n, lack, err = s.reembed(ctx, tx, collection, e, known)
			return err
		})
		if errors.Is(err, errLack) {
			return 0, lack, nil
		}
		return n, nil, err
	})
	if err != nil {
		return 0, err
	}
	s.ensure(collection, e)
	return n, nil
}

// reembed gives the records their known vectors; if some lack one, it returns their
// texts and errLack.
func (s *Store) reembed(ctx context.Context, tx *sql.Tx, collection string, e store.Embedding, known map[string][]float32) (int, []string, error) {
	if _, err := s.embedding(ctx, tx, collection); err != nil {
		return 0, nil, err
	}
	texts, lack, err := embedded(ctx, tx, collection, known)
	if err != nil {
		return 0, nil, err
	}
	if len(lack) > 0 {
		return 0, lack, errLack
	}
	if _, err := tx.ExecContext(ctx, `UPDATE collections SET model = ?, dim = ? WHERE name = ?`, e.Model, e.Dim, collection); err != nil {
		return 0, nil, err
	}
	if _, err := tx.ExecContext(ctx, `UPDATE scopes SET version = version + 1 WHERE `+inCollection, collection); err != nil {
		return 0, nil, err
	}
	set, err := tx.PrepareContext(ctx, `UPDATE records SET vector = ?, changed = (SELECT version FROM scopes WHERE scopes.key = scope) WHERE key = ?`)
	if err != nil {
		return 0, nil, err
	}
	defer set.Close()
	for key, text := range texts {
		if _, err := set.ExecContext(ctx, encode(known[text]), key); err != nil {
			return 0, nil, err
		}
	}
	return len(texts), nil, nil
}

const inCollection = `collection = (SELECT key FROM collections WHERE name = ?)`

// embedded returns the texts of the collection's records that have a vector, by key,
// and the texts for which no vector is known.
func embedded(ctx context.Context, tx *sql.Tx, collection string, known map[string][]float32) (texts map[int64]string, lack []string, err error) {
	rows, err := tx.QueryContext(ctx, `SELECT key, text FROM records
		WHERE scope IN (SELECT key FROM scopes WHERE `+inCollection+`) AND vector IS NOT NULL`, collection)
	if err != nil {
		return nil, nil, err
	}
	defer rows.Close()
	texts = map[int64]string{}
	for rows.Next() {
		var key int64
		var text string
		if err := rows.Scan(&key, &text); err != nil {
			return nil, nil, err
		}
		texts[key] = text
		if known[text] == nil {
			lack = append(lack, text)
		}
	}
	return texts, lack, rows.Err()
}
