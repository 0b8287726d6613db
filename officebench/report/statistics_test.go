package report

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"legomem/words"
)

// independent is a sample of tasks that each have an id of their own.
func independent(values ...float64) sample {
	var s sample
	for i, v := range values {
		s.add(fmt.Sprintf("1-%d/0", i), v)
	}
	return s
}

func near(a, b float64) bool { return math.Abs(a-b) < 1e-4 }

func TestIntervalOfTwo(t *testing.T) {
	// The mean of two draws from {0, 1} is 0 or 1 a quarter of the time each.
	low, high := newBootstrap(1, 2000).interval(independent(0, 1))
	if low != 0 || high != 1 {
		t.Errorf("[%g, %g], want [0, 1]", low, high)
	}
}

func TestIntervalIsNearTheNormalOne(t *testing.T) {
	values := make([]float64, 400)
	for i := range values {
		values[i] = float64(i % 2)
	}
	// 0.5 ± 1.96 × 0.5/√400 = [0.451, 0.549]
	low, high := newBootstrap(3, 10_000).interval(independent(values...))
	if math.Abs(low-0.451) > 0.005 || math.Abs(high-0.549) > 0.005 {
		t.Errorf("[%.4f, %.4f], want near [0.451, 0.549]", low, high)
	}
}

func TestIntervalHoldsTheMean(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 5))
	draw := newBootstrap(9, 1000)
	for range 200 {
		values := make([]float64, 1+random.IntN(60))
		for i := range values {
			values[i] = float64(random.IntN(4)) / 3
		}
		low, high := draw.interval(independent(values...))
		if m := mean(values); low > m+rounding || high < m-rounding {
			t.Fatalf("[%g, %g] does not hold the mean %g of %v", low, high, m, values)
		}
	}
}

func TestIntervalHangsOnTheSeedAlone(t *testing.T) {
	values := []float64{0, 1, 1, 0, 1, 0.5, 0.25}
	one, two := newBootstrap(4, 500), newBootstrap(4, 500)
	two.interval(independent(1, 2, 3))
	aLow, aHigh := one.interval(independent(values...))
	bLow, bHigh := two.interval(independent(values...))
	if aLow != bLow || aHigh != bHigh {
		t.Errorf("[%g, %g] and [%g, %g]: another figure changed the interval", aLow, aHigh, bLow, bHigh)
	}
}

func TestSignFlipExact(t *testing.T) {
	for _, tc := range []struct {
		name string
		of   []float64
		want float64
	}{
		{"nothing differs", []float64{0, 0, 0}, 1},
		{"nothing at all", nil, 1},
		{"five alike: 2 of 32", []float64{1, 1, 1, 1, 1}, 2.0 / 32},
		{"the other way", []float64{-1, -1, -1, -1, -1}, 2.0 / 32},
		{"zeros change nothing", []float64{0, 1, 1, 0, 1, 1, 1}, 2.0 / 32},
		{"3+2+1: 2 of 8", []float64{3, 2, 1}, 2.0 / 8},
		// 3+2-1 = 4; as far from 0 are ±6 and ±4: 4 of 8.
		{"3+2-1: 4 of 8", []float64{3, 2, -1}, 4.0 / 8},
		{"even", []float64{1, -1}, 1},
		// Sums of thirds in another order differ in the last digits.
		{"thirds", []float64{1.0 / 3, 2.0 / 3, 1.0 / 3}, 2.0 / 8},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got, exact := signFlip(tc.of, 10, rand.New(rand.NewPCG(1, 1)))
			if got != tc.want || !exact {
				t.Errorf("p = %g (exact %v), want %g", got, exact, tc.want)
			}
		})
	}
}

func TestSignFlipDrawn(t *testing.T) {
	twenty := slices.Repeat([]float64{1}, 20)
	p, exact := signFlip(twenty, 999, rand.New(rand.NewPCG(1, 1)))
	if exact || p != 1.0/1000 {
		t.Errorf("twenty alike: p = %g (exact %v), want the least that 999 draws can give, 0.001", p, exact)
	}
	// 14 of 20 up: the sign test's two-sided p is 0.1153.
	mixed := append(slices.Repeat([]float64{1}, 14), slices.Repeat([]float64{-1}, 6)...)
	p, _ = signFlip(mixed, 40_000, rand.New(rand.NewPCG(2, 1)))
	if math.Abs(p-0.1153) > 0.01 {
		t.Errorf("14 of 20: p = %g, want about 0.1153", p)
	}
	// More than 64 take a second word of random bits: 45 of 80 up, 0.3143.
	mixed = append(slices.Repeat([]float64{1}, 45), slices.Repeat([]float64{-1}, 35)...)
	p, _ = signFlip(mixed, 40_000, rand.New(rand.NewPCG(3, 1)))
	if math.Abs(p-0.3143) > 0.012 {
		t.Errorf("45 of 80: p = %g, want about 0.3143", p)
	}
}

func TestSignFlipIsAProbability(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 8))
	for range 200 {
		differences := make([]float64, random.IntN(40))
		for i := range differences {
			differences[i] = float64(random.IntN(7)-3) / 3
		}
		if p, _ := signFlip(differences, 99, random); p <= 0 || p > 1 {
			t.Fatalf("p = %g of %v", p, differences)
		}
	}
}

func TestHolm(t *testing.T) {
	// 0.005×4 = 0.02, 0.01×3 = 0.03, 0.03×2 = 0.06, 0.04×1 = 0.04, which may
	// not be less than the one before.
	got := holm([]float64{0.01, 0.04, 0.03, 0.005})
	for i, want := range []float64{0.03, 0.06, 0.06, 0.02} {
		if !near(got[i], want) {
			t.Errorf("the %d. is %g, want %g", i+1, got[i], want)
		}
	}
	if got := holm([]float64{0.6, 0.9}); got[0] != 1 || got[1] != 1 {
		t.Errorf("%v: a p value is at most 1", got)
	}
	if len(holm(nil)) != 0 {
		t.Error("no test, no p value")
	}
}

func TestDetectable(t *testing.T) {
	// s = √(4/3) = 1.1547, √n = 2: 2.8016 × 0.57735 = 1.6175.
	if got := detectable(independent(1, -1, 1, -1)); !near(got, 1.6175) {
		t.Errorf("%g, want 1.6175", got)
	}
	for name, of := range map[string][]float64{"one task": {1}, "none": nil, "all alike": {1.0 / 3, 1.0 / 3, 1.0 / 3}} {
		if e := detectability(independent(of...)); e.Mean != nil || e.NA == "" {
			t.Errorf("%s: %+v, want n/a with its reason", name, e)
		}
	}
}

func TestQuantile(t *testing.T) {
	sorted := []float64{10, 20, 30, 40}
	for q, want := range map[float64]float64{0: 10, 0.5: 25, 1: 40, 0.25: 17.5} {
		if got := quantile(sorted, q); got != want {
			t.Errorf("quantile %g is %g, want %g", q, got, want)
		}
	}
	if got := median([]float64{9, 1, 5}); got != 5 {
		t.Errorf("the median of 9, 1, 5 is %g", got)
	}
}

func TestTicks(t *testing.T) {
	for _, tc := range []struct {
		low, high float64
		want      []float64
	}{
		{0, 63, []float64{0, 20, 40, 60}},
		{0, 100, []float64{0, 20, 40, 60, 80, 100}},
		{-12, 12, []float64{-10, -5, 0, 5, 10}},
		{26, 30, []float64{26, 27, 28, 29, 30}},
		{0, 0.004, []float64{0, 0.001, 0.002, 0.003, 0.004}},
		{5, 5, []float64{5}},
	} {
		got := ticks(tc.low, tc.high)
		if !slices.EqualFunc(got, tc.want, near) {
			t.Errorf("from %g to %g: %v, want %v", tc.low, tc.high, got, tc.want)
		}
	}
}

func TestFormats(t *testing.T) {
	for got, want := range map[string]string{
		whole(0): "0", whole(999): "999", whole(1000): "1,000", whole(1234567): "1,234,567", whole(-1234): "-1,234",
		percent(0.58441): "58.4", percent(-0.0001): "0.0", percent(1): "100.0",
		points(0.126): "+12.6", points(-0.033): "−3.3", points(0): "0.0", points(0.0001): "0.0",
		seconds(12_345): "12.3 s", dollars(0.0123): "$0.0123", superscript(12): "¹²",
		words.Many(1, "cell"): "1 cell", words.Many(1200, "run"): "1,200 runs",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestPublished holds the paper's table against itself: overall is the mean
// over 48, 45 and 59 tasks.
func TestPublished(t *testing.T) {
	all := published()
	if len(all) != 38 {
		t.Errorf("%d cells, want 38", len(all))
	}
	for id, f := range all {
		if overall := (48*f[0] + 45*f[1] + 59*f[2]) / 152; math.Abs(overall-f[3]) > 0.011 {
			t.Errorf("%s: the levels make %.2f overall, not %.2f", id, overall, f[3])
		}
	}
}
