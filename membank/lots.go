package membank

import (
	"math/rand/v2"

	"legomem/lists"
	"legomem/membank/lift"
	"legomem/trajectory"
)

// Lot draws which of the memories that were found are left out. The same ones give the same;
// without chances nothing could be.
type Lot interface {
	Draw(found []Hit) trajectory.LeftOut
}

// OneOut leaves out one memory at most.
type OneOut struct {
	Share float64 // of runs that leave one out, below 1
	// Wary leaves more often out what succeeded less often (lift.Chances).
	Wary bool
	// Drawn is a number between 0 and 1, drawn at random for this run alone.
	Drawn float64
}

// Draw implements Lot.
func (o OneOut) Draw(found []Hit) trajectory.LeftOut {
	known := lists.Map(found, func(h Hit) lift.Known { return lift.Known{ID: h.Unit.ID, Used: h.Unit.Used, Helped: h.Unit.Helped} })
	chances := lift.Chances(known, o.Share, o.Wary)
	out := trajectory.LeftOut{}
	for i, c := range chances {
		out.Chances = append(out.Chances, trajectory.Chance{ID: c.ID, Rank: found[i].Rank, P: c.P})
	}
	if id := lift.Draw(chances, o.Drawn); id != "" {
		out.Memories = []string{id}
	}
	return out
}

// EachApart leaves out any number of memories, each by a draw of its own: the lot of a trial.
type EachApart struct {
	// Chances are those of the trial. Other memories that are found are shown.
	Chances []trajectory.Chance
	// Seed is drawn at random for this run alone.
	Seed [32]byte
}

// Draw implements Lot.
func (e EachApart) Draw(found []Hit) trajectory.LeftOut {
	planned := map[string]float64{}
	for _, c := range e.Chances {
		planned[c.ID] = c.P
	}
	out := trajectory.LeftOut{Apart: true}
	for _, h := range found {
		if p, given := planned[h.Unit.ID]; given {
			out.Chances = append(out.Chances, trajectory.Chance{ID: h.Unit.ID, Rank: h.Rank, P: p})
		}
	}
	out.Memories = lift.DrawApart(chancesOf(out), rand.New(rand.NewChaCha8(e.Seed)).Float64)
	return out
}

// chancesOf are the chances as they are reckoned with.
func chancesOf(l trajectory.LeftOut) []lift.Chance {
	return lists.Map(l.Chances, func(c trajectory.Chance) lift.Chance { return lift.Chance{ID: c.ID, P: c.P} })
}
