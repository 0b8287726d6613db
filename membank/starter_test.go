package membank

import (
	"bytes"
	"testing"

	"legomem/membank/hashembed"
	"legomem/membank/store/sqlite/sqlitetest"
	"legomem/must"
	"legomem/sweep"
)

// pack writes units as a starter file.
func pack(t *testing.T, units ...Unit) []byte {
	t.Helper()
	var all []Unit
	for _, u := range units {
		all = append(all, whole(t, u)...)
	}
	var out bytes.Buffer
	must.Do(t, WriteUnits(&out, all))
	return out.Bytes()
}

func tasksOf(t *testing.T, b *Bank, f Filter) map[string]bool {
	t.Helper()
	f.Kind = FullTask
	units := must.Have(b.List(t.Context(), f, Page{}))(t)
	out := map[string]bool{}
	for _, u := range units {
		out[u.Task] = u.Source.Starter
	}
	return out
}

func TestStarterCanBeRead(t *testing.T) {
	sweep.OneGoroutine(t)
	units := must.Have(Starter())(t)
	for _, u := range units {
		if !u.Source.Starter {
			t.Errorf("%s is not marked as a starter unit", u.ID)
		}
	}
	must.Do(t, newBank(t).Seed(t.Context()))
}

func TestSeedUpgrades(t *testing.T) {
	e := &counting{}
	b := openBank(t, sqlitetest.New(t), e, "ann")
	own := add(t, b, task("my own", "word_agent"))
	one := pack(t, task("kept", "a"), task("changed", "a"), task("dropped", "a"))
	must.Do(t, b.seed(t.Context(), one))
	same(t, "seeded", tasksOf(t, b, Filter{}), map[string]bool{"my own": false, "kept": true, "changed": true, "dropped": true})
	same(t, "own", tasksOf(t, b, Filter{Own: true}), map[string]bool{"my own": false})

	before := e.texts
	must.Do(t, b.seed(t.Context(), one))
	same(t, "embedded when current", e.texts-before, 0)

	kept := whole(t, task("kept", "a"))
	must.Do(t, b.MarkUsed(t.Context(), ids(kept), true))
	better := task("changed", "a")
	better.Plan = "1. do it better"
	must.Do(t, b.seed(t.Context(), pack(t, task("kept", "a"), better, task("new", "a"))))
	same(t, "upgraded", tasksOf(t, b, Filter{}), map[string]bool{"my own": false, "kept": true, "changed": true, "new": true})
	same(t, "embedded for the upgrade", e.texts-before, 3) // changed, new and its part
	got := getUnits(t, b, kept[0].ID, whole(t, better)[0].ID, own[0].ID)
	if got[0].Used != 1 || got[1].Plan != "1. do it better" {
		t.Errorf("kept was used %d times; changed has the plan %q", got[0].Used, got[1].Plan)
	}
	same(t, "my own", got[2], own[0])
}

func TestSeedLeavesTheUsersAlone(t *testing.T) {
	b := newBank(t)
	mine := add(t, b, task("learned myself", "a")) // before the starter had it
	must.Do(t, b.seed(t.Context(), pack(t, task("learned myself", "a"), task("practised again", "a"))))
	again := add(t, b, task("practised again", "a")) // after
	must.Do(t, b.seed(t.Context(), pack(t, task("other", "a"))))
	same(t, "left", tasksOf(t, b, Filter{}), map[string]bool{"learned myself": false, "practised again": false, "other": true})
	got := getUnits(t, b, mine[0].ID, again[0].ID)
	same(t, "mine", got, []Unit{mine[0], again[0]})
}

func TestForgottenStaysForgotten(t *testing.T) {
	b := newBank(t)
	must.Do(t, b.seed(t.Context(), pack(t, task("unwanted", "a"), task("wanted", "a"))))
	unwanted := whole(t, task("unwanted", "a"))
	n := must.Have(b.Delete(t.Context(), []string{unwanted[0].ID}))(t)
	same(t, "forgotten", n, 2)
	must.Do(t, b.seed(t.Context(), pack(t, task("unwanted", "a"), task("wanted", "a"), task("new", "a"))))
	same(t, "after the upgrade", tasksOf(t, b, Filter{}), map[string]bool{"wanted": true, "new": true})
}

func TestABrokenStarterChangesNothing(t *testing.T) {
	b := newBank(t)
	must.Do(t, b.seed(t.Context(), pack(t, task("kept", "a"))))
	if err := b.seed(t.Context(), []byte("{}")); err == nil {
		t.Error("a broken starter bank was taken")
	}
	same(t, "left", tasksOf(t, b, Filter{}), map[string]bool{"kept": true})
}

// BenchmarkSeedCurrent is what each start of the program pays.
func BenchmarkSeedCurrent(b *testing.B) {
	bank := openBank(b, sqlitetest.New(b), hashembed.Embedder{}, "ann")
	must.Do(b, bank.Seed(b.Context()))
	for b.Loop() {
		must.Do(b, bank.Seed(b.Context()))
	}
}
