package bench

import (
	"sync"

	"legomem/officebench/trial"
)

// use is how much a run uses of the resources that can be capped.
type use struct{ tokens, usd float64 }

func (u use) plus(v use) use          { return use{u.tokens + v.tokens, u.usd + v.usd} }
func (u use) times(share float64) use { return use{u.tokens * share, u.usd * share} }

// outlook is what a run that has not ended is expected to use, so that a cap also covers
// the runs under way: the mean of its cell's ended runs or, before there is one, the
// estimate. It is safe for concurrent use.
type outlook struct {
	mu    sync.Mutex
	guess *guess
	cells map[trial.Cell]*seen
}

// seen is what the runs of a cell have used so far.
type seen struct {
	runs int
	sum  use
}

func newOutlook(e *Engine) *outlook {
	return &outlook{guess: newGuess(e), cells: map[trial.Cell]*seen{}}
}

// add records a run that ended. It leaves out runs that something outside broke, and
// training runs that only played a demonstration: they do not show what a real run of the
// cell uses.
func (o *outlook) add(p Phase, r trial.Record) {
	if r.Infrastructure || (p == Collect && r.ModelCalls == 0) {
		return
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.guess.byTeam[r.Cell.Team] = append(o.guess.byTeam[r.Cell.Team], r)
	c := o.cells[r.Cell]
	if c == nil {
		c = &seen{}
		o.cells[r.Cell] = c
	}
	c.runs++
	c.sum = c.sum.plus(used(r.Spent))
}

// of is what a run of a cell is expected to use.
func (o *outlook) of(c trial.Cell) use {
	o.mu.Lock()
	defer o.mu.Unlock()
	if s := o.cells[c]; s != nil {
		return s.sum.times(1 / float64(s.runs))
	}
	g := o.guess
	switch {
	case len(g.byTeam[c.Team]) > 0:
		return used(g.alike(c, 1))
	case g.engine.Folder.Bench.Brain == reflexBrain:
		return use{}
	}
	return used(g.assume(c, 1, false))
}

// used adds up what roles spent. It leaves out unknown costs, which Cap.full reports.
func used(byRole map[string]trial.Spend) use {
	var out use
	for _, s := range byRole {
		out.tokens += float64(s.Tokens.Prompt + s.Tokens.Completion)
		if s.CostUSD != nil {
			out.usd += *s.CostUSD
		}
	}
	return out
}
