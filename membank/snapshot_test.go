package membank

import (
	"testing"
	"time"

	"legomem/membank/store"
	"legomem/membank/store/sqlite/sqlitetest"
	"legomem/must"
)

func TestSnapshot(t *testing.T) {
	b := worked(t)
	snap := func(b *Bank) (*Bank, string) {
		t.Helper()
		copied, hash, err := b.Snapshot(t.Context(), sqlitetest.New(t))
		must.Do(t, err)
		return copied, hash
	}
	copied, hash := snap(b)
	before := listUnits(t, copied, Filter{})
	own := listUnits(t, b, Filter{})
	same(t, "the copy", before, own)
	hits := searchTasks(t, copied, newTask, 2)
	same(t, "found in the copy", brief(hits), []string{"schedule review then mail", "schedule review"})

	// Neither what does not tell changes the hash, nor copying.
	must.Do(t, b.MarkUsed(t.Context(), []string{own[0].ID}, true))
	if _, again := snap(b); again != hash {
		t.Error("using a memory changed the hash")
	}
	if _, again := snap(copied); again != hash {
		t.Error("copying changed the hash")
	}
	other := worked(t)
	late := own[0]
	late.Created, late.Source.Run = time.Unix(1, 0), "another run"
	if _, again := snap(other); again != hash {
		t.Error("an equal bank has another hash")
	}

	// What tells does, also what a unit's own hash was not made anew for; the
	// copy stays as it was.
	for name, change := range map[string]func(u *Unit){
		"the plan":       func(u *Unit) { u.Plan = "2. something else" },
		"the procedure":  func(u *Unit) { u.Procedure = []byte(`{"a":1}`) },
		"the quarantine": func(u *Unit) { u.Quarantine = "wrong" },
	} {
		b := worked(t)
		u := own[0]
		change(&u)
		r := must.Have(toRecord(u, []float32{1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}))(t)
		must.Do(t, b.store.Upsert(t.Context(), b.units(), []store.Record{r}))
		if _, changed := snap(b); changed == hash {
			t.Errorf("%s changed, and the hash did not", name)
		}
	}
	must.Have(b.Delete(t.Context(), []string{own[0].ID}))(t)
	if _, changed := snap(b); changed == hash {
		t.Error("a memory went, and the hash stayed")
	}
	after := listUnits(t, copied, Filter{})
	same(t, "the copy, later", after, before)
}
