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
)

// The charts are drawn by gonum/plot: it is kept up by the Gonum team, draws
// SVG with its text as text, and lets a chart be a small plotter of one's own;
// go-analyze/charts, the other one looked at, could not be had from the module
// proxy.

const textSize = vg.Length(11)

// newPlot is an empty chart in the page's manner: no background, thin axes,
// sans-serif text.
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
	}
	return p
}

func sans(size vg.Length) font.Font {
	return font.Font{Typeface: "Liberation", Variant: "Sans", Size: size}
}

// text is how a plotter writes: where the text stands against its point.
func text(p *plot.Plot, size vg.Length, x draw.XAlignment, y draw.YAlignment) draw.TextStyle {
	return draw.TextStyle{Color: color.Black, Font: sans(size), XAlign: x, YAlign: y, Handler: p.TextHandler}
}

// steady ticks an axis at given places, each with its label.
func steady(values []float64, label func(float64) string) plot.ConstantTicks {
	var out plot.ConstantTicks
	for _, v := range values {
		out = append(out, plot.Tick{Value: v, Label: label(v)})
	}
	return out
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

// render draws a plot as SVG to stand inside a page: as wide as the page's style
// lets it be, coloured by that, with a title for those who do not see it.
func render(p *plot.Plot, width, height vg.Length, title string) (template.HTML, error) {
	c := vgsvg.New(width, height)
	p.Draw(draw.New(c))
	var b strings.Builder
	if _, err := c.WriteTo(&b); err != nil {
		return "", fmt.Errorf("report: drawing %q: %w", title, err)
	}
	head := fmt.Sprintf(`<svg role="img" viewBox="0 0 %g %g"><title>%s</title>`,
		float64(width), float64(height), template.HTMLEscapeString(title))
	body := svgHead.ReplaceAllLiteralString(b.String(), head)
	body = strings.ReplaceAll(body, "font-family:Liberation Sans;font-variant:normal;font-weight:normal;font-style:normal;", "")
	// Text without a colour of its own is black, whatever the page's colour.
	body = strings.ReplaceAll(body, "<text ", `<text fill="currentColor" `)
	return template.HTML(themed(body)), nil
}
