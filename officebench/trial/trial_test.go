package trial_test

import (
	"testing"

	"legomem/officebench/trial"
)

func TestIDs(t *testing.T) {
	one := trial.Trial{Cell: trial.Cell{Variant: "none", Placement: "none", Reasoning: trial.NA, Team: "llm"}, Task: "1-2/0", Seed: 3}
	if got := one.ID(); got != "none.none.na.llm/1-2_0/3" {
		t.Errorf("the trial's id is %s", got)
	}
}
