package membank

import (
	"bytes"
	"context"
	"errors"
	"testing"

	"legomem/membank/store"
	"legomem/must"
	"legomem/sweep"
	"legomem/trajectory"
)

// mixed is a bank with a unit of every kind, all of them about one task.
func mixed(t *testing.T) (b *Bank, units []Unit) {
	t.Helper()
	b = newBank(t)
	units = whole(t, task(near, "calendar_agent", "email_agent"))
	raw := task(near, "calendar_agent")
	raw.Kind = RawTrajectory
	routine := Unit{Kind: RoutineUnit, Task: near, Source: raw.Source, Merged: []Source{{Run: "run-2", Suite: "suite", Task: "1-2/0"}},
		Routine: &Routine{Name: "schedule_review", Agent: "calendar_agent", Description: near, Steps: []Step{{Action: "x.do({})"}, {Action: "x.do({})"}}}}
	for _, u := range []Unit{raw, routine} {
		sealed := must.Have(Seal(u))(t)
		units = append(units, sealed)
	}
	must.Have(b.Add(t.Context(), units))(t)
	return b, units
}

func reasons(t *testing.T, b *Bank) map[string]string {
	t.Helper()
	units := listUnits(t, b, Filter{Quarantined: true})
	out := map[string]string{}
	for _, u := range units {
		out[u.ID] = u.Quarantine
	}
	return out
}

// recalled counts everything a strategy hands out for the task.
func recalled(t *testing.T, b *Bank, strategy string) int {
	t.Helper()
	s := must.Have(NewStrategy(strategy, Limits{K: 5, PerAgent: 3}))(t)
	agents := []string{"calendar_agent", "email_agent"}
	draft := func(context.Context, string, []Hit) ([]string, error) { return []string{"part 1", "part 2"}, nil }
	found, m, err := b.Retrieve(t.Context(), Ask{Task: near, Agents: agents, Draft: draft}, s, Both)
	must.Do(t, err)
	n := len(found.Full) + len(m.ForPlan()) + len(m.ForRound())
	for _, a := range agents {
		hits := must.Have(m.ForAgent(t.Context(), trajectory.Subtask{Agent: a, Description: "part 1"}))(t)
		n += len(hits)
	}
	return n
}

func TestQuarantinedIsNeverRetrieved(t *testing.T) {
	for _, strategy := range Strategies() {
		t.Run(strategy, func(t *testing.T) {
			b, units := mixed(t)
			if n := recalled(t, b, strategy); (n == 0) != (strategy == "none") {
				t.Fatalf("before, %d were retrieved", n)
			}
			must.Have(b.Quarantine(t.Context(), ids(units), "wrong"))(t)
			for _, by := range store.Rankings() {
				seen := b.View(View{By: by})
				same(t, "retrieved by "+string(by), recalled(t, seen, strategy), 0)
				hits := searchTasks(t, seen, near, 5)
				same(t, "recalled by "+string(by), len(hits), 0)
			}
		})
	}
}

func TestQuarantineCoversParts(t *testing.T) {
	b, units := mixed(t)
	full, first, second := units[0].ID, units[1].ID, units[2].ID
	n := must.Have(b.Quarantine(t.Context(), []string{second, "m-unknown"}, "its own"))(t)
	same(t, "a part's", n, 1)
	same(t, "a part retrieved by vanilla", recalled(t, b, "vanilla"), 1+1+1+1)
	n = must.Have(b.Quarantine(t.Context(), []string{full}, "wrong"))(t)
	same(t, "the task and the other part", n, 2)
	same(t, "reasons", reasons(t, b), map[string]string{full: "wrong", first: "wrong", second: "its own"})
	n = must.Have(b.Quarantine(t.Context(), []string{full}, "worse"))(t)
	same(t, "another reason", n, 2)

	var covered *Covered
	if _, err := b.Lift(t.Context(), []string{first}); !errors.As(err, &covered) || covered.Parent != full {
		t.Errorf("lifting a part alone: %v", err)
	}
	n = must.Have(b.Lift(t.Context(), []string{full}))(t)
	same(t, "lifted", n, 2)
	same(t, "reasons after", reasons(t, b), map[string]string{second: "its own"})
	n = must.Have(b.Lift(t.Context(), []string{second}))(t)
	same(t, "lifted at last", n, 1)
	if _, err := b.Quarantine(t.Context(), []string{full}, ""); err == nil {
		t.Error("a quarantine without a reason was taken")
	}
}

// TestQuarantineStays: neither curating again, nor a new version of the unit,
// nor an import lets a unit out.
func TestQuarantineStays(t *testing.T) {
	b := newBank(t)
	units := add(t, b, task(near, "calendar_agent"))
	var before bytes.Buffer
	must.Have(b.Export(t.Context(), &before, Filter{}))(t)
	must.Have(b.Quarantine(t.Context(), ids(units), "wrong"))(t)
	want := map[string]string{units[0].ID: "wrong", units[1].ID: "wrong"}

	changed := task(near, "calendar_agent")
	changed.Plan = "1. another way"
	did := must.Have(b.Add(t.Context(), whole(t, changed)))(t)
	same(t, "added", did, Added{Changed: 1, Same: 1})
	same(t, "after a new version", reasons(t, b), want)
	agreed := func([]Unit) (bool, error) { return true, nil }
	must.Have(b.Import(t.Context(), &before, Importing{Replace: agreed}))(t)
	same(t, "after an import", reasons(t, b), want)

	must.Have(b.Delete(t.Context(), []string{units[1].ID}))(t)
	add(t, b, changed)
	same(t, "with a part that is back", reasons(t, b), want)
}

func TestQuarantineTravels(t *testing.T) {
	sweep.OneGoroutine(t)
	from, units := mixed(t)
	must.Have(from.Quarantine(t.Context(), []string{units[0].ID}, "wrong"))(t)
	var all, whole, tasks bytes.Buffer
	for _, to := range []*bytes.Buffer{&all, &whole} {
		must.Have(from.Export(t.Context(), to, Filter{}))(t)
	}
	must.Have(from.Export(t.Context(), &tasks, Filter{Kind: FullTask}))(t)

	to := newBank(t)
	must.Have(to.Import(t.Context(), &all, Importing{}))(t)
	same(t, "imported", reasons(t, to), reasons(t, from))

	other, _ := mixed(t) // has the same units, free
	did := must.Have(other.Import(t.Context(), &tasks, Importing{}))(t)
	same(t, "imported beside", did, Added{Changed: 3})
	same(t, "the parts are covered", reasons(t, other), reasons(t, from))
	third, _ := mixed(t)
	did = must.Have(third.Import(t.Context(), &whole, Importing{}))(t)
	same(t, "imported with its parts", did, Added{Changed: 3, Same: 2})
}
