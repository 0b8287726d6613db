package report

import (
	"fmt"
	"html/template"
	"image/color"
	"math"
	"regexp"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"

	"legomem/lists"
)

// gonum/plot draws the charts: the Gonum team maintains it, its SVG keeps text as text,
// and a chart can be a small custom plotter. It and its fonts take 6 MB of the program.
// go-analyze/charts would take 2 MB, but brings fonts too, places everything on whole
// pixels, and has no intervals either, so that the custom plotters would stay.

const textSize = vg.Length(11)

// newPlot is an empty chart in the page's style: no background, thin axes, sans-serif
// text, ticks at round numbers.
func newPlot() *plot.Plot {
	p := plot.New()
	p.BackgroundColor = nil
	for _, axis := range []*plot.Axis{&p.X, &p.Y} {
		axis.Tick.Label.Font = sans(textSize)
		axis.Label.TextStyle.Font = sans(textSize)
		axis.LineStyle.Width = 0.75
		axis.Tick.LineStyle.Width = 0.75
		axis.Tick.Length = 3
		axis.Padding = 0
		axis.Tick.Marker = plot.TickerFunc(steady)
	}
	return p
}

func sans(size vg.Length) font.Font {
	return font.Font{Typeface: "Liberation", Variant: "Sans", Size: size}
}

// writing is a plotter's text style: its size, and how text is aligned to its point.
func writing(p *plot.Plot, size vg.Length, x draw.XAlignment, y draw.YAlignment) draw.TextStyle {
	return draw.TextStyle{Color: color.Black, Font: sans(size), XAlign: x, YAlign: y, Handler: p.TextHandler}
}

// across and upwards draw the grid: a line at each tick of an axis.

func across(c draw.Canvas, p *plot.Plot) {
	x, _ := p.Transforms(&c)
	for _, at := range ticks(p.X.Min, p.X.Max) {
		c.StrokeLine2(draw.LineStyle{Color: faint, Width: 0.75}, x(at), c.Min.Y, x(at), c.Max.Y)
	}
}

func upwards(c draw.Canvas, p *plot.Plot) {
	_, y := p.Transforms(&c)
	for _, at := range ticks(p.Y.Min, p.Y.Max) {
		c.StrokeLine2(draw.LineStyle{Color: faint, Width: 0.75}, c.Min.X, y(at), c.Max.X, y(at))
	}
}

// steady ticks an axis at round numbers.
func steady(low, high float64) []plot.Tick {
	return lists.Map(ticks(low, high), func(v float64) plot.Tick { return plot.Tick{Value: v, Label: short(v)} })
}

// ticks are a few round numbers from low to high.
func ticks(low, high float64) []float64 {
	if high <= low {
		return []float64{low}
	}
	step := math.Pow(10, math.Floor(math.Log10((high-low)/6)))
	for _, by := range []float64{1, 2, 5, 10} {
		if (high-low)/(step*by) <= 6 {
			step *= by
			break
		}
	}
	var out []float64
	for i := math.Ceil(low/step - rounding); i*step <= high+step*rounding; i++ {
		out = append(out, i*step)
	}
	return out
}

// short prints a tick with no more digits than it needs.
func short(v float64) string {
	if math.Abs(v) < rounding {
		return "0"
	}
	return strings.Replace(fmt.Sprintf("%.4g", v), "-", "−", 1)
}

var svgHead = regexp.MustCompile(`(?s)^.*?<svg[^>]*>`)

// render draws a plot as SVG inside a page, whose style sets its width and colours, with
// a title for those who cannot see it.
func render(p *plot.Plot, height vg.Length, title string) (template.HTML, error) {
	c := vgsvg.New(chartWidth, height)
	p.Draw(draw.New(c))
	var b strings.Builder
	if _, err := c.WriteTo(&b); err != nil {
		return "", fmt.Errorf("report: drawing %q: %w", title, err)
	}
	head := fmt.Sprintf(`<svg role="img" viewBox="0 0 %g %g"><title>%s</title>`,
		float64(chartWidth), float64(height), template.HTMLEscapeString(title))
	body := svgHead.ReplaceAllLiteralString(b.String(), head)
	return template.HTML(themed().Replace(body)), nil
}

// inks are the colours of the charts on a light page; style.css names them too, and gives
// the dark page's. Red-green colour-blind people can tell them apart, their contrast with
// white is at least 3 to 1, and they are never the only mark: every point and bar also
// has a letter or a name.
func inks() map[string]ink {
	return map[string]ink{
		"none": 0x6E6E6E, "synapse": 0xA87700, "awm": 0xA6508A,
		"vanilla": 0x0072B2, "dynamic": 0xD25A00, "rewrite": 0x00845F,
		"other": 0x444466,
		// Shades for the placements of one variant.
		"both": 0x0072B3, "planning": 0x3F9BD4, "orchestrator": 0x8CC4E8, "agents": 0xC6E2F5,
	}
}

// ink is a colour, spelled as the SVG canvas does.
type ink uint32

func (i ink) RGBA() (r, g, b, a uint32) {
	return color.RGBA{uint8(i >> 16), uint8(i >> 8), uint8(i), 255}.RGBA()
}

func (i ink) String() string { return fmt.Sprintf("#%06X", uint32(i)) }

// inkOf names the colour of a variant or a placement.
func inkOf(key string) string {
	if _, ok := inks()[key]; ok {
		return key
	}
	return "other"
}

// faint is the colour of grid lines: on the page, a fainter shade of the text's colour.
const faint ink = 0xD9D9DA

// themed lets the page's style choose the font and the colours of a drawing:
// black is the text's colour, and each ink is a variable. Text without a colour
// of its own is black, whatever the page's colour.
func themed() *strings.Replacer {
	pairs := []string{
		"font-family:Liberation Sans;font-variant:normal;font-weight:normal;font-style:normal;", "",
		"<text ", `<text fill="currentColor" `, "#000000", "currentColor", faint.String(), "var(--grid)",
	}
	for name, i := range inks() {
		pairs = append(pairs, i.String(), "var(--ink-"+name+")")
	}
	return strings.NewReplacer(pairs...)
}
