package main

import (
	"flag"
	"fmt"
	"image/color"
	"math"
	"os"
	"strings"
	"testing"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"

	"legomem/must"
)

var picture = flag.String("picture", "", "write the reliability diagram of TestWithheld to this file")

// reliability is how often readings of about one confidence are right: by tenths.
type reliability [10]class

// class is readings of about one confidence.
type class struct {
	n, right int
	sum      float64 // of their confidences
}

func (r *reliability) add(confidence float64, right bool) {
	c := &r[min(len(r)-1, int(confidence*float64(len(r))))]
	c.n++
	c.sum += confidence
	if right {
		c.right++
	}
}

func (c class) said() float64 { return c.sum / float64(c.n) }
func (c class) was() float64  { return float64(c.right) / float64(c.n) }

// interval is the 95% interval (Wilson) of the share that is right.
func (c class) interval() (low, high float64) {
	const z = 1.96
	n, p := float64(c.n), c.was()
	mid := (p + z*z/(2*n)) / (1 + z*z/n)
	half := z * math.Sqrt(p*(1-p)/n+z*z/(4*n*n)) / (1 + z*z/n)
	return mid - half, mid + half
}

// tell logs the classes, and finds those whose confidence is not to be trusted.
func (r *reliability) tell(t *testing.T) {
	t.Helper()
	for _, c := range r {
		if c.n == 0 {
			continue
		}
		low, high := c.interval()
		t.Logf("confidence %.2f: right %.2f (%.2f to %.2f) of %4d %s", c.said(), c.was(), low, high, c.n, strings.Repeat("#", int(40*c.was())))
		const many = 50
		if off := math.Abs(c.said() - c.was()); c.n >= many && off > mostOff {
			t.Errorf("readings with a confidence of %.2f are right %.2f of the time", c.said(), c.was())
		}
	}
}

// draw writes the classes as a picture.
func (r *reliability) draw(t *testing.T, file string) {
	t.Helper()
	const side = 320
	canvas := vgsvg.New(side, side)
	r.plot(t).Draw(draw.New(canvas))
	out := must.Have(os.Create(file))(t)
	defer out.Close()
	must.Have(canvas.WriteTo(out))(t)
}

func (r *reliability) plot(t *testing.T) *plot.Plot {
	t.Helper()
	p := plot.New()
	p.X.Label.Text, p.Y.Label.Text = "confidence", "share that is right"
	ideal := plotter.NewFunction(func(x float64) float64 { return x })
	ideal.Dashes = []vg.Length{3, 3}
	all := r.points()
	scatter := must.Have(plotter.NewScatter(all))(t)
	scatter.Shape, scatter.Color = draw.CircleGlyph{}, color.NRGBA{B: 0xB2, G: 0x72, A: 0xFF}
	p.Add(plotter.NewGrid(), ideal, must.Have(plotter.NewYErrorBars(all))(t), scatter)
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = 0, 1, 0, 1
	return p
}

// points are classes with their intervals.
type points struct {
	plotter.XYs
	plotter.YErrors
}

func (r *reliability) points() points {
	var out points
	for _, c := range r {
		if c.n == 0 {
			continue
		}
		low, high := c.interval()
		out.XYs = append(out.XYs, plotter.XY{X: c.said(), Y: c.was()})
		out.YErrors = append(out.YErrors, struct{ Low, High float64 }{c.was() - low, high - c.was()})
	}
	return out
}

// TestReliabilityNotices: a confidence that is far off is told, and so is what can be
// trusted.
func TestReliabilityNotices(t *testing.T) {
	var r reliability
	for i := range 100 {
		r.add(0.85, i < 80)
	}
	if low, high := r[8].interval(); fmt.Sprintf("%.2f %.2f", low, high) != "0.71 0.87" {
		t.Errorf("80 of 100 are right in %.2f to %.2f", low, high)
	}
	file := t.TempDir() + "/r.svg"
	r.draw(t, file)
	if svg := string(must.Have(os.ReadFile(file))(t)); !strings.Contains(svg, "share that is right") {
		t.Error("the picture has no axis")
	}
}
