package trajectory_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"legomem/lists"
	"legomem/must"
	"legomem/places"
	"legomem/trajectory"
)

// steps are a plan's, each of the agent "a", as a planner gives them.
func steps(descriptions ...string) trajectory.Plan {
	var p trajectory.Plan
	for _, d := range descriptions {
		p.Steps = append(p.Steps, trajectory.PlanStep{Agent: "a", Description: d})
	}
	return p
}

func ids(p trajectory.Plan) []string {
	return lists.Map(p.Steps, func(s trajectory.PlanStep) string { return s.ID })
}

// TestFollow: a step keeps its id as long as revisions keep the step.
func TestFollow(t *testing.T) {
	first := steps("x", "y", "x").Follow(trajectory.Plan{}, 0)
	for _, tc := range []struct {
		name string
		next trajectory.Plan
		want []string
	}{
		{"the same", steps("x", "y", "x"), []string{"0.1", "0.2", "0.3"}},
		{"another order", steps("y", "x"), []string{"0.2", "0.1"}},
		{"a new one between", steps("x", "z", "y"), []string{"0.1", "1.2", "0.2"}},
		{"once more of the same", steps("x", "x", "x"), []string{"0.1", "0.3", "1.3"}},
		{"another agent", trajectory.Plan{Steps: []trajectory.PlanStep{{Agent: "b", Description: "x"}}}, []string{"1.1"}},
		{"given ones", trajectory.Plan{Steps: []trajectory.PlanStep{{ID: "0.1", Agent: "a", Description: "w"}, {Agent: "a", Description: "x"}}}, []string{"0.1", "0.3"}},
	} {
		must.NoDiff(t, cmp.Diff(tc.want, ids(tc.next.Follow(first, 1))), "%s (-want +got):\n%s", tc.name)
	}
	if got := steps("x", "z").Follow(first, 1).Steps; got[0].Revision != 0 || got[1].Revision != 1 {
		t.Errorf("revisions: %+v", got)
	}
}

// TestNeeds: a step names those of its own plan that it needs by their place, and others by
// their ids; what a revision says goes before what was said.
func TestNeeds(t *testing.T) {
	step := func(description string, needs ...string) trajectory.PlanStep {
		return trajectory.PlanStep{Agent: "a", Description: description, Needs: needs}
	}
	first := trajectory.Plan{Steps: []trajectory.PlanStep{step("x"), step("y", "1"), step("z", "2", "1")}}.Follow(trajectory.Plan{}, 0)
	second := trajectory.Plan{Steps: []trajectory.PlanStep{step("w", "0.1"), step("y"), step("z", "1", "9")}}.Follow(first, 1)
	var got [][]string
	for _, s := range append(first.Steps, second.Steps...) {
		got = append(got, s.Needs)
	}
	want := [][]string{nil, {"0.1"}, {"0.2", "0.1"}, {"0.1"}, {"0.1"}, {"1.1", "9"}}
	must.NoDiff(t, cmp.Diff(want, got), "needs (-want +got):\n%s")
}

// TestStepOf: which step a subtask carries out is known, or not said.
func TestStepOf(t *testing.T) {
	plan := steps("x", "y", "x").Follow(trajectory.Plan{}, 0)
	for _, tc := range []struct {
		sub  trajectory.Subtask
		want string
	}{
		{trajectory.Subtask{Agent: "a", Description: "y"}, "0.2"},
		{trajectory.Subtask{Agent: "a", Description: "x"}, ""},
		{trajectory.Subtask{Agent: "a", Description: "x", PlanStep: "0.3"}, "0.3"},
		{trajectory.Subtask{Agent: "b", Description: "y"}, ""},
	} {
		if got := plan.StepOf(tc.sub); got != tc.want {
			t.Errorf("%+v carries out %q, not %q", tc.sub, got, tc.want)
		}
	}
}

// TestStatus: the events that follow a plan tell how far its steps have come.
func TestStatus(t *testing.T) {
	plan := trajectory.Planned{Plan: trajectory.InOrder("", steps("x", "y", "z").Steps)}
	sub := func(round int, step string) trajectory.Payload {
		return trajectory.Delegated{Subtask: trajectory.Subtask{Round: round, PlanStep: step}}
	}
	for _, tc := range []struct {
		name   string
		events []trajectory.Payload
		want   []trajectory.Status
	}{
		{"planned", nil, []trajectory.Status{trajectory.Waiting, trajectory.Waiting, trajectory.Waiting}},
		{"under way", []trajectory.Payload{sub(1, "0.1"), trajectory.Summarised{}, sub(2, "0.2")}, []trajectory.Status{trajectory.Done, trajectory.Active, trajectory.Waiting}},
		{"failed", []trajectory.Payload{sub(1, "0.1"), trajectory.Summarised{Failed: true}}, []trajectory.Status{trajectory.Failed, trajectory.Waiting, trajectory.Waiting}},
		{"done at the second try", []trajectory.Payload{sub(1, "0.1"), trajectory.Summarised{Failed: true}, sub(2, "0.1"), trajectory.Summarised{}}, []trajectory.Status{trajectory.Done, trajectory.Waiting, trajectory.Waiting}},
		{"revised", []trajectory.Payload{sub(1, "0.1"), trajectory.Summarised{}, trajectory.Planned{Plan: steps("x", "w"), Revision: 1}}, []trajectory.Status{trajectory.Done, trajectory.Waiting}},
	} {
		run := openRun(t, write(t, append([]trajectory.Payload{trajectory.Started{}, plan}, tc.events...)...))
		got := lists.Map(run.Plan.Steps, func(s trajectory.PlanStep) trajectory.Status { return s.Status })
		must.NoDiff(t, cmp.Diff(tc.want, got), "%s (-want +got):\n%s", tc.name)
	}
}

// TestOldLog reads a log of version 1.1, whose steps have no ids.
func TestOldLog(t *testing.T) {
	dir := t.TempDir()
	old := must.Have(os.ReadFile(filepath.Join("testdata", "v1.1.jsonl")))(t)
	must.Do(t, os.WriteFile(places.Run(dir).Log(), old, 0o600))
	run := openRun(t, dir)
	want := []trajectory.PlanStep{
		{ID: "0.1", Agent: "calendar_agent", Description: "Put the review in Dana's calendar", Status: trajectory.Done},
		{ID: "0.2", Agent: "excel_agent", Description: "Add the costs up", Status: trajectory.Done},
		{ID: "0.3", Agent: "email_agent", Description: "Mail the total", Status: trajectory.Done},
	}
	must.NoDiff(t, cmp.Diff(want, run.Plan.Steps), "-want +got:\n%s")
	if run.Result.Outcome != trajectory.Solved || len(run.Steps()) != 3 || run.Subtasks[2].PlanStep != "0.3" {
		t.Errorf("read as %+v", run)
	}
}
