package report

import (
	"slices"

	"legomem/officebench/trial"
)

func (r *Report) stepsChart() (chart, error) {
	team := r.figure4Team()
	c := chart{ID: "chart-steps", Title: "Steps and failed steps", Caption: "Tool calls a task and the percentage of them that failed, by level and by where memory is shown, in team " + team + ". The line is the 95% interval."}
	steps := bars{title: "Steps a task by level, team " + team, axis: "Steps a task", groups: r.levelTitles()}
	failed := bars{title: "Failed-step rate by level, team " + team, axis: "Failed steps, %", groups: r.levelTitles(), percent: true}
	for _, s := range r.stepSeries(team) {
		cell := s.cell
		c.Legend = append(c.Legend, legend{s.letter, s.name, s.ink.Name})
		steps.series = append(steps.series, series{s.name, s.letter, s.ink, cell.byLevel(func(f Figures) Estimate { return f.Steps })})
		failed.series = append(failed.series, series{s.name, s.letter, s.ink, cell.byLevel(func(f Figures) Estimate { return f.FailedSteps })})
	}
	if len(steps.series) == 0 {
		return c, nil
	}
	if err := c.put("Steps", steps); err != nil {
		return c, err
	}
	return c, c.put("Failed steps", failed)
}

// stepCell is a cell as a series of the chart of steps.
type stepCell struct {
	cell         Cell
	name, letter string
	ink          ink
}

// stepSeries are the run without memory and one LEGOMem variant, vanilla where
// there is one, in each placement; with a single placement, every variant.
func (r *Report) stepSeries(team string) []stepCell {
	if !slices.Contains(r.teamsWith(func(c trial.Cell) bool { return isLegomem(c.Variant) && c.Placement != "both" }), team) {
		var out []stepCell
		for _, cell := range r.mains(team) {
			n := nameOf(variantNames(), cell.Variant)
			out = append(out, stepCell{cell, n.long, n.short, inkOf(cell.Variant)})
		}
		return out
	}
	var out []stepCell
	if c, ok := mainCell(r.Bench.Cells, "none", team); ok {
		out = append(out, stepCell{*r.cell(c.ID()), "No memory", "N", inkOf("none")})
	}
	for _, variant := range placed("both") {
		before := len(out)
		for _, placement := range placementNames() {
			if c, ok := pickCell(r.Bench.Cells, variant, placement.key, team); ok {
				out = append(out, stepCell{*r.cell(c.ID()), cellName(c), placement.short, inkOf(placement.key)})
			}
		}
		if len(out) > before {
			return out
		}
	}
	return out
}

func (r *Report) costChart() (chart, error) {
	c := chart{ID: "chart-cost", Title: "Cost against success", Caption: "Up and left is better. A filled point is a variant in full placement, with its letter; a small ring is another placement, or memory without reasoning. The axes need not begin at 0.", Legend: r.variantLegend()}
	cost, axis := func(f Figures) *float64 { return f.CostUSD.Mean }, "Cost a task, US cents"
	if !r.anyAbove(cost) {
		cost, axis = tokens, "Tokens a task, thousands"
		c.Title, c.Caption = "Tokens against success", c.Caption+" Tokens stand for the cost, which is not known or nothing."
	}
	if !r.anyAbove(cost) {
		return chart{ID: c.ID, Title: "Cost against success", NA: "No run used a model, so there is no cost to set against success."}, nil
	}
	for _, team := range teams(r.Bench) {
		s := scatter{title: c.Title + ", team " + team, axis: axis}
		for _, cell := range r.Cells {
			x, y := cost(cell.All), cell.All.Passed.Mean
			if cell.Team != team || x == nil || y == nil {
				continue
			}
			scale := 100.0
			if axis != "Cost a task, US cents" {
				scale = 1e-3
			}
			main, _ := mainCell(r.Bench.Cells, cell.Variant, team)
			s.dots = append(s.dots, dot{nameOf(variantNames(), cell.Variant).short, inkOf(cell.Variant), *x * scale, *y * 100, main == cell.Cell})
		}
		if len(s.dots) == 0 {
			continue
		}
		if err := c.put("Team "+team, s); err != nil {
			return c, err
		}
	}
	return c, nil
}

// tokens are those of a task, of both kinds.
func tokens(f Figures) *float64 {
	if f.Prompt.Mean == nil || f.Completion.Mean == nil {
		return nil
	}
	sum := *f.Prompt.Mean + *f.Completion.Mean
	return &sum
}

// anyAbove says that some cell has more than nothing of a figure.
func (r *Report) anyAbove(of func(Figures) *float64) bool {
	return slices.ContainsFunc(r.Cells, func(c Cell) bool { v := of(c.All); return v != nil && *v > 0 })
}
