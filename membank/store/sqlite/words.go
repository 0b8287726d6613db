package sqlite

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
	"unicode"

	"legomem/membank/store"
)

// wordsTable names the table of a scope's words. Each scope has its own: BM25 weighs a
// word by how many texts have it, and a tenant's scores must neither change with what
// another tenant keeps nor reveal it.
func wordsTable(scope int64) string { return fmt.Sprintf("words_%d", scope) }

// wordsStatement makes the scope's table. It keeps no copy of the texts.
func wordsStatement(scope int64) string {
	return fmt.Sprintf(`CREATE VIRTUAL TABLE %s
		USING fts5 (text, content = '', contentless_delete = 1, tokenize = 'porter unicode61')`, wordsTable(scope))
}

// makeWords makes the scope's table, and notes that it is there.
func makeWords(ctx context.Context, tx *sql.Tx, scope int64) error {
	_, err := tx.ExecContext(ctx, wordsStatement(scope))
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `UPDATE scopes SET words = 1 WHERE key = ?`, scope)
	return err
}

// words writes to a scope's table in one transaction. It makes the table for
// the first text: many collections have none.
type words struct {
	tx        *sql.Tx
	scope     int64
	made      bool
	set, drop *sql.Stmt
}

// put sets the record's text; an empty one removes the record.
func (w *words) put(ctx context.Context, key int64, text string) error {
	if text == "" {
		return w.remove(ctx, key)
	}
	if !w.made {
		if err := makeWords(ctx, w.tx, w.scope); err != nil {
			return err
		}
		w.made = true
	}
	return w.run(ctx, &w.set, `INSERT OR REPLACE INTO `+wordsTable(w.scope)+` (rowid, text) VALUES (?, ?)`, key, text)
}

func (w *words) remove(ctx context.Context, key int64) error {
	if !w.made {
		return nil
	}
	return w.run(ctx, &w.drop, `DELETE FROM `+wordsTable(w.scope)+` WHERE rowid = ?`, key)
}

// run carries out a statement, which is prepared once.
func (w *words) run(ctx context.Context, prepared **sql.Stmt, query string, args ...any) error {
	if *prepared == nil {
		made, err := w.tx.PrepareContext(ctx, query)
		if err != nil {
			return err
		}
		*prepared = made
	}
	_, err := (*prepared).ExecContext(ctx, args...)
	return err
}

func (w *words) close() {
	for _, s := range []*sql.Stmt{w.set, w.drop} {
		if s != nil {
			s.Close()
		}
	}
}

// match is the query for any of a text's words, "" where it has none. Each word
// is quoted, and quotes are no part of a word, so that nothing in the text is
// an operator. Words of one stem are asked for once.
func match(text string) string {
	var quoted []string
	seen := map[string]bool{}
	for _, w := range strings.FieldsFunc(text, func(r rune) bool { return !inWord(r) }) {
		stem := strings.Join(store.Words(w), " ")
		if stem == "" || seen[stem] {
			continue
		}
		seen[stem] = true
		quoted = append(quoted, `"`+w+`"`)
	}
	return strings.Join(quoted, " OR ")
}

// inWord reports whether the rune is part of a word, as the tokenizer sees it.
func inWord(r rune) bool {
	return unicode.In(r, unicode.L, unicode.N, unicode.M, unicode.Co)
}

// byWords ranks by BM25 and keeps the best k. Rows come best first; those as good as
// the kth are read as well, to compare their ids.
func byWords(ctx context.Context, tx *sql.Tx, scope int64, q store.Query, k int) ([]near, error) {
	asked := match(q.Text)
	if asked == "" {
		return nil, nil
	}
	cond, args := fieldsHold(q.Filter)
	table := wordsTable(scope)
	rows, err := tx.QueryContext(ctx, fmt.Sprintf(`SELECT records.key, records.id, -%[1]s.rank FROM %[1]s CROSS JOIN records ON records.key = %[1]s.rowid
		WHERE %[1]s MATCH ?%[2]s ORDER BY %[1]s.rank`, table, cond), append([]any{asked}, args...)...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	best := best{k: k}
	for rows.Next() {
		var n near
		if err := rows.Scan(&n.key, &n.id, &n.score); err != nil {
			return nil, err
		}
		if best.above(n.score) {
			break
		}
		best.show(n)
	}
	return best.ranked(), rows.Err()
}
