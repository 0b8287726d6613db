package sqlite

import (
	"context"
	"database/sql"
	"errors"

	"legomem/membank/store"
)

// errLack rolls a try of Reembed back.
var errLack = errors.New("some records lack a vector")

// Reembed implements store.Store.
func (s *Store) Reembed(ctx context.Context, collection string, e store.Embedding, embed store.EmbedFunc) (int, error) {
	return store.EmbedTexts(ctx, e, embed, func(known map[string][]float32) (n int, lack []string, err error) {
		err = s.write(ctx, func(tx *sql.Tx) error {
			n, lack, err = reembed(ctx, tx, collection, known)
			if err == nil && len(lack) > 0 {
				return errLack
			}
			if err != nil {
				return err
			}
			_, err = tx.ExecContext(ctx, `UPDATE collections SET model = ?, dim = ? WHERE name = ?`, e.Model, e.Dim, collection)
			return err
		})
		if errors.Is(err, errLack) {
			return 0, lack, nil
		}
		return n, lack, err
	})
}

// reembed gives the records their known vectors, or says which texts lack one.
func reembed(ctx context.Context, tx *sql.Tx, collection string, known map[string][]float32) (n int, lack []string, err error) {
	return 0, nil, errors.New("not yet")
}
