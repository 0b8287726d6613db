package membank

import (
	"bytes"
	"context"
	"errors"
	"legomem/must"
	"testing"

	"legomem/membank/store"
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
		sealed, err := Seal(u)
		must.Do(t, err)
		units = append(units, sealed)
	}
	_, err := b.Add(t.Context(), units)
	must.Do(t, err)
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
	s, err := NewStrategy(strategy, Limits{K: 5, PerAgent: 3})
	must.Do(t, err)
	agents := []string{"calendar_agent", "email_agent"}
	draft := func(context.Context, string, []Hit) ([]string, error) { return []string{"part 1", "part 2"}, nil }
	found, m, err := b.Retrieve(t.Context(), Ask{Task: near, Agents: agents, Draft: draft}, s, Both)
	must.Do(t, err)
	n := len(found.Full) + len(m.ForPlan()) + len(m.ForRound())
	for _, a := range agents {
		hits, err := m.ForAgent(t.Context(), trajectory.Subtask{Agent: a, Description: "part 1"})
		must.Do(t, err)
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
			_, err := b.Quarantine(t.Context(), ids(units), "wrong")
			must.Do(t, err)
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
	n, err := b.Quarantine(t.Context(), []string{second, "m-unknown"}, "its own")
	must.Do(t, err)
	same(t, "a part's", n, 1)
	same(t, "a part retrieved by vanilla", recalled(t, b, "vanilla"), 1+1+1+1)
	n, err = b.Quarantine(t.Context(), []string{full}, "wrong")
	must.Do(t, err)
	same(t, "the task and the other part", n, 2)
	same(t, "reasons", reasons(t, b), map[string]string{full: "wrong", first: "wrong", second: "its own"})
	n, err = b.Quarantine(t.Context(), []string{full}, "worse")
	must.Do(t, err)
	same(t, "another reason", n, 2)

	var covered *Covered
	if _, err := b.Lift(t.Context(), []string{first}); !errors.As(err, &covered) || covered.Parent != full {
		t.Errorf("lifting a part alone: %v", err)
	}
	n, err = b.Lift(t.Context(), []string{full})
	must.Do(t, err)
	same(t, "lifted", n, 2)
	same(t, "reasons after", reasons(t, b), map[string]string{second: "its own"})
	n, err = b.Lift(t.Context(), []string{second})
	must.Do(t, err)
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
	_, err := b.Export(t.Context(), &before, Filter{})
	must.Do(t, err)
	_, err = b.Quarantine(t.Context(), ids(units), "wrong")
	must.Do(t, err)
	want := map[string]string{units[0].ID: "wrong", units[1].ID: "wrong"}

	changed := task(near, "calendar_agent")
	changed.Plan = "1. another way"
	did, err := b.Add(t.Context(), whole(t, changed))
	must.Do(t, err)
	same(t, "added", did, Added{Changed: 1, Same: 1})
	same(t, "after a new version", reasons(t, b), want)
	_, err = b.Import(t.Context(), &before)
	must.Do(t, err)
	same(t, "after an import", reasons(t, b), want)

	_, err = b.Delete(t.Context(), []string{units[1].ID})
	must.Do(t, err)
	add(t, b, changed)
	same(t, "with a part that is back", reasons(t, b), want)
}

func TestQuarantineTravels(t *testing.T) {
	from, units := mixed(t)
	_, err := from.Quarantine(t.Context(), []string{units[0].ID}, "wrong")
	must.Do(t, err)
	var all, whole, tasks bytes.Buffer
	for _, to := range []*bytes.Buffer{&all, &whole} {
		_, err = from.Export(t.Context(), to, Filter{})
		must.Do(t, err)
	}
	_, err = from.Export(t.Context(), &tasks, Filter{Kind: FullTask})
	must.Do(t, err)

	to := newBank(t)
	_, err = to.Import(t.Context(), &all)
	must.Do(t, err)
	same(t, "imported", reasons(t, to), reasons(t, from))

	other, _ := mixed(t) // has the same units, free
	did, err := other.Import(t.Context(), &tasks)
	must.Do(t, err)
	same(t, "imported beside", did, Added{Changed: 3})
	same(t, "the parts are covered", reasons(t, other), reasons(t, from))
	third, _ := mixed(t)
	did, err = third.Import(t.Context(), &whole)
	must.Do(t, err)
	same(t, "imported with its parts", did, Added{Changed: 3, Same: 2})
}
