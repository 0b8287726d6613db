package orchestrator

import (
	"crypto/sha256"
	"encoding/json"

	"legomem/agents"
	"legomem/tools"
	"legomem/trajectory"
)

// repeats finds loops: it counts equal events by a hash of what was called and what
// came of it. A call that returns something new is no repeat. Reached is true if the
// last event has reached the limit.
type repeats struct {
	limit   int
	reached bool
	counts  map[[sha256.Size]byte]int
}

func newRepeats(limit int) *repeats {
	return &repeats{limit: limit, counts: map[[sha256.Size]byte]int{}}
}

// addStep counts a call with its result. An action that changed something may
// rightly be repeated (three equal paragraphs), so it counts half.
func (r *repeats) addStep(s trajectory.Step) {
	weight := 2
	if !s.Observation.Failed && tools.Changes(s.Effects) {
		weight = 1
	}
	r.count(weight, 2*r.limit, s.Action, s.Observation)
}

// addRound counts a delegation by its report, its actions and their results, however
// the subtask was worded.
func (r *repeats) addRound(done agents.Round) {
	happening := []any{done.Subtask.Agent, done.Summary}
	for _, s := range done.Steps {
		happening = append(happening, s.Action, s.Observation)
	}
	r.count(1, r.limit, happening...)
}

func (r *repeats) count(weight, limit int, happening ...any) {
	b, err := json.Marshal(happening)
	if err != nil {
		return // plain JSON values always marshal; what does not is no repeat
	}
	sum := sha256.Sum256(b)
	r.counts[sum] += weight
	r.reached = r.counts[sum] >= limit
}
