package membank

import (
	"legomem/lists"
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

// Effects is what single memories do to runs, as the runs show that could have left some of
// them out at random.
type Effects struct {
	Runs    int `json:"runs"`     // that could have, and count
	LeftOut int `json:"left_out"` // that did
	Trials  int `json:"trials"`   // of the runs, those that did an earlier task again for this
	// By is passed where most of the runs were judged; then the others do not count.
	By       Criterion     `json:"by"`
	Memories []lift.Effect `json:"memories"` // the most harmful first
}

// EffectsOf measures them.
func EffectsOf(uses []Use, bar lift.Bar) Effects {
	shown := EvidenceOf(uses)
	e := Effects{Runs: len(shown.Uses), By: shown.By, Memories: []lift.Effect{}}
	for _, u := range shown.Uses {
		if len(u.LeftOut.Memories) > 0 {
			e.LeftOut++
		}
		if u.TrialOf != "" {
			e.Trials++
		}
	}
	e.Memories = append(e.Memories, lift.Measure(shown.Trials, bar)...)
	return e
}

// Evidence is the runs that show what memories do.
type Evidence struct {
	By     Criterion
	Uses   []Use
	Trials []lift.Trial // what each of the uses shows
	// Unjudged are runs that do not count, since nothing judged them as it did most.
	Unjudged []Use
}

// EvidenceOf gathers the runs that count. A run that was cut off, that asks its user first, or
// that something outside broke shows nothing, and does not count.
func EvidenceOf(uses []Use) Evidence {
	return evidenceBy(criterionOf(uses), uses)
}

// criterionOf is passed where most of the runs that could count were judged.
func criterionOf(uses []Use) Criterion {
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
		return ByPassed
	}
	return BySolved
}

// evidenceBy gathers the runs that count by a criterion.
func evidenceBy(by Criterion, uses []Use) Evidence {
	e := Evidence{By: by}
	for _, u := range uses {
		if !u.tried() {
			continue
		}
		success, known := u.Success(by)
		if !known {
			e.Unjudged = append(e.Unjudged, u)
			continue
		}
		e.Uses, e.Trials = append(e.Uses, u), append(e.Trials, u.trial(success))
	}
	return e
}

// Repeatable gathers the runs whose tasks can be done again to learn what memories do. Those
// that count are among them, and so are those whose model was shown memories and that could leave
// nothing out: of each memory that was found for these, the chance is 0. The criterion is that of
// the runs that count, where there are any, so that what is done again counts with them.
func Repeatable(uses []Use) Evidence {
	all := lists.Map(uses, Use.withFound)
	if known := EvidenceOf(uses); len(known.Uses) > 0 {
		return evidenceBy(known.By, all)
	}
	return EvidenceOf(all)
}

func (u Use) withFound() Use {
	if u.LeftOut != nil || len(u.Found) == 0 || !u.Shown {
		return u
	}
	u.LeftOut = &trajectory.LeftOut{Chances: lists.Map(u.Found, func(m trajectory.MemoryRef) trajectory.Chance { return trajectory.Chance{ID: m.ID, Rank: m.Rank} })}
	return u
}

// tried reports whether the run shows what its memories do.
func (u Use) tried() bool {
	switch u.Outcome {
	case trajectory.Solved, trajectory.GaveUp, trajectory.Exhausted:
		return u.LeftOut != nil
	}
	return false
}

// Success is whether a run succeeded, as far as the criterion knows.
func (u Use) Success(by Criterion) (success, known bool) {
	if by == BySolved {
		return u.Solved, true
	}
	if u.Passed == nil {
		return false, false
	}
	return *u.Passed, true
}

func (u Use) trial(success bool) lift.Trial {
	return lift.Trial{Chances: chancesOf(*u.LeftOut), Out: u.LeftOut.Memories, Apart: u.LeftOut.Apart,
		Success: success, Steps: float64(u.Steps), Tokens: float64(u.Tokens)}
}
