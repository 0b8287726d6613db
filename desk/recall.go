package desk

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	"legomem/lists"
	"legomem/membank/recall"
	"legomem/membank/store/sqlite"
	"legomem/words"
)

// withRecall opens the memory of what a user said, in the configured bank; user "" is the
// configured one. A bank that is not there is made where make says so.
func withRecall[T any](ctx context.Context, d *Desk, user string, make bool, use func(*recall.Memory) (T, error)) (T, error) {
	var nothing T
	if user == "" {
		user = d.userName()
	}
	owner, err := recall.NewOwner(d.config.Memory.Tenant, user)
	if err != nil {
		return nothing, &InputError{err}
	}
	name, own, err := bankFile(d.config, d.Lookup)
	if err != nil {
		return nothing, err
	}
	if _, err := os.Stat(name); errors.Is(err, fs.ErrNotExist) && !isServer(name) && !make && !own {
		return nothing, BadInput("there is no memory bank at %s; a conversation makes one, or legomem recall import", name)
	}
	m, done, err := d.openRecall(ctx, name, owner)
	if isOfEarlierVersion(err) {
		embedder, eErr := d.embedder(d.config)
		if eErr != nil {
			return nothing, eErr
		}
		if err = d.reembed(ctx, name, embedder); err == nil {
			m, done, err = d.openRecall(ctx, name, owner)
		}
	}
	if err != nil {
		return nothing, err
	}
	defer done()
	return use(m)
}

func (d *Desk) openRecall(ctx context.Context, name string, owner recall.Owner) (*recall.Memory, func(), error) {
	embedder, err := d.embedder(d.config)
	if err != nil {
		return nil, nil, err
	}
	scorer, err := recall.Shipped()
	if err != nil {
		return nil, nil, err
	}
	db, err := d.openStore(ctx, name, sqlite.ReadWrite)
	if err != nil {
		return nil, nil, err
	}
	done := func() { _ = db.Close() } // what was written is committed already
	m, err := recall.Open(ctx, db, embedder, scorer, owner)
	if err != nil {
		done()
		return nil, nil, bankError(name, err)
	}
	return m, done, nil
}

// RecallOrder chooses what of a user's memory is meant.
type RecallOrder struct {
	User string // "" for the configured one
	recall.Selection
	// OlderThan is the least age ("90d"), or the day before which it was said ("2026-01-31").
	OlderThan string
	DryRun    bool
}

// Recalled lists the units that are chosen, by ascending id, history and quarantine included.
func (d *Desk) Recalled(ctx context.Context, o RecallOrder) ([]recall.Unit, error) {
	return withRecall(ctx, d, o.User, false, func(m *recall.Memory) ([]recall.Unit, error) { return m.List(ctx, o.Selection) })
}

// RecalledUnit is the unit with an id, or the one whose id begins with it.
func (d *Desk) RecalledUnit(ctx context.Context, user, id string) (recall.Unit, error) {
	return withRecall(ctx, d, user, false, func(m *recall.Memory) (recall.Unit, error) { return unitBeginning(ctx, m, id) })
}

func unitBeginning(ctx context.Context, m *recall.Memory, id string) (recall.Unit, error) {
	all, err := m.List(ctx, recall.Selection{})
	if err != nil {
		return recall.Unit{}, err
	}
	all = lists.Filter(all, func(u recall.Unit) bool { return id != "" && strings.HasPrefix(u.ID, id) })
	if at := slices.IndexFunc(all, func(u recall.Unit) bool { return u.ID == id }); at >= 0 {
		return all[at], nil
	}
	switch len(all) {
	case 0:
		return recall.Unit{}, BadInput("%s said nothing with the id %q; legomem recall list tells what there is", m.Owner().User(), id)
	case 1:
		return all[0], nil
	}
	return recall.Unit{}, BadInput("%q begins the ids of %s; give more of it", id, words.Count(len(all), "unit"))
}

// SetRecalled corrects a slot of a unit's intent, from now on. The slot must be one that the
// user said something for.
func (d *Desk) SetRecalled(ctx context.Context, user, id, slot, answer string) (recall.Unit, error) {
	if strings.TrimSpace(answer) == "" {
		return recall.Unit{}, BadInput("say the value; legomem recall forget %s --slot %s forgets one", id, slot)
	}
	return withRecall(ctx, d, user, false, func(m *recall.Memory) (recall.Unit, error) {
		u, err := unitBeginning(ctx, m, id)
		if err != nil {
			return u, err
		}
		known := lists.Map(u.Pairs, func(p recall.Pair) string { return p.Slot })
		if !slices.Contains(known, slot) {
			return u, BadInput("%s has no slot %q; it has: %s", u.ID, slot, strings.Join(known, ", "))
		}
		set, err := m.Set(ctx, u.Intent, slot, answer, d.Now())
		if err != nil && !IsOutside(err) && ctx.Err() == nil {
			err = &InputError{err}
		}
		return set, err
	})
}

// ForgottenAnswers is what ForgetRecalled did, or would do.
type ForgottenAnswers struct {
	DryRun    bool          `json:"dry_run"`
	Forgotten int           `json:"forgotten"` // answers
	Units     []recall.Unit `json:"units"`     // those that go, or lose answers

	Declined bool `json:"-"` // the user was asked, and said no
}

// ForgetRecalled forgets for good what is chosen of what a user said, with all that was derived
// from it, once sure agrees.
func (d *Desk) ForgetRecalled(ctx context.Context, o RecallOrder, sure func([]recall.Unit) (bool, error)) (ForgottenAnswers, error) {
	if o.OlderThan != "" {
		before, err := d.daysBefore(o.OlderThan)
		if err != nil {
			return ForgottenAnswers{}, err
		}
		o.Before = before
	}
	return withRecall(ctx, d, o.User, false, func(m *recall.Memory) (ForgottenAnswers, error) {
		out := ForgottenAnswers{DryRun: o.DryRun, Units: []recall.Unit{}}
		if err := o.find(ctx, m); err != nil {
			return out, err
		}
		units, err := m.List(ctx, o.Selection)
		if err != nil {
			return out, err
		}
		out.Units = append(out.Units, units...)
		if o.DryRun || len(units) == 0 {
			return out, nil
		}
		if agreed, err := sure(units); err != nil || !agreed {
			out.Declined = true
			return out, err
		}
		out.Forgotten, err = m.Forget(ctx, o.Selection)
		return out, err
	})
}

// find completes the ids of an order, and refuses one that names nothing.
func (o *RecallOrder) find(ctx context.Context, m *recall.Memory) error {
	for i, id := range o.IDs {
		u, err := unitBeginning(ctx, m, id)
		if err != nil {
			return err
		}
		o.IDs[i] = u.ID
	}
	if len(o.IDs) == 0 && o.Session+o.Intent+o.Slot+o.OlderThan == "" && !o.All {
		return BadInput("say what to forget: ids, or --session, --intent, --slot, --older-than or --all")
	}
	return nil
}

// ExportRecalled writes the chosen units as JSON lines, by ascending id.
func (d *Desk) ExportRecalled(ctx context.Context, w io.Writer, o RecallOrder) (int, error) {
	return withRecall(ctx, d, o.User, false, func(m *recall.Memory) (int, error) { return m.Export(ctx, w, o.Selection) })
}

// ImportRecalled keeps units from JSON lines, all or none, and returns how many.
func (d *Desk) ImportRecalled(ctx context.Context, user string, lines io.Reader) (int, error) {
	units, err := recall.ReadUnits(lines)
	if err != nil {
		return 0, BadInput("%v; nothing was imported", err)
	}
	return withRecall(ctx, d, user, true, func(m *recall.Memory) (int, error) {
		kept, err := m.Remember(ctx, units)
		if err != nil && !IsOutside(err) && ctx.Err() == nil {
			err = &InputError{fmt.Errorf("%w; nothing was imported", err)}
		}
		return len(kept), err
	})
}
