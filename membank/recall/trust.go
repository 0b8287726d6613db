package recall

import "math"

// Trust is how far the scorer's odds are to be trusted for services that it was not trained on
// (Platt 1999): with the stored tags, and without.
type Trust struct {
	Tagged Line `json:"tagged"`
	Blind  Line `json:"blind"`
}

// Line turns log odds into the log odds that they stand for. The zero Line leaves them.
type Line struct {
	Slope float64 `json:"slope"`
	Shift float64 `json:"shift"`
}

// Of is a probability as it is to be trusted.
func (l Line) Of(p float64) float64 {
	if l == (Line{}) {
		return p
	}
	return sigmoid(l.Slope*logit(p) + l.Shift)
}

// Try is a scorer's probability, and whether the pair filled the slot.
type Try struct {
	Fills float64
	Right bool
}

// Calibrate fits a line to tries by logistic regression, with Newton's method, in which a step
// that makes it worse is halved.
func Calibrate(all []Try) Line {
	const steps, damping, fewest = 50, 1e-6, 1e-6
	l := Line{Slope: 1}
	loss := l.loss(all)
	for range steps {
		var g0, g1, h00, h01, h11 float64
		for _, t := range all {
			x := logit(t.Fills)
			p := sigmoid(l.Slope*x + l.Shift)
			off := p
			if t.Right {
				off--
			}
			w := p * (1 - p)
			g0, g1 = g0+off, g1+off*x
			h00, h01, h11 = h00+w, h01+w*x, h11+w*x*x
		}
		h00, h11 = h00+damping, h11+damping
		det := h00*h11 - h01*h01
		step := Line{Shift: (h11*g0 - h01*g1) / det, Slope: (h00*g1 - h01*g0) / det}
		next, after := l, math.Inf(1)
		for size := 1.0; size > fewest && !(after < loss); size /= 2 {
			next = Line{Slope: l.Slope - size*step.Slope, Shift: l.Shift - size*step.Shift}
			after = next.loss(all)
		}
		if !(after < loss) {
			break
		}
		l, loss = next, after
	}
	if l.Slope <= 0 {
		return Line{} // the tries say the opposite of what they should
	}
	return l
}

// loss is the cross-entropy of tries.
func (l Line) loss(all []Try) float64 {
	sum := 0.0
	for _, t := range all {
		x := l.Slope*logit(t.Fills) + l.Shift
		if t.Right {
			x = -x
		}
		sum += math.Max(x, 0) + math.Log1p(math.Exp(-math.Abs(x)))
	}
	return sum
}

func sigmoid(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

func logit(p float64) float64 {
	const edge = 1e-9
	p = min(max(p, edge), 1-edge)
	return math.Log(p / (1 - p))
}
