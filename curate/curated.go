package curate

import (
	"context"
	"slices"

	"legomem/membank"
	"legomem/trajectory"
)

// Curated reports whether the bank already holds what the named curator made of a run,
// also where that was merged into another unit. Call it before asking a model: then
// curating twice changes nothing and costs nothing.
func Curated(ctx context.Context, bank *membank.Bank, run *trajectory.Run, curator string) (bool, error) {
	own, err := bank.List(ctx, membank.Filter{Run: run.ID}, membank.Page{})
	if err != nil || by(own, run, curator) {
		return err == nil, err
	}
	all, err := bank.List(ctx, membank.Filter{}, membank.Page{})
	return err == nil && by(all, run, curator), err
}

func by(units []membank.Unit, run *trajectory.Run, curator string) bool {
	return slices.ContainsFunc(units, func(u membank.Unit) bool {
		if u.Source.Run == run.ID {
			return u.Curator == curator
		}
		// A full-task unit that took the run in counts, whichever curator worded it.
		took := u.Curator == curator || u.Kind == membank.FullTask
		return took && slices.ContainsFunc(u.Merged, func(s membank.Source) bool { return s.Run == run.ID })
	})
}
