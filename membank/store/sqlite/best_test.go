package sqlite

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestBest(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{0, 1, 9, 10, 11, 20, 21, 500} {
		for _, k := range []int{1, 2, 10, 400, math.MaxInt} {
			best := best{k: k}
			var all []near
			for range n {
				// Few scores, so that many are equal.
				r := near{id: fmt.Sprint(random.IntN(1000)), score: float64(random.IntN(9)) / 9}
				all = append(all, r)
				best.show(r)
			}
			slices.SortFunc(all, compare)
			got := best.ranked()
			for i := range got {
				if got[i] != all[i] {
					t.Fatalf("best %d of %d: %s", k, n, cmp.Diff(fmt.Sprint(all[:min(k, n)]), fmt.Sprint(got)))
				}
			}
			if len(got) != min(k, n) {
				t.Errorf("best %d of %d: %d", k, n, len(got))
			}
		}
	}
}
