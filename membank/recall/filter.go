package recall

import (
	"cmp"
	"context"
	"slices"
	"strings"
)

// Choice is a retrieved pair, and what speaks for it.
type Choice struct {
	Unit Unit
	Pair Pair
	// Slot is the missing slot that the pair most likely fills, "" where none is missing.
	Slot string
	// Fills is how likely it fills that slot: s_ij of MemGuide, eq. 1, from 0 to 1. Pre is the
	// normalised score of its unit, and Final both together (eq. 3).
	Fills, Pre, Final float64
}

// Select is stages 1 and 2 of MemGuide: the pairs that fill what is missing, best first, at
// most Settings.Pairs.
func (m *Memory) Select(ctx context.Context, a Ask) ([]Choice, error) {
	hits, err := m.Retrieve(ctx, a)
	if err != nil {
		return nil, err
	}
	all := m.weigh(a, hits)
	return all[:min(len(all), m.settings.Pairs)], nil
}

// weigh scores the pairs of retrieved units, the best first.
func (m *Memory) weigh(a Ask, hits []Hit) []Choice {
	all := m.scorer.Score(a, hits, m.settings.IgnoreTags)
	Rank(all, m.settings.Alpha)
	return all
}

// Rank orders choices by alpha * pre + (1-alpha) * fills, the best first; of equals the newer
// comes first.
func Rank(all []Choice, alpha float64) {
	for i, c := range all {
		all[i].Final = alpha*c.Pre + (1-alpha)*c.Fills
	}
	slices.SortStableFunc(all, func(x, y Choice) int {
		return cmp.Or(cmp.Compare(y.Final, x.Final), y.Unit.At.Compare(x.Unit.At), strings.Compare(x.Unit.ID, y.Unit.ID), cmp.Compare(y.Pair.Turn, x.Pair.Turn))
	})
}
