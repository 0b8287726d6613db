package reading

import (
	"math/bits"

	"legomem/tools/value"
)

// rarities are about how rare a gram is among the sentences of the training data: from 0
// for what nearly all have to rarest for what none or one has.
type rarities struct {
	cells []uint8 // by key; how common, so that an unknown gram is rare
}

const (
	rarest      = 9
	rarityCells = 1 << 17
)

func (r rarities) of(g gram) uint32 { return uint32(rarest - r.cells[g.key&(rarityCells-1)]) }

// ofStem is how rare a word is.
func (r rarities) ofStem(stem string) uint32 {
	return uint32(rarest - r.cells[hash(uint32(stemGram), stem)&(rarityCells-1)])
}

// commonest is up to which rarity a word says little by itself.
const commonest = 5

// Common says that a word, in lower case, is in so many sentences that it says little by
// itself: "the", "to". Without the shipped model none is.
func Common(word string) bool {
	m, err := Shipped()
	return err == nil && m.labeller.rarity.ofStem(value.Stem(word)) <= commonest
}

// countRarities counts how many sentences have each gram.
func countRarities(all []*Sentence) rarities {
	counts := map[uint32]int{}
	for _, s := range all {
		for _, g := range s.grams {
			counts[g.key]++
		}
	}
	r := rarities{cells: make([]uint8, rarityCells)}
	for key, n := range counts {
		if n < 2 {
			continue
		}
		common := uint8(max(0, rarest-bits.Len(uint(len(all)/n))))
		cell := &r.cells[key&(rarityCells-1)]
		*cell = max(*cell, common)
	}
	return r
}
