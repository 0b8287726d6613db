package report

import (
	"html/template"
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// forest is a chart of means with their intervals, a line each.
type forest struct {
	title   string // for those who do not see it
	axis    string
	rows    []mark
	format  func(float64) string
	percent bool    // the values are shares
	signed  bool    // around a line at 0
	reach   float64 // how far the axis goes at least, so that panels compare
}

// mark is one line of a forest.
type mark struct {
	label string
	ink   ink
	value Estimate
}

const (
	rowHeight   = 19
	chartWidth  = vg.Length(520)
	valueMargin = 44 // for the numbers right of the axis
	labelMargin = 10 // between the labels and the axis
)

// draw renders the chart; lines without a mean say n/a.
func (f forest) draw() (template.HTML, error) {
	p := newPlot()
	low, high := f.span()
	p.X.Min, p.X.Max = low, high
	p.Y.Min, p.Y.Max = -0.5, float64(len(f.rows))-0.5
	p.X.Label.Text = f.axis
	p.X.Tick.Marker = steady(ticks(low, high), short)
	var labels plot.ConstantTicks
	for i, r := range f.rows {
		labels = append(labels, plot.Tick{Value: f.y(i), Label: r.label})
	}
	p.Y.Tick.Marker = labels
	p.Y.Tick.Length = 0
	p.Y.LineStyle.Width = 0
	p.Add(f)
	return render(p, chartWidth, vg.Length(len(f.rows)*rowHeight+46), f.title)
}

// y puts the first line on top.
func (f forest) y(i int) float64 { return float64(len(f.rows) - 1 - i) }

// scaled turns shares into percent.
func (f forest) scaled(v float64) float64 {
	if f.percent {
		return v * 100
	}
	return v
}

// span is the span of the axis: from 0, or around it, to what is there.
func (f forest) span() (low, high float64) {
	for _, r := range f.rows {
		for _, v := range []*float64{r.value.Mean, r.value.Low, r.value.High} {
			if v != nil {
				low, high = min(low, f.scaled(*v)), max(high, f.scaled(*v))
			}
		}
	}
	high = max(high, f.reach)
	if f.signed {
		reach := max(-low, high, 1) * 1.05
		return -reach, reach
	}
	if high == 0 {
		high = 1
	}
	return low, high * 1.05
}

// Plot draws the grid, the intervals, the points and their numbers.
func (f forest) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	grid := draw.LineStyle{Color: faint, Width: 0.75}
	for _, at := range ticks(p.X.Min, p.X.Max) {
		c.StrokeLine2(grid, x(at), c.Min.Y, x(at), c.Max.Y)
	}
	if f.signed {
		c.StrokeLine2(draw.LineStyle{Color: color.Black, Width: 1}, x(0), c.Min.Y, x(0), c.Max.Y)
	}
	number := text(p, textSize, draw.XLeft, draw.YCenter)
	for i, r := range f.rows {
		at := y(f.y(i))
		if r.value.Mean == nil {
			c.FillText(number, vg.Point{X: x(max(p.X.Min, 0)) + 4, Y: at}, "n/a")
			continue
		}
		if r.value.Low != nil && r.value.High != nil {
			c.StrokeLine2(draw.LineStyle{Color: r.ink.rgb, Width: 2}, x(f.scaled(*r.value.Low)), at, x(f.scaled(*r.value.High)), at)
		}
		c.DrawGlyph(draw.GlyphStyle{Color: r.ink.rgb, Radius: 4.5, Shape: draw.CircleGlyph{}}, vg.Point{X: x(f.scaled(*r.value.Mean)), Y: at})
		c.FillText(number, vg.Point{X: c.Max.X + 6, Y: at + 1}, f.format(*r.value.Mean))
	}
}

// GlyphBoxes keeps room for the numbers right of the axis, and for a point at
// its left end, which would stand on its label.
func (f forest) GlyphBoxes(*plot.Plot) []plot.GlyphBox {
	return []plot.GlyphBox{
		{X: 0, Y: 0.5, Rectangle: vg.Rectangle{Min: vg.Point{X: -labelMargin}}},
		{X: 1, Y: 0.5, Rectangle: vg.Rectangle{Max: vg.Point{X: valueMargin}}},
	}
}

// highest is the largest end among estimates, 0 where there is none.
func highest(values []Estimate) float64 {
	out := 0.0
	for _, e := range values {
		for _, v := range []*float64{e.Mean, e.High} {
			if v != nil {
				out = math.Max(out, *v)
			}
		}
	}
	return out
}
