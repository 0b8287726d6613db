package report

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
)

const (
	confidence = 0.95
	alpha      = 0.05
	power      = 0.80
	// detectableFactor is the normal quantile at 1-alpha/2 plus that at the
	// power: 1.9600 + 0.8416.
	detectableFactor = 2.8016
	// exactPairs is the most differing ids for which every pattern of signs is tried:
	// 2^16 of them.
	exactPairs = 16
	// rounding is how much sums of the same differences may vary with their order.
	rounding = 1e-9
)

// signFlip is the two-sided paired permutation test of differences, each summed over an
// id's tasks: if the two cells did not differ, each id's difference could as well have had
// the other sign. Ids that do not differ change no pattern and are left out. It tries
// every pattern where there are at most 2^16, and draws otherwise, counting
// what was observed as one of the draws, so that p is never 0.
func signFlip(differences []float64, draws int, random *rand.Rand) (p float64, exact bool) {
	var sizes []float64
	observed := 0.0
	for _, d := range differences {
		if d != 0 {
			sizes = append(sizes, math.Abs(d))
			observed += d
		}
	}
	observed = math.Abs(observed) - rounding
	if len(sizes) <= exactPairs {
		return everySign(sizes, observed), true
	}
	extreme := 0
	for range draws {
		if math.Abs(drawSigns(sizes, random)) >= observed {
			extreme++
		}
	}
	return float64(extreme+1) / float64(draws+1), false
}

// everySign is the share of the sign patterns whose sum is as far from 0.
func everySign(sizes []float64, observed float64) float64 {
	patterns, extreme := 1<<len(sizes), 0
	for pattern := range patterns {
		sum := 0.0
		for i, size := range sizes {
			if pattern>>i&1 == 1 {
				sum -= size
			} else {
				sum += size
			}
		}
		if math.Abs(sum) >= observed {
			extreme++
		}
	}
	return float64(extreme) / float64(patterns)
}

// drawSigns sums the sizes under random signs, a bit each.
func drawSigns(sizes []float64, random *rand.Rand) float64 {
	sum, bits := 0.0, uint64(0)
	for i, size := range sizes {
		if i%64 == 0 {
			bits = random.Uint64()
		}
		sum += math.Float64frombits(math.Float64bits(size) ^ bits<<63)
		bits >>= 1
	}
	return sum
}

// holm corrects several p values together (Holm's step-down method): the smallest times
// their number, the next times one less, and never less than the one before.
func holm(ps []float64) []float64 {
	order := make([]int, len(ps))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(ps[a], ps[b]) })
	out, last := make([]float64, len(ps)), 0.0
	for rank, i := range order {
		last = max(last, min(1, ps[i]*float64(len(ps)-rank)))
		out[i] = last
	}
	return out
}

// correct corrects the p values of some tests together, where they have one.
func correct[T any](tests []T, of func(*T) (p *float64, holm **float64)) {
	var ps []float64
	var corrected []**float64
	for i := range tests {
		if p, holm := of(&tests[i]); p != nil {
			ps, corrected = append(ps, *p), append(corrected, holm)
		}
	}
	for i, p := range holm(ps) {
		*corrected[i] = &p
	}
}

// detectable is the smallest true difference that a two-sided test at alpha
// would find with the wanted power, were the spread of the paired differences
// what it was here and their mean near normal. It needs tasks of two ids, and is 0
// where nothing varied.
func detectable(differences sample) float64 { return detectableFactor * differences.standardError() }
