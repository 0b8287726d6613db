package sqlite

import (
	"context"
	"database/sql"
	"maps"

	lru "github.com/hashicorp/golang-lru/v2"

	"legomem/membank/store"
)

// mostRecent is how many records a store keeps as they were last read: a procedure of
// many wordings has some tens of kilobytes, in pages of their own, and a process that
// carries out many tasks finds the same ones each time.
const mostRecent = 256

// recent keeps records by key. Keys are never reused. The records are read, never
// written.
type recent struct {
	records *lru.Cache[int64, recentRecord]
}

// recentRecord is a record as of the version that wrote it last.
type recentRecord struct {
	changed int64
	record  store.Record
}

func newRecent() recent {
	c, err := lru.New[int64, recentRecord](mostRecent)
	if err != nil {
		panic(err) // only for a size below one
	}
	return recent{c}
}

// fetch returns the ranked records, and reads again only those that have changed.
func (k recent) fetch(ctx context.Context, tx *sql.Tx, ranked []near) ([]store.Hit, error) {
	if len(ranked) == 0 {
		return nil, nil
	}
	changed, err := tx.PrepareContext(ctx, `SELECT changed FROM records WHERE key = ?`)
	if err != nil {
		return nil, err
	}
	defer changed.Close()
	get, err := tx.PrepareContext(ctx, `SELECT id, fields, text, payload FROM records WHERE key = ?`)
	if err != nil {
		return nil, err
	}
	defer get.Close()
	hits := make([]store.Hit, 0, len(ranked))
	for _, n := range ranked {
		var version int64
		if err := changed.QueryRowContext(ctx, n.key).Scan(&version); err != nil {
			return nil, err
		}
		had, ok := k.records.Get(n.key)
		if !ok || had.changed != version {
			r, err := scan(get.QueryRowContext(ctx, n.key))
			if err != nil {
				return nil, err
			}
			had = recentRecord{version, r}
			k.records.Add(n.key, had)
		}
		r := had.record
		r.Fields = maps.Clone(r.Fields)
		hits = append(hits, store.Hit{Record: r, Score: n.score})
	}
	return hits, nil
}
