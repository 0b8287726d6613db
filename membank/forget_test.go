package membank

import (
	"encoding/json"
	"maps"
	"slices"
	"testing"
	"time"

	"legomem/must"
)

// lived is a bank in which Ann and Bea did the same work (merged, Ann's first),
// Cid other work, with raw trajectories of all and a routine of Ann's and Cid's.
// The starter bank has a unit, too.
func lived(t *testing.T) *Bank {
	t.Helper()
	b := newBank(t)
	must.Do(t, b.seed(t.Context(), pack(t, task("from the starter", "word_agent"))))
	ann, bea := again("run-a", said), again("run-b", saidNear)
	ann.Source.User = "Ann"
	cid := task("Mail the total to Bob", "email_agent")
	cid.Source = Source{Run: "run-c", Suite: "suite", Task: "3-1/0", User: "Cid"}
	cid.Created = cid.Created.AddDate(0, 1, 0)
	var all []Unit
	for _, u := range []Unit{ann, bea, cid} {
		raw := u
		raw.Kind = RawTrajectory
		all = append(append(all, whole(t, u)...), raw)
	}
	all = append(all, Unit{ID: "r-1", Kind: RoutineUnit, Task: said, Source: ann.Source, Merged: []Source{cid.Source}, Created: cid.Created,
		Routine: &Routine{Name: "mail", Agent: "email_agent", Steps: []Step{{Action: "x.do({})"}, {Action: "x.do({})"}}}})
	did := mergeUnits(t, b, all)
	same(t, "learned", did, Added{New: 3 + 2 + 3 + 1, Merged: 1})
	return b
}

// contents names what a bank holds: kind and runs, and how many wordings.
func contents(t *testing.T, b *Bank) []string {
	t.Helper()
	units := listUnits(t, b, Filter{Own: true})
	seen := map[string]bool{}
	for _, u := range units {
		name := string(u.Kind)
		for _, s := range u.Sources() {
			name += " " + s.Run
		}
		for _, w := range u.Wordings {
			name += " said " + w.Text
		}
		seen[name] = true
	}
	return slices.Sorted(maps.Keys(seen))
}

func TestForgetBySource(t *testing.T) {
	april := time.Date(2026, 3, 15, 0, 0, 0, 0, time.UTC)
	const merged, partsA = "task run-a run-b said " + saidNear, "subtask run-a"
	for _, c := range []struct {
		name string
		s    Selection
		want []string
	}{
		{"a run of its own", Selection{Run: "run-c"}, []string{partsA, merged, "trajectory run-a", "trajectory run-b"}},
		{"a merged run", Selection{Run: "run-b"},
			[]string{"routine run-a run-c", partsA, "subtask run-c", "task run-a", "task run-c", "trajectory run-a", "trajectory run-c"}},
		{"the run that others were merged into", Selection{Run: "run-a"},
			[]string{"subtask run-c", "task run-c", "trajectory run-b", "trajectory run-c"}},
		{"the same, keeping what others share", Selection{Run: "run-a", KeepShared: true},
			[]string{"routine run-c", "subtask run-b", "subtask run-c", "task run-b said " + saidNear, "task run-c", "trajectory run-b", "trajectory run-c"}},
		{"a user", Selection{User: "Cid"}, []string{partsA, merged, "trajectory run-a", "trajectory run-b"}},
		{"a task", Selection{Suite: "suite", Task: "3-1/0"}, []string{partsA, merged, "trajectory run-a", "trajectory run-b"}},
		{"a task of another suite", Selection{Suite: "other", Task: "3-1/0"}, nil},
		{"what is old", Selection{Before: april}, []string{"routine run-a run-c", "subtask run-c", "task run-c", "trajectory run-c"}},
		{"what is old, of a user", Selection{Before: april, User: "Cid"}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := lived(t)
			before := contents(t, b)
			if c.want == nil {
				c.want = before
			}
			plan := planForget(t, b, c.s)
			same(t, "after the plan", contents(t, b), before)
			must.Have(b.Forget(t.Context(), plan))(t)
			same(t, "after", contents(t, b), c.want)
			rest := planForget(t, b, c.s)
			if !c.s.KeepShared {
				same(t, "left to forget", len(rest.Gone)+len(rest.Loosened), 0)
			}
			same(t, "the starter bank's", tasksOf(t, b, Filter{})["from the starter"], true)
		})
	}
}

// TestForgetTellsWhatStays: a wording goes where a log or a unit tells whose it
// was, and is said to be kept where nothing does.
func TestForgetTellsWhatStays(t *testing.T) {
	for _, c := range []struct {
		name    string
		raw     bool // the run's raw trajectory is in the bank
		logs    map[string]string
		unsaid  int
		isAbout string
	}{
		{"the log tells", false, map[string]string{"run-b": saidNear}, 1, ""},
		{"the raw trajectory tells", true, nil, 1, ""},
		{"both say it", false, map[string]string{"run-b": saidNear, "run-a": saidNear}, 0, ""},
		{"nothing tells", false, nil, 0, "its wordings and its procedure: the log is gone that would tell what came from there"},
	} {
		t.Run(c.name, func(t *testing.T) {
			bea := again("run-b", saidNear)
			bea.Procedure, bea.Compiler = json.RawMessage(`{"patterns":[{"text":"`+saidNear+`"}]}`), "reflex/1"
			b, _ := mergeInto(t, again("run-a", said), 0.5, whole(t, bea)...)
			if c.raw {
				bea.Kind = RawTrajectory
				must.Have(b.Add(t.Context(), []Unit{bea}))(t)
			}
			plan := planForget(t, b, Selection{Run: "run-b", TextOf: func(run string) string { return c.logs[run] }})
			if len(plan.Loosened) != 1 {
				t.Fatalf("the plan: %+v", plan)
			}
			l := plan.Loosened[0]
			same(t, "unsaid", len(l.Unsaid), c.unsaid)
			same(t, "unlearned", l.Unlearned, c.unsaid > 0)
			same(t, "kept", l.Kept, c.isAbout)
			same(t, "lost", l.Lost, []Source{bea.Source})
			must.Have(b.Forget(t.Context(), plan))(t)
			got := getUnits(t, b, l.Unit.ID)
			same(t, "in the bank", got[0], l.Unit)
			same(t, "wordings", len(got[0].Wordings), 1-c.unsaid)
			same(t, "no procedure", got[0].Procedure == nil, c.unsaid > 0)
		})
	}
}

// TestForgottenSourceLeavesTheUnitAsItWas: merged and forgotten again, a unit
// is what it was, and is found as before.
func TestForgottenSourceLeavesTheUnitAsItWas(t *testing.T) {
	b := newBank(t)
	before := add(t, b, again("run-a", said))
	was := searchTasks(t, b, said, 5)
	_ = mergeUnits(t, b, whole(t, again("run-b", saidNear)))
	must.Have(b.Quarantine(t.Context(), []string{before[0].ID}, "wrong"))(t)
	plan := planForget(t, b, Selection{User: "Bea", Task: "run-b/0", TextOf: func(run string) string { return map[string]string{"run-b": saidNear}[run] }})
	n := must.Have(b.Forget(t.Context(), plan))(t)
	same(t, "gone", n, 0)
	same(t, "still quarantined", len(reasons(t, b)), 3)
	must.Have(b.Lift(t.Context(), []string{before[0].ID}))(t)
	now := searchTasks(t, b, said, 5)
	same(t, "found", now, was)
}

func TestForgetByID(t *testing.T) {
	b := lived(t)
	starter := whole(t, task("from the starter", "word_agent"))
	own := listUnits(t, b, Filter{Run: "run-c", Kind: FullTask})
	plan := planForget(t, b, Selection{IDs: []string{starter[0].ID, own[0].ID, own[0].ID, "m-unknown"}})
	same(t, "planned", len(plan.Gone), 4)
	n := must.Have(b.Forget(t.Context(), plan))(t)
	same(t, "gone", n, 4)
	must.Do(t, b.seed(t.Context(), pack(t, task("from the starter", "word_agent"), task("new", "word_agent"))))
	if _, back := tasksOf(t, b, Filter{})["from the starter"]; back {
		t.Error("the forgotten starter unit is back")
	}
}

// TestForgetAnOrphan: a part whose full task is not there goes by its own
// source.
func TestForgetAnOrphan(t *testing.T) {
	b := newBank(t)
	must.Have(b.Add(t.Context(), whole(t, again("run-a", said))[1:]))(t)
	plan := planForget(t, b, Selection{Run: "run-a"})
	same(t, "planned", len(plan.Gone), 2)
}

func TestForgetRefuses(t *testing.T) {
	b := newBank(t)
	for _, s := range []Selection{{}, {IDs: []string{"m-1"}, Run: "run-a"}, {KeepShared: true}} {
		if _, err := b.PlanForget(t.Context(), s); err == nil {
			t.Errorf("%+v was taken", s)
		}
	}
}
