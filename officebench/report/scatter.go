package report

import (
	"html/template"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// scatter is a chart of what a cell costs against how often it succeeds. The
// cells in full placement bear their letter; the others are smaller rings.
type scatter struct {
	title string
	axis  string
	dots  []dot
}

// dot is a cell; its share is in percent.
type dot struct {
	letter string
	ink    ink
	x, y   float64
	main   bool
}

func (s scatter) draw() (template.HTML, error) {
	p := newPlot()
	var xs, ys []float64
	for _, d := range s.dots {
		xs, ys = append(xs, d.x), append(ys, d.y)
	}
	p.X.Min, p.X.Max = around(xs)
	p.Y.Min, p.Y.Max = around(ys)
	p.X.Label.Text, p.Y.Label.Text = s.axis, "Success, %"
	p.X.Tick.Marker = steady(ticks(p.X.Min, p.X.Max), short)
	p.Y.Tick.Marker = steady(ticks(p.Y.Min, p.Y.Max), short)
	p.Add(s)
	return render(p, chartWidth, 280, s.title)
}

// around is the span of values with room about them, not below 0.
func around(values []float64) (low, high float64) {
	low, high = slices.Min(values), slices.Max(values)
	room := 0.2 * (high - low)
	if room == 0 {
		room = max(0.2*high, 0.1)
	}
	return max(0, low-room), high + room
}

// Plot draws the grid, the rings, and over them the cells in full placement.
func (s scatter) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	grid := draw.LineStyle{Color: faint, Width: 0.75}
	for _, at := range ticks(p.X.Min, p.X.Max) {
		c.StrokeLine2(grid, x(at), c.Min.Y, x(at), c.Max.Y)
	}
	for _, at := range ticks(p.Y.Min, p.Y.Max) {
		c.StrokeLine2(grid, c.Min.X, y(at), c.Max.X, y(at))
	}
	for _, d := range s.dots {
		if !d.main {
			c.DrawGlyph(draw.GlyphStyle{Color: d.ink.rgb, Radius: 3, Shape: draw.RingGlyph{}}, vg.Point{X: x(d.x), Y: y(d.y)})
		}
	}
	for _, d := range s.dots {
		if d.main {
			at := vg.Point{X: x(d.x), Y: y(d.y)}
			c.DrawGlyph(draw.GlyphStyle{Color: d.ink.rgb, Radius: 5, Shape: draw.CircleGlyph{}}, at)
			c.FillText(text(p, textSize, draw.XLeft, draw.YBottom), vg.Point{X: at.X + 5, Y: at.Y + 3}, d.letter)
		}
	}
}
