package lift

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
)

// TestPositive: draws are above 0 and finite in either tail, and their mean is that of the
// normal distribution that is cut off (the inverse Mills ratio).
func TestPositive(t *testing.T) {
	for _, mean := range []float64{-25, -8, -3, -0.5, 0, 0.5, 3, 8, 40} {
		const n = 20_000
		sum := 0.0
		for i := range n {
			sum += positive(mean, (float64(i)+0.5)/n)
		}
		want := mean + distuv.UnitNormal.Prob(mean)/normal(mean)
		if got := sum / n; math.Abs(got-want) > 0.005*max(0.01, want) {
			t.Errorf("with a mean of %v: %v on average, want %v", mean, got, want)
		}
	}
	for _, mean := range []float64{-1e6, -40, 0, 40, 1e6} {
		for _, u := range []float64{0, 1e-300, 0.5, math.Nextafter(1, 0)} {
			if got := positive(mean, u); !(got >= 0) || math.IsInf(got, 1) {
				t.Errorf("positive(%v, %v) is %v", mean, u, got)
			}
		}
	}
}
