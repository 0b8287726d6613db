package desk

import (
	"context"
	"slices"

	"legomem/agents/reflex"
	"legomem/membank"
	"legomem/trajectory"
)

// SaidAlready is a memory that a sentence asks for, though it is other work than what the
// sentence is taught with.
type SaidAlready struct {
	ID       string `json:"id"`
	Sentence string `json:"sentence"`
}

// saidAlready are the memories that a run's sentence asks for, but for those of one id and
// those that were generalised together with it: where two fit, neither is done.
func (c *curating) saidAlready(ctx context.Context, run *trajectory.Run, id string, with []string) ([]SaidAlready, error) {
	near, err := c.bank.Search(ctx, membank.Query{Text: run.Started.Task.Text, K: nearUnits, Filter: membank.Filter{Kind: membank.FullTask}})
	if err != nil {
		return nil, err
	}
	var out []SaidAlready
	for _, h := range near {
		if h.Unit.ID == id || sharesRun(h.Unit, append(with, run.ID)) {
			continue
		}
		if p, err := reflex.Decode(h.Unit.Procedure); err == nil && p.AskedFor(run) {
			out = append(out, SaidAlready{h.Unit.ID, DescribeMemory(h.Unit).Sentence})
		}
	}
	return out, nil
}

// sharesRun says that a memory was made from one of these runs.
func sharesRun(u membank.Unit, runs []string) bool {
	return slices.ContainsFunc(u.Sources(), func(s membank.Source) bool { return slices.Contains(runs, s.Run) })
}
