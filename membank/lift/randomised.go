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
// that another memory was left out of are in neither: what they lack is not the same.
type arm struct {
	n               int
	weight, squares float64 // of the weights
	success         float64
	steps, tokens   float64
	steps2, tokens2 float64
}

func (a *arm) add(t Trial, probability float64) {
	w := 1 / probability
	a.n++
	a.weight += w
	a.squares += w * w
	if t.Success {
		a.success += w
	}
	a.steps += w * t.Steps
	a.steps2 += w * t.Steps * t.Steps
	a.tokens += w * t.Tokens
	a.tokens2 += w * t.Tokens * t.Tokens
}

// size is how many runs of equal weight would tell as much (Kish 1965).
func (a arm) size() float64 { return a.weight * a.weight / a.squares }

// effect compares a memory's two arms.
func (s *subject) effect(trials []Trial) Effect {
	e := Effect{ID: s.id}
	var shown, left arm
	for _, at := range s.seen {
		t := trials[at.trial]
		switch p := t.whole(); {
		case at.p <= 0, p <= 0: // one of the two could not have been drawn
		case t.LeftOut == "":
			shown.add(t, p)
		case !at.shown:
			left.add(t, at.p)
		}
	}
	e.Shown, e.LeftOut = shown.n, left.n
	if shown.n == 0 || left.n == 0 {
		return e
	}
	e.Success = newcombe(shown.success/shown.weight, shown.size(), left.success/left.weight, left.size())
	e.Steps = welch(shown, left, func(a arm) (sum, squares float64) { return a.steps, a.steps2 })
	e.Tokens = welch(shown, left, func(a arm) (sum, squares float64) { return a.tokens, a.tokens2 })
	return e
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
func welch(shown, left arm, of func(arm) (sum, squares float64)) Difference {
	mean1, part1 := spread(shown, of)
	mean2, part2 := spread(left, of)
	d := mean1 - mean2
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

// spread is an arm's mean and the variance of that mean.
func spread(a arm, of func(arm) (sum, squares float64)) (mean, variance float64) {
	sum, squares := of(a)
	mean = sum / a.weight
	within := max(0, squares/a.weight-mean*mean)
	if n := a.size(); n > 1 {
		return mean, within / (n - 1)
	}
	return mean, within
}
