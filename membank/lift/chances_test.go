package lift

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"legomem/must"
)

func TestChances(t *testing.T) {
	fresh := []Known{{ID: "a"}, {ID: "b"}, {ID: "c"}, {ID: "d"}}
	equal := []Chance{{"a", 0.1}, {"b", 0.1}, {"c", 0.1}, {"d", 0.1}}
	must.NoDiff(t, cmp.Diff(equal, Chances(fresh, 0.4, false), near()), "alike: %s")
	must.NoDiff(t, cmp.Diff(equal, Chances(fresh, 0.4, true), near()), "nothing is known: %s")
	unjudged := []Known{{ID: "a", Used: 40}, {ID: "b", Used: 2}, {ID: "c", Used: 9}, {ID: "d"}}
	must.NoDiff(t, cmp.Diff(equal, Chances(unjudged, 0.4, true), near()), "nothing was judged: %s")
	must.NoDiff(t, cmp.Diff([]Chance{{"a", 0.2}}, Chances(fresh[:1], 0.4, true), near()), "a single one: %s")
	if got := Chances(nil, 0.4, true); len(got) != 0 {
		t.Errorf("nothing was found, and something may be left out: %v", got)
	}
	got := Chances([]Known{{"good", 40, 32}, {"bad", 40, 8}, {"usual", 40, 24}}, 0.6, true)
	if bad := got[1].P; math.Abs(bad-0.3) > 1e-9 || got[0].P < 0.6*even/3 || got[2].P < got[0].P {
		t.Errorf("the one that fails most has not the half, or another less than its floor: %v", got)
	}
}

// TestChancesSum: whatever is known, the chances sum to the share, and nobody has none.
func TestChancesSum(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		found := make([]Known, 2+random.IntN(8))
		for i := range found {
			used := random.IntN(50)
			found[i] = Known{Used: used, Helped: random.IntN(used + 1)}
		}
		share, sum := random.Float64(), 0.0
		for _, c := range Chances(found, share, true) {
			sum += c.P
			if c.P < share*even/float64(len(found))-1e-12 || c.P > share*most+1e-9 {
				t.Fatalf("a chance of %v with a share of %v, for %v", c.P, share, found)
			}
		}
		if math.Abs(sum-share) > 1e-9 {
			t.Fatalf("the chances sum to %v, not %v, for %v", sum, share, found)
		}
	}
}

func TestDraw(t *testing.T) {
	chances := []Chance{{"a", 0.25}, {"b", 0.5}}
	for u, want := range map[float64]string{0: "a", 0.2499: "a", 0.25: "b", 0.7499: "b", 0.75: "", 0.9999: ""} {
		if got := Draw(chances, u); got != want {
			t.Errorf("%v draws %q, want %q", u, got, want)
		}
	}
}

func BenchmarkMeasure(b *testing.B) {
	trials := newWorld(usual(2000, -0.3, 0.2, 0.7, true), 1).simulate()
	for b.Loop() {
		Measure(trials, DefaultBar())
	}
}
