package report

import "fmt"

// general are the tables of every cell, whatever the paper has.
func (r *Report) general() []table {
	out := append([]table{r.outcomes(), r.divided()}, r.reaches()...)
	out = append(out, r.effort(), r.spending())
	if t, ok := r.spentByRole(); ok {
		out = append(out, t)
	}
	return append(out, r.paired())
}

// eachCell adds a line for every cell, under its team.
func (r *Report) eachCell(t *table, line func(Cell) []string) {
	for _, team := range teams(r.Bench) {
		t.section("Team " + team)
		for _, c := range r.Cells {
			if c.Team == team {
				t.add(cellName(c.Cell), line(c)...)
			}
		}
	}
}

// outcomes is what came of every cell, over all its tasks.
func (r *Report) outcomes() table {
	t := table{
		ID: "outcomes", Title: "Every cell: outcomes", Head: "Cell",
		Caption: "Percent of runs, 95% interval in brackets. Success is the evaluation's verdict; claimed, wrong claims and gave up are what the system says of itself. At most: how many wrong claims the tasks leave possible (one-sided 95% bound).",
		Columns: []string{"Runs", "Missing", "Success", "Without infrastructure errors", "Of those that can be won", "Strict", "Claimed", "Wrong claims", "Gave up", "Infra. errors", "No verdict"},
	}
	r.eachCell(&t, func(c Cell) []string {
		f := c.All
		return []string{
			fmt.Sprint(f.Runs), fmt.Sprint(c.Missing), t.ranged(f.Passed, percent), t.figure(f.PassedInside, percent), t.figure(c.Winnable.Passed, percent),
			t.figure(f.Strict, percent), t.figure(f.Claimed, percent), t.bounded(f.WrongClaims), t.figure(f.GaveUp, percent),
			fmt.Sprint(f.Infrastructure), fmt.Sprint(f.Unjudged),
		}
	})
	return t
}

// divided is success by level, by what can be won, and by whether the bank
// knows a like task.
func (r *Report) divided() table {
	t := table{
		ID: "divided", Title: "Every cell: by level, and by what the bank holds", Head: "Cell",
		Caption: "Success in percent, 95% interval in brackets. \"Same id\": tasks of which the bank holds another of the same id.",
	}
	for _, level := range r.Levels {
		t.Columns = append(t.Columns, fmt.Sprintf("Level %d (%d)", level, r.tasksAt(level)))
	}
	parts := []struct {
		name string
		of   func(Cell) Figures
	}{
		{"Can be won", func(c Cell) Figures { return c.Winnable }},
		{"Same id", func(c Cell) Figures { return c.SameID }},
		{"No same id", func(c Cell) Figures { return c.OtherID }},
	}
	for _, p := range parts {
		t.Columns = append(t.Columns, fmt.Sprintf("%s (%d)", p.name, r.most(p.of)))
	}
	r.eachCell(&t, func(c Cell) []string {
		var cells []string
		for _, level := range c.Levels {
			cells = append(cells, t.ranged(level.Passed, percent))
		}
		for _, p := range parts {
			cells = append(cells, t.ranged(p.of(c).Passed, percent))
		}
		return cells
	})
	return t
}

// most is how many tasks a part has in the cell that ran most of them.
func (r *Report) most(of func(Cell) Figures) int {
	n := 0
	for _, c := range r.Cells {
		n = max(n, of(c).Tasks)
	}
	return n
}

// tasksAt counts the tested tasks of a level.
func (r *Report) tasksAt(level int) int {
	n := 0
	for _, at := range r.TaskLevels {
		if at == level {
			n++
		}
	}
	return n
}

// effort is how much work every cell did.
func (r *Report) effort() table {
	t := table{
		ID: "effort", Title: "Every cell: effort", Head: "Cell",
		Caption: "Means a task, 95% interval in brackets; the time is the median of all runs.",
		Columns: []string{"Steps", "Failed steps, %", "Tasks without steps", "Re-plans", "Model calls", "Truncated calls", "Memories left out", "Time"},
	}
	r.eachCell(&t, func(c Cell) []string {
		f := c.All
		return []string{
			t.ranged(f.Steps, decimal), t.ranged(f.FailedSteps, percent), fmt.Sprint(f.WithoutSteps), t.figure(f.Replans, twoDecimals),
			t.figure(f.ModelCalls, decimal), t.figure(f.Truncations, twoDecimals), t.figure(f.Dropped, twoDecimals), t.figure(f.WallMS, seconds),
		}
	})
	return t
}

// spending is what every cell used of models.
func (r *Report) spending() table {
	t := table{
		ID: "spending", Title: "Every cell: tokens and cost", Head: "Cell",
		Caption: "Means a task, 95% interval in brackets. \"A solved task\" divides what all runs used, the failed ones too, by the number that passed.",
		Columns: []string{"Prompt tokens", "Completion tokens", "Tokens a solved task", "Cost a task", "Cost a solved task"},
	}
	r.eachCell(&t, func(c Cell) []string {
		f := c.All
		return []string{
			t.figure(f.Prompt, whole), t.figure(f.Completion, whole), t.figure(f.TokensPerSolved, whole),
			t.ranged(f.CostUSD, dollars), t.figure(f.CostPerSolved, dollars),
		}
	})
	return t
}

func twoDecimals(v float64) string { return fmt.Sprintf("%.2f", v) }

// paired is every comparison.
func (r *Report) paired() table {
	t := table{
		ID: "paired", Title: "Paired comparisons", Head: "Comparison",
		Caption: fmt.Sprintf("Difference in success, in percentage points, with its 95%% interval; p of the paired permutation test, and corrected by Holm's method over all tests shown: %d. Detectable: the smallest difference that could have been seen.", len(r.Comparisons)),
		Columns: []string{"Difference", "Tasks better", "worse", "same", "p", "Holm p", "Detectable", "One task", "Tasks both solve", "Steps there", "against"},
	}
	team := ""
	for _, c := range r.Comparisons {
		if c.Team != team {
			team = c.Team
			t.section("Team " + team)
		}
		one := percent(c.Granularity)
		if c.Difference.Mean == nil {
			one = t.na(c.Difference.NA)
		}
		t.add(r.versus(c), t.ranged(c.Difference, points), fmt.Sprint(c.Better), fmt.Sprint(c.Worse), fmt.Sprint(c.Same),
			probability(c.P), probability(c.Holm), t.figure(c.Detectable, percent), one,
			fmt.Sprint(c.StepsA.Tasks), t.figure(c.StepsA, decimal), t.figure(c.StepsB, decimal))
	}
	return t
}

// versus names a comparison.
func (r *Report) versus(c Comparison) string {
	a, b := r.cell(c.A), r.cell(c.B)
	if a == nil || b == nil {
		return c.A + " against " + c.B
	}
	left, right := cellName(a.Cell), cellName(b.Cell)
	if a.Team != b.Team {
		left, right = left+" ("+a.Team+")", right+" ("+b.Team+")"
	}
	return left + " against " + right
}
