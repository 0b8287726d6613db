package reading

import "slices"

// beamWidth is how many labellings of a sentence's beginning are kept, and keptAlike how
// many of those that differ in nothing to come: the second best tells how sure the best is.
const (
	beamWidth = 24
	keptAlike = 2
)

// beam is the best states at a word, the best first.
type beam struct{ kept []state }

// take keeps a state if it is among the best.
func (b *beam) take(st state) {
	at := len(b.kept)
	for at > 0 && b.kept[at-1].score < st.score {
		at--
	}
	if at == beamWidth || b.alike(st, at) == keptAlike {
		return
	}
	if b.kept == nil {
		b.kept = make([]state, 0, beamWidth+1)
	}
	b.kept = slices.Insert(b.kept, at, st)
	b.drop(st)
}

// alike is how many of the first n states have the same to come as one.
func (b *beam) alike(st state, n int) int {
	count := 0
	for i := range n {
		if b.kept[i].sameAhead(st) {
			count++
		}
	}
	return count
}

// drop drops the worst of the states if there is one too many, of those like one or of all.
func (b *beam) drop(st state) {
	worst := len(b.kept) - 1
	if b.alike(st, len(b.kept)) > keptAlike {
		for !b.kept[worst].sameAhead(st) {
			worst--
		}
	} else if len(b.kept) <= beamWidth {
		return
	}
	b.kept = slices.Delete(b.kept, worst, worst+1)
}

// sameAhead says that what may follow two states is the same.
func (st *state) sameAhead(other state) bool { return st.label == other.label && st.used == other.used }

// states are those that are kept, when all have been taken.
func (b *beam) states() []*state {
	out := make([]*state, len(b.kept))
	for i := range b.kept {
		out[i] = &b.kept[i]
	}
	return out
}
