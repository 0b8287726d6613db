package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"legomem/membank/store"
)

// cache holds a scope's vectors in memory, as of one version of the scope. The first
// search that needs it fills it, and each later one adds what was written since, by
// this process or another.
//
// A search takes the turn before it begins its snapshot, so that the cache never goes
// back to an earlier version.
type cache struct {
	turn turn
	at   place
	m    *matrix // nil: nothing is known
}

// cache returns the scope's cache.
func (s *Store) cache(at store.Scope) *cache {
	s.mu.Lock()
	defer s.mu.Unlock()
	c, ok := s.caches[at]
	if !ok {
		c = &cache{turn: newTurn()}
		s.caches[at] = c
	}
	return c
}

// place is a scope as a snapshot has it. One that has no records has the key 0.
type place struct {
	embedding          store.Embedding
	key                int64
	version, deletions int64
	words              bool
}

// locate finds the scope, or returns store.ErrNoCollection.
func (s *Store) locate(ctx context.Context, tx *sql.Tx, at store.Scope) (p place, err error) {
	row := tx.QueryRowContext(ctx, `SELECT c.model, c.dim, coalesce(s.key, 0), coalesce(s.version, 0), coalesce(s.deletions, 0), coalesce(s.words, 0)
		FROM collections c LEFT JOIN scopes s ON s.collection = c.key AND s.tenant = ? WHERE c.name = ?`, at.Tenant, at.Collection)
	err = row.Scan(&p.embedding.Model, &p.embedding.Dim, &p.key, &p.version, &p.deletions, &p.words)
	return p, noCollection(err, at.Collection)
}

// look brings the cache to the snapshot's version, and returns what a search with the
// filter needs. The caller has the turn.
func (c *cache) look(ctx context.Context, tx *sql.Tx, p place, f store.Filter) (view, []test, error) {
	if err := c.refresh(ctx, tx, p, f); err != nil {
		c.m = nil // which may be half changed
		return view{}, nil, err
	}
	return c.m.view, c.m.compile(f), nil
}

func (c *cache) refresh(ctx context.Context, tx *sql.Tx, p place, f store.Filter) error {
	if c.m == nil || c.m.wasted() || c.at.key != p.key || c.at.embedding != p.embedding {
		c.m, c.at = newMatrix(p.embedding.Dim), place{deletions: p.deletions}
	}
	if err := c.addColumns(ctx, tx, p, f); err != nil {
		return err
	}
	if c.at.version == p.version {
		return nil
	}
	c.m.unshare()
	if c.at.deletions != p.deletions {
		if err := c.bury(ctx, tx, p); err != nil {
			return err
		}
	}
	if err := c.read(ctx, tx, p); err != nil {
		return err
	}
	c.at = p
	return nil
}

// bury kills the rows whose records were deleted.
func (c *cache) bury(ctx context.Context, tx *sql.Tx, p place) error {
	there, err := keys(ctx, tx, `SELECT key FROM records INDEXED BY records_changed WHERE scope = ?`, p.key)
	if err != nil {
		return err
	}
	known := map[int64]bool{}
	for _, key := range there {
		known[key] = true
	}
	for _, key := range slices.Collect(maps.Keys(c.m.rows)) {
		if !known[key] {
			c.m.kill(key)
		}
	}
	return nil
}

// read reads the records that were written since the cache's version.
func (c *cache) read(ctx context.Context, tx *sql.Tx, p place) error {
	rows, err := tx.QueryContext(ctx, `SELECT key, id, fields, vector FROM records WHERE scope = ? AND changed > ? ORDER BY changed, key`, p.key, c.at.version)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var key int64
		var id string
		var fields, vector sql.RawBytes
		if err := rows.Scan(&key, &id, &fields, &vector); err != nil {
			return err
		}
		if len(vector) == 0 {
			c.m.kill(key)
			continue
		}
		has, err := c.decode(id, fields)
		if err == nil {
			err = c.m.put(key, id, vector, has)
		}
		if err != nil {
			return err
		}
	}
	return rows.Err()
}

// decode reads fields only if there are columns that need them.
func (c *cache) decode(id string, fields []byte) (has map[string]string, err error) {
	if len(c.m.columns) == 0 {
		return nil, nil
	}
	if err := json.Unmarshal(fields, &has); err != nil {
		return nil, fmt.Errorf("record %s: %w: its fields: %w", id, ErrNotABank, err)
	}
	return has, nil
}

// addColumns adds the filter's fields that no filter named before. Their values are
// read from the snapshot: rows whose records have changed in it are about to die.
func (c *cache) addColumns(ctx context.Context, tx *sql.Tx, p place, f store.Filter) error {
	var lack []string
	for _, m := range f {
		if c.m.columns[m.Field] == nil {
			c.m.addColumn(m.Field)
			lack = append(lack, m.Field)
		}
	}
	if len(lack) == 0 || len(c.m.rows) == 0 {
		return nil
	}
	rows, err := tx.QueryContext(ctx, `SELECT key, id, fields FROM records WHERE scope = ? AND vector IS NOT NULL`, p.key)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var key int64
		var id string
		var fields sql.RawBytes
		if err := rows.Scan(&key, &id, &fields); err != nil {
			return err
		}
		row, ok := c.m.rows[key]
		if !ok {
			continue
		}
		has, err := c.decode(id, fields)
		if err != nil {
			return err
		}
		for _, name := range lack {
			column := c.m.columns[name]
			column.codes[row] = column.code(has[name])
		}
	}
	return rows.Err()
}
