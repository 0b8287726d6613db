package desk

import (
	"context"
	"errors"
	"strings"

	"legomem/agents/reflex"
	"legomem/configs"
	"legomem/consent"
	"legomem/filelock"
	"legomem/lists"
	"legomem/membank"
	"legomem/membank/store/sqlite"
	"legomem/places"
	"legomem/words"
)

// GrantState says whether a grant lets anything through.
type GrantState string

// The states of grants. One that is void stands again once the procedure is again what it
// was; one that is revoked never does.
const (
	GrantStanding GrantState = "standing"
	GrantRevoked  GrantState = "revoked"
	GrantChanged  GrantState = "void: the procedure has changed since"
	GrantGone     GrantState = "void: the procedure is gone"
	GrantKept     GrantState = "void: the procedure may not be played"
)

// GrantDescription is a grant, and whether it lets anything through.
type GrantDescription struct {
	consent.Grant
	State GrantState `json:"state"`
}

// Grants lists the tenant's grants, in the order in which they were made.
func (d *Desk) Grants(ctx context.Context) ([]GrantDescription, error) {
	book, err := d.book()
	if err != nil {
		return nil, err
	}
	all, err := book.Grants()
	if err != nil || len(all) == 0 {
		return []GrantDescription{}, bookError(err)
	}
	return d.describeGrants(ctx, all)
}

// describeGrants tells of grants whether their procedures are still what they were.
func (d *Desk) describeGrants(ctx context.Context, all []consent.Grant) ([]GrantDescription, error) {
	units, err := withBank(ctx, d, sqlite.ReadOnly, func(b *membank.Bank) ([]membank.Unit, error) {
		return b.Get(ctx, lists.Map(all, func(g consent.Grant) string { return g.Procedure }))
	})
	if err != nil {
		return nil, err
	}
	by := map[string]membank.Unit{}
	for _, u := range units {
		by[u.ID] = u
	}
	return lists.Map(all, func(g consent.Grant) GrantDescription { return GrantDescription{g, stateOf(g, by[g.Procedure])} }), nil
}

// stateOf is the state of a grant, whose procedure is in a unit; the unit is empty if it is
// gone.
func stateOf(g consent.Grant, u membank.Unit) GrantState {
	if g.Revoked != nil {
		return GrantRevoked
	}
	if len(u.Procedure) == 0 {
		return GrantGone
	}
	if played, err := reflex.AsPlayed(u.Procedure); err != nil || consent.VersionOf(played) != g.Version {
		return GrantChanged
	}
	if u.Quarantine != "" || u.Suspended != "" || u.Untrusted {
		return GrantKept
	}
	return GrantStanding
}

// Grant finds a grant of the tenant by its id, or by the beginning of one.
func (d *Desk) Grant(ctx context.Context, id string) (GrantDescription, error) {
	all, err := d.Grants(ctx)
	if err != nil {
		return GrantDescription{}, err
	}
	found := lists.Filter(all, func(g GrantDescription) bool { return g.ID == id })
	if len(found) == 0 && id != "" {
		found = lists.Filter(all, func(g GrantDescription) bool { return strings.HasPrefix(g.ID, id) })
	}
	switch len(found) {
	case 0:
		return GrantDescription{}, BadInput("there is no grant %q; legomem grants list tells those there are", id)
	case 1:
		return found[0], nil
	}
	return GrantDescription{}, BadInput("%q begins %s; give more of the id", id, words.Count(len(found), "grant"))
}

// RevokeGrant takes a grant back, for good.
func (d *Desk) RevokeGrant(ctx context.Context, id string) (GrantDescription, error) {
	g, err := d.Grant(ctx, id)
	if err != nil {
		return g, err
	}
	book, err := d.book()
	if err == nil {
		err = bookError(book.Revoke(ctx, g.ID))
	}
	if err != nil {
		return g, err
	}
	return d.Grant(ctx, g.ID)
}

// book is what the tenant has agreed to.
func (d *Desk) book() (*consent.Book, error) {
	dir, err := configs.DataDir(d.Lookup)
	if err != nil {
		return nil, BadInput("no folder for what you agree to: %v", err)
	}
	b, err := consent.OpenBook(places.Data(dir), d.config.Memory.Tenant, d.Now)
	if err != nil {
		return nil, BadInput("memory.tenant: %v", err)
	}
	return b, nil
}

// bookError tells the errors of a book apart.
func bookError(err error) error {
	switch {
	case caused[*consent.UnknownGrant](err), caused[*consent.Revoked](err), caused[*consent.NotGrantable](err), caused[*consent.Unusable](err):
		return &InputError{err}
	case errors.Is(err, filelock.ErrHeld):
		return &MissingError{err.Error() + "; run this again"}
	}
	return err
}

// known are the targets that the tenant has confirmed before. Without them more is asked.
func (d *Desk) known() []string {
	book, err := d.book()
	if err != nil {
		d.Log.Warn().Err(err).Msg("no target is known")
		return nil
	}
	known, err := book.Known()
	if err != nil {
		d.Log.Warn().Err(err).Msg("no target is known")
	}
	return known
}
