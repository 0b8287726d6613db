package main

import (
	"sync"
	"testing"

	"legomem/trajectory"
)

// ended are how runs ended with a user who sees what a doubted one would change, and says
// yes where it is right.
type ended struct {
	sync.Mutex
	unasked, asked, vain, given, wrong int
}

// count counts a run.
func (e *ended) count(t *testing.T, run *trajectory.Run) {
	t.Helper()
	e.Lock()
	defer e.Unlock()
	claimed := run.Result.Outcome == trajectory.Solved
	right := claimed && run.Passed != nil && *run.Passed
	sure := run.Bound != nil && len(run.Bound.Doubts) == 0
	switch {
	case !claimed:
		e.given++
	case right && sure:
		e.unasked++
	case right:
		e.asked++
		t.Logf("asked: %s\n%q", run.Started.Task.Text, run.Bound.Doubts)
	case sure:
		e.wrong++
		t.Errorf("done wrongly, and unasked: %s%s", run.Started.Task.Text, actions(run))
	default:
		e.vain++
	}
}

func (e *ended) all() int { return e.unasked + e.asked + e.vain + e.given + e.wrong }
