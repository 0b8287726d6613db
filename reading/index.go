package reading

import (
	"maps"
	"slices"
)

// posting says in how many of a skill's wordings something is.
type posting struct{ skill, count int32 }

// index is postings by the keys of what is in the wordings, in order.
type index struct {
	keys   []uint32
	starts []uint32 // of each key's, and the end
	all    []posting
}

func newIndex(by map[uint32][]posting) index {
	x := index{keys: slices.Sorted(maps.Keys(by)), starts: []uint32{0}}
	for _, key := range x.keys {
		x.all = append(x.all, by[key]...)
		x.starts = append(x.starts, uint32(len(x.all)))
	}
	return x
}

// of are the postings of a key.
func (x index) of(key uint32) []posting {
	if at, ok := slices.BinarySearch(x.keys, key); ok {
		return x.all[x.starts[at]:x.starts[at+1]]
	}
	return nil
}
