package membank

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"sync"
	"testing"

	"legomem/membank/hashembed"
	"legomem/membank/store/sqlite"
	"legomem/membank/store/sqlite/sqlitetest"
	"legomem/must"
)

// skilled is a full task with a procedure.
func skilled(text, procedure string) Unit {
	u := task(text, "calendar_agent")
	u.Procedure, u.Compiler = json.RawMessage(procedure), "reflex/2"
	return u
}

// TestSuspend: a procedure that is suspended is kept from whoever plays it, and
// its unit from nobody else; learning it again does not end that, Lift and
// Reinstate do.
func TestSuspend(t *testing.T) {
	b := newBank(t)
	units := add(t, b, skilled("Book the van", `{"a":1}`))
	id := units[0].ID
	played := func() int {
		hits := searchTasks(t, b, "Book the van", 5)
		return len(hits)
	}
	found := func() int {
		hits := must.Have(b.Search(t.Context(), Query{Text: "Book the van", K: 5, Filter: Filter{Kind: FullTask}}))(t)
		return len(hits)
	}
	listed := func() int {
		all := listUnits(t, b, Filter{Quarantined: true})
		n := must.Have(b.Count(t.Context(), Filter{Quarantined: true}))(t)
		same(t, "counted", n, len(all))
		return len(all)
	}
	if err := b.Suspend(t.Context(), id, ""); err == nil {
		t.Error("a suspension without a reason was taken")
	}
	must.Do(t, b.Suspend(t.Context(), id, "run-9 failed"))
	must.Do(t, b.Suspend(t.Context(), "m-gone", "run-9 failed"))
	same(t, "played, found, listed", []int{played(), found(), listed()}, []int{0, 1, 1})
	add(t, b, skilled("Book the van", `{"a":2}`))
	same(t, "played once it is learned again", played(), 0)
	got := getUnits(t, b, id)
	same(t, "reason", got[0].Suspended, "run-9 failed")
	same(t, "procedure", string(got[0].Procedure), `{"a":2}`)

	must.Have(b.Quarantine(t.Context(), []string{id}, "books the wrong one"))(t)
	must.Do(t, b.Reinstate(t.Context(), id))
	same(t, "played, found, listed, while a person's quarantine holds", []int{played(), found(), listed()}, []int{0, 0, 2})
	must.Do(t, b.Suspend(t.Context(), id, "run-9 failed"))
	same(t, "listed once", listed(), 2)
	n := must.Have(b.Lift(t.Context(), []string{id}))(t)
	same(t, "lifted: the task and its part", n, 2)
	must.Do(t, b.Suspend(t.Context(), id, "run-9 failed"))
	n = must.Have(b.Lift(t.Context(), []string{id}))(t)
	same(t, "lifted: the procedure alone", n, 1)
	same(t, "played, found, listed", []int{played(), found(), listed()}, []int{1, 1, 0})
}

// TestAuthoredStays: what a person wrote is not replaced by what is learned, but
// by what a person writes, and counts apart.
func TestAuthoredStays(t *testing.T) {
	b := newBank(t)
	units := add(t, b, skilled("Book the van", `{"a":1}`))
	must.Do(t, b.MarkPlayed(t.Context(), units[0].ID, true))
	must.Do(t, b.SetProcedure(t.Context(), units[0].ID, json.RawMessage(`{"mine":1}`), Authored, nil))
	if err := b.SetProcedure(t.Context(), units[1].ID, json.RawMessage(`{}`), Authored, nil); err == nil {
		t.Error("a part of a task was given a procedure")
	}
	if err := b.SetProcedure(t.Context(), "m-gone", json.RawMessage(`{}`), Authored, nil); err == nil {
		t.Error("a unit that is gone was given a procedure")
	}
	did := must.Have(b.Add(t.Context(), []Unit{skilled("Book the van", `{"a":2}`)}))(t)
	same(t, "learned again", did, Added{Same: 1})
	did = mergeUnits(t, b, []Unit{skilled("Book the van", `{"a":3}`)})
	same(t, "merged again", did, Added{Same: 1})
	got := getUnits(t, b, units[0].ID)
	same(t, "procedure", string(got[0].Procedure), `{"mine":1}`)
	same(t, "successes", got[0].Successes, 1)
	o := must.Have(b.Overview(t.Context()))(t)
	same(t, "authored", o.Authored, 1)

	again := got[0]
	again.Procedure = json.RawMessage(`{"mine":2}`)
	did = must.Have(b.Add(t.Context(), []Unit{again}))(t)
	same(t, "written anew", did, Added{Changed: 1})
}

// TestAuthoredStarterStays: a new version of the program neither replaces nor
// removes a starter procedure that the user has edited.
func TestAuthoredStarterStays(t *testing.T) {
	b := newBank(t)
	first := skilled("Book the van", `{"a":1}`)
	must.Do(t, b.seed(t.Context(), pack(t, first)))
	units := listUnits(t, b, Filter{})
	must.Do(t, b.SetProcedure(t.Context(), units[0].ID, json.RawMessage(`{"mine":1}`), Authored, nil))
	must.Do(t, b.seed(t.Context(), pack(t, skilled("Book the van", `{"a":2}`))))
	must.Do(t, b.seed(t.Context(), pack(t, skilled("Mail it", `{"a":3}`))))
	got := getUnits(t, b, units[0].ID)
	same(t, "kept", len(got), 1)
	same(t, "procedure", string(got[0].Procedure), `{"mine":1}`)
}

// TestCountsOfManyRuns: runs that end at once, in several processes, lose no
// count, and a procedure that is replaced afterwards keeps them.
func TestCountsOfManyRuns(t *testing.T) {
	file := filepath.Join(t.TempDir(), "bank.db")
	open := func() *Bank {
		s := must.Have(sqlite.Open(t.Context(), file, sqlite.ReadWrite))(t)
		t.Cleanup(func() { _ = s.Close() })
		b := openBank(t, s, hashembed.Embedder{}, "ann")
		return b
	}
	banks := []*Bank{open(), open()}
	id := add(t, banks[0], skilled("Book the van", `{"a":1}`))[0].ID
	var runs sync.WaitGroup
	errs := make(chan error, 80)
	for i := range 40 {
		runs.Go(func() {
			errs <- banks[i%2].MarkPlayed(t.Context(), id, i%4 != 0)
			errs <- banks[i%2].MarkUsed(t.Context(), []string{id}, true)
		})
	}
	runs.Wait()
	close(errs)
	for err := range errs {
		must.Do(t, err)
	}
	must.Do(t, banks[0].SetProcedure(t.Context(), id, json.RawMessage(`{"a":2}`), "reflex/2", nil))
	got := must.Have(banks[1].Get(t.Context(), []string{id}))(t)
	u := got[0]
	same(t, "successes, failures, used, helped", fmt.Sprint(u.Successes, u.Failures, u.Used, u.Helped), "30 10 40 40")
}

// TestJoinedSources: a procedure goes where a run that it was generalised with
// is forgotten, or hidden; the unit itself is not from there, and stays.
func TestJoinedSources(t *testing.T) {
	b := newBank(t)
	u := skilled("Book the van", `{"a":1}`)
	u.Joined = []Source{{Run: "run-2", Suite: "suite", Task: "1-2/0", User: "Kim"}, {Run: "run-3", Suite: "suite", Task: "1-3/0", User: "Lee"}}
	units := add(t, b, u)
	seen := must.Have(b.View(View{HideSuite: "suite", HideTasks: []string{"1-2/0"}}).SearchTasks(t.Context(), "Book the van", 5))(t)
	same(t, "seen", len(seen), 1)
	same(t, "procedure that is seen", string(seen[0].Unit.Procedure), "")

	plan := planForget(t, b, Selection{User: "Kim"})
	if len(plan.Gone) != 0 || len(plan.Loosened) != 1 || !plan.Loosened[0].Unlearned || plan.Loosened[0].Kept != "" {
		t.Fatalf("plan = %+v", plan)
	}
	same(t, "lost", plan.Loosened[0].Lost, u.Joined[:1])
	must.Have(b.Forget(t.Context(), plan))(t)
	got := getUnits(t, b, units[0].ID)
	if got[0].Procedure != nil || got[0].Joined != nil || got[0].Source.Run != "run-1" {
		t.Errorf("kept %+v", got[0])
	}
	none := planForget(t, b, Selection{User: "Kim"})
	same(t, "the second time", len(none.Loosened), 0)
}

// slow is an embedder that lets something happen before it returns.
type slow struct {
	hashembed.Embedder
	meanwhile func()
}

func (s *slow) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	if s.meanwhile != nil {
		s.meanwhile()
	}
	return s.Embedder.Embed(ctx, texts)
}

// TestCountsWhileLearning: a run that ends while a unit is replaced is counted,
// and its failure suspends the procedure.
func TestCountsWhileLearning(t *testing.T) {
	e := &slow{}
	b := openBank(t, sqlitetest.New(t), e, "ann")
	id := add(t, b, skilled("Book the van", `{"a":1}`))[0].ID
	for i, learn := range []func(Unit) (Added, error){
		func(u Unit) (Added, error) { return b.Add(t.Context(), []Unit{u}) },
		func(u Unit) (Added, error) { return b.Merge(t.Context(), []Unit{u}, 0.9) },
	} {
		e.meanwhile = func() {
			e.meanwhile = nil
			must.Do(t, b.MarkPlayed(t.Context(), id, false))
			must.Do(t, b.Suspend(t.Context(), id, "run-9 failed"))
		}
		did := must.Have(learn(skilled("Book the van", fmt.Sprintf(`{"a":%d}`, i+2))))(t)
		got := getUnits(t, b, id)
		if u := got[0]; did.Changed != 1 || u.Failures != i+1 || u.Suspended == "" || string(u.Procedure) != fmt.Sprintf(`{"a":%d}`, i+2) {
			t.Errorf("%+v: %d failures, suspended %q, procedure %s", did, u.Failures, u.Suspended, u.Procedure)
		}
		must.Do(t, b.Reinstate(t.Context(), id))
	}
}
