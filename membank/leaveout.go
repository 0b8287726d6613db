package membank

import (
	"context"
	"slices"

	"legomem/trajectory"
)

// LeaveOut is a strategy that leaves memories out at random, so that their effects can be
// measured (package lift; not in the LEGOMem paper). What is left out are memories of the
// orchestrator's, and with each what was cut from it, for every role. Their places stay
// empty, and the others keep their ranks: the effect is that of showing a memory, not that of
// showing another in its place. What reflex plays is found by itself, and is never left out.
type LeaveOut struct {
	Strategy
	Lot
	// Again is what the run has left out before it was resumed; nil if it begins.
	Again *trajectory.LeftOut
}

// Retrieve implements Strategy.
func (l LeaveOut) Retrieve(ctx context.Context, b *Bank, ask Ask) (Retrieved, error) {
	var drawn *trajectory.LeftOut // for a draft, before all is found that will be shown
	if draft := ask.Draft; draft != nil {
		ask.Draft = func(ctx context.Context, task string, full []Hit) ([]string, error) {
			drawn = l.choose(full)
			return draft(ctx, task, without(full, drawn))
		}
	}
	r, err := l.Strategy.Retrieve(ctx, b, ask)
	if err != nil {
		return r, err
	}
	if r.LeftOut = drawn; drawn == nil {
		r.LeftOut = l.choose(r.Full)
	}
	r.Full = without(r.Full, r.LeftOut)
	if all := r.ForAgent; all != nil {
		r.ForAgent = func(ctx context.Context, s trajectory.Subtask) ([]Hit, error) {
			hits, err := all(ctx, s)
			return without(hits, r.LeftOut), err
		}
	}
	return r, nil
}

// choose decides what is left out of the memories that were found; nil where nothing can be.
func (l LeaveOut) choose(full []Hit) *trajectory.LeftOut {
	if l.Again != nil {
		return l.Again
	}
	out := l.Draw(full)
	if len(out.Chances) == 0 {
		return nil
	}
	return &out
}

// without are the hits but for the memories that are left out and what was cut from them.
func without(hits []Hit, left *trajectory.LeftOut) []Hit {
	if left == nil || len(left.Memories) == 0 {
		return hits
	}
	return slices.DeleteFunc(slices.Clone(hits), func(h Hit) bool {
		return slices.Contains(left.Memories, h.Unit.ID) || slices.Contains(left.Memories, h.Unit.Parent)
	})
}
