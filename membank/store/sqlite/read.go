package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"legomem/membank/store"
)

// inScope is the condition every query begins with; its two arguments are the
// collection and the tenant.
const inScope = `scope = (SELECT s.key FROM scopes s JOIN collections c ON c.key = s.collection WHERE c.name = ? AND s.tenant = ?)`

// where is a query's condition and its arguments.
func where(at store.Scope, f store.Filter) (cond string, args []any, err error) {
	if err := errors.Join(at.Check(), f.Check()); err != nil {
		return "", nil, err
	}
	cond, args = fieldsHold(f)
	return inScope + cond, append([]any{at.Collection, at.Tenant}, args...), nil
}

// fieldsHold is the filter as more conditions, and their arguments.
func fieldsHold(f store.Filter) (cond string, args []any) {
	for _, m := range f {
		not := ""
		if m.Not {
			not = "NOT "
		}
		cond += ` AND ` + valueOf(m.Field) + ` ` + not + `IN (` + placeholders(len(m.Any)) + `)`
		for _, v := range m.Any {
			args = append(args, v)
		}
	}
	return cond, args
}

// valueOf is a field's value in a query. The name stands in it as it is, since an index is
// used only for the very expression that it was made of; Check let through no other names than
// such as can.
func valueOf(field string) string { return `coalesce(fields ->> '` + field + `', '')` }

// Get implements store.Store.
func (s *Store) Get(ctx context.Context, at store.Scope, ids []string) ([]store.Record, error) {
	if err := at.Check(); err != nil {
		return nil, err
	}
	get, err := s.db.PrepareContext(ctx, `SELECT vector, id, fields, text, payload FROM records WHERE `+inScope+` AND id = ?`)
	if err != nil {
		return nil, explain(s.path, err)
	}
	defer get.Close()
	var out []store.Record
	for _, id := range ids {
		var vector []byte
		r, err := scan(get.QueryRowContext(ctx, at.Collection, at.Tenant, id), &vector)
		if errors.Is(err, sql.ErrNoRows) {
			continue
		}
		if err != nil {
			return nil, explain(s.path, err)
		}
		r.Vector = decode(vector)
		out = append(out, r)
	}
	return out, nil
}

// scan reads id, fields, text and payload, after the columns for before.
func scan(row interface{ Scan(...any) error }, before ...any) (store.Record, error) {
	var r store.Record
	var fields string
	if err := row.Scan(append(before, &r.ID, &fields, &r.Text, &r.Payload)...); err != nil {
		return r, err
	}
	if err := json.Unmarshal([]byte(fields), &r.Fields); err != nil {
		return r, fmt.Errorf("record %s: %w: its fields: %w", r.ID, ErrNotABank, err)
	}
	return r, nil
}

// List implements store.Store.
func (s *Store) List(ctx context.Context, at store.Scope, p store.Page) ([]store.Record, error) {
	if err := p.Check(); err != nil {
		return nil, err
	}
	cond, args, err := where(at, p.Filter)
	if err != nil {
		return nil, err
	}
	if p.After != "" { // else an index by ids would seem the best, whatever the filter
		cond += ` AND id > ?`
		args = append(args, p.After)
	}
	descending := ""
	if p.Descending != "" {
		descending = valueOf(p.Descending) + ` DESC, `
	}
	if p.Limit > 0 { // all of them are put in order here, and found by whatever index is best
		cond += ` ORDER BY ` + descending + `id LIMIT ?`
		args = append(args, p.Limit)
	}
	rows, err := s.db.QueryContext(ctx, `SELECT id, fields, text, payload FROM records WHERE `+cond, args...)
	if err != nil {
		return nil, explain(s.path, err)
	}
	defer rows.Close()
	var out []store.Record
	for rows.Next() {
		r, err := scan(rows)
		if err != nil {
			return nil, explain(s.path, err)
		}
		out = append(out, r)
	}
	slices.SortFunc(out, p.Compare)
	return out, explain(s.path, rows.Err())
}

// Count implements store.Store.
func (s *Store) Count(ctx context.Context, at store.Scope, f store.Filter) (int, error) {
	cond, args, err := where(at, f)
	if err != nil {
		return 0, err
	}
	var n int
	err = s.db.QueryRowContext(ctx, `SELECT count(*) FROM records WHERE `+cond, args...).Scan(&n)
	return n, explain(s.path, err)
}
