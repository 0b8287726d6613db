package desk

import (
	"context"
	"errors"
	"slices"

	"legomem/curate"
	"legomem/membank"
	"legomem/trajectory"
)

// warn learns from a failed run what it failed by.
func (c *curating) warn(ctx context.Context, run *trajectory.Run, out Curated) (Curated, error) {
	units, notes, err := c.curator.Pitfalls(ctx, run)
	out.Notes = append(out.Notes, notes...)
	if err != nil {
		return out, err
	}
	for _, u := range units {
		out.Units, out.Warnings = append(out.Units, u.ID), append(out.Warnings, u.Pitfall.Warning)
	}
	out.Added, err = c.bank.Add(ctx, units)
	return out, err
}

// warnings keeps what a bench's training runs failed by. It is told by rule, whoever
// curates the others: a bench costs what it said that it would.
func (c *curating) warnings(ctx context.Context, failed []*trajectory.Run, kinds []membank.UnitKind) error {
	if !c.config.Memory.Pitfalls || !slices.Contains(kinds, membank.FullTask) {
		return nil
	}
	rule := curate.Rule{Learning: c.learning(), Now: c.desk.Now}
	for _, run := range failed {
		if !curate.Failed(run) {
			continue
		}
		units, _, err := rule.Pitfalls(ctx, run)
		if errors.Is(err, curate.ErrNoPitfall) {
			continue
		}
		if err != nil {
			return err
		}
		if _, err := c.bank.Add(ctx, units); err != nil {
			return err
		}
	}
	return nil
}

// failures returns failed runs of like work: this command's, and those that the nearest
// pitfalls of the bank were learned from.
func (c *curating) failures(ctx context.Context, run *trajectory.Run) ([]*trajectory.Run, error) {
	if c.alone || !c.config.Memory.Pitfalls {
		return nil, nil
	}
	pool := slices.Clone(c.kin.runs)
	near, err := c.bank.Search(ctx, membank.Query{Text: run.Started.Task.Text, K: nearUnits, Filter: membank.Filter{Kind: membank.PitfallUnit, Own: true}})
	if err != nil {
		return nil, err
	}
	for _, h := range near {
		if log := c.log(h.Unit.Source.Run); log != nil {
			pool = append(pool, log)
		}
	}
	return curate.FailedKin(run, pool), nil
}
