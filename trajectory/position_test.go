package trajectory_test

import (
	"errors"
	"os"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"legomem/lists"
	"legomem/must"
	"legomem/places"
	"legomem/trajectory"
)

// TestPosition reads where a log ends, wherever it was cut.
func TestPosition(t *testing.T) {
	plan := trajectory.Planned{Plan: trajectory.Plan{Facts: "f"}}
	again := trajectory.Planned{Revision: 1}
	yes := trajectory.Ledger{Satisfied: trajectory.Finding{Answer: true}}
	decided := func(n int, l trajectory.Ledger) trajectory.Decided {
		return trajectory.Decided{Round: n, Stalls: n, Ledger: l}
	}
	given := func(n int) trajectory.Delegated {
		return trajectory.Delegated{Subtask: trajectory.Subtask{Round: n, Agent: "a"}}
	}
	took := trajectory.Noted{About: trajectory.AboutBrain, Text: "b takes over"}
	for _, tc := range []struct {
		name   string
		events []trajectory.Payload
		want   trajectory.Position
		next   int
	}{
		{"begun", nil, trajectory.Position{}, 1},
		{"planned", []trajectory.Payload{plan}, trajectory.Position{Planned: true}, 1},
		{"decided", []trajectory.Payload{plan, decided(1, trajectory.Ledger{})}, trajectory.Position{Planned: true, Round: 1, Stalls: 1, Ledger: &trajectory.Ledger{}}, 1},
		{"delegated", []trajectory.Payload{plan, decided(1, trajectory.Ledger{}), given(1)}, trajectory.Position{Planned: true, Round: 1, Stalls: 1}, 2},
		{"planned again", []trajectory.Payload{plan, decided(1, trajectory.Ledger{}), again}, trajectory.Position{Planned: true, Round: 1, Revision: 1}, 2},
		{"satisfied", []trajectory.Payload{plan, decided(2, yes)}, trajectory.Position{Planned: true, Round: 2, Stalls: 2, Ledger: &yes}, 2},
		{"answered", []trajectory.Payload{plan, decided(2, yes), trajectory.Answered{}}, trajectory.Position{Planned: true, Round: 2, Stalls: 2, Ledger: &yes, Answered: true}, 2},
		{"another brain, without a plan", []trajectory.Payload{took}, trajectory.Position{Takeover: &trajectory.Takeover{Why: "b takes over"}}, 1},
		{"another brain", []trajectory.Payload{plan, decided(1, trajectory.Ledger{}), given(1), took},
			trajectory.Position{Round: 1, Stalls: 1, Takeover: &trajectory.Takeover{Why: "b takes over", Subtasks: 1, Planned: true}}, 2},
		{"another brain with its plan", []trajectory.Payload{plan, decided(1, trajectory.Ledger{}), given(1), took, again},
			trajectory.Position{Planned: true, Revision: 1, Round: 1, Takeover: &trajectory.Takeover{Why: "b takes over", Subtasks: 1, Planned: true}}, 2},
	} {
		t.Run(tc.name, func(t *testing.T) {
			r := openRun(t, write(t, append([]trajectory.Payload{trajectory.Started{}}, tc.events...)...))
			tc.want.Until = r.Position.Until
			must.NoDiff(t, cmp.Diff(tc.want, r.Position), "(-want +got):\n%s")
			if r.Position.Next() != tc.next {
				t.Errorf("goes on with round %d, want %d", r.Position.Next(), tc.next)
			}
		})
	}
}

// TestResumed: a run that goes on has no end any more, and one that begins again
// holds nothing of before but what models were asked.
func TestResumed(t *testing.T) {
	before := []trajectory.Payload{
		trajectory.Started{Brain: "model"}, trajectory.Planned{}, trajectory.ModelCalled{Role: "a"},
		trajectory.Delegated{Subtask: trajectory.Subtask{Round: 1}}, trajectory.Intended{Step: 1}, trajectory.Observed{Step: 1},
		trajectory.Finished{Result: trajectory.Result{Outcome: trajectory.Cancelled}},
	}
	for _, workspace := range []string{trajectory.WorkspaceKept, trajectory.WorkspaceAgain} {
		r := openRun(t, write(t, append(before, trajectory.Resumed{Step: 1, Workspace: workspace})...))
		steps := map[string]int{trajectory.WorkspaceKept: 1, trajectory.WorkspaceAgain: 0}[workspace]
		if r.Result != nil || !r.BrokenOff() || r.Acted() != steps || len(r.Steps()) != steps || len(r.Calls) != 1 || len(r.Resumes) != 1 || r.Started.Brain != "model" {
			t.Errorf("%s: %+v", workspace, r)
		}
	}
}

// TestContinue: a log is one process's as long as it is open, and goes on behind
// a torn line.
func TestContinue(t *testing.T) {
	dir := t.TempDir()
	w := must.Have(trajectory.Create(dir, "r1", ticking()))(t)
	must.Do(t, w.Append(trajectory.Started{}))
	if _, _, err := trajectory.Continue(dir, ticking()); !errors.Is(err, trajectory.ErrLive) {
		t.Errorf("a live log was taken: %v", err)
	}
	w.Close()
	log := places.Run(dir).Log()
	f := must.Have(os.OpenFile(log, os.O_WRONLY|os.O_APPEND, 0))(t)
	_, _ = f.WriteString(`{"v":"1.0","seq":2,"kin`)
	f.Close()
	w, run, err := trajectory.Continue(dir, ticking())
	must.Do(t, err)
	if !run.Torn || run.ID != "r1" {
		t.Errorf("read %+v", run)
	}
	must.Do(t, w.Append(trajectory.Answered{Answer: "x"}))
	w.Close()
	if run, err = trajectory.Open(dir); err != nil || run.Torn || run.Answer != "x" {
		t.Errorf("the log reads back as %+v, %v", run, err)
	}
}

// TestAsOne: what the first brain did stands, and the second's repeats do not.
func TestAsOne(t *testing.T) {
	given := func(n int) trajectory.Delegated {
		return trajectory.Delegated{Subtask: trajectory.Subtask{Round: n}}
	}
	failed := trajectory.Observed{Step: 2}
	failed.Observation.Failed = true
	events := []trajectory.Payload{trajectory.Started{}, trajectory.Planned{},
		given(1), trajectory.Intended{Step: 1}, trajectory.Observed{Step: 1}, trajectory.Intended{Step: 2}, failed, trajectory.Summarised{Round: 1, Failed: true},
		given(2), trajectory.Intended{Step: 3}, trajectory.Observed{Step: 3, Suppressed: true}, trajectory.Summarised{Round: 2},
		given(3), trajectory.Intended{Step: 4}, trajectory.Observed{Step: 4, Suppressed: true}, trajectory.Intended{Step: 5}, trajectory.Observed{Step: 5}, trajectory.Summarised{Round: 3}}
	took := slices.Insert(slices.Clone(events), 8, trajectory.Payload(trajectory.Noted{About: trajectory.AboutBrain}))
	for _, tc := range []struct {
		events []trajectory.Payload
		want   [][]int
	}{{events, [][]int{{1, 2}, {3}, {4, 5}}}, {took, [][]int{{1}, {5}}}} {
		r := openRun(t, write(t, tc.events...))
		var got [][]int
		for _, s := range r.AsOne().Subtasks {
			got = append(got, lists.Map(s.Steps, func(s trajectory.Step) int { return s.Number }))
		}
		must.NoDiff(t, cmp.Diff(tc.want, got), "steps (-want +got):\n%s")
		if len(r.Steps()) != 5 {
			t.Errorf("the run itself was changed: %d steps", len(r.Steps()))
		}
	}
}
