package report

import (
	"fmt"
	"html/template"
	"slices"

	"legomem/lists"
)

// chart is a figure of the page: drawings side by side, one legend, one line
// that says how to read it.
type chart struct {
	ID      string
	Title   string
	Caption string
	Legend  []legend
	Panels  []panel
	NA      string // why there is no drawing
	err     error  // of the first drawing that could not be made
}

// legend is how a series is marked: by a letter, a name and a colour.
type legend struct{ Letter, Name, Ink string }

// panel is one drawing.
type panel struct {
	Title string
	SVG   template.HTML
}

// drawing is anything that can be a panel.
type drawing interface {
	empty() bool
	draw(title string) (template.HTML, error)
}

// put draws a panel of a chart, unless there is nothing to draw.
func (c *chart) put(heading, title string, d drawing) {
	if c.err != nil || d.empty() {
		return
	}
	var svg template.HTML
	svg, c.err = d.draw(title)
	c.Panels = append(c.Panels, panel{heading, svg})
}

// eachTeam draws a panel for every team that has something to draw.
func (c *chart) eachTeam(r *Report, title string, of func(team string) drawing) {
	for _, team := range teams(r.Bench) {
		c.put("Team "+team, title+", team "+team, of(team))
	}
}

// charts are all the drawings of the page that the cells allow.
func (r *Report) charts() ([]chart, error) {
	var out []chart
	for _, c := range []chart{r.successChart(), r.levelChart(), r.reachChart(), r.placementChart(), r.stepsChart(), r.costChart(), r.differenceChart()} {
		if c.err != nil {
			return nil, c.err
		}
		if len(c.Panels) > 0 || c.NA != "" {
			out = append(out, c)
		}
	}
	return out, nil
}

// marked is a cell with its mark in a chart.
type marked struct {
	legend
	Cell
}

// mains are the cells of a team that represent their variant.
func (r *Report) mains(team string) []marked {
	var out []marked
	for _, variant := range variants(r.Bench) {
		if c := r.cell(mainCell(r.Bench.Cells, variant, team).ID()); c != nil {
			out = append(out, marked{markOf(variant), *c})
		}
	}
	return out
}

// markOf is how a variant is marked.
func markOf(variant string) legend {
	n := nameOf(variantNames(), variant)
	return legend{n.short, n.long, inkOf(variant)}
}

// variantLegend names the variants in a chart.
func (r *Report) variantLegend() []legend {
	return lists.Map(variants(r.Bench), markOf)
}

func (r *Report) levelTitles() []string {
	return lists.Map(r.Levels, func(level int) string { return fmt.Sprintf("Level %d", level) })
}

// byLevel reads one figure of each level.
func (c Cell) byLevel(of func(Figures) Estimate) []Estimate {
	return lists.Map(c.Levels, func(level Level) Estimate { return of(level.Figures) })
}

func success(f Figures) Estimate { return f.Passed }

// reach is the highest end of the success intervals of all cells, in percent. The panels
// of a chart share it, so that teams can be compared.
func (r *Report) reach(of func(Cell) []Estimate) float64 {
	out := 0.0
	for _, c := range r.Cells {
		out = max(out, 100*highest(of(c)))
	}
	return out
}

func overall(c Cell) []Estimate { return []Estimate{c.All.Passed} }

func (r *Report) successChart() chart {
	c := chart{ID: "chart-success", Title: "Success by variant and team", Caption: "The point is the share of runs that passed, averaged over tasks; the line is its 95% interval. Memory in full placement."}
	c.eachTeam(r, "Success by variant", func(team string) drawing {
		f := forest{axis: "Success, %", reach: r.reach(overall)}
		for _, cell := range r.mains(team) {
			f.rows = append(f.rows, mark{cell.Name, cell.Ink, cell.All.Passed})
		}
		return f
	})
	return c
}

func (r *Report) levelChart() chart {
	c := chart{ID: "chart-levels", Title: "Success by level", Caption: "A bar is a variant in full placement, its letter below it; the line is the 95% interval.", Legend: r.variantLegend()}
	reach := r.reach(func(c Cell) []Estimate { return c.byLevel(success) })
	c.eachTeam(r, "Success by level", func(team string) drawing {
		return r.bars("Success, %", 100, reach, r.mains(team), success)
	})
	return c
}

// reachChart shows which families are covered, a panel for each variant with
// memory in full placement.
func (r *Report) reachChart() chart {
	c := chart{ID: "chart-reach", Title: "Coverage by family", Caption: "The point is the share of a family's runs that called themselves solved and passed; the line is its 95% interval. Memory in full placement."}
	for _, team := range teams(r.Bench) {
		for _, cell := range r.mains(team) {
			if cell.Variant == "none" {
				continue
			}
			f := forest{axis: "Covered, %", reach: 100}
			for _, g := range cell.Families {
				f.rows = append(f.rows, mark{g.title(), cell.Ink, g.Covered})
			}
			c.put(r.titled(cell.Cell), "Coverage by family, "+r.titled(cell.Cell), f)
		}
	}
	return c
}

func (r *Report) placementChart() chart {
	c := chart{ID: "chart-placements", Title: "Success by placement", Caption: "Where memory is shown: to orchestrator and agents, to the orchestrator when it plans and to agents, to the orchestrator alone, to agents alone, to nobody. The line is the 95% interval."}
	apart := r.teamsWith(placedApart)
	c.eachTeam(r, "Success by placement", func(team string) drawing {
		f := forest{axis: "Success, %", reach: r.reach(overall)}
		if slices.Contains(apart, team) {
			f.rows = r.placements(team)
		}
		return f
	})
	return c
}

// placements are a team's lines in the chart of placements.
func (r *Report) placements(team string) []mark {
	var out []mark
	for _, placement := range placementNames() {
		for _, variant := range placed(placement.key) {
			cell := r.cell(pickCell(r.Bench.Cells, variant, placement.key, team).ID())
			if cell == nil {
				continue
			}
			label := markOf(variant).Name
			if placement.key != "none" {
				label = placement.within + ": " + variant
			}
			out = append(out, mark{label, inkOf(variant), cell.All.Passed})
		}
	}
	return out
}

func (r *Report) stepsChart() chart {
	team := r.figure4Team()
	c := chart{ID: "chart-steps", Title: "Steps and failed steps", Caption: "Tool calls a task and the percentage of them that failed, by level and by where memory is shown, in team " + team + ". The line is the 95% interval."}
	cells := r.stepCells(team)
	for _, cell := range cells {
		c.Legend = append(c.Legend, cell.legend)
	}
	c.put("Steps", "Steps a task by level, team "+team, r.bars("Steps a task", 1, 0, cells, func(f Figures) Estimate { return f.Steps }))
	c.put("Failed steps", "Failed-step rate by level, team "+team, r.bars("Failed steps, %", 100, 0, cells, func(f Figures) Estimate { return f.FailedSteps }))
	return c
}

// stepCells are the run without memory and one LEGOMem variant, vanilla where
// there is one, in each placement; with a single placement, every variant.
func (r *Report) stepCells(team string) []marked {
	if !slices.Contains(r.teamsWith(placedApart), team) {
		return r.mains(team)
	}
	var out []marked
	if c := r.cell(mainCell(r.Bench.Cells, "none", team).ID()); c != nil {
		out = append(out, marked{markOf("none"), *c})
	}
	for _, variant := range placed("both") {
		before := len(out)
		for _, placement := range placementNames() {
			if c := r.cell(pickCell(r.Bench.Cells, variant, placement.key, team).ID()); c != nil {
				out = append(out, marked{legend{placement.short, cellName(c.Cell), inkOf(placement.key)}, *c})
			}
		}
		if len(out) > before {
			break
		}
	}
	return out
}

func (r *Report) costChart() chart {
	c := chart{ID: "chart-cost", Title: "Cost against success", Caption: "Up and left is better. A filled point is a variant in full placement, with its letter; a small ring is another placement, or memory without reasoning. The axes need not begin at 0.", Legend: r.variantLegend()}
	s := scatter{axis: "Cost a task, US cents"}
	cost, scale := func(f Figures) *float64 { return f.CostUSD.Mean }, 100.0
	if !r.anyAbove(cost) {
		if !r.anyAbove(tokens) {
			return chart{ID: c.ID, Title: c.Title, NA: "No run used a model, so there is no cost to set against success."}
		}
		cost, s.axis, scale = tokens, "Tokens a task, thousands", 1e-3
		c.Title, c.Caption = "Tokens against success", c.Caption+" Tokens stand for the cost, which is not known or nothing."
	}
	c.eachTeam(r, c.Title, func(team string) drawing {
		s.dots = nil
		for _, cell := range r.Cells {
			x, y := cost(cell.All), cell.All.Passed.Mean
			if cell.Team == team && x != nil && y != nil {
				s.dots = append(s.dots, dot{markOf(cell.Variant), *x * scale, *y * 100, isMain(r.Bench.Cells, cell.Cell)})
			}
		}
		return s
	})
	return c
}

// tokens is the mean of a task's tokens, prompt and completion together.
func tokens(f Figures) *float64 {
	if f.Prompt.Mean == nil || f.Completion.Mean == nil {
		return nil
	}
	return new(*f.Prompt.Mean + *f.Completion.Mean)
}

// anyAbove reports whether a figure is above 0 in any cell.
func (r *Report) anyAbove(of func(Figures) *float64) bool {
	return slices.ContainsFunc(r.Cells, func(c Cell) bool { v := of(c.All); return v != nil && *v > 0 })
}

func (r *Report) differenceChart() chart {
	c := chart{ID: "chart-differences", Title: "Paired differences against no memory", Caption: "How many percentage points more of the runs pass than without memory, task by task; a 95% interval that crosses the line at 0 does not rule out that nothing changed."}
	f := forest{axis: "Difference, percentage points", signed: true}
	for _, d := range r.Comparisons {
		if d.Kind == "none" && d.Difference.Low != nil {
			f.reach = max(f.reach, -100**d.Difference.Low, 100**d.Difference.High)
		}
	}
	c.eachTeam(r, "Differences in success against no memory", func(team string) drawing {
		f.rows = nil
		for _, d := range r.Comparisons {
			if a := r.cell(d.A); d.Team == team && d.Kind == "none" && a != nil {
				f.rows = append(f.rows, mark{cellName(a.Cell), inkOf(a.Variant), d.Difference})
			}
		}
		return f
	})
	return c
}
