package curate

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"legomem/must"
)

// chain is four vectors, each at distance 0.5 from its neighbours and at 1 from
// the others. By hand: 0 and 1 join first (of three pairs equally near, the
// first), then, at 0.5,
//   - single: 2 joins {0, 1}, whose nearest member is at 0.5, and then 3;
//   - complete and average: 2 and 3 join, as {0, 1} is at 1 and at 0.75 from 2.
//
// The two pairs are then at max(1, 1, 0.5, 1) = 1 for complete, and at
// (1 + 1 + 0.5 + 1)/4 = 0.875 for average.
var chain = [][]float32{{1, 1, 0, 0, 0}, {0, 1, 1, 0, 0}, {0, 0, 1, 1, 0}, {0, 0, 0, 1, 1}}

func TestCluster(t *testing.T) {
	one, two := [][]int{{0, 1, 2, 3}}, [][]int{{0, 1}, {2, 3}}
	four := [][]int{{0}, {1}, {2}, {3}}
	nan := float32(math.NaN())
	for _, tc := range []struct {
		name      string
		vectors   [][]float32
		linkage   Linkage
		threshold float64
		want      [][]int
	}{
		{"single", chain, Single, 0.51, one},
		{"single, too far", chain, Single, 0.49, four},
		{"complete", chain, Complete, 0.51, two},
		{"complete, nearly", chain, Complete, 0.99, two},
		{"complete, far", chain, Complete, 1, one},
		{"average", chain, Average, 0.51, two},
		{"average, nearly", chain, Average, 0.87, two},
		{"average, far", chain, Average, 0.88, one},
		{"no linkage", chain, "", 0.88, one},
		{"none", nil, Average, 1, nil},
		{"one", chain[:1], Average, 1, [][]int{{0}}},
		{"length is of no matter", [][]float32{{1, 0}, {0, 3}, {5, 0}}, Average, 0, [][]int{{0, 2}, {1}}},
		{"opposite", [][]float32{{1, 0}, {-1, 0}}, Average, 1.99, [][]int{{0}, {1}}},
		{"without a direction", [][]float32{{0, 0}, {0, 0}, {1, 0}}, Single, 0.99, [][]int{{0}, {1}, {2}}},
		{"no numbers", [][]float32{{nan, 0}, {nan, 0}}, Single, 0.99, [][]int{{0}, {1}}},
		{"of two lengths", [][]float32{{1, 0}, {1}}, Single, 0.99, [][]int{{0}, {1}}},
		{"all in one", [][]float32{{0, 0}, {nan, 0}, {1}}, Complete, math.Inf(1), [][]int{{0, 1, 2}}},
		{"a threshold that is none", chain, Average, math.NaN(), four},
		{"order by the first member", [][]float32{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, 1, 0}, {1, 0, 0}}, Complete, 0.1, [][]int{{0, 4}, {1, 3}, {2}}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			must.NoDiff(t, cmp.Diff(tc.want, Cluster(tc.vectors, tc.linkage, tc.threshold)), "clusters (-want +got):\n%s")
		})
	}
}

func TestParseLinkage(t *testing.T) {
	for _, l := range Linkages() {
		if got, err := ParseLinkage(string(l)); err != nil || got != l {
			t.Errorf("%s: %s, %v", l, got, err)
		}
	}
	if _, err := ParseLinkage("ward"); err == nil {
		t.Error("ward was accepted")
	}
}
