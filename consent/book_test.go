package consent_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"legomem/changes"
	"legomem/consent"
	"legomem/filelock"
	"legomem/must"
	"legomem/places"
)

// clock is when things are written down.
func clock() time.Time { return now }

// bookOf opens a tenant's book.
func bookOf(t *testing.T, data places.Data, tenant string) *consent.Book {
	t.Helper()
	return must.Have(consent.OpenBook(data, tenant, clock))(t)
}

// grantOf is a grant of a tenant.
func grantOf(t *testing.T, tenant, id string) consent.Grant {
	t.Helper()
	of := always()
	of.Tenant = tenant
	return must.Have(consent.NewGrant(of, id, now))(t)
}

// only is the one grant of a book.
func only(t *testing.T, b *consent.Book) consent.Grant {
	t.Helper()
	all := must.Have(b.Grants())(t)
	if len(all) != 1 {
		t.Fatalf("it holds %d grants, not one", len(all))
	}
	return all[0]
}

// TestBook: a grant is made, used and revoked, and says so from then on.
func TestBook(t *testing.T) {
	data := places.Data(t.TempDir())
	b, ctx := bookOf(t, data, "local"), t.Context()
	if all, err := b.Grants(); len(all) != 0 || err != nil {
		t.Errorf("before there is one: %v, %v", all, err)
	}
	if _, err := os.Stat(string(data.Consent("local"))); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("reading made a folder: %v", err)
	}
	must.Do(t, b.Grant(ctx, grantOf(t, "local", "g-1")))
	if g := only(t, b); g.Revoked != nil || g.Used != 0 || g.LastUsed != nil || !g.Covers(actor, letter()) {
		t.Errorf("as it was made: %+v", g)
	}
	for _, run := range []string{"r2", "r3", "r2"} { // a run that is committed again after a kill counts once
		must.Do(t, b.Use(ctx, run, []string{"g-1"}))
	}
	if g := only(t, b); g.Used != 2 || !g.LastUsed.Equal(now) {
		t.Errorf("used: %+v", g)
	}
	must.Do(t, b.Revoke(ctx, "g-1"))
	if g := only(t, bookOf(t, data, "local")); g.Revoked == nil || g.Used != 2 || g.Covers(actor, letter()) {
		t.Errorf("revoked: %+v", g)
	}
	var gone *consent.Revoked
	if err := b.Revoke(ctx, "g-1"); !errors.As(err, &gone) || !strings.Contains(err.Error(), "g-1 was revoked on 2026-") {
		t.Errorf("revoked twice: %v", err)
	}
	if err := b.Use(ctx, "r4", []string{"g-1"}); !errors.As(err, &gone) || only(t, b).Used != 2 {
		t.Errorf("used once it was revoked: %v", err)
	}
	var none *consent.UnknownGrant
	for _, err := range []error{b.Revoke(ctx, "g-9"), b.Use(ctx, "r4", []string{"g-9"})} {
		if !errors.As(err, &none) || none.ID != "g-9" {
			t.Errorf("of a grant that was never made: %v", err)
		}
	}
}

// TestForgedGrant: a grant cannot be made twice, for another tenant, or used and revoked
// from the start.
func TestForgedGrant(t *testing.T) {
	b := bookOf(t, places.Data(t.TempDir()), "local")
	g := grantOf(t, "local", "g-1")
	g.Used, g.LastUsed, g.Revoked = 7, &now, &now
	must.Do(t, b.Grant(t.Context(), g))
	if g := only(t, b); g.Used != 0 || g.LastUsed != nil || g.Revoked != nil {
		t.Errorf("it was made with a past: %+v", g)
	}
	for _, g := range []consent.Grant{grantOf(t, "local", "g-1"), grantOf(t, "kim", "g-2")} {
		if err := b.Grant(t.Context(), g); err == nil {
			t.Errorf("made: %+v", g)
		}
	}
	only(t, b)
}

// TestConfirmed: what was agreed to is known from then on, but for what could be taken
// for something else.
func TestConfirmed(t *testing.T) {
	data := places.Data(t.TempDir())
	b := bookOf(t, data, "local")
	to := func(role, value string) changes.Target { return changes.Target{Role: role, Value: value} }
	must.Do(t, b.Confirm(t.Context(), "r1", []changes.Target{
		to(changes.To, "Dana@example.com"), to(changes.To, "Dana@example.com"), to(changes.Attachment, "plan.xlsx"),
		to(changes.To, "d\u0430na@example.com"), to(changes.Path, "data/\u202eold.txt"), to(changes.Calendar, "\uff24ana"),
	}))
	size := len(must.Have(os.ReadFile(data.Consent("local").Book()))(t))
	must.Do(t, b.Confirm(t.Context(), "r2", []changes.Target{to(changes.To, "Dana@example.com")}))
	if again := len(must.Have(os.ReadFile(data.Consent("local").Book()))(t)); again != size {
		t.Error("what is known is written down again")
	}
	if known := must.Have(b.Known())(t); !slices.Equal(known, []string{"Dana@example.com", "data/plan.xlsx"}) {
		t.Errorf("known: %q", known)
	}
	if known := must.Have(bookOf(t, data, "kim").Known())(t); known != nil {
		t.Errorf("another tenant knows %q", known)
	}
}

// TestTenants: whatever two tenants are called, neither sees, uses or revokes what the
// other has agreed to, and nothing is written outside the folder.
func TestTenants(t *testing.T) {
	root := t.TempDir()
	data := places.Data(filepath.Join(root, "data"))
	names := []string{"local", "Local", "LOCAL", "..", "../local", "/local", "local/", "local/..", ".", "con", "lo\u0441al", "local ", "lo\x00cal",
		"cafe\u0301", "caf\u00e9", strings.Repeat("long", 5_000), strings.Repeat("long", 5_000) + "er", string(data.Consent("local"))}
	for i, name := range names {
		must.Do(t, bookOf(t, data, name).Grant(t.Context(), grantOf(t, name, fmt.Sprint("g-", i))))
	}
	for i, name := range names {
		b := bookOf(t, data, name)
		if g := only(t, b); g.ID != fmt.Sprint("g-", i) || g.Tenant != name {
			t.Errorf("%.40q has the grant %s of %.40q", name, g.ID, g.Tenant)
		}
		other := []string{fmt.Sprint("g-", (i+1)%len(names))}
		var none *consent.UnknownGrant
		if err := b.Use(t.Context(), "r1", other); !errors.As(err, &none) {
			t.Errorf("%.40q uses another's: %v", name, err)
		}
		if err := b.Revoke(t.Context(), other[0]); !errors.As(err, &none) {
			t.Errorf("%.40q revokes another's: %v", name, err)
		}
	}
	if all := must.Have(os.ReadDir(root))(t); len(all) != 1 {
		t.Errorf("outside of the data folder: %v", all)
	}
	if all := must.Have(os.ReadDir(filepath.Join(string(data), "consent")))(t); len(all) != len(names) {
		t.Errorf("%d folders for %d tenants", len(all), len(names))
	}
	for _, name := range []string{"", "lo\xffcal"} {
		if _, err := consent.OpenBook(data, name, clock); err == nil {
			t.Errorf("a tenant is called %q", name)
		}
	}
}

// TestBrokenBook: a book that is not whole, or not the tenant's, grants nothing and is not
// written into, and the error names the file.
func TestBrokenBook(t *testing.T) {
	const ours = `{"tenant":"local","event":"confirmed","run_id":"r1","targets":[{"role":"to","value":"a@example.com"}]}` + "\n"
	for name, tt := range map[string]struct{ text, want string }{
		"another tenant's": {strings.Replace(ours, "local", "kim", 1), `line 2 is of the tenant "kim", not of "local"`},
		"of no tenant":     {strings.Replace(ours, "local", "", 1), `line 2 is of the tenant "", not of "local"`},
		"no JSON":          {"nonsense\n", ":2 is no record"},
		"a later event":    {strings.Replace(ours, "confirmed", "voided", 1), `line 2 holds the event "voided"`},
		"of no grant":      {`{"tenant":"local","event":"revoked","id":"g-1"}` + "\n", `line 2 is about a grant "g-1" that was never made`},
		"an empty grant":   {`{"tenant":"local","event":"granted"}` + "\n", "line 2 makes no grant of the tenant's"},
		"kim's grant":      {`{"tenant":"local","event":"granted","grant":{"id":"g-1","tenant":"kim"}}` + "\n", "line 2 makes no grant of the tenant's"},
	} {
		t.Run(name, func(t *testing.T) {
			data := places.Data(t.TempDir())
			file := data.Consent("local").Book()
			must.Do(t, os.MkdirAll(filepath.Dir(file), 0o700))
			must.Do(t, os.WriteFile(file, []byte(ours+tt.text), 0o600))
			b := bookOf(t, data, "local")
			all, listErr := b.Grants()
			known, knownErr := b.Known()
			for _, err := range []error{listErr, knownErr, b.Grant(t.Context(), grantOf(t, "local", "g-2")), b.Revoke(t.Context(), "g-1")} {
				if err == nil || !strings.Contains(err.Error(), tt.want) || !strings.Contains(err.Error(), "move "+file+" away") {
					t.Errorf("the error is %v", err)
				}
			}
			if text := must.Have(os.ReadFile(file))(t); all != nil || known != nil || string(text) != ours+tt.text {
				t.Errorf("%v, %v, and the file holds %s", all, known, text)
			}
		})
	}
}

// TestTornBook: whatever a kill left of the last line, what was written before it holds,
// and writing goes on.
func TestTornBook(t *testing.T) {
	data := places.Data(t.TempDir())
	b := bookOf(t, data, "local")
	must.Do(t, b.Grant(t.Context(), grantOf(t, "local", "g-1")))
	file := data.Consent("local").Book()
	whole := len(must.Have(os.ReadFile(file))(t))
	must.Do(t, b.Revoke(t.Context(), "g-1"))
	text := must.Have(os.ReadFile(file))(t)
	for cut := whole; cut < len(text); cut++ {
		must.Do(t, os.WriteFile(file, text[:cut], 0o600))
		if only(t, b).Revoked != nil {
			t.Fatalf("cut at %d, half a line revokes", cut)
		}
		must.Do(t, b.Use(t.Context(), "r2", []string{"g-1"}))
		if g := only(t, b); g.Used != 1 || g.Revoked != nil {
			t.Fatalf("cut at %d: %+v", cut, g)
		}
	}
}

// TestManyWriters: what several write at once all holds, and a grant is revoked by one.
func TestManyWriters(t *testing.T) {
	const writers = 8
	data := places.Data(t.TempDir())
	must.Do(t, bookOf(t, data, "local").Grant(t.Context(), grantOf(t, "local", "g")))
	var all sync.WaitGroup
	var mu sync.Mutex
	revokedBy := 0
	for i := range writers {
		all.Go(func() {
			b := bookOf(t, data, "local") // as another process would
			id, run := fmt.Sprint("g-", i), fmt.Sprint("r-", i)
			must.NoError(t, b.Grant(t.Context(), grantOf(t, "local", id)))
			must.NoError(t, b.Use(t.Context(), run, []string{id}))
			must.NoError(t, b.Confirm(t.Context(), run, []changes.Target{{Role: changes.To, Value: run}}))
			if b.Revoke(t.Context(), "g") == nil {
				mu.Lock()
				revokedBy++
				mu.Unlock()
			}
			_, err := b.Grants()
			must.NoError(t, err)
		})
	}
	all.Wait()
	b := bookOf(t, data, "local")
	grants, known := must.Have(b.Grants())(t), must.Have(b.Known())(t)
	if len(grants) != writers+1 || len(known) != writers || revokedBy != 1 {
		t.Errorf("%d grants, %d known, revoked by %d", len(grants), len(known), revokedBy)
	}
	for _, g := range grants {
		if g.ID != "g" && g.Used != 1 {
			t.Errorf("%s was used %d times", g.ID, g.Used)
		}
	}
}

// TestHeldBook: who waits for another writer gives up when told to, and names the other.
func TestHeldBook(t *testing.T) {
	data := places.Data(t.TempDir())
	b := bookOf(t, data, "local")
	must.Do(t, b.Grant(t.Context(), grantOf(t, "local", "g-1")))
	lock := must.Have(filelock.Take(data.Consent("local").Lock(), "process 7"))(t)
	ended, end := context.WithCancel(t.Context())
	end()
	if err := b.Revoke(ended, "g-1"); !errors.Is(err, filelock.ErrHeld) || !strings.Contains(err.Error(), "process 7") {
		t.Errorf("written while another writes: %v", err)
	}
	if only(t, b).Revoked != nil {
		t.Error("it was revoked all the same")
	}
	must.Do(t, lock.Close())
	must.Do(t, b.Revoke(t.Context(), "g-1"))
}
