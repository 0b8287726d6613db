package consent

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"
	"unicode/utf8"

	"legomem/changes"
	"legomem/durable"
	"legomem/filelock"
	"legomem/jsonlines"
	"legomem/lists"
	"legomem/places"
)

// Book is what one tenant has agreed to: grants, and targets that were confirmed. It is a
// journal that only grows, which several processes may write into at once. Each call
// reads it anew, so that what another process took back is gone at once.
type Book struct {
	tenant string
	dir    places.Consent
	now    func() time.Time
}

// UnknownGrant is the error of an id that no grant of the tenant has.
type UnknownGrant struct{ ID string }

func (u *UnknownGrant) Error() string { return fmt.Sprintf("there is no grant %q", u.ID) }

// Revoked is the error of a grant that was taken back.
type Revoked struct {
	ID string
	At time.Time
}

func (r *Revoked) Error() string {
	return fmt.Sprintf("the grant %s was revoked on %s", r.ID, r.At.Local().Format(time.DateTime))
}

// Unusable is the error of a book that is not whole, or not the tenant's.
type Unusable struct {
	Path string
	Err  error
}

func (u *Unusable) Error() string {
	return fmt.Sprintf("what was agreed to cannot be read: %v; move %s away to begin anew, without any grant", u.Err, u.Path)
}

func (u *Unusable) Unwrap() error { return u.Err }

// OpenBook opens a tenant's book in the data folder. It writes nothing yet.
func OpenBook(data places.Data, tenant string, now func() time.Time) (*Book, error) {
	if tenant == "" || !utf8.ValidString(tenant) {
		return nil, fmt.Errorf("%q cannot be a tenant's name: it is empty, or no UTF-8", tenant)
	}
	return &Book{tenant: tenant, dir: data.Consent(tenant), now: now}, nil
}

// Grants are all grants of the tenant, in the order in which they were made.
func (b *Book) Grants() ([]Grant, error) {
	s, err := b.read()
	return s.grants, err
}

// Known are the targets that the tenant has confirmed, as changes.Asked takes them.
func (b *Book) Known() ([]string, error) {
	s, err := b.read()
	return lists.Map(s.confirmed, Confirmed.spelled), err
}

// Grant adds a grant.
func (b *Book) Grant(ctx context.Context, g Grant) error {
	return b.write(ctx, func(s *state) ([]entry, error) {
		if g.Tenant != b.tenant || s.find(g.ID) != nil {
			return nil, fmt.Errorf("the grant %s is another tenant's, or there already", g.ID)
		}
		return []entry{{Event: granted, Grant: &g}}, nil
	})
}

// Revoke takes a grant back. The error is an *UnknownGrant or a *Revoked if there is none
// to take back.
func (b *Book) Revoke(ctx context.Context, id string) error {
	return b.write(ctx, func(s *state) ([]entry, error) {
		return []entry{{Event: revoked, ID: id}}, s.standing(id)
	})
}

// Use notes that a run's changes are being committed by grants, once for each run. If one
// of them does not stand any more, nothing is noted, and the error says so.
func (b *Book) Use(ctx context.Context, run string, ids []string) error {
	return b.write(ctx, func(s *state) ([]entry, error) {
		var out []entry
		for _, id := range ids {
			if err := s.standing(id); err != nil {
				return nil, err
			}
			if !s.uses[use{id, run}] {
				out = append(out, entry{Event: used, ID: id, Run: run})
			}
		}
		return out, nil
	})
}

// Confirm notes the targets that somebody agreed to in a run. Those with odd letters are
// left out: they could be taken for others.
func (b *Book) Confirm(ctx context.Context, run string, all []changes.Target) error {
	return b.write(ctx, func(s *state) ([]entry, error) {
		fresh := lists.Filter(confirmable(all), func(c Confirmed) bool { return !slices.Contains(s.confirmed, c) })
		if len(fresh) == 0 {
			return nil, nil
		}
		return []entry{{Event: confirmed, Run: run, Targets: fresh}}, nil
	})
}

func (b *Book) read() (state, error) {
	entries, err := jsonlines.ReadJournal[entry](b.dir.Book())
	if err != nil {
		return state{}, b.unusable(err)
	}
	s, err := replay(b.tenant, entries)
	return s, b.unusable(err)
}

// unusable says what to do about a book that cannot be used.
func (b *Book) unusable(err error) error {
	var file *fs.PathError // of the disk
	if err == nil || errors.As(err, &file) {
		return err
	}
	return &Unusable{b.dir.Book(), err}
}

// write adds what decide makes of the state, which nobody else changes meanwhile.
func (b *Book) write(ctx context.Context, decide func(*state) ([]entry, error)) (err error) {
	if err := os.MkdirAll(string(b.dir), 0o700); err != nil {
		return err
	}
	lock, err := b.lock(ctx)
	if err != nil {
		return err
	}
	defer lock.Close()
	journal, entries, err := jsonlines.OpenJournal[entry](b.dir.Book())
	if err != nil {
		return b.unusable(err)
	}
	defer func() { err = errors.Join(err, journal.Close()) }()
	s, err := replay(b.tenant, entries)
	if err != nil {
		return b.unusable(err)
	}
	more, err := decide(&s)
	if err != nil {
		return err
	}
	return b.add(journal, more, len(entries) == 0)
}

// add writes entries, which are on the disk when it returns.
func (b *Book) add(journal *jsonlines.Writer, all []entry, first bool) error {
	for _, e := range all {
		e.Tenant, e.Time = b.tenant, b.now().UTC()
		if err := journal.Append(e); err != nil {
			return fmt.Errorf("write down what was agreed to: %w", err)
		}
	}
	if !first {
		return nil
	}
	return errors.Join(durable.Folder(string(b.dir)), durable.Folder(filepath.Dir(string(b.dir))))
}

// How long a writer waits for others, who take some milliseconds each.
const (
	patience = 10 * time.Second
	pause    = 2 * time.Millisecond
)

// lock waits until nobody else writes into the book.
func (b *Book) lock(ctx context.Context) (*filelock.Lock, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	for {
		f, err := filelock.Take(b.dir.Lock(), fmt.Sprintf("process %d", os.Getpid()))
		if !errors.Is(err, filelock.ErrHeld) {
			return f, err
		}
		select {
		case <-ctx.Done():
			return nil, fmt.Errorf("what was agreed to is being written down by somebody else: %w", err)
		case <-time.After(pause):
		}
	}
}
