package reading

import (
	"math"
	"testing"
)

// TestMoved: evidence moves a probability, and leaves it one.
func TestMoved(t *testing.T) {
	for _, tt := range []struct{ p, by, want float64 }{
		{0.5, 0, 0.5}, {0.5, 1, 0.7311}, {0.5, -3.5, 0.0293}, {0.9, -2.5, 0.4249},
		{0, 0, 0}, {1, 0, 1}, {1, -100, 0}, {0, 100, 1},
	} {
		if got := Moved(tt.p, tt.by); math.Abs(got-tt.want) > 1e-4 {
			t.Errorf("%g by %g is %g, want %g", tt.p, tt.by, got, tt.want)
		}
	}
}

// TestBestOfEach: one reading of each skill stays, also before a known one: that may be known
// for a value that has swallowed a further request.
func TestBestOfEach(t *testing.T) {
	a, b := &Skill{ID: "a"}, &Skill{ID: "b"}
	got := BestOfEach([]Reading{{Skill: a, Confidence: 0.4, Known: true}, {Skill: b, Confidence: 0.5}, {Skill: a, Confidence: 0.9}, {Skill: b, Confidence: 0.7}})
	if len(got) != 2 || got[0].Confidence != 0.9 || got[1].Confidence != 0.7 {
		t.Errorf("stays %+v, want the likelier of a, then that of b", got)
	}
}
