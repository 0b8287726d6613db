package report

import (
	"html/template"
	"image/color"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

const (
	chartWidth  = vg.Length(520)
	rowHeight   = 19   // of a forest
	valueMargin = 44   // for the numbers right of a forest's axis
	labelMargin = 10   // between a forest's labels and its axis
	barShare    = 0.86 // of a group's width that is bars
	widestBar   = 0.2  // of a group's width, however few bars there are
)

// forest is a chart of shares in percent with their intervals, a line each.
type forest struct {
	axis   string
	rows   []mark
	signed bool    // they are differences, around a line at 0
	reach  float64 // how far the axis goes at least, so that panels compare
}

// mark is one line of a forest.
type mark struct {
	label, ink string
	value      Estimate
}

func (f forest) empty() bool { return len(f.rows) == 0 }

func (f forest) draw(title string) (template.HTML, error) {
	p := newPlot()
	var labels plot.ConstantTicks
	for i, r := range f.rows {
		labels = append(labels, plot.Tick{Value: f.y(i), Label: r.label})
	}
	p.Y.Tick.Marker = labels
	p.Y.Tick.Length = 0
	p.Y.LineStyle.Width = 0
	p.X.Min, p.X.Max = f.span()
	p.Y.Min, p.Y.Max = -0.5, float64(len(f.rows))-0.5
	p.X.Label.Text = f.axis
	p.Add(f)
	return render(p, vg.Length(len(f.rows)*rowHeight+46), title)
}

// y puts the first line on top.
func (f forest) y(i int) float64 { return float64(len(f.rows) - 1 - i) }

// span is the range of the axis: from 0, or symmetric around 0, to the outermost value.
func (f forest) span() (low, high float64) {
	for _, r := range f.rows {
		for _, v := range []*float64{r.value.Mean, r.value.Low, r.value.High} {
			if v != nil {
				low, high = min(low, 100**v), max(high, 100**v)
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

// Plot draws the intervals, the points and their numbers; lines without a mean
// say n/a.
func (f forest) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	across(c, p)
	spell := percent
	if f.signed {
		spell = points
		c.StrokeLine2(draw.LineStyle{Color: color.Black, Width: 1}, x(0), c.Min.Y, x(0), c.Max.Y)
	}
	number := writing(p, textSize, draw.XLeft, draw.YCenter)
	for i, r := range f.rows {
		at, e, ink := y(f.y(i)), r.value, inks()[r.ink]
		if e.Mean == nil {
			c.FillText(number, vg.Point{X: x(max(p.X.Min, 0)) + 4, Y: at}, "n/a")
			continue
		}
		if e.Low != nil && e.High != nil {
			c.StrokeLine2(draw.LineStyle{Color: ink, Width: 2}, x(100**e.Low), at, x(100**e.High), at)
		}
		c.DrawGlyph(draw.GlyphStyle{Color: ink, Radius: 4.5, Shape: draw.CircleGlyph{}}, vg.Point{X: x(100 * *e.Mean), Y: at})
		c.FillText(number, vg.Point{X: c.Max.X + 6, Y: at + 1}, spell(*e.Mean))
	}
}

// GlyphBoxes keeps room for the numbers right of the axis, and for a point at its left
// end, which would otherwise cover its label.
func (f forest) GlyphBoxes(*plot.Plot) []plot.GlyphBox {
	return []plot.GlyphBox{
		{X: 0, Y: 0.5, Rectangle: vg.Rectangle{Min: vg.Point{X: -labelMargin}}},
		{X: 1, Y: 0.5, Rectangle: vg.Rectangle{Max: vg.Point{X: valueMargin}}},
	}
}

// bars is a chart of groups of bars with their intervals; a letter under each
// bar says which series it is.
type bars struct {
	axis   string
	groups []string
	series []series
	scale  float64 // of the axis: 100 for percent
	reach  float64 // how far the axis goes at least, so that panels compare
}

// series is one bar in each group.
type series struct {
	legend
	values []Estimate
}

// bars are a figure of some cells on each level.
func (r *Report) bars(axis string, scale, reach float64, cells []marked, of func(Figures) Estimate) bars {
	b := bars{axis: axis, groups: r.levelTitles(), scale: scale, reach: reach}
	for _, cell := range cells {
		b.series = append(b.series, series{cell.legend, cell.byLevel(of)})
	}
	return b
}

func (b bars) empty() bool { return len(b.series) == 0 }

func (b bars) draw(title string) (template.HTML, error) {
	p := newPlot()
	p.NominalX(b.groups...)
	p.X.Padding, p.Y.Padding = textSize+5, 0
	top := b.reach
	for _, s := range b.series {
		top = max(top, b.scale*highest(s.values))
	}
	if top == 0 {
		top = 1
	}
	p.Y.Min, p.Y.Max = 0, top*1.05
	p.Y.Label.Text = b.axis
	p.X.Min, p.X.Max = -0.5, float64(len(b.groups))-0.5
	p.Add(b)
	return render(p, 250, title)
}

// highest is the largest mean or upper end among estimates, 0 where there is none.
func highest(values []Estimate) float64 {
	out := 0.0
	for _, e := range values {
		for _, v := range []*float64{e.Mean, e.High} {
			if v != nil {
				out = max(out, *v)
			}
		}
	}
	return out
}

// Plot draws the bars, their letters and their intervals.
func (b bars) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	upwards(c, p)
	width := min(widestBar, barShare/float64(len(b.series)))
	below, above := writing(p, textSize-1, draw.XCenter, draw.YTop), writing(p, textSize-1, draw.XCenter, draw.YBottom)
	for g := range b.groups {
		for i, s := range b.series {
			left := float64(g) + (float64(i)-float64(len(b.series))/2)*width
			middle := x(left + width/2)
			c.FillText(below, vg.Point{X: middle, Y: y(0) - 2}, s.Letter)
			if s.values[g].Mean == nil {
				c.FillText(above, vg.Point{X: middle, Y: y(0) + 2}, "n/a")
				continue
			}
			b.bar(c, y, inks()[s.Ink], x(left+width*0.06), x(left+width*0.94), s.values[g])
		}
	}
	c.StrokeLine2(draw.LineStyle{Color: color.Black, Width: 0.75}, c.Min.X, y(0), c.Max.X, y(0))
}

// bar draws one bar and its interval.
func (b bars) bar(c draw.Canvas, y func(float64) vg.Length, fill color.Color, left, right vg.Length, e Estimate) {
	top := y(b.scale * *e.Mean)
	outline := []vg.Point{{X: left, Y: y(0)}, {X: left, Y: top}, {X: right, Y: top}, {X: right, Y: y(0)}, {X: left, Y: y(0)}}
	c.FillPolygon(fill, outline)
	c.StrokeLines(draw.LineStyle{Color: color.Black, Width: 0.4}, outline)
	if e.Low != nil && e.High != nil {
		middle := (left + right) / 2
		c.StrokeLine2(draw.LineStyle{Color: color.Black, Width: 1.2}, middle, y(b.scale**e.Low), middle, y(b.scale**e.High))
	}
}

// scatter is a chart of what a cell costs against how often it succeeds. The
// cells in full placement bear their letter; the others are smaller rings.
type scatter struct {
	axis string
	dots []dot
}

// dot is a cell; its share is in percent.
type dot struct {
	legend
	x, y float64
	main bool
}

func (s scatter) empty() bool { return len(s.dots) == 0 }

func (s scatter) draw(title string) (template.HTML, error) {
	p := newPlot()
	var xs, ys []float64
	for _, d := range s.dots {
		xs, ys = append(xs, d.x), append(ys, d.y)
	}
	p.X.Min, p.X.Max = around(xs)
	p.Y.Min, p.Y.Max = around(ys)
	p.X.Label.Text, p.Y.Label.Text = s.axis, "Success, %"
	p.Add(s)
	return render(p, 280, title)
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

// Plot draws the rings, and over them the cells in full placement.
func (s scatter) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	across(c, p)
	upwards(c, p)
	for _, d := range s.dots {
		if !d.main {
			c.DrawGlyph(draw.GlyphStyle{Color: inks()[d.Ink], Radius: 3, Shape: draw.RingGlyph{}}, vg.Point{X: x(d.x), Y: y(d.y)})
		}
	}
	for _, d := range s.dots {
		if d.main {
			at := vg.Point{X: x(d.x), Y: y(d.y)}
			c.DrawGlyph(draw.GlyphStyle{Color: inks()[d.Ink], Radius: 5, Shape: draw.CircleGlyph{}}, at)
			c.FillText(writing(p, textSize, draw.XLeft, draw.YBottom), vg.Point{X: at.X + 5, Y: at.Y + 3}, d.Letter)
		}
	}
}
