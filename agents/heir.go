package agents

import (
	"context"

	"legomem/trajectory"
)

// Heir is a planner that lets another one, or itself with another plan, go on when it gives
// up in the middle of a run.
type Heir interface {
	// HandOver takes the rounds done so far and returns the plan to go on with. If nothing
	// goes on, the error is a *GiveUp.
	HandOver(ctx context.Context, no *GiveUp, done []Round) (trajectory.Plan, error)
	// HeirName is the name of who goes on.
	HeirName() string
}
