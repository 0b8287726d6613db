package qdrant

import (
	"math"
	"slices"
	"testing"
)

func TestOfText(t *testing.T) {
	v := ofText("ann", "Budgets, budget; report")
	budget, report := v.at(index("ann", "budget")), v.at(index("ann", "report"))
	// 2*2.2/(2+1.2*(0.25+0.75*3/32)) and 1*2.2/(1+1.2*(0.25+0.75*3/32))
	if len(v.indices) != 2 || !near(budget, 1.8453) || !near(report, 1.5892) {
		t.Errorf("the weights are %v and %v of %v", budget, report, v)
	}
	if q := ofQuery("ann", "budget BUDGETS report"); len(q.values) != 2 || q.values[0] != 1 || q.values[1] != 1 {
		t.Errorf("the query is %v", q)
	}
	if other := ofText("bea", "budget"); other.at(index("ann", "budget")) != 0 {
		t.Error("two tenants share a word's place")
	}
	if empty := ofText("ann", " -- "); len(empty.indices) != 0 {
		t.Errorf("no words are %v", empty)
	}
}

func (v sparse) at(i uint32) float32 {
	n, ok := slices.BinarySearch(v.indices, i)
	if !ok {
		return 0
	}
	return v.values[n]
}

func near(got float32, want float64) bool { return math.Abs(float64(got)-want) < 1e-3 }

// FuzzOfText holds every vector to what the server takes: indices in order, no
// two the same, with finite weights above zero.
func FuzzOfText(f *testing.F) {
	for _, s := range []string{"", "a b a", "naïve — 日本語 🗂", "a\x00b\xff", "½ ２ İ"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, v := range []sparse{ofText("ann", text), ofQuery("ann", text)} {
			if len(v.indices) != len(v.values) {
				t.Fatalf("%q: %d indices, %d values", text, len(v.indices), len(v.values))
			}
			for i := range v.indices {
				if i > 0 && v.indices[i] <= v.indices[i-1] {
					t.Errorf("%q: index %d does not follow", text, i)
				}
				if w := float64(v.values[i]); w <= 0 || math.IsInf(w, 0) || math.IsNaN(w) {
					t.Errorf("%q: the weight %v", text, w)
				}
			}
		}
	})
}
