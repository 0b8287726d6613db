package curate

import (
	"errors"
	"testing"

	"legomem/tools"
	"legomem/trajectory"
)

// TestAstray: a run in which the policy refused something is learned from only if
// a user vouches for it, whatever its evaluation says.
func TestAstray(t *testing.T) {
	passed := true
	for _, tt := range []struct {
		name     string
		notes    []trajectory.Noted
		accepted string
		want     error
	}{
		{"nothing refused", []trajectory.Noted{{About: "date", Text: "x"}}, "", nil},
		{"refused", []trajectory.Noted{{About: trajectory.AboutRefused, Text: "x"}}, "", ErrAstray},
		{"refused and vouched for", []trajectory.Noted{{About: trajectory.AboutRefused, Text: "x"}}, "Bob", nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			run := &trajectory.Run{
				ID: "run", Passed: &passed, Notes: tt.notes, AcceptedBy: tt.accepted, Result: &trajectory.Result{Outcome: trajectory.Solved},
				Subtasks: []trajectory.SubtaskRun{{Subtask: trajectory.Subtask{Agent: "a", Description: "d"}, Steps: []trajectory.Step{step("x.do", "done", false, tools.Write)}}},
			}
			if err := learnable(run); !errors.Is(err, tt.want) {
				t.Errorf("%v, want %v", err, tt.want)
			}
			_, _, err := Rule{Now: at(1)}.Curate(t.Context(), run)
			if !errors.Is(err, tt.want) {
				t.Errorf("%v, want %v", err, tt.want)
			}
		})
	}
}
