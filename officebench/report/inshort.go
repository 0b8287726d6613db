package report

import (
	"fmt"

	"legomem/officebench/trial"
)

// brief is what a reader takes away who reads no further.
type brief struct {
	Warnings []string
	Lines    []string // one for each team
	Table    table
}

// inShort is the report in a few lines.
func (r *Report) inShort() brief {
	b := brief{Warnings: r.warnings(), Table: table{
		ID: "in-short", Title: "In short", Head: "Setting",
		Caption: fmt.Sprintf("Done right: the evaluation passed, whatever the system says of itself; 95%% intervals in brackets. p: how often chance alone would make a difference as large, corrected for %s (Holm); below 0.05 counts as more than chance. Visible from: the smallest difference that this many tasks could have shown. Of several memory settings the best is named, which flatters it a little.", many(len(r.Comparisons), "comparison")),
		Columns: []string{"Done right, %", "Against no memory, points", "p, corrected", "Visible from, points", "More than chance?", "Claims wrongly to be done, %"},
	}}
	for _, team := range teams(r.Bench) {
		s := r.standing(team)
		b.Lines = append(b.Lines, s.line())
		s.rows(&b.Table)
	}
	return b
}

// warnings are what makes the figures less than they look.
func (r *Report) warnings() []string {
	var out []string
	if r.Incomplete {
		out = append(out, r.incompleteLine())
	}
	if n := r.Runs.Infrastructure; n > 0 {
		out = append(out, fmt.Sprintf("%s broken by something outside (an endpoint, an engine, a disk), counted as not done right; legomem bench --rerun-errors runs them again.", many(n, "run")))
	}
	if n := r.Runs.Unjudged; n > r.Runs.Infrastructure {
		out = append(out, fmt.Sprintf("%s without a verdict, those broken from outside among them, counted as not done right.", many(n, "run")))
	}
	return out
}

// standing is how the settings of one team stand to each other.
type standing struct {
	report *Report
	team   string
	none   *Cell // nil where nothing was run without memory
	best   *Cell // of LEGOMem's; nil where there is none with a figure
	of     int   // how many of LEGOMem's there are
	others []Cell
}

func (r *Report) standing(team string) standing {
	s := standing{report: r, team: team}
	for i, c := range r.Cells {
		if c.Team != team {
			continue
		}
		switch {
		case c.Variant == "none":
			s.none = &r.Cells[i]
		case isLegomem(c.Variant):
			s.of++
			if mean := c.All.Passed.Mean; mean != nil && (s.best == nil || *mean > *s.best.All.Passed.Mean) {
				s.best = &r.Cells[i]
			}
		case isBaseline(c.Variant) && isMain(r.Bench.Cells, c.Cell):
			s.others = append(s.others, c)
		}
	}
	return s
}

// isMain says that a cell stands for its variant in its team.
func isMain(cells []trial.Cell, c trial.Cell) bool {
	main, ok := mainCell(cells, c.Variant, c.Team)
	return ok && main == c
}

// line is the team's result in a sentence.
func (s standing) line() string {
	said := "Team " + s.team + ": "
	if s.none != nil && s.none.All.Passed.Mean != nil {
		said += percent(*s.none.All.Passed.Mean) + "% of the tasks are done right without memory"
	} else {
		said += "nothing was run without memory"
	}
	if s.best == nil {
		return said + ", and nothing with LEGOMem's."
	}
	said += fmt.Sprintf(", %s%% with %s", percent(*s.best.All.Passed.Mean), s.bestName())
	c := s.against(s.best)
	if c == nil || c.Difference.Mean == nil {
		return said + "."
	}
	return fmt.Sprintf("%s. %s", said, s.report.judged(c))
}

// bestName says of how many settings the best is one.
func (s standing) bestName() string {
	if s.of == 1 {
		return cellName(s.best.Cell)
	}
	return fmt.Sprintf("memory (%s, the best of %d settings)", cellName(s.best.Cell), s.of)
}

// visible prints the smallest difference that could have been seen.
func visible(difference float64) string {
	if difference > 1 {
		return "none"
	}
	return percent(difference)
}

// against is a cell's comparison with the run without memory.
func (s standing) against(c *Cell) *Comparison {
	for i, held := range s.report.Comparisons {
		if s.none != nil && held.A == c.ID && held.B == s.none.ID {
			return &s.report.Comparisons[i]
		}
	}
	return nil
}

// verdict is what a test allows one to say.
type verdict int

const (
	unknown   verdict = iota
	better            // more than chance explains
	worse             // likewise
	alike             // no task came out differently
	tooSmall          // to be seen with these tasks
	corrected         // large enough to be seen once, not among so many tests
)

func (c *Comparison) verdict() verdict {
	d := c.Difference.Mean
	switch {
	case d == nil || c.Holm == nil:
		return unknown
	case *c.Holm < alpha && *d > 0:
		return better
	case *c.Holm < alpha && *d < 0:
		return worse
	case c.Better+c.Worse == 0:
		return alike
	case c.Detectable.Mean != nil && (*d >= *c.Detectable.Mean || -*d >= *c.Detectable.Mean):
		return corrected
	}
	return tooSmall
}

func (v verdict) String() string {
	return map[verdict]string{unknown: "not known", better: "yes: better", worse: "yes: worse", alike: "no task differs", tooSmall: "no: too small to see", corrected: "no, after correction"}[v]
}

// judged says in a sentence what a difference amounts to.
func (r *Report) judged(c *Comparison) string {
	size := points(*c.Difference.Mean) + " points"
	switch c.verdict() {
	case better, worse:
		return "The difference of " + size + " is more than chance explains."
	case alike:
		return "No task came out differently."
	case corrected:
		return fmt.Sprintf("The difference of %s could be chance, in view of all the %d comparisons made.", size, len(r.Comparisons))
	}
	if d := c.Detectable.Mean; d == nil || *d > 1 {
		return fmt.Sprintf("The difference of %s could be chance: there are too few tasks (%d) to tell.", size, c.Difference.Tasks)
	}
	return fmt.Sprintf("The difference of %s could be chance: with these tasks only one of %s points or more is likely to be seen.", size, percent(*c.Detectable.Mean))
}

// rows are the team's lines of the table.
func (s standing) rows(t *table) {
	t.section("Team " + s.team)
	if s.none != nil {
		t.add("No memory", t.ranged(s.none.All.Passed, percent), "", "", "", "", t.bounded(s.none.All.WrongClaims))
	}
	if s.best != nil {
		name := cellName(s.best.Cell)
		if s.of > 1 {
			name += fmt.Sprintf(" (best of %d)", s.of)
		}
		s.row(t, name, s.best)
	}
	for i, c := range s.others {
		s.row(t, cellName(c.Cell), &s.others[i])
	}
}

func (s standing) row(t *table, name string, c *Cell) {
	cells := []string{t.ranged(c.All.Passed, percent)}
	if held := s.against(c); held != nil {
		cells = append(cells, t.ranged(held.Difference, points), probability(held.Holm), t.figure(held.Detectable, visible), held.verdict().String())
	} else {
		na := t.na("nothing was run without memory in this team")
		cells = append(cells, na, na, na, na)
	}
	t.add(name, append(cells, t.bounded(c.All.WrongClaims))...)
}
