package report

import (
	"cmp"
	"fmt"
	"slices"

	"legomem/officebench/trial"
)

// shapes are the tables as the paper has them, those that the bench has cells
// for.
func (r *Report) shapes() []table {
	var out []table
	for _, make := range []func() (table, bool){r.table1, r.table2, r.table3, r.figure4} {
		if t, ok := make(); ok {
			out = append(out, t)
		}
	}
	return out
}

// table1 is variants by teams and levels.
func (r *Report) table1() (table, bool) {
	t := table{
		ID: "table1", Title: "Table 1: variants, teams and levels", Head: "Variant",
		Caption: "Success in percent; overall with its 95% interval. Memory is in full placement, with reasoning where there was any to show.",
	}
	in := teams(r.Bench)
	r.byTeam(&t, in)
	section := ""
	for _, variant := range r.rows() {
		title := "LEGOMem"
		if !isLegomem(variant) {
			title = "Baselines"
		}
		var cells []string
		for _, team := range in {
			c, ok := mainCell(r.Bench.Cells, variant, team)
			if !ok {
				c = trial.Cell{Variant: variant, Placement: "both", Reasoning: trial.With, Team: team}
			}
			cells = append(cells, r.success(&t, c, ok)...)
		}
		if title != section {
			t.section(title)
			section = title
		}
		t.add(nameOf(variantNames(), variant).long, cells...)
	}
	return t, len(variants(r.Bench)) > 1
}

// rows are the variants that there are, and under reflex all of the paper's,
// so that those it has no use for say why.
func (r *Report) rows() []string {
	out := variants(r.Bench)
	if r.Bench.Brain != "reflex" {
		return out
	}
	for _, n := range variantNames() {
		if !slices.Contains(out, n.key) {
			out = append(out, n.key)
		}
	}
	slices.SortStableFunc(out, func(a, b string) int { return cmp.Compare(rank(a), rank(b)) })
	return out
}

// rank is a variant's place in the paper's tables; unknown ones come last.
func rank(variant string) int {
	names := variantNames()
	if at := slices.IndexFunc(names, func(n name) bool { return n.key == variant }); at >= 0 {
		return at
	}
	return len(names)
}

// table2 is where the memory is placed.
func (r *Report) table2() (table, bool) {
	t := table{
		ID: "table2", Title: "Table 2: placements", Head: "Variant",
		Caption: "Success in percent by where memory is shown. Orchestrator memory alone is one setting, whatever the retrieval of subtask memories.",
	}
	in := r.teamsWith(func(c trial.Cell) bool { return isLegomem(c.Variant) && c.Placement != "both" })
	if len(in) == 0 {
		return t, false
	}
	r.byTeam(&t, in)
	for _, placement := range placementNames() {
		t.section(placement.long)
		for _, variant := range placed(placement.key) {
			var cells []string
			for _, team := range in {
				c, ok := pickCell(r.Bench.Cells, variant, placement.key, team)
				if !ok {
					c = trial.Cell{Variant: variant, Placement: placement.key, Reasoning: trial.With, Team: team}
				}
				cells = append(cells, r.success(&t, c, ok)...)
			}
			t.add(nameOf(variantNames(), variant).long, cells...)
		}
	}
	return t, true
}

// placed are the variants that a placement tells apart.
func placed(placement string) []string {
	switch placement {
	case "orchestrator":
		return []string{"vanilla"}
	case "none":
		return []string{"none"}
	}
	return []string{"vanilla", "dynamic", "rewrite"}
}

// table3 is memory with and without the recorded reasoning.
func (r *Report) table3() (table, bool) {
	t := table{
		ID: "table3", Title: "Table 3: reasoning", Head: "Variant",
		Caption: "Success in percent with the recorded thoughts in the memories, and without them.",
	}
	in := r.teamsWith(func(c trial.Cell) bool { return isLegomem(c.Variant) && c.Reasoning == trial.Without })
	if len(in) == 0 {
		return t, false
	}
	r.byTeam(&t, in)
	for _, reasoning := range []name{{trial.Without, "Without reasoning", ""}, {trial.With, "With reasoning", ""}} {
		t.section(reasoning.long)
		for _, variant := range placed("both") {
			var cells []string
			for _, team := range in {
				c := trial.Cell{Variant: variant, Placement: "both", Reasoning: reasoning.key, Team: team}
				cells = append(cells, r.success(&t, c, slices.Contains(r.Bench.Cells, c))...)
			}
			t.add(nameOf(variantNames(), variant).long, cells...)
		}
	}
	return t, true
}

// figure4 is steps and failed steps by level and placement, in one team.
func (r *Report) figure4() (table, bool) {
	team := r.figure4Team()
	t := table{
		ID: "figure4", Title: "Figure 4: steps and failed steps, team " + team, Head: "Cell",
		Caption: "Tool calls a task, and the percentage of them that failed. In brackets behind the name: how many of the tasks made no step and have no failed-step rate.",
		Groups:  []group{{"Steps", len(r.Levels) + 1}, {"Failed steps, %", len(r.Levels) + 1}},
	}
	for range 2 {
		for _, level := range r.Levels {
			t.Columns = append(t.Columns, fmt.Sprintf("Level %d", level))
		}
		t.Columns = append(t.Columns, "Overall")
	}
	for _, c := range r.Bench.Cells {
		if c.Team != team || isBaseline(c.Variant) || c.Reasoning == trial.Without {
			continue
		}
		cell := r.cell(c.ID())
		var cells, failed []string
		for _, level := range cell.Levels {
			cells = append(cells, t.figure(level.Steps, decimal))
			failed = append(failed, t.figure(level.FailedSteps, percent))
		}
		cells = append(append(cells, t.ranged(cell.All.Steps, decimal)), failed...)
		cells = append(cells, t.ranged(cell.All.FailedSteps, percent))
		t.add(fmt.Sprintf("%s (%d)", cellName(c), cell.All.WithoutSteps), cells...)
	}
	return t, len(t.Rows) > 1
}

// figure4Team is the paper's LLM team, or the first there is.
func (r *Report) figure4Team() string {
	in := teams(r.Bench)
	if slices.Contains(in, "llm") {
		return "llm"
	}
	return in[0]
}

// teamsWith are the teams that have a cell of some kind.
func (r *Report) teamsWith(is func(trial.Cell) bool) []string {
	var out []string
	for _, team := range teams(r.Bench) {
		if slices.ContainsFunc(r.Bench.Cells, func(c trial.Cell) bool { return c.Team == team && is(c) }) {
			out = append(out, team)
		}
	}
	return out
}
