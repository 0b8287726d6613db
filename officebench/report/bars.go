package report

import (
	"html/template"
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// bars is a chart of groups of bars with their intervals; a letter under each
// bar says which series it is.
type bars struct {
	title   string
	axis    string
	groups  []string
	series  []series
	percent bool
	reach   float64 // how far the axis goes at least, so that panels compare
}

// series is one bar in each group.
type series struct {
	name   string
	letter string
	ink    ink
	values []Estimate
}

const (
	barShare  = 0.86 // of a group's width that is bars
	widestBar = 0.2  // of a group's width, however few bars there are
	barHeight = vg.Length(250)
)

func (b bars) draw() (template.HTML, error) {
	p := newPlot()
	top := b.reach
	for _, s := range b.series {
		top = max(top, b.scaled(highest(s.values)))
	}
	if top == 0 {
		top = 1
	}
	p.Y.Min, p.Y.Max = 0, top*1.05
	p.Y.Label.Text = b.axis
	p.Y.Tick.Marker = steady(ticks(0, p.Y.Max), short)
	p.X.Min, p.X.Max = -0.5, float64(len(b.groups))-0.5
	p.X.Tick.Length = 0
	var labels plot.ConstantTicks
	for i, g := range b.groups {
		labels = append(labels, plot.Tick{Value: float64(i), Label: g})
	}
	p.X.Tick.Marker = labels
	p.X.Padding = textSize + 5
	p.X.LineStyle.Width = 0
	p.Add(b)
	return render(p, chartWidth, barHeight, b.title)
}

func (b bars) scaled(v float64) float64 {
	if b.percent {
		return v * 100
	}
	return v
}

// Plot draws the grid, the bars, their letters and their intervals.
func (b bars) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	for _, at := range ticks(0, p.Y.Max) {
		c.StrokeLine2(draw.LineStyle{Color: faint, Width: 0.75}, c.Min.X, y(at), c.Max.X, y(at))
	}
	width := min(widestBar, barShare/float64(len(b.series)))
	letter := text(p, textSize-1, draw.XCenter, draw.YTop)
	for g := range b.groups {
		for i, s := range b.series {
			left := float64(g) + (float64(i)-float64(len(b.series))/2)*width
			middle := x(left + width/2)
			c.FillText(letter, vg.Point{X: middle, Y: y(0) - 2}, s.letter)
			if s.values[g].Mean == nil {
				c.FillText(text(p, textSize-1, draw.XCenter, draw.YBottom), vg.Point{X: middle, Y: y(0) + 2}, "n/a")
				continue
			}
			b.bar(c, y, s.ink, x(left+width*0.06), x(left+width*0.94), s.values[g])
		}
	}
	c.StrokeLine2(draw.LineStyle{Color: color.Black, Width: 0.75}, c.Min.X, y(0), c.Max.X, y(0))
}

// bar draws one bar and its interval.
func (b bars) bar(c draw.Canvas, y func(float64) vg.Length, fill ink, left, right vg.Length, e Estimate) {
	top := y(b.scaled(*e.Mean))
	outline := []vg.Point{{X: left, Y: y(0)}, {X: left, Y: top}, {X: right, Y: top}, {X: right, Y: y(0)}, {X: left, Y: y(0)}}
	c.FillPolygon(fill.rgb, outline)
	c.StrokeLines(draw.LineStyle{Color: color.Black, Width: 0.4}, outline)
	if e.Low != nil && e.High != nil {
		middle := (left + right) / 2
		c.StrokeLine2(draw.LineStyle{Color: color.Black, Width: 1.2}, middle, y(b.scaled(*e.Low)), middle, y(b.scaled(*e.High)))
	}
}
