package report

import (
	"fmt"
	"math"
	"strings"

	"legomem/lists"
)

// standing compares the settings of one team.
type standing struct {
	Team string
	None *Cell // nil where nothing was run without memory
	Best *Cell // the best LEGOMem cell; nil where none has a figure
	Of   int   // how many LEGOMem cells there are
	// Settings are the best LEGOMem cell and the baselines.
	Settings []settled
}

// settled is a setting and its comparison with the run without memory, if there was one.
type settled struct {
	*Cell
	Name    string
	Against *against
}

// Standings are the standings of the teams.
func (s *scribe) Standings() []standing {
	return lists.Map(teams(s.Bench), s.standing)
}

func (r *Report) standing(team string) standing {
	s := standing{Team: team}
	var baselines []*Cell
	for i := range r.Cells {
		c := &r.Cells[i]
		switch {
		case c.Team != team:
		case c.Variant == "none":
			s.None = c
		case isLegomem(c.Variant):
			s.Of++
			s.Best = better(s.Best, c)
		case isBaseline(c.Variant) && isMain(r.Bench.Cells, c.Cell):
			baselines = append(baselines, c)
		}
	}
	if s.Best != nil {
		baselines = append([]*Cell{s.Best}, baselines...)
	}
	for _, c := range baselines {
		line := settled{c, cellName(c.Cell), r.against(c, s.None)}
		if c == s.Best && s.Of > 1 {
			line.Name += fmt.Sprintf(" (best of %d)", s.Of)
		}
		s.Settings = append(s.Settings, line)
	}
	return s
}

// better is the one of two cells that passed more; the first may be nil.
func better(a, b *Cell) *Cell {
	passed := b.All.Passed.Mean
	if passed == nil || a != nil && *a.All.Passed.Mean >= *passed {
		return a
	}
	return b
}

// Plain is the share done right without memory, nil where nothing was run so.
func (s standing) Plain() *float64 {
	if s.None == nil {
		return nil
	}
	return s.None.All.Passed.Mean
}

// BestName is the display name of the best setting.
func (s standing) BestName() string { return cellName(s.Best.Cell) }

// BestAgainst compares the best setting with the run without memory.
func (s standing) BestAgainst() *against { return s.Settings[0].Against }

// against is a comparison with the run without memory, and the number of comparisons.
type against struct {
	*Comparison
	Compared int
}

// against finds two cells' comparison, nil where there is none.
func (r *Report) against(c, none *Cell) *against {
	for i, held := range r.Comparisons {
		if none != nil && held.A == c.ID && held.B == none.ID {
			return &against{&r.Comparisons[i], len(r.Comparisons)}
		}
	}
	return nil
}

// Verdict is the conclusion that the test allows.
func (c against) Verdict() string {
	d := c.Difference.Mean
	switch {
	case d == nil || c.Holm == nil:
		return "not known"
	case *c.Holm < alpha && *d > 0:
		return "yes: better"
	case *c.Holm < alpha && *d < 0:
		return "yes: worse"
	case c.Better+c.Worse == 0:
		return "no task differs"
	case c.Detectable.Mean != nil && math.Abs(*d) >= *c.Detectable.Mean:
		return "no, after correction" // it would be seen if this were the only test
	}
	return "no: too small to see"
}

// Certain reports whether the difference is more than chance explains.
func (c against) Certain() bool { return strings.HasPrefix(c.Verdict(), "yes") }

// TooFew reports whether there are too few tasks to see any difference.
func (c against) TooFew() bool { return c.Detectable.Mean == nil || *c.Detectable.Mean > 1 }
