package desk

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"legomem/agents"
	"legomem/agents/modelbrain"
	"legomem/configs"
	"legomem/membank"
	"legomem/membank/hashembed"
	"legomem/membank/store/sqlite/sqlitetest"
	"legomem/must"
	"legomem/officebench/trial"
	"legomem/trajectory"
)

// TestLeavingOut: only a run whose model is shown memories leaves one out, and none whose
// traffic must be the same again; the paper's and a bench's do not unless told to.
func TestLeavingOut(t *testing.T) {
	model := mind{model: &modelbrain.Brain{}}
	settings := func(file string, set map[string]any) configs.Config {
		return must.Have(configs.Load(file, os.LookupEnv, set))(t)
	}
	for _, tt := range []struct {
		name   string
		file   string
		set    map[string]any
		thinks mind
		want   float64
	}{
		{"by default", "", nil, model, 0.1},
		{"without a model", "", nil, mind{plays: 50}, 0},
		{"as the paper", "paper", nil, model, 0},
		{"the paper's settings, and asked for", "paper", map[string]any{"memory.lift.share": 0.5}, model, 0.5},
		{"recorded", "", map[string]any{"model.record": "x"}, model, 0},
		{"replayed", "", map[string]any{"model.replay": "x", "memory.lift.share": 0.5}, model, 0},
	} {
		if got := leavingOut(settings(tt.file, tt.set), tt.thinks); got != tt.want {
			t.Errorf("%s: a share of %v, want %v", tt.name, got, tt.want)
		}
	}
	for bench, want := range map[bool]float64{false: 0, true: 0.1} {
		l := &lab{desk: newTestDesk(t, map[string]any{"memory.lift.bench": bench})}
		c := must.Have(l.settingsOf(trial.Cell{Variant: "vanilla", Placement: "both", Team: "default"}, 1))(t)
		if got := leavingOut(c, model); got != want {
			t.Errorf("a bench with memory.lift.bench %v has a share of %v", bench, got)
		}
	}
}

// TestDrawnFor: runs draw evenly, and each the same again.
func TestDrawnFor(t *testing.T) {
	const n = 20000
	var tenths [10]float64
	for i := range n {
		id := fmt.Sprintf("20260302-090000%03d-%06x", i%1000, i)
		u := drawnFor(id)
		if u < 0 || u >= 1 || u != drawnFor(id) {
			t.Fatalf("%s draws %v", id, u)
		}
		tenths[int(10*u)]++
	}
	chi := 0.0
	for _, seen := range tenths {
		chi += (seen - n/10) * (seen - n/10) / (n / 10)
	}
	if chi > 27.9 { // the 0.001 point of 9 degrees of freedom
		t.Errorf("the draws are not even: %v", tenths)
	}
}

// TestStrategyFor: runs leave out as often as they are told to, and a resumed one what it
// did before.
func TestStrategyFor(t *testing.T) {
	bank := must.Have(membank.Open(t.Context(), sqlitetest.New(t), hashembed.Embedder{}, "test"))(t)
	must.Do(t, bank.Seed(t.Context()))
	m := memory{bank: bank, strategy: membank.Vanilla{Limits: membank.Limits{K: 3, PerAgent: 3}}, placement: membank.Both, leaves: 0.4}
	brief := agents.Brief{Task: trajectory.Task{Text: "Mail the total to Bob"}}
	left, n := 0.0, 400
	for i := range n {
		brief.Run = fmt.Sprint("run-", i)
		found, _, err := m.Retrieve(t.Context(), brief)
		must.Do(t, err)
		if found.LeftOut == nil || len(found.LeftOut.Chances) != 3 {
			t.Fatalf("left out: %+v", found.LeftOut)
		}
		if len(found.LeftOut.Memories) > 0 {
			left++
		}
	}
	if share := left / float64(n); math.Abs(share-0.4) > 0.1 {
		t.Errorf("%v of the runs left a memory out, want 0.4", share)
	}
	brief.Past = &trajectory.Run{LeftOut: &trajectory.LeftOut{Memories: []string{"m-before"}}}
	found, _, err := m.Retrieve(t.Context(), brief)
	must.Do(t, err)
	if !slices.Equal(found.LeftOut.Memories, []string{"m-before"}) || len(found.Full) != 3 {
		t.Errorf("a resumed run leaves out %+v", found.LeftOut)
	}
	m.leaves = 0
	brief.Past = nil
	if found, _, err = m.Retrieve(t.Context(), brief); err != nil || found.LeftOut != nil {
		t.Errorf("with a share of 0: %+v, %v", found.LeftOut, err)
	}
}

// TestKeepFromHarm: only where the configuration says so, and after a run that left a memory
// out, what harms is quarantined and told.
func TestKeepFromHarm(t *testing.T) {
	for _, asked := range []bool{false, true} {
		d := newTestDesk(t, map[string]any{"memory.lift.quarantine": asked, "memory.bank": "b.db", "out": t.TempDir()})
		var told []Notice
		d.Notify = func(n Notice) { told = append(told, n) }
		bank := must.Have(membank.Open(t.Context(), sqlitetest.New(t), hashembed.Embedder{}, "local"))(t)
		van := membank.Unit{Kind: membank.FullTask, Task: "Book the van", Subtasks: []membank.Subtask{{Agent: "calendar_agent", Description: "Add the van"}}, Curator: "rule/1", Source: membank.Source{Run: "a"}}
		must.Have(bank.Add(t.Context(), []membank.Unit{van}))(t)
		all := must.Have(bank.List(t.Context(), membank.Filter{Kind: membank.FullTask}, membank.Page{}))(t)
		id := all[0].ID
		for i := range 60 {
			left := trajectory.LeftOut{Chances: []trajectory.Chance{{ID: id, Rank: 1, P: 0.5}}}
			outcome := trajectory.GaveUp
			if i%2 == 0 {
				left.Memories, outcome = []string{id}, trajectory.Solved
			}
			name := fmt.Sprintf("run-%02d", i)
			writeLog(t, filepath.Join(d.config.Out, name), name, trajectory.Started{Versions: map[string]string{"bank": "b.db"}}, left,
				trajectory.Finished{Result: trajectory.Result{Outcome: outcome, Steps: 3}})
		}
		for _, leftOut := range []bool{false, true} {
			told = nil
			d.keepFromHarm(t.Context(), bank, &Account{leftOut: leftOut})
			unit := must.Have(bank.Get(t.Context(), []string{id}))(t)[0]
			want := 0
			if asked && leftOut {
				want = 1
			}
			if len(told) != want || (unit.Quarantine != "") != (want == 1) {
				t.Errorf("asked for %v, left out %v: told %v, quarantine %q", asked, leftOut, told, unit.Quarantine)
			}
		}
	}
}
