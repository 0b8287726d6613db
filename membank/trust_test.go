package membank

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"time"

	"legomem/must"
	"legomem/sweep"
)

// theirs is how the tests import.
var theirs = Importing{Import: Import{From: "theirs.jsonl", At: time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)}}

// linesOf are units as an export has them.
func linesOf(t testing.TB, units ...Unit) string {
	t.Helper()
	var out bytes.Buffer
	must.Do(t, WriteUnits(&out, units))
	return out.String()
}

func importLines(t testing.TB, b *Bank, lines string, o Importing) Added {
	t.Helper()
	return must.Have(b.Import(t.Context(), strings.NewReader(lines), o))(t)
}

// playedFor counts the units that reflex would be given for a text, by its own search
// and by that of a strategy.
func playedFor(t testing.TB, b *Bank, text string) int {
	t.Helper()
	r := must.Have(fullTasks(t.Context(), b, Ask{Task: text, Playable: 5}, 5))(t)
	hits, ok := r.Playable.First(text, 5)
	if n := len(searchTasks(t, b, text, 5)); !ok || n != len(hits) {
		t.Errorf("one search finds %d units, the other %d", n, len(hits))
	}
	return len(hits)
}

// TestImportedIsNotPlayed: it is found and shown, and played once the user trusts it;
// neither a verification nor a lifted quarantine trusts it.
func TestImportedIsNotPlayed(t *testing.T) {
	b := newBank(t)
	units := whole(t, skilled("Book the van", `{"a":1}`))
	id := units[0].ID
	same(t, "imported", importLines(t, b, linesOf(t, units...), theirs), Added{New: 2})
	found := must.Have(b.Search(t.Context(), Query{Text: "Book the van", K: 5, Filter: Filter{Kind: FullTask}}))(t)
	same(t, "found, played", []int{len(found), playedFor(t, b, "Book the van")}, []int{1, 0})
	same(t, "noted", found[0].Unit.Imported, &theirs.Import)
	same(t, "listed", len(listUnits(t, b, Filter{Untrusted: true})), 2)

	must.Do(t, b.Suspend(t.Context(), id, "it failed"))
	must.Do(t, b.Reinstate(t.Context(), id))
	must.Have(b.Quarantine(t.Context(), []string{id}, "wrong"))(t)
	must.Have(b.Lift(t.Context(), []string{id}))(t)
	must.Do(t, b.MarkUsed(t.Context(), []string{id}, true))
	must.Do(t, b.SetProcedure(t.Context(), id, []byte(`{"a":2}`), Authored, nil))
	same(t, "played after all that", playedFor(t, b, "Book the van"), 0)

	same(t, "trusted", must.Have(b.Trust(t.Context(), []string{id, "m-gone"}))(t), 2)
	same(t, "trusted again", must.Have(b.Trust(t.Context(), []string{id}))(t), 0)
	same(t, "played", playedFor(t, b, "Book the van"), 1)
	got := getUnits(t, b, id)[0]
	same(t, "still noted", got.Imported, &theirs.Import)
	same(t, "used", got.Used, 1)
}

// TestTrustDoesNotTravel: an export says what the user trusts, and no other bank
// believes it; nor that something is the starter bank's.
func TestTrustDoesNotTravel(t *testing.T) {
	u := whole(t, skilled("Book the van", `{"a":1}`))[0]
	claims := u
	claims.Imported, claims.Source.Starter = &Import{From: "the user's own hand"}, true
	for name, lines := range map[string]string{"an old export": linesOf(t, u), "one that claims": linesOf(t, claims)} {
		t.Run(name, func(t *testing.T) {
			b := newBank(t)
			importLines(t, b, lines, theirs)
			got := getUnits(t, b, u.ID)[0]
			same(t, "from", got.Imported, &theirs.Import)
			same(t, "untrusted, starter", []bool{got.Untrusted, got.Source.Starter}, []bool{true, false})
			same(t, "its hash", got.Hash, u.Hash)
		})
	}
}

func TestTheStarterBankIsKnown(t *testing.T) {
	starters := must.Have(Starter())(t)[:3]
	starters[0].Used = 7
	starters[1].Task += " and more"
	changed := must.Have(Seal(starters[1]))(t)
	b := newBank(t)
	importLines(t, b, linesOf(t, starters[0], changed, starters[2]), theirs)
	for i, want := range []bool{false, true, false} {
		u := getUnits(t, b, starters[i].ID)[0]
		same(t, u.ID, []bool{u.Untrusted, u.Source.Starter, u.Imported == nil}, []bool{want, !want, !want})
		same(t, "used", u.Used, starters[i].Used)
	}
}

// TestReplacingAsks: other content under a known id is taken only with somebody's word.
func TestReplacingAsks(t *testing.T) {
	sweep.OneGoroutine(t)
	b := newBank(t)
	mine := add(t, b, skilled("Book the van", `{"a":1}`))
	other := skilled("Book the van", `{"a":2}`)
	lines := linesOf(t, whole(t, other)...)
	var asked []string
	answer := func(yes bool) Importing {
		o := theirs
		o.Replace = func(units []Unit) (bool, error) { asked = ids(units); return yes, nil }
		return o
	}
	for _, o := range []Importing{theirs, answer(false)} {
		_, err := b.Import(t.Context(), strings.NewReader(lines), o)
		var replaces *Replaces
		if !errors.As(err, &replaces) || !strings.Contains(err.Error(), mine[0].ID) {
			t.Errorf("the error is %v", err)
		}
	}
	same(t, "asked", asked, []string{mine[0].ID})
	same(t, "as it was", string(getUnits(t, b, mine[0].ID)[0].Procedure), `{"a":1}`)
	same(t, "replaced", importLines(t, b, lines, answer(true)), Added{Changed: 1, Same: 1})
	got := getUnits(t, b, ids(mine)...)
	same(t, "procedure", string(got[0].Procedure), `{"a":2}`)
	same(t, "untrusted: what was replaced alone", []bool{got[0].Untrusted, got[1].Untrusted}, []bool{true, false})
	same(t, "played", playedFor(t, b, "Book the van"), 0)
}

// TestWhatIsKnownStaysTrusted: importing what the bank holds changes nothing, but for the
// user's word.
func TestWhatIsKnownStaysTrusted(t *testing.T) {
	sweep.OneGoroutine(t)
	b := newBank(t)
	mine := linesOf(t, add(t, b, skilled("Book the van", `{"a":1}`))...)
	same(t, "my own", importLines(t, b, mine, theirs), Added{Same: 2})
	same(t, "played", playedFor(t, b, "Book the van"), 1)
	other := newBank(t)
	importLines(t, other, mine, theirs)
	vouched := theirs
	vouched.Trusted = true
	same(t, "vouched for", importLines(t, other, mine, vouched), Added{Changed: 2})
	same(t, "played elsewhere", playedFor(t, other, "Book the van"), 1)
	same(t, "without the word", importLines(t, other, mine, theirs), Added{Same: 2})
	same(t, "played still", playedFor(t, other, "Book the van"), 1)
}

// TestLearnedHereOwesNothing: what was learned here takes the place of what was only
// imported, with nothing of it, and no near one is merged into it.
func TestLearnedHereOwesNothing(t *testing.T) {
	sweep.OneGoroutine(t)
	learn := map[string]func(*Bank, []Unit) (Added, error){
		"added":  func(b *Bank, units []Unit) (Added, error) { return b.Add(t.Context(), units) },
		"merged": func(b *Bank, units []Unit) (Added, error) { return b.Merge(t.Context(), units, 0.5) },
	}
	for name, add := range learn {
		t.Run(name, func(t *testing.T) {
			b := newBank(t)
			bad := skilled("Book the van", `{"bad":1}`)
			bad.Compiler = Authored
			bad.Merged = []Source{{Run: "run-7"}}
			importLines(t, b, linesOf(t, whole(t, bad)...), theirs)
			mine := whole(t, skilled("Book the van", `{"a":1}`))
			must.Have(add(b, mine))(t)
			got := getUnits(t, b, mine[0].ID)[0]
			same(t, "procedure", string(got.Procedure), `{"a":1}`)
			same(t, "untrusted, merged", []int{len(listUnits(t, b, Filter{Untrusted: true})), len(got.Merged)}, []int{0, 0})
			same(t, "played", playedFor(t, b, "Book the van"), 1)
		})
	}
	b := newBank(t)
	importLines(t, b, linesOf(t, whole(t, skilled("Book the van for Lee", `{"bad":1}`))...), theirs)
	same(t, "a near one", mergeUnits(t, b, whole(t, skilled("Book the van for Kim", `{"a":1}`))), Added{New: 2})
	same(t, "played", playedFor(t, b, "Book the van for Kim"), 1)
}
