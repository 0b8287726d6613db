package membank

import (
	"context"
	"slices"

	"legomem/lists"
	"legomem/membank/lift"
	"legomem/trajectory"
)

// LeaveOut is a strategy of which a share of the runs leaves one memory out at random, so
// that the memory's effect can be measured (package lift; not in the LEGOMem paper). What is
// left out is one of the orchestrator's memories, and with it what was cut from it, for every
// role. Its place stays empty, and the others keep their ranks: the effect is that of showing
// it, not that of showing another in its place. What reflex plays is found by itself, and is
// never left out.
type LeaveOut struct {
	Strategy
	Share float64 // of runs, below 1
	// Wary leaves more often out what succeeded less often (lift.Chances).
	Wary bool
	// Drawn is a number between 0 and 1, drawn at random for this run alone.
	Drawn float64
	// Again is what the run has left out before it was resumed; nil if it begins.
	Again *trajectory.LeftOut
}

// Retrieve implements Strategy.
func (l LeaveOut) Retrieve(ctx context.Context, b *Bank, ask Ask) (Retrieved, error) {
	if draft := ask.Draft; draft != nil {
		ask.Draft = func(ctx context.Context, task string, full []Hit) ([]string, error) {
			return draft(ctx, task, without(full, l.choose(full)))
		}
	}
	r, err := l.Strategy.Retrieve(ctx, b, ask)
	if err != nil {
		return r, err
	}
	r.LeftOut = l.choose(r.Full)
	r.Full = without(r.Full, r.LeftOut)
	if all := r.ForAgent; all != nil {
		r.ForAgent = func(ctx context.Context, s trajectory.Subtask) ([]Hit, error) {
			hits, err := all(ctx, s)
			return without(hits, r.LeftOut), err
		}
	}
	return r, nil
}

// choose decides what is left out of the memories that were found; nil if there are none.
// The same ones give the same.
func (l LeaveOut) choose(full []Hit) *trajectory.LeftOut {
	if l.Again != nil {
		return l.Again
	}
	if len(full) == 0 {
		return nil
	}
	known := lists.Map(full, func(h Hit) lift.Known { return lift.Known{ID: h.Unit.ID, Used: h.Unit.Used, Helped: h.Unit.Helped} })
	chances := lift.Chances(known, l.Share, l.Wary)
	out := &trajectory.LeftOut{Memory: lift.Draw(chances, l.Drawn)}
	for i, c := range chances {
		out.Chances = append(out.Chances, trajectory.Chance{ID: c.ID, Rank: full[i].Rank, P: c.P})
	}
	return out
}

// without are the hits but for the memory that is left out and what was cut from it.
func without(hits []Hit, left *trajectory.LeftOut) []Hit {
	if left == nil || left.Memory == "" {
		return hits
	}
	return slices.DeleteFunc(slices.Clone(hits), func(h Hit) bool {
		return h.Unit.ID == left.Memory || h.Unit.Parent == left.Memory
	})
}
