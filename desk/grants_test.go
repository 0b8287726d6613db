package desk

import (
	"os"
	"strings"
	"testing"

	"legomem/agents/reflex"
	"legomem/changes"
	"legomem/configs"
	"legomem/consent"
	"legomem/membank"
	"legomem/membank/store/sqlite"
	"legomem/must"
	"legomem/places"
	"legomem/sweep"
)

// TestGrantStates: a grant stands while its procedure is in the bank as it was, and may be
// played.
func TestGrantStates(t *testing.T) {
	sweep.OneGoroutine(t)
	d, ctx := newTestDesk(t, nil), t.Context()
	bank, done, err := d.openBank(ctx, d.config, sqlite.ReadWrite)
	must.Do(t, err)
	defer done()
	units := must.Have(bank.List(ctx, membank.Filter{Kind: membank.FullTask}, membank.Page{Limit: 3}))(t)
	book := must.Have(d.book())(t)
	give := func(id string, u membank.Unit, version string) {
		must.Do(t, book.Grant(ctx, consent.Grant{ID: id, Tenant: membank.FirstTenant, Procedure: u.ID, Version: version}))
	}
	now := func(u membank.Unit) string { return consent.VersionOf(must.Have(reflex.AsPlayed(u.Procedure))(t)) }
	if all, err := d.Grants(ctx); len(all) != 0 || err != nil {
		t.Errorf("before there is one: %v, %v", all, err)
	}
	give("g-stands", units[0], now(units[0]))
	give("g-other", units[0], now(units[1]))
	give("g-gone", membank.Unit{ID: "m-nosuch"}, now(units[0]))
	give("g-part", membank.Unit{ID: units[0].ID + ".1"}, now(units[0])) // it has no procedure
	give("g-revoked", units[0], now(units[0]))
	give("g-suspended", units[1], now(units[1]))
	give("g-quarantined", units[2], now(units[2]))
	must.Do(t, bank.Suspend(ctx, units[1].ID, "it failed"))
	must.Have(d.QuarantineMemories(ctx, []string{units[2].ID}, "looked into"))(t)
	if g, err := d.RevokeGrant(ctx, "g-rev"); err != nil || g.State != GrantRevoked || g.ID != "g-revoked" {
		t.Errorf("revoked: %+v, %v", g, err)
	}
	want := map[string]GrantState{"g-stands": GrantStanding, "g-other": GrantChanged, "g-gone": GrantGone, "g-part": GrantGone,
		"g-revoked": GrantRevoked, "g-suspended": GrantKept, "g-quarantined": GrantKept}
	for _, g := range must.Have(d.Grants(ctx))(t) {
		if g.State != want[g.ID] {
			t.Errorf("%s is %s, not %s", g.ID, g.State, want[g.ID])
		}
		delete(want, g.ID)
	}
	if len(want) > 0 {
		t.Errorf("not listed: %v", want)
	}
}

// TestFindGrant: a grant is found by the beginning of its id, if no other begins so.
func TestFindGrant(t *testing.T) {
	sweep.OneGoroutine(t)
	d, ctx := newTestDesk(t, nil), t.Context()
	book := must.Have(d.book())(t)
	for _, id := range []string{"g-1", "g-12", "g-3"} {
		must.Do(t, book.Grant(ctx, consent.Grant{ID: id, Tenant: membank.FirstTenant}))
	}
	for id, want := range map[string]string{"g-1": "g-1", "g-3": "g-3", "g-12": "g-12"} {
		if g, err := d.Grant(ctx, id); err != nil || g.ID != want {
			t.Errorf("%s is %s, %v", id, g.ID, err)
		}
	}
	for id, want := range map[string]string{"": `no grant ""`, "x": `no grant "x"`, "g": `"g" begins 3 grants; give more of the id`} {
		if _, err := d.Grant(ctx, id); !IsInput(err) || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", id, err)
		}
	}
}

// TestKnown: what the tenant agreed to is known to its runs alone; from a book that is
// broken nothing is, and the calls that need it say so.
func TestKnown(t *testing.T) {
	sweep.OneGoroutine(t)
	d := newTestDesk(t, nil)
	must.Do(t, must.Have(d.book())(t).Confirm(t.Context(), "r1", []changes.Target{{Role: changes.To, Value: "garage@example.com"}}))
	if known := d.known(); len(known) != 1 || known[0] != "garage@example.com" {
		t.Errorf("known: %q", known)
	}
	kim := Open(must.Have(configs.Load("", os.LookupEnv, map[string]any{"memory.tenant": "kim"}))(t), d.Outside)
	if known := kim.known(); known != nil {
		t.Errorf("another tenant knows %q", known)
	}
	file := places.Data(must.Have(configs.DataDir(os.LookupEnv))(t)).Consent(membank.FirstTenant).Book()
	write(t, file, "nonsense\n")
	if known := d.known(); known != nil {
		t.Errorf("a broken book says %q", known)
	}
	if _, err := d.Grants(t.Context()); !IsInput(err) || !strings.Contains(err.Error(), file) {
		t.Errorf("the error is %v", err)
	}
}

// TestAgreed: nobody agrees for later runs to what was left out, or was not asked about.
func TestAgreed(t *testing.T) {
	a := &applying{list: &changes.List{Changes: []changes.Change{{ID: "within"}, {ID: "asked"}, {ID: "left"}}},
		verdict: consent.Verdict{Asked: []consent.Asked{{ID: "left"}, {ID: "asked"}}}}
	if got := a.without([]consent.Other{{ID: "left"}}); len(got) != 1 || got[0].ID != "asked" {
		t.Errorf("agreed to %+v", got)
	}
	if got := a.without(nil); len(got) != 2 {
		t.Errorf("agreed to %+v", got)
	}
}
