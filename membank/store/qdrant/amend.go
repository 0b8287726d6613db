package qdrant

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/cenkalti/backoff/v5"
	"github.com/qdrant/go-client/qdrant"

	"legomem/membank/store"
)

const (
	// amendTries is how often a record is tried before an Amend gives up. Each
	// time, another process has changed it in between.
	amendTries = 200
	// keptPast is how many versions a record remembers, and so how often others may
	// change it between a write and the check whether it went through.
	keptPast = 64
)

// Amend implements store.Store. Each record is changed atomically, and no change is
// lost, however many processes make changes: a write goes through only if the record
// still has the version that was read, and is otherwise tried again, with change called
// on the newer fields. All of change's results are checked before the first is written;
// after that, an error (the network's, say) may leave some of the records changed.
func (s *Store) Amend(ctx context.Context, at store.Scope, ids []string, change func(map[string]string)) error {
	if err := errors.Join(at.Check(), s.mayWrite(), ctx.Err()); err != nil {
		return err
	}
	select { // one at a time within this program, so that it does not race itself
	case s.amending <- struct{}{}:
		defer func() { <-s.amending }()
	case <-ctx.Done():
		return ctx.Err()
	}
	wait := backoff.NewExponentialBackOff()
	wait.InitialInterval, wait.MaxInterval = 2*time.Millisecond, 100*time.Millisecond
	mine := s.part(at)
	for range amendTries {
		left, lost, err := s.amend(ctx, mine, ids, change)
		if err != nil || len(left) == 0 {
			return err
		}
		if ids = left; !lost {
			continue
		}
		select {
		case <-time.After(wait.NextBackOff()):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return fmt.Errorf("memory bank %s: record %s was changed by others %d times while it was to be changed; try again later", s.address, ids[0], amendTries)
}

// amend tries each record once. It returns the ids that are left to do, and
// whether some are because another process was faster.
func (s *Store) amend(ctx context.Context, mine part, ids []string, change func(map[string]string)) (left []string, lost bool, err error) {
	now, later := firsts(ids)
	keys := want{payload: []string{keyFields, keyVersion, keyBorn, keyPast}}
	before, err := mine.byID(ctx, keys, now)
	if err != nil || len(before) == 0 {
		return nil, false, err
	}
	changes, err := s.changes(mine.at, now, before, change)
	if err != nil {
		return nil, false, err
	}
	if err := mine.replace(ctx, changes); err != nil {
		return nil, false, err
	}
	after, err := mine.byID(ctx, keys, now)
	if err != nil {
		return nil, false, err
	}
	for _, c := range changes {
		id := pointID(mine.at, c.id).GetUuid()
		done, err := became(c, before[id].GetPayload(), after[id].GetPayload())
		if err != nil {
			return nil, false, fmt.Errorf("memory bank %s: record %s: %w", s.address, c.id, err)
		}
		if !done {
			left, lost = append(left, c.id), true
		}
	}
	return append(left, later...), lost, nil
}

// firsts splits ids into first occurrences and repeats, which must see what the first
// made of the record.
func firsts(ids []string) (now, later []string) {
	seen := map[string]bool{}
	for _, id := range ids {
		if seen[id] {
			later = append(later, id)
		} else {
			now = append(now, id)
		}
		seen[id] = true
	}
	return now, later
}

func (s *Store) changes(at store.Scope, ids []string, before map[string]*qdrant.RetrievedPoint, change func(map[string]string)) ([]replacement, error) {
	var out []replacement
	for _, id := range ids {
		point, ok := before[pointID(at, id).GetUuid()]
		if !ok {
			continue
		}
		fields := fieldsOf(point.GetPayload())
		if fields == nil {
			fields = map[string]string{}
		}
		change(fields)
		r := store.Record{ID: id, Fields: fields}
		if err := errors.Join(r.Check(store.Embedding{}), spellable(r)); err != nil {
			return nil, err
		}
		old := point.GetPayload()[keyVersion].GetStringValue()
		past := append(point.GetPayload()[keyPast].GetListValue().GetValues(), qdrant.NewValueString(old))
		out = append(out, replacement{id: id, old: old, payload: map[string]*qdrant.Value{
			keyFields:  fieldsValue(fields),
			keyVersion: qdrant.NewValueString(s.token()),
			keyPast:    qdrant.NewValueFromList(past[max(0, len(past)-keptPast):]...),
		}})
	}
	return out, nil
}

// errUnsure is for a record that was changed so often that its versions no longer show
// what became of our change.
var errUnsure = errors.New("others changed it so often that it cannot be told whether this change is among theirs; look at it, and try again if not")

// became reports whether a change went through: its version is the record's, or one
// that the record had before. It did not if the record has the version it was made for
// but not its own, or if the record was written anew. A record that is gone has nothing
// left to change.
func became(c replacement, before, after map[string]*qdrant.Value) (bool, error) {
	if after == nil {
		return true, nil
	}
	has := func(token string) bool {
		is := func(v *qdrant.Value) bool { return v.GetStringValue() == token }
		return is(after[keyVersion]) || slices.ContainsFunc(after[keyPast].GetListValue().GetValues(), is)
	}
	switch {
	case has(c.payload[keyVersion].GetStringValue()):
		return true, nil
	case has(c.old), after[keyBorn].GetStringValue() != before[keyBorn].GetStringValue():
		return false, nil
	}
	return false, errUnsure
}
