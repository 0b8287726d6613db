package lift

import (
	"math/rand/v2"

	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat/distuv"
)

// successOf is whether trials succeed, as a probit model has it: a trial does where its value,
// which nobody sees, is above 0, and values vary by 1 about what explains them. So an effect
// that takes 50 points where a half succeed takes little where hardly any do. The values
// are redrawn like all else (Albert and Chib 1993).
func successOf(trials []Trial, subjects int, w work, random *rand.Rand) *outcome {
	weight, succeeded := make([]float64, len(trials)), make([]bool, len(trials))
	for i, t := range trials {
		weight[i], succeeded[i] = 1, t.Success
	}
	o := newOutcome(make([]float64, len(trials)), weight, subjects, w, 1, 0.1, random)
	o.levelSure, o.succeeded = 1, succeeded // a level without end explains it best that all succeed
	o.redrawValues()
	return o
}

// redrawValues draws the values that decide whether trials succeed.
func (o *outcome) redrawValues() {
	for i, succeeded := range o.succeeded {
		explained := o.values[i] - o.rest[i]
		if succeeded {
			o.values[i] = positive(explained, o.random)
		} else {
			o.values[i] = -positive(-explained, o.random)
		}
		o.rest[i] = o.values[i] - explained
	}
}

// positive draws from a normal distribution with that mean and a variance of 1, cut off below
// 0: by trying, where that soon succeeds.
func positive(mean float64, random *rand.Rand) float64 {
	if mean < -0.5 {
		return beyond(mean, random.Float64())
	}
	for {
		if v := mean + random.NormFloat64(); v > 0 {
			return v
		}
	}
}

// farthest is how far below 0 a mean may be before a number above is too unlikely to be told
// from others; from there on all means are taken to be alike.
const farthest = 30

// beyond is what u in [0,1) gives of such a distribution whose mean is below 0. It goes by the
// probability of what is above it, which is exact however small.
func beyond(mean, u float64) float64 {
	mean = max(mean, -farthest)
	return max(0, mean-mathext.NormalQuantile((1-u)*normal(mean)))
}

// normal is the share of a standard normal distribution that is below x.
func normal(x float64) float64 { return distuv.UnitNormal.CDF(x) }
