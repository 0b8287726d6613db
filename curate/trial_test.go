package curate

import (
	"errors"
	"testing"

	"legomem/tools"
	"legomem/trajectory"
)

// TestTrialTeachesNothing: neither by what it did well nor by what it failed by, even if
// somebody vouches for it, and no other run is held against it.
func TestTrialTeachesNothing(t *testing.T) {
	step := call("x.do", tools.Write, "file:a", nil)
	for name, run := range map[string]*trajectory.Run{"passed": runOf("Set B3 in stock.xlsx to 25", step), "failed": failedRun("Set B3 in stock.xlsx to 25", step)} {
		run.Started.Trial, run.AcceptedBy = &trajectory.Trial{Of: "earlier"}, "Bob"
		rule := Rule{Now: at(1)}
		if _, _, err := rule.Curate(t.Context(), run); !errors.Is(err, ErrTrial) {
			t.Errorf("%s: curated with %v", name, err)
		}
		if _, _, err := rule.Pitfalls(t.Context(), run); !errors.Is(err, ErrTrial) {
			t.Errorf("%s: its pitfalls end with %v", name, err)
		}
		good := runOf("Set C4 in rates.xlsx to 7", step)
		if kin := FailedKin(good, []*trajectory.Run{run}); len(kin) > 0 {
			t.Errorf("%s: it is held against another run", name)
		}
		if kin := Kin(good, []*trajectory.Run{run}); len(kin) > 0 {
			t.Errorf("%s: it is compiled together with another run", name)
		}
	}
}
