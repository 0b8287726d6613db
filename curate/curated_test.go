package curate

import (
	"testing"

	"legomem/membank"
	"legomem/membank/hashembed"
	"legomem/membank/store/sqlite/sqlitetest"
	"legomem/must"
	"legomem/trajectory"
)

// TestCurated: what a curator made of a run is known before any model is
// called, also where it became part of another unit.
func TestCurated(t *testing.T) {
	bank := must.Have(membank.Open(t.Context(), sqlitetest.New(t), hashembed.Embedder{}, "ann"))(t)
	known := func(run *trajectory.Run, curator string) bool {
		t.Helper()
		yes := must.Have(Curated(t.Context(), bank, run, curator))(t)
		return yes
	}
	b := open(t, "", say(memo()))
	m := Model{Asking: b.Asking}
	var added membank.Added
	for range 2 {
		if known(office(), m.Name()) {
			continue
		}
		units, _, err := m.Curate(t.Context(), office())
		must.Do(t, err)
		if added, err = bank.Add(t.Context(), units); err != nil {
			t.Fatal(err)
		}
	}
	if added.New != 4 || len(b.calls) != 1 {
		t.Errorf("added %+v with %d calls, want 4 and one", added, len(b.calls))
	}
	other := office()
	other.ID = "r2"
	if known(other, m.Name()) || known(office(), RuleVersion) {
		t.Error("another run, or another curator, is known")
	}

	merged := membank.Unit{Kind: membank.RoutineUnit, Task: "t", Curator: "m/induce@1", Source: membank.Source{Run: "r3"}, Merged: []membank.Source{{Run: "r2"}},
		Routine: &membank.Routine{Name: "n", Agent: "a", Steps: []membank.Step{{Action: "x.y({})"}, {Action: "x.z({})"}}}}
	must.Have(bank.Add(t.Context(), []membank.Unit{merged}))(t)
	if !known(other, "m/induce@1") {
		t.Error("a run whose routine it is, with others, is not known")
	}
	if known(other, m.Name()) {
		t.Error("a run is known for its routine's sake")
	}

	taken := membank.Unit{Kind: membank.FullTask, Task: "t", Curator: RuleVersion, Source: membank.Source{Run: "r4"}, Merged: []membank.Source{{Run: "r2"}},
		Subtasks: []membank.Subtask{{Agent: "a"}}}
	must.Have(bank.Add(t.Context(), []membank.Unit{taken}))(t)
	if !known(other, m.Name()) {
		t.Error("a run that a memory of another curator took in is not known")
	}
}
