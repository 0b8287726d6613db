package curate

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"legomem/consent"
	"legomem/must"
	"legomem/places"
	"legomem/tools"
	"legomem/trajectory"
)

// TestUnwanted: a run whose changes somebody did not want as they were is learned from
// only if a user vouches for it, whatever its evaluation says.
func TestUnwanted(t *testing.T) {
	passed := true
	asked := func(then ...consent.Answer) func(*testing.T, places.Run) {
		return func(t *testing.T, run places.Run) {
			must.Do(t, consent.Question{Kind: consent.Commit}.Record(run, time.Now()))
			for _, a := range then {
				must.Do(t, a.Record(run, time.Now()))
			}
		}
	}
	for name, tt := range map[string]struct {
		happened func(*testing.T, places.Run)
		accepted string
		want     string // in the error; "" for none
	}{
		"nobody asked":          {func(*testing.T, places.Run) {}, "", ""},
		"still open":            {asked(), "", ""},
		"a yes":                 {asked(consent.Answer{Reply: consent.Yes}), "", ""},
		"a no":                  {asked(consent.Answer{Reply: consent.No}), "", "declined"},
		"a no, and vouched for": {asked(consent.Answer{Reply: consent.No}), "Bob", ""},
		"a part left out":       {asked(consent.Answer{Reply: consent.Yes, LeaveOut: []string{"1"}}), "", "left out"},
	} {
		t.Run(name, func(t *testing.T) {
			run := &trajectory.Run{
				ID: "run", Dir: filepath.Join(t.TempDir(), "run"), Passed: &passed, AcceptedBy: tt.accepted, Result: &trajectory.Result{Outcome: trajectory.Solved},
				Subtasks: []trajectory.SubtaskRun{{Subtask: trajectory.Subtask{Agent: "a", Description: "d"}, Steps: []trajectory.Step{step("x.do", "done", false, tools.Write)}}},
			}
			must.Do(t, os.Mkdir(run.Dir, 0o700))
			tt.happened(t, places.Run(run.Dir))
			_, _, err := Rule{Now: at(1)}.Curate(t.Context(), run)
			if tt.want == "" && err != nil || tt.want != "" && (!errors.Is(err, ErrUnwanted) || !strings.Contains(err.Error(), tt.want)) {
				t.Errorf("%v, want %q", err, tt.want)
			}
		})
	}
}
