package lift

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
)

// freedomRuns is that of the Student distribution of the steps of single runs, which may be
// far off.
const freedomRuns = 5.0

// stepsOf is the logarithm of their steps; nil if no trial has any. Those without are not
// known.
func stepsOf(trials []Trial, subjects int, w work, random *rand.Rand) *outcome {
	values, weight := make([]float64, len(trials)), make([]float64, len(trials))
	for i, t := range trials {
		if t.Steps > 0 {
			values[i], weight[i] = math.Log(t.Steps), 1
		}
	}
	if floats.Sum(weight) == 0 {
		return nil
	}
	o := newOutcome(values, weight, subjects, w, 0.1, 0.01, random)
	o.tails, o.beside = true, besideSteps(trials)
	return o
}

// besideSteps is whether trials succeeded, 1 or 0, less the share of them that did.
func besideSteps(trials []Trial) []float64 {
	values := make([]float64, len(trials))
	for i, t := range trials {
		if t.Success {
			values[i] = 1
		}
	}
	floats.AddConst(-floats.Sum(values)/float64(len(trials)), values)
	return values
}

// redrawSlope draws what the other outcome explains.
func (o *outcome) redrawSlope() {
	along, size := 0.0, 1.0 // as if one run more had shown none
	for i, x := range o.beside {
		along += o.weight[i] * x * (o.rest[i] + o.slope*x)
		size += o.weight[i] * x * x
	}
	slope := along/size + o.random.NormFloat64()*math.Sqrt(o.noise/size)
	floats.AddScaled(o.rest, o.slope-slope, o.beside)
	o.slope = slope
}

// redrawWeights draws how much each trial says: little where it is far off.
func (o *outcome) redrawWeights() {
	for i, r := range o.rest {
		if o.weight[i] > 0 {
			o.weight[i] = o.gamma((freedomRuns+1)/2) / ((freedomRuns + r*r/o.noise) / 2)
		}
	}
}

// redrawNoise draws how far trials are from what explains them.
func (o *outcome) redrawNoise() {
	squares, known := 0.0, 0.0
	for i, r := range o.rest {
		squares += o.weight[i] * r * r
		if o.weight[i] > 0 {
			known++
		}
	}
	o.noise = o.variance(o.noiseBefore, squares, known)
}
