package membank

import (
	"context"
	"slices"
	"strings"
)

// lookedThrough is how many full-task memories are looked through for each that is shown,
// since near-duplicates of it take no place.
const lookedThrough = 4

// distinctTasks are up to k of the full-task memories nearest to a text that do not repeat
// each other, best first.
func (b *Bank) distinctTasks(ctx context.Context, text string, k int) ([]Hit, error) {
	hits, err := b.Search(ctx, Query{Text: text, K: lookedThrough * k, Filter: Filter{Kind: FullTask}})
	return distinct(hits, k), err
}

// distinct keeps the first of those hits that repeat each other, and up to k.
func distinct(hits []Hit, k int) []Hit {
	var out []Hit
	for _, h := range hits {
		repeats := func(shown Hit) bool { return repeatsTask(shown.Unit, h.Unit) }
		if len(out) == k || slices.ContainsFunc(out, repeats) {
			continue
		}
		h.Rank = len(out) + 1
		out = append(out, h)
	}
	return out
}

// repeatsTask reports whether two full tasks have the same text, or were done by the same
// agents with the same tools in the same order, whatever the values and however many of
// them there were.
func repeatsTask(a, b Unit) bool {
	return strings.EqualFold(strings.TrimSpace(a.Task), strings.TrimSpace(b.Task)) || slices.Equal(slices.Compact(work(a)), slices.Compact(work(b)))
}
