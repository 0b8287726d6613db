package bench

import (
	"context"
	"fmt"

	"legomem/lists"
	"legomem/membank/recall"
)

// pairKey names a pair of memory.
type pairKey string

func keyOf(u recall.Unit, p recall.Pair) pairKey {
	return pairKey(fmt.Sprintf("%s/%d/%s/%s", u.ID, p.Turn, p.Slot, p.Answer))
}

func keysOf(all []recall.Choice) []pairKey {
	return lists.Map(all, func(c recall.Choice) pairKey { return keyOf(c.Unit, c.Pair) })
}

// gold is the pairs of a memory that fill what a goal's last session leaves out.
type gold map[pairKey]bool

func goldOf(ctx context.Context, a asked) (gold, error) {
	units, err := a.memory.List(ctx, recall.Selection{})
	if err != nil {
		return nil, err
	}
	out := gold{}
	for _, u := range units {
		for _, p := range u.Pairs {
			for _, slot := range a.goal.LeftOut {
				if inReach(u, p) && a.goal.Right(u, p, slot) {
					out[keyOf(u, p)] = true
				}
			}
		}
	}
	return out, nil
}

// inReach says that a pair is no history.
func inReach(u recall.Unit, p recall.Pair) bool { return !u.Past && p.Standing.InReach() }

// recall is which part of the gold is among the first k.
func (g gold) recall(found []pairKey, k int) float64 {
	n := 0
	for _, key := range found[:min(k, len(found))] {
		if g[key] {
			n++
		}
	}
	return float64(n) / float64(len(g))
}
