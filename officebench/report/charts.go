package report

import (
	"fmt"
	"html/template"

	"legomem/officebench/trial"
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
}

// legend is one entry of a chart's legend.
type legend struct {
	Letter, Name, Ink string
}

// panel is one drawing.
type panel struct {
	Title string
	SVG   template.HTML
}

// charts are all the drawings of the page that the cells allow.
func (r *Report) charts() ([]chart, error) {
	var out []chart
	for _, make := range []func() (chart, error){r.successChart, r.levelChart, r.reachChart, r.placementChart, r.stepsChart, r.costChart, r.differenceChart} {
		c, err := make()
		if err != nil {
			return nil, err
		}
		if len(c.Panels) > 0 || c.NA != "" {
			out = append(out, c)
		}
	}
	return out, nil
}

// drawing is anything that can be a panel.
type drawing interface{ draw() (template.HTML, error) }

// put draws a panel of a chart.
func (c *chart) put(title string, d drawing) error {
	svg, err := d.draw()
	if err != nil {
		return err
	}
	c.Panels = append(c.Panels, panel{title, svg})
	return nil
}

// mains are the cells of a team that stand for their variant.
func (r *Report) mains(team string) []Cell {
	var out []Cell
	for _, variant := range variants(r.Bench) {
		if c, ok := mainCell(r.Bench.Cells, variant, team); ok {
			out = append(out, *r.cell(c.ID()))
		}
	}
	return out
}

// variantLegend names the variants in a chart.
func (r *Report) variantLegend() []legend {
	var out []legend
	for _, v := range variants(r.Bench) {
		n := nameOf(variantNames(), v)
		out = append(out, legend{n.short, n.long, inkOf(v).Name})
	}
	return out
}

func (r *Report) successChart() (chart, error) {
	c := chart{ID: "chart-success", Title: "Success by variant and team", Caption: "The point is the share of runs that passed, averaged over tasks; the line is its 95% interval. Memory in full placement."}
	for _, team := range teams(r.Bench) {
		f := forest{title: "Success by variant, team " + team, axis: "Success, %", format: percent, percent: true, reach: r.reach(overall)}
		for _, cell := range r.mains(team) {
			f.rows = append(f.rows, mark{nameOf(variantNames(), cell.Variant).long, inkOf(cell.Variant), cell.All.Passed})
		}
		if len(f.rows) == 0 {
			continue
		}
		if err := c.put("Team "+team, f); err != nil {
			return c, err
		}
	}
	return c, nil
}

func (r *Report) levelChart() (chart, error) {
	c := chart{ID: "chart-levels", Title: "Success by level", Caption: "A bar is a variant in full placement, its letter below it; the line is the 95% interval.", Legend: r.variantLegend()}
	for _, team := range teams(r.Bench) {
		b := bars{title: "Success by level, team " + team, axis: "Success, %", groups: r.levelTitles(), percent: true, reach: r.reach(onLevels)}
		for _, cell := range r.mains(team) {
			n := nameOf(variantNames(), cell.Variant)
			b.series = append(b.series, series{n.long, n.short, inkOf(cell.Variant), cell.byLevel(func(f Figures) Estimate { return f.Passed })})
		}
		if len(b.series) == 0 {
			continue
		}
		if err := c.put("Team "+team, b); err != nil {
			return c, err
		}
	}
	return c, nil
}

// reach is the highest end of an interval among all cells, in percent: the
// panels of a chart share it, so that teams compare.
func (r *Report) reach(of func(Cell) []Estimate) float64 {
	out := 0.0
	for _, c := range r.Cells {
		out = max(out, 100*highest(of(c)))
	}
	return out
}

func overall(c Cell) []Estimate { return []Estimate{c.All.Passed} }

func onLevels(c Cell) []Estimate {
	return c.byLevel(func(f Figures) Estimate { return f.Passed })
}

// reachOfDifferences is how far from 0 the differences against no memory go.
func (r *Report) reachOfDifferences() float64 {
	out := 0.0
	for _, d := range r.Comparisons {
		if d.Kind == "none" && d.Difference.Low != nil {
			out = max(out, -100**d.Difference.Low, 100**d.Difference.High)
		}
	}
	return out
}

func (r *Report) levelTitles() []string {
	var out []string
	for _, level := range r.Levels {
		out = append(out, fmt.Sprintf("Level %d", level))
	}
	return out
}

// byLevel reads one figure of each level.
func (c Cell) byLevel(of func(Figures) Estimate) []Estimate {
	var out []Estimate
	for _, level := range c.Levels {
		out = append(out, of(level.Figures))
	}
	return out
}

func (r *Report) placementChart() (chart, error) {
	c := chart{ID: "chart-placements", Title: "Success by placement", Caption: "Where memory is shown: to orchestrator and agents, to the orchestrator when it plans and to agents, to the orchestrator alone, to agents alone, to nobody. The line is the 95% interval."}
	for _, team := range r.teamsWith(func(c trial.Cell) bool { return isLegomem(c.Variant) && c.Placement != "both" }) {
		f := forest{title: "Success by placement, team " + team, axis: "Success, %", format: percent, percent: true, reach: r.reach(overall)}
		for _, placement := range placementNames() {
			for _, variant := range placed(placement.key) {
				if cell, ok := pickCell(r.Bench.Cells, variant, placement.key, team); ok {
					label := nameOf(variantNames(), variant).long
					if placement.key != "none" {
						label = placementOn(placement.key) + ": " + variant
					}
					f.rows = append(f.rows, mark{label, inkOf(variant), r.cell(cell.ID()).All.Passed})
				}
			}
		}
		if err := c.put("Team "+team, f); err != nil {
			return c, err
		}
	}
	return c, nil
}

// placementOn is a placement in the words of a chart's label.
func placementOn(placement string) string {
	switch placement {
	case "both":
		return "full"
	case "planning":
		return "planning + agents"
	}
	return placement + " only"
}

func (r *Report) differenceChart() (chart, error) {
	c := chart{ID: "chart-differences", Title: "Paired differences against no memory", Caption: "How many percentage points more of the runs pass than without memory, task by task; a 95% interval that crosses the line at 0 does not rule out that nothing changed."}
	for _, team := range teams(r.Bench) {
		f := forest{title: "Differences in success against no memory, team " + team, axis: "Difference, percentage points", format: points, percent: true, signed: true, reach: r.reachOfDifferences()}
		for _, d := range r.Comparisons {
			if a := r.cell(d.A); d.Team == team && d.Kind == "none" && a != nil {
				f.rows = append(f.rows, mark{cellName(a.Cell), inkOf(a.Variant), d.Difference})
			}
		}
		if len(f.rows) == 0 {
			continue
		}
		if err := c.put("Team "+team, f); err != nil {
			return c, err
		}
	}
	return c, nil
}
