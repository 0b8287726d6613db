package store

import (
	"cmp"
	"slices"
	"strings"
)

// Fuse joins two rankings by reciprocal rank fusion (Cormack, Clarke and
// Büttcher, SIGIR 2009) and keeps the best k, for stores that have no fusion of
// their own.
func Fuse(k int, rankings ...[]Hit) []Hit {
	scores := map[string]float64{}
	found := map[string]Hit{}
	for _, hits := range rankings {
		for i, h := range hits {
			scores[h.ID] += 1 / float64(FusionK+i+1)
			found[h.ID] = h
		}
	}
	var out []Hit
	for id, h := range found {
		h.Score = scores[id]
		out = append(out, h)
	}
	slices.SortFunc(out, func(a, b Hit) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), strings.Compare(a.ID, b.ID))
	})
	return out[:min(k, len(out))]
}
