package curate

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"legomem/agents/reflex"
	"legomem/must"
	"legomem/tools"
	"legomem/tools/apps"
	"legomem/trajectory"
)

// booked is a run that put something into somebody's calendar and told them.
func booked(id, what, who, day string) *trajectory.Run {
	return &trajectory.Run{
		ID: id, Passed: yes(), Result: &trajectory.Result{Outcome: trajectory.Solved},
		Started: trajectory.Started{Task: trajectory.Task{Text: fmt.Sprintf("Book the %s for %s on %s", what, who, day), User: "Sam",
			Now: time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)}},
		Subtasks: []trajectory.SubtaskRun{{Subtask: trajectory.Subtask{Agent: "calendar_agent", Description: "Book it"}, Steps: []trajectory.Step{{
			Number: 1, Action: tools.Action{Tool: "calendar.create_event", Args: map[string]any{"user": who, "summary": what, "start": day}},
			Effects: []tools.Effect{{Class: tools.Write, Target: "calendar:" + who}}, Observation: &tools.Observation{Text: "added"}}}}},
	}
}

// TestKin: the nearest of those that can be learned from, whatever their order.
func TestKin(t *testing.T) {
	run := booked("r1", "van", "Lee", "2026-03-12")
	failed := booked("r5", "van", "Lee", "2026-03-14")
	failed.Passed = new(bool)
	pool := []*trajectory.Run{booked("r4", "red boat", "Kim", "2026-04-12"), booked("r3", "van", "Ana", "2026-03-13"), failed, run,
		booked("r2", "van", "Lee", "2026-03-13"), booked("r2", "van", "Lee", "2026-03-13"), passed()}
	got := func(pool []*trajectory.Run) (ids []string) {
		for _, r := range Kin(run, pool) {
			ids = append(ids, r.ID)
		}
		return ids
	}
	want := []string{"r2", "r3", "r4"}
	must.NoDiff(t, cmp.Diff(want, got(pool)), "kin (-want +got):\n%s")
	slices.Reverse(pool)
	must.NoDiff(t, cmp.Diff(want, got(pool)), "in another order (-want +got):\n%s")
	var many []*trajectory.Run
	for i := range 3 * MostKin {
		many = append(many, booked(fmt.Sprintf("x%02d", i), "van", "Lee", "2026-03-12"))
	}
	if ids := got(many); len(ids) != MostKin || ids[0] != "x00" {
		t.Errorf("of many: %q", ids)
	}
}

// TestJoinedUnits: a unit tells which further runs its procedure is from, by
// whomever it is curated.
func TestJoinedUnits(t *testing.T) {
	first, second, other := booked("r1", "van", "Lee", "2026-03-12"), booked("r2", "boat", "Kim", "2026-04-14"), passed()
	learns := Learning{Compile: Reflex(apps.Registry()), Others: func(_ context.Context, run *trajectory.Run) ([]*trajectory.Run, error) {
		return []*trajectory.Run{first, other, second}, nil
	}}
	units, notes, err := Rule{Learning: learns, Now: at(1)}.Curate(t.Context(), second)
	if err != nil || len(notes) != 0 {
		t.Fatalf("notes %q, error %v", notes, err)
	}
	if j := units[0].Joined; len(j) != 1 || j[0].Run != "r1" || units[0].Source.Run != "r2" || len(units[1].Joined) != 0 {
		t.Errorf("joined %+v of %+v", j, units[0].Source)
	}
	var p reflex.Procedure
	if err := json.Unmarshal(units[0].Procedure, &p); err != nil || p.Examples != 2 || units[0].Compiler != reflex.Version {
		t.Errorf("made from %d runs by %s: %v", p.Examples, units[0].Compiler, err)
	}
	alone, _, err := Rule{Learning: Learning{Compile: learns.Compile}, Now: at(1)}.Curate(t.Context(), second)
	must.Do(t, err)
	if alone[0].ID != units[0].ID || alone[0].Joined != nil {
		t.Errorf("alone it is %s, %+v; joined %s", alone[0].ID, alone[0].Joined, units[0].ID)
	}
	learns.Others = func(context.Context, *trajectory.Run) ([]*trajectory.Run, error) { return nil, context.Canceled }
	if units, _, err := (Rule{Learning: learns, Now: at(1)}).Curate(t.Context(), second); !errors.Is(err, context.Canceled) || units != nil {
		t.Errorf("where the others cannot be had: %d units, error %v", len(units), err)
	}
}

// BenchmarkCurate is what it costs to learn from a hundred runs of one kind of
// work, each generalised together with its kin.
func BenchmarkCurate(b *testing.B) {
	things, people := []string{"van", "boat", "bike", "tent", "drone"}, []string{"Lee", "Kim", "Ana", "Dana"}
	var pool []*trajectory.Run
	for i := range 100 {
		pool = append(pool, booked(fmt.Sprintf("r%03d", i), things[i%5], people[i%4], fmt.Sprintf("2026-%02d-%02d", 3+i%9, 1+i%27)))
	}
	rule := Rule{Now: at(1), Learning: Learning{Compile: Reflex(apps.Registry()), Others: func(_ context.Context, run *trajectory.Run) ([]*trajectory.Run, error) {
		return Kin(run, pool), nil
	}}}
	for b.Loop() {
		for _, run := range pool {
			if _, _, err := rule.Curate(b.Context(), run); err != nil {
				b.Fatal(err)
			}
		}
	}
}
