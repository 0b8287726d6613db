package report

import "gonum.org/v1/gonum/mathext"

// Where every task comes out the same, a bootstrap has nothing to resample and
// its interval no width. The bounds here say what such data leave open; they
// need no draws.

// upperBound is the exact one-sided 95% upper bound (Clopper and Pearson) of a share that
// was observed in seen of n ids. For none it is 1-0.05^(1/n), near 3/n. An id that counts
// in part, by only some of its tasks or seeds, makes it near exact rather than exact. That
// tasks of one id say no more than one task is the worst that they can be: the bound holds
// all the more where they say more.
func upperBound(seen float64, n int) float64 {
	if seen >= float64(n) {
		return 1
	}
	return mathext.InvRegIncBeta(seen+1, float64(n)-seen, confidence)
}

// bounded adds to a share that is 0 or 1 on every task how high or low it may still be.
func (e Estimate) bounded() Estimate {
	if e.Mean == nil {
		return e
	}
	above := upperBound(0, e.IDs)
	switch *e.Mean {
	case 0:
		e.AtMost = &above
	case 1:
		e.AtLeast = new(1 - above)
	}
	return e
}

// boundedAbove adds to a share how high it may be, whatever it is.
func (e Estimate) boundedAbove() Estimate {
	if e.Mean == nil {
		return e
	}
	e.AtMost = new(upperBound(*e.Mean*float64(e.IDs), e.IDs))
	return e
}

// boundedDifference adds bounds to a mean of paired differences that are the same on
// every task: at worst, all unseen tasks go as far as possible the other way or, where
// none differed, all one way.
func (e Estimate) boundedDifference(same int) Estimate {
	if e.Mean == nil {
		return e
	}
	unseen := upperBound(0, e.IDs)
	least, most := 1-2*unseen, 2*unseen-1
	switch {
	case *e.Mean == 1:
		e.AtLeast = &least
	case *e.Mean == -1:
		e.AtMost = &most
	case same == e.Tasks:
		down := -unseen
		e.AtLeast, e.AtMost = &down, &unseen
	}
	return e
}
