package membank

import (
	"legomem/membank/lift"
	"legomem/trajectory"
)

// Criterion is what counts as a success of a run.
type Criterion string

// The criteria. They are never mixed: the one is a verdict, the other a claim.
const (
	ByPassed Criterion = "passed" // its evaluation passed
	BySolved Criterion = "solved" // it says so itself
)

// Effects is what single memories do to runs, as the runs show that could have left one of
// them out at random.
type Effects struct {
	Runs    int `json:"runs"`     // that could have, and count
	LeftOut int `json:"left_out"` // that did
	// By is passed where most of the runs were judged; then the others do not count.
	By       Criterion     `json:"by"`
	Memories []lift.Effect `json:"memories"` // the most harmful first
}

// EffectsOf measures them. A run that was cut off, that asks its
// user first, or that something outside broke shows nothing, and does not count.
func EffectsOf(uses []Use, bar lift.Bar) Effects {
	e := Effects{By: BySolved, Memories: []lift.Effect{}}
	ended, judged := 0, 0
	for _, u := range uses {
		if u.tried() {
			ended++
			if u.Passed != nil {
				judged++
			}
		}
	}
	if ended > 0 && 2*judged >= ended {
		e.By = ByPassed
	}
	var trials []lift.Trial
	for _, u := range uses {
		if !u.tried() {
			continue
		}
		success, known := u.success(e.By)
		if !known {
			continue
		}
		if u.LeftOut.Memory != "" {
			e.LeftOut++
		}
		trials = append(trials, u.trial(success))
	}
	e.Runs = len(trials)
	e.Memories = append(e.Memories, lift.Measure(trials, bar)...)
	return e
}

// tried reports whether the run shows what its memories do.
func (u Use) tried() bool {
	switch u.Outcome {
	case trajectory.Solved, trajectory.GaveUp, trajectory.Exhausted:
		return u.LeftOut != nil
	}
	return false
}

func (u Use) success(by Criterion) (success, known bool) {
	if by == BySolved {
		return u.Solved, true
	}
	if u.Passed == nil {
		return false, false
	}
	return *u.Passed, true
}

func (u Use) trial(success bool) lift.Trial {
	t := lift.Trial{Success: success, Steps: float64(u.Steps), Tokens: float64(u.Tokens)}
	if out := u.LeftOut.Memory; out != "" {
		t.Out = []string{out}
	}
	for _, c := range u.LeftOut.Chances {
		t.Chances = append(t.Chances, lift.Chance{ID: c.ID, P: c.P})
	}
	return t
}
