package curate

import (
	"cmp"
	"slices"
	"strings"

	"legomem/agents/reflex"
	"legomem/lists"
	"legomem/membank/outline"
	"legomem/trajectory"
)

// MostKin is how many further runs a procedure is generalised with: each costs
// as much as compiling it, and after a few nothing new is learned.
const MostKin = 12

// Kin chooses from a pool the runs that are fit to learn from and most likely did the
// same work as a given run: they used the same tools in the same order, or their texts
// share the most words with its text. The nearest comes first; the pool's order does not
// matter.
func Kin(run *trajectory.Run, pool []*trajectory.Run) []*trajectory.Run {
	return nearest(run, pool, func(other *trajectory.Run) bool { return Fit(other) == nil })
}

// FailedKin is Kin for runs that failed. They may have gone another way, so that their
// texts must be alike.
func FailedKin(run *trajectory.Run, pool []*trajectory.Run) []*trajectory.Run {
	return nearest(run, pool, func(other *trajectory.Run) bool { return Failed(other) && likeWork(run, other) })
}

// alike is the least share of words of runs that are held against each other.
const alike = 0.5

// likeWork reports whether two tasks say much the same, whatever their values.
func likeWork(a, b *trajectory.Run) bool {
	return shared(wordSet(outline.Unnamed(a.Started.Task.Text)), wordSet(outline.Unnamed(b.Started.Task.Text))) >= alike
}

func nearest(run *trajectory.Run, pool []*trajectory.Run, counts func(*trajectory.Run) bool) []*trajectory.Run {
	type near struct {
		run   *trajectory.Run
		share float64
	}
	mine := wordsOf(run)
	var all []near
	seen := map[string]bool{run.ID: true}
	for _, other := range pool {
		if seen[other.ID] || !counts(other) {
			continue
		}
		seen[other.ID] = true
		s := shared(mine, wordsOf(other))
		switch {
		case reflex.SameActions(run, other):
			s++
		case reflex.SameBeginning(run, other): // it may have gone another way
			s += 0.5
		}
		if s > 0 {
			all = append(all, near{other, s})
		}
	}
	slices.SortFunc(all, func(a, b near) int {
		return cmp.Or(cmp.Compare(b.share, a.share), strings.Compare(a.run.ID, b.run.ID))
	})
	return lists.Map(all[:min(len(all), MostKin)], func(n near) *trajectory.Run { return n.run })
}

func wordsOf(run *trajectory.Run) map[string]bool { return wordSet(run.Started.Task.Text) }

func wordSet(text string) map[string]bool {
	words := map[string]bool{}
	for _, w := range strings.Fields(strings.ToLower(text)) {
		words[strings.Trim(w, `.,;:!?"'()`)] = true
	}
	return words
}

// shared is the fraction of two texts' words that are in both.
func shared(a, b map[string]bool) float64 {
	both := 0
	for w := range a {
		if b[w] {
			both++
		}
	}
	if both == 0 {
		return 0
	}
	return float64(both) / float64(len(a)+len(b)-both)
}
