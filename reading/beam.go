package reading

import "slices"

// beamWidth is how many labellings of a sentence's beginning are kept, and keptAlike how
// many of those that differ in nothing to come: the second best tells how sure the best is.
const (
	beamWidth = 24
	keptAlike = 2
)

// beam is the best states at a word, the best first.
type beam struct {
	kept  []state
	ahead []uint64 // of each of them
}

// take keeps a state if it is among the best.
func (b *beam) take(st state) {
	at := len(b.kept)
	for at > 0 && b.kept[at-1].score < st.score {
		at--
	}
	ahead := st.ahead()
	if at == beamWidth || b.alike(ahead, at) == keptAlike {
		return
	}
	if b.kept == nil {
		b.kept, b.ahead = make([]state, 0, beamWidth+1), make([]uint64, 0, beamWidth+1)
	}
	b.kept, b.ahead = slices.Insert(b.kept, at, st), slices.Insert(b.ahead, at, ahead)
	b.drop(ahead)
}

// alike is how many of the first n states have the same to come.
func (b *beam) alike(ahead uint64, n int) int {
	count := 0
	for _, one := range b.ahead[:n] {
		if one == ahead {
			count++
		}
	}
	return count
}

// drop drops the worst of the states if there is one too many, of those with the same to
// come or of all.
func (b *beam) drop(ahead uint64) {
	worst := len(b.kept) - 1
	if b.alike(ahead, len(b.kept)) > keptAlike {
		for b.ahead[worst] != ahead {
			worst--
		}
	} else if len(b.kept) <= beamWidth {
		return
	}
	b.kept, b.ahead = slices.Delete(b.kept, worst, worst+1), slices.Delete(b.ahead, worst, worst+1)
}

// ahead is the same for two states where what may follow them is: their label and the
// slots that have a value.
func (st *state) ahead() uint64 {
	return uint64(st.used)<<32 | uint64(st.label.part)<<16 | uint64(uint16(st.label.slot))
}

// states are those that are kept, when all have been taken.
func (b *beam) states() []*state {
	out := make([]*state, len(b.kept))
	for i := range b.kept {
		out[i] = &b.kept[i]
	}
	return out
}
