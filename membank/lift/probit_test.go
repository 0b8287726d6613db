package lift

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
)

// TestPositive: draws are above 0, and their mean is that of the normal distribution that is
// cut off (the inverse Mills ratio), wherever that is.
func TestPositive(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for _, mean := range []float64{-25, -8, -3, -0.6, -0.5, 0, 0.5, 3, 8, 40} {
		const n = 100_000
		sum, squares := 0.0, 0.0
		for range n {
			v := positive(mean, random)
			sum, squares = sum+v, squares+v*v
			if v <= 0 {
				t.Fatalf("with a mean of %v: %v", mean, v)
			}
		}
		got, want := sum/n, mean+distuv.UnitNormal.Prob(mean)/normal(mean)
		if deviation := math.Sqrt(squares/n - got*got); math.Abs(got-want) > 4*deviation/math.Sqrt(n) {
			t.Errorf("with a mean of %v: %v on average, want %v", mean, got, want)
		}
	}
}

// TestBeyond: no number that is drawn makes it infinite.
func TestBeyond(t *testing.T) {
	for _, mean := range []float64{-1e6, -40, -1} {
		for _, u := range []float64{0, 1e-300, 0.5, math.Nextafter(1, 0)} {
			if got := beyond(mean, u); !(got >= 0) || got > 10 {
				t.Errorf("beyond(%v, %v) is %v", mean, u, got)
			}
		}
	}
}
