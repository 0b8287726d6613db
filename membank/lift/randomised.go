package lift

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// z95 is the normal quantile of a two-sided 95% interval.
const z95 = 1.959964

// arm is the runs that were shown all that was found, or those that a memory was left out
// of, weighted by one over the probability of what was drawn: so weighted, both stand for all
// the runs that the memory was found for, however the probabilities changed on the way. Runs
// that one other memory was left out of are in neither: what they lack is not the same. Where
// each was left out by itself, both arms lack the same of the others on average.
type arm struct {
	success, steps, longer, tokens weighted // longer is of the logarithm of steps
}

func (a *arm) add(t Trial, probability float64) {
	w := 1 / probability
	success := 0.0
	if t.Success {
		success = 1
	}
	a.success.add(success, w)
	a.steps.add(t.Steps, w)
	a.tokens.add(t.Tokens, w)
	if t.Steps > 0 {
		a.longer.add(math.Log(t.Steps), w)
	}
}

// weighted sums what was seen, with weights.
type weighted struct {
	n               int
	weight, squares float64 // of the weights
	sum, sum2       float64
}

func (v *weighted) add(x, w float64) {
	v.n++
	v.weight += w
	v.squares += w * w
	v.sum += w * x
	v.sum2 += w * x * x
}

// size is how many runs of equal weight would tell as much (Kish 1965).
func (v weighted) size() float64 { return v.weight * v.weight / v.squares }

func (v weighted) mean() float64 { return v.sum / v.weight }

// varies is the variance of the mean.
func (v weighted) varies() float64 {
	within := max(0, v.sum2/v.weight-v.mean()*v.mean())
	if n := v.size(); n > 1 {
		return within / (n - 1)
	}
	return within
}

// otherwise is the probability of what is compared to leaving out a memory that was to be left
// out with p.
func (t Trial) otherwise(p float64) float64 {
	if t.Apart {
		return 1 - p
	}
	return t.whole()
}

// effect compares a memory's two arms.
func (s *subject) effect(trials []Trial) Effect {
	e := Effect{ID: s.id}
	var shown, left arm
	for _, at := range s.seen {
		t := trials[at.trial]
		switch p := t.otherwise(at.p); {
		case at.p <= 0, p <= 0: // one of the two could not have been drawn
		case !at.shown:
			left.add(t, at.p)
		case t.Apart, len(t.Out) == 0:
			shown.add(t, p)
		}
	}
	e.Shown, e.LeftOut = shown.success.n, left.success.n
	if min(e.Shown, e.LeftOut) == 0 {
		return e
	}
	e.Success = newcombe(shown.success.mean(), shown.success.size(), left.success.mean(), left.success.size())
	e.Steps = welch(shown.steps, left.steps)
	e.Tokens = welch(shown.tokens, left.tokens)
	if min(shown.longer.n, left.longer.n) > 0 {
		e.Longer = welch(shown.longer, left.longer).as(math.Expm1)
	}
	return e
}

// as is the difference told otherwise.
func (d Difference) as(f func(float64) float64) Difference {
	of := func(v *float64) *float64 {
		if v == nil {
			return nil
		}
		return new(f(*v))
	}
	return Difference{of(d.Mean), of(d.Low), of(d.High)}
}

// newcombe is the difference of two shares with Newcombe's hybrid score interval (1998,
// method 10), which holds its level where counts are small or shares near 0 and 1.
func newcombe(p1, n1, p2, n2 float64) Difference {
	low1, high1 := wilson(p1, n1)
	low2, high2 := wilson(p2, n2)
	d := p1 - p2
	low, high := d-math.Hypot(p1-low1, high2-p2), d+math.Hypot(high1-p1, p2-low2)
	return Difference{&d, &low, &high}
}

// wilson is Wilson's score interval of a share of n.
func wilson(p, n float64) (low, high float64) {
	z2 := z95 * z95
	middle := (p + z2/(2*n)) / (1 + z2/n)
	half := z95 / (1 + z2/n) * math.Sqrt(p*(1-p)/n+z2/(4*n*n))
	return max(0, middle-half), min(1, middle+half)
}

// welch is the difference of two means with Welch's interval; without one where an arm has
// fewer than two runs, or nothing varies.
func welch(shown, left weighted) Difference {
	part1, part2 := shown.varies(), left.varies()
	d := shown.mean() - left.mean()
	if shown.n < 2 || left.n < 2 || part1+part2 == 0 {
		return Difference{Mean: &d}
	}
	freedom := (part1 + part2) * (part1 + part2) / (part1*part1/(shown.size()-1) + part2*part2/(left.size()-1))
	if !(freedom >= 1) {
		freedom = 1 // weights so uneven that one run speaks for all
	}
	half := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: freedom}.Quantile(0.975) * math.Sqrt(part1+part2)
	low, high := d-half, d+half
	return Difference{&d, &low, &high}
}
